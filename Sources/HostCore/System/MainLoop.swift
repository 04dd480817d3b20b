import Dispatch
import Glibc

/// The main dispatch queue, run on the process's first thread: what FeatureABI.h promises of [main-thread].
///
/// `dispatchMain()`, which an asynchronous `main` ends in where Foundation is not linked, parks that thread and serves
/// the queue by whichever worker is free: another thread after each idle time (tried). Swift code does not notice; a C
/// library with thread-local state, or one that compares threads, does.
///
/// This is what CoreFoundation's run loop does on Linux, by the two functions that libdispatch exports for it.
///
/// A host needs that queue to be served: a program without a loop of its own ends in ``run()``. One that has another
/// loop watches ``descriptor`` in it, and calls ``drain()`` whenever there is something to read; one whose loop serves
/// the main queue already, as that of Foundation does, needs neither.
public enum MainLoop {
    /// Serves the main queue until the process exits. Called on the first thread, last of all in main.
    ///
    /// ```swift
    /// Task { @MainActor in
    ///     await browse()
    ///     exit(0)
    /// }
    /// MainLoop.run()
    /// ```
    public static func run() -> Never { run(watching: -1) {} }

    /// What poll(2) can read from while there is work on the main queue; nil where libdispatch does not say.
    ///
    /// ```swift
    /// var event = pollfd(fd: MainLoop.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    /// while poll(&event, 1, -1) > 0 { MainLoop.drain() }
    /// ```
    public static var descriptor: Int32? { queue?.handle() }

    /// Does the work that is on the main queue, and returns; does nothing where there is none. Called on the first
    /// thread.
    public static func drain() {
        guard let queue else { return }
        let descriptor = queue.handle()
        var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&event, 1, 0) > 0 else { return }
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
        queue.drain(nil)
    }

    /// Serves the main queue, and watches something besides.
    ///
    /// - Parameters:
    ///   - watched: A descriptor to watch too; -1 for none.
    ///   - ready: Called on the main queue whenever there is something to read from it.
    package static func run(
        watching watched: Int32, _ ready: @escaping @MainActor @Sendable () -> Void
    ) -> Never {
        guard let descriptor else {
            let source = watched < 0 ? nil : DispatchSource.makeReadSource(fileDescriptor: watched, queue: .main)
            source?.setEventHandler { MainActor.assumeIsolated { ready() } }
            source?.activate()
            dispatchMain()
        }
        // No array: before there is one the runtime looks for its type by name, 70 µs of every worker's start.
        withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 2) { (events) -> Never in
            events.initializeElement(at: 0, to: pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
            events.initializeElement(at: 1, to: pollfd(fd: watched, events: Int16(POLLIN), revents: 0))
            while true {
                guard poll(events.baseAddress, nfds_t(events.count), -1) > 0 else { continue }
                // Whoever runs on the main queue may ask for that.
                if events[1].revents != 0 { DispatchQueue.main.async { MainActor.assumeIsolated { ready() } } }
                drain()
            }
        }
    }

    /// The two functions; nil where one of them is missing.
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
