import FeatureContract

/// A feature at run time, however it runs. Its calls are those of the ABI and nothing more.
@MainActor
package protocol FeatureInstance: AnyObject {
    var manifest: Manifest { get }

    /// The main screen.
    func makeMainScreen(_ id: ScreenID) throws(CallFailure) -> any ScreenInstance

    /// The screen of an incoming destination; nil where the feature says that it is not its own.
    func resolve(_ destination: Destination, _ id: ScreenID) throws(CallFailure) -> (any ScreenInstance)?

    /// The destination of a link that no pattern matched; nil for none.
    func resolve(url: String) throws(CallFailure) -> Destination?

    /// Hands over a sent value; nil where the feature does not take it.
    func receive(_ message: Message) throws(CallFailure) -> Resume?

    /// Lets work that the feature has just started run up to its first suspension, where it runs elsewhere.
    func takeTurns()

    /// Ends the feature, whose screens have all been destroyed.
    func deactivate()
}

extension FeatureInstance {
    package func takeTurns() {}
}

/// A live screen of a feature.
@MainActor
package protocol ScreenInstance: AnyObject {
    func render() throws(CallFailure) -> RenderedScreen
    func perform(_ action: UInt64, _ value: Value) throws(CallFailure)
    func appear()
    func disappear()
    /// Navigation has returned to one of the screen's checkpoints; `.null` where it takes no value.
    func returned(toCheckpoint name: String, with value: Value) throws(CallFailure)
    /// Hands over a sent value; nil where the screen does not take it.
    func receive(_ message: Message) throws(CallFailure) -> Resume?
    /// Called exactly once, and last.
    func destroy()
}

/// What a feature asks of the host's navigation. Requests are checked when they are made and applied later.
///
/// - SeeAlso: `sy_host` in FeatureABI.h
package enum NavigationRequest: Hashable, Sendable {
    /// Without a method: what the wiring or the route says.
    case navigate(Destination, RouteMethod?)
    case back
    case pop(Int)
    case popTo(Destination)
    case popToRoot
    case dismiss
    case dismissAll
    case replaceStack([Destination])
    case reset
    case selectTab(String)
    case returnToCheckpoint(String, Value)
    case send([Message])
    /// Goes on with the values that a receiver has paused.
    case resume
}

/// A line that a feature wrote to the log, or that its process has printed.
public struct LogLine: Hashable, Sendable, CustomStringConvertible {
    package enum Level: UInt32, Hashable, Sendable, Comparable {
        case debug, info, notice, warning, error

        package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    package let feature: String
    package let level: Level
    package let message: String

    /// Whether it is a warning or an error; other lines are for the feature's author.
    public var isWarning: Bool { level >= .warning }

    /// `character: warning: no answer yet`, in one line, fit for a terminal.
    public var description: String { DisplayText.safe("\(feature): \(level): \(message)") }

    /// Tells the author that text is shown otherwise than it was passed.
    static func repaired(_ what: String, of feature: String) -> LogLine {
        LogLine(
            feature: feature, level: .warning,
            message: "\(what) passed text that is not valid UTF-8; U+FFFD stands where it is not")
    }
}

/// The host, as a feature at run time sees it.
@MainActor
package protocol FeatureHost: AnyObject {
    /// Checks and queues a request of a screen, or of a feature where `screen` is 0.
    func request(_ request: NavigationRequest, by feature: String, from screen: ScreenID) throws(CallFailure)
    func canReturn(toCheckpoint name: String, of feature: String, from screen: ScreenID) -> Bool
    /// Renders a screen of the feature again soon, or for 0 all of them.
    func invalidate(_ screen: ScreenID, of feature: String)
    func log(_ line: LogLine)
    /// What the feature was has ended, and with it what its screens were; they are made anew when they are needed.
    ///
    /// - Parameters:
    ///   - reason: Why, where no call fails with it.
    ///   - rendering: The screen whose render has ended it, which is not tried again by itself; else 0.
    func featureStopped(_ feature: String, _ reason: String?, rendering screen: ScreenID)
    /// Runs something that calls into a feature: what it asks for waits until it has returned.
    func callIntoFeature(_ body: () -> Void)
}
