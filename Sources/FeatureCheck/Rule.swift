/// A rule that is checked in every call, whatever the test is about: a rule of FeatureABI.h, or of good conduct in the
/// host's process. Each rule has a test of its name, which takes a feature through its whole life and reports only
/// breaches of that rule.
package enum Rule: String, Sendable, CaseIterable {
    /// A call's status agrees with the failure left in the error, and every failure has a reason.
    case failures
    /// A struct states the size that it has in the ABI version that the library is built for.
    case sizes
    /// Text is UTF-8, without characters that could take over a terminal.
    case text
    /// Everything that crosses the ABI stays within the limits that every host accepts.
    case limits
    /// Functions that belong to the main thread, or to the thread of a call, are called on that thread.
    case threads
    /// Objects whose time is over are not used any more: sinks, screens, the host.
    case lifetime
    /// Arguments to the host and to its sinks are well-formed.
    case hostCalls = "host-calls"
    /// Destinations, checkpoints, receivers and values are those that the manifest declares.
    case declarations
    /// The process is not forked.
    case forks
}
