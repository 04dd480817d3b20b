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
    package static func run() -> Never {
        guard let handle: GetHandle = function("_dispatch_get_main_queue_handle_4CF"),
            let drain: Drain = function("_dispatch_main_queue_callback_4CF")
        else { dispatchMain() }
        let descriptor = handle()
        while true {
            var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&event, 1, -1) > 0 else { continue }
            var count: UInt64 = 0
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
