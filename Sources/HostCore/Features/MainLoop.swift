import Dispatch
import Glibc

/// The main dispatch queue, run on the process's first thread: what FeatureABI.h promises of [main-thread].
///
/// `dispatchMain()`, which an asynchronous `main` ends in where Foundation is not linked, parks that thread and serves
/// the queue by whichever worker is free: another thread after each idle time (tried). Swift code does not notice; a C
/// library with thread-local state, or one that compares threads, does.
///
/// This is what CoreFoundation's run loop does on Linux, by the two functions that libdispatch exports for it.
package enum MainLoop {
    /// Serves the main queue until the process exits. Called on the first thread.
    ///
    /// - Parameters:
    ///   - watched: A descriptor to watch too; -1 for none.
    ///   - ready: Called on the main queue whenever there is something to read from it.
    package static func run(
        watching watched: Int32 = -1, _ ready: @escaping @MainActor @Sendable () -> Void = {}
    ) -> Never {
        guard let handle: GetHandle = function("_dispatch_get_main_queue_handle_4CF"),
            let drain: Drain = function("_dispatch_main_queue_callback_4CF")
        else {
            let source = watched < 0 ? nil : DispatchSource.makeReadSource(fileDescriptor: watched, queue: .main)
            source?.setEventHandler { MainActor.assumeIsolated { ready() } }
            source?.activate()
            dispatchMain()
        }
        let descriptor = handle()
        var events = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: watched, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            guard poll(&events, nfds_t(events.count), -1) > 0 else { continue }
            // Whoever runs on the main queue may ask for that.
            if events[1].revents != 0 { DispatchQueue.main.async { MainActor.assumeIsolated { ready() } } }
            var count: UInt64 = 0
            var queue = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&queue, 1, 0) > 0 else { continue }
            _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
            drain(nil)
        }
    }

    private typealias GetHandle = @convention(c) () -> Int32
    private typealias Drain = @convention(c) (UnsafeMutableRawPointer?) -> Void

    private static func function<Function>(_ name: String) -> Function? {
        dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
    }
}
