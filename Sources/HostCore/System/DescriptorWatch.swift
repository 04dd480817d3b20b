import Dispatch
import Glibc
import Synchronization

/// Notifies the main queue when a descriptor is ready, by poll(2) on a thread that lives as long as the process.
///
/// Dispatch's own sources do not suffice. When the other end of a descriptor is closed, as at each worker's exit,
/// libdispatch on Linux may free memory that its thread still reads, and the host crashes with the worker: issue 949 of
/// swift-corelibs-libdispatch, measured here at about once in 5,000 exits.
package final class DescriptorWatch: Sendable {
    package typealias Ready = @MainActor @Sendable () -> Void

    private let ready: Ready

    /// - Parameter ready: Called on the main queue. It may be called when no descriptor is ready.
    package init(_ ready: @escaping Ready) {
        self.ready = ready
    }

    deinit {
        disarm()
    }

    /// Calls `ready` once, when one of these descriptors is ready. Each further call needs another `arm`.
    package func arm(_ descriptors: [pollfd]) {
        let entry = Entry(descriptors: descriptors, ready: ready)
        Self.armed.withLock { $0[ObjectIdentifier(self)] = entry }
        Self.wake()
    }

    package func disarm() {
        Self.armed.withLock { $0[ObjectIdentifier(self)] = nil }
        Self.wake()
    }

    // MARK: The thread

    private struct Entry: Sendable {
        let descriptors: [pollfd]
        let ready: Ready
    }

    private static let armed = Mutex<[ObjectIdentifier: Entry]>([:])

    /// The two ends of the pipe that wakes the thread. The thread is started with the pipe.
    private static let pipe: (reading: Int32, writing: Int32)? = {
        var ends: [Int32] = [-1, -1]
        var thread = pthread_t()
        guard LinuxProcess.pipe(&ends) == 0, fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0,
            fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0,
            pthread_create(&thread, nil, { _ in DescriptorWatch.work() }, nil) == 0
        else { return nil }
        return (ends[0], ends[1])
    }()

    private static func wake() {
        // If the pipe is full, the thread is about to wake anyway.
        if let pipe { _ = write(pipe.writing, [0], 1) }
    }

    private static func work() -> Never {
        guard let pipe else { while true { pause() } }
        var buffer = [UInt8](repeating: 0, count: 512)
        while true {
            var descriptors = [pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)]
            var keys: [ObjectIdentifier] = []
            for (key, entry) in armed.withLock(\.self) {
                descriptors += entry.descriptors
                keys += Array(repeating: key, count: entry.descriptors.count)
            }
            guard poll(&descriptors, nfds_t(descriptors.count), -1) > 0 else { continue }
            while read(pipe.reading, &buffer, buffer.count) > 0 {}
            // If the watch was armed anew after the poll, `ready` is called although nothing may be ready.
            for (key, descriptor) in zip(keys, descriptors.dropFirst()) where descriptor.revents != 0 {
                guard let entry = armed.withLock({ $0.removeValue(forKey: key) }) else { continue }
                DispatchQueue.main.async { MainActor.assumeIsolated { entry.ready() } }
            }
        }
    }
}

/// The main dispatch queue, on which the main actor runs.
///
/// The queue cannot be recognized by its thread: a program that embeds the host, or a test runner, may end in
/// `dispatchMain()`, after which libdispatch serves the main queue on any free thread. See ``MainLoop``.
package enum MainQueue {
    private static let key = DispatchSpecificKey<Bool>()
    private static let isMarked: Void = DispatchQueue.main.setSpecific(key: key, value: true)

    /// Whether the caller runs on the main queue.
    package static var isCurrent: Bool {
        _ = isMarked
        return DispatchQueue.getSpecific(key: key) == true
    }
}
