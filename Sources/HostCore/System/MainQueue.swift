import Dispatch

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
