import Dispatch
import Glibc
import HostSystem

/// Runs the main dispatch queue on the process's first thread, as FeatureABI.h promises for [main-thread].
///
/// `dispatchMain()`, which ends an asynchronous `main` without Foundation, parks that thread and serves the queue on
/// any free thread of libdispatch, often a different one after an idle time (tried). Swift code does not notice, but a
/// C library with thread-local state or comparisons of threads does. CoreFoundation's run loop on Linux uses the same
/// two functions of libdispatch as this type.
///
/// A host needs the main queue to be served. A program without its own loop ends in ``run()``. A program with another
/// loop watches ``descriptor`` in it, and calls ``drain()`` whenever the descriptor is readable. A program whose loop
/// serves the main queue already, as Foundation's does, needs neither.
public enum MainLoop {
    /// Serves the main queue until the process exits. Call it on the first thread, as the last statement of main.
    ///
    /// ```swift
    /// Task { @MainActor in
    ///     await browse()
    ///     exit(0)
    /// }
    /// MainLoop.run()
    /// ```
    public static func run() -> Never {
        run(watching: DescriptorWatch.descriptorForLoop(), isPrompt: false) { DescriptorWatch.serve() }
    }

    /// The descriptor that poll(2) reports as readable while the main queue has work. Nil if libdispatch does not offer
    /// it.
    ///
    /// ```swift
    /// var event = pollfd(fd: MainLoop.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    /// while poll(&event, 1, -1) > 0 { MainLoop.drain() }
    /// ```
    public static var descriptor: Int32? { queue?.handle() }

    /// Does the present work of the main queue, and returns. Call it on the first thread.
    public static func drain() {
        guard let queue else { return }
        let descriptor = queue.handle()
        var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&event, 1, 0) > 0 else { return }
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
        queue.drain(nil)
    }

    /// Serves the main queue, and watches a descriptor.
    ///
    /// - Parameters:
    ///   - watched: The descriptor to watch; -1 for none.
    ///   - isPrompt: Whether the next message often comes sooner than the kernel would wake the process.
    ///   - ready: Called on the main queue whenever the descriptor is readable.
    static func run(
        watching watched: Int32, isPrompt: Bool, _ ready: @escaping @MainActor @Sendable () -> Void
    ) -> Never {
        guard let descriptor else {
            let source = watched < 0 ? nil : DispatchSource.makeReadSource(fileDescriptor: watched, queue: .main)
            source?.setEventHandler { MainActor.assumeIsolated { ready() } }
            source?.activate()
            dispatchMain()
        }
        // An array would cost 70 µs at every start of a worker, since the runtime looks its type up by name.
        withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 2) { (events) -> Never in
            events.initializeElement(at: 0, to: pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
            events.initializeElement(at: 1, to: pollfd(fd: watched, events: Int16(POLLIN), revents: 0))
            while true {
                let count = nfds_t(events.count)
                let isSoon = isPrompt && BriefWait.until { poll(events.baseAddress, count, 0) != 0 }
                if !isSoon {
                    Trace.turn("main queue", writes: true)
                    let isReady = poll(events.baseAddress, count, -1) > 0
                    Trace.turn("wait", writes: false)
                    guard isReady else { continue }
                }
                // Called as work of the main queue, since the callee may check for that queue.
                if events[1].revents != 0 { DispatchQueue.main.async { MainActor.assumeIsolated { ready() } } }
                drain()
            }
        }
    }

    /// The two functions of libdispatch; nil if one is missing.
    private static let queue: (handle: GetHandle, drain: Drain)? = {
        guard let handle: GetHandle = function("_dispatch_get_main_queue_handle_4CF"),
            let drain: Drain = function("_dispatch_main_queue_callback_4CF")
        else { return nil }
        return (handle, drain)
    }()

    private typealias GetHandle = @convention(c) () -> Int32
    private typealias Drain = @convention(c) (UnsafeMutableRawPointer?) -> Void

    private static func function<Function>(_ name: String) -> Function? {
        dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
    }
}
