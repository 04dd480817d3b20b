/// A rule that is watched over in every call, whatever a test is about: of FeatureABI.h, or of good conduct in
/// another's process. Each has a test of its name, which takes a feature through its whole life and tells of nothing
/// else.
package enum Rule: String, Sendable, CaseIterable {
    /// A status and what was left in the error agree, and every failure has a reason.
    case failures
    /// A struct says the size that it has in the version that the library says it is built for.
    case sizes
    /// Text is UTF-8, and holds nothing that would take a terminal over.
    case text
    /// What crosses stays within what every host takes.
    case limits
    /// What belongs to the main thread, or to the thread of a call, is used there.
    case threads
    /// What is over is used no more: sinks, screens, the host.
    case lifetime
    /// What is passed to the host and to its sinks is well-formed.
    case hostCalls = "host-calls"
    /// Destinations, checkpoints, receivers and values are those that the manifest declares.
    case declarations
    /// The process is not forked.
    case forks
}
