import FeatureContract
import HostSystem

/// A feature at run time, in a worker or inside the host. Its calls are exactly those of the ABI.
@MainActor
package protocol FeatureInstance: AnyObject {
    var manifest: Manifest { get }

    /// Creates the main screen.
    func makeMainScreen(_ id: ScreenID) throws(CallFailure) -> any ScreenInstance

    /// Creates the screen of an incoming destination. Nil if the feature answers that the destination is not its own.
    func resolve(_ destination: Destination, _ id: ScreenID) throws(CallFailure) -> (any ScreenInstance)?

    /// Returns the destination of a link that no pattern matched. Nil if the feature has none for it.
    func resolve(url: String) throws(CallFailure) -> Destination?

    /// Passes a sent value to the feature. Nil if the feature does not accept it.
    func receive(_ message: Message) throws(CallFailure) -> Resume?

    /// Does what the feature has posted, and lets tasks that it has just started in another process run up to their
    /// first suspension. A feature that was not called since the last time is not asked.
    func takeTurns()

    /// Ends the feature. All its screens have been destroyed before. A feature in another process is not waited for.
    func deactivate()

    /// Waits until a feature that was deactivated has ended.
    func waitForEnd()

    /// Asks a feature whether it is busy, before the app ends: ``endIfBusy(at:)``.
    func beginEnd()

    /// Ends a feature that is busy until that time with something else than the host's calls.
    func endIfBusy(at end: ContinuousClock.Instant)

    /// Lets a feature that was deactivated after too many exits start again.
    func reenable()

    /// Whether the feature runs. One whose process has exited does not, until it is started again.
    var isRunning: Bool { get }

    /// Starts a feature again whose process has exited. Each call that needs a process does so by itself.
    func restart() throws(CallFailure)
}

extension FeatureInstance {
    package func takeTurns() {}
    package func waitForEnd() {}
    package func beginEnd() {}
    package func endIfBusy(at end: ContinuousClock.Instant) {}
    package func reenable() {}
    package var isRunning: Bool { true }
    package func restart() throws(CallFailure) {}
}

extension FailureCode {
    /// The user has stopped waiting for a call. No feature gets or gives this code.
    static let givenUp = FailureCode(rawValue: .max)
}

extension CallFailure {
    /// Whether the user stays where they are: a screen is locked, or they have stopped waiting.
    var leavesState: Bool { code == .locked || code == .givenUp }
}

/// What a feature is given when it starts.
///
/// - SeeAlso: `sy_context` in FeatureABI.h
package struct ActivationContext: Hashable, Sendable {
    /// The directory that is the feature's alone; empty if there is none.
    package var dataDirectory = ""
    /// The feature's settings, as a JSON object.
    package var settings = "{}"
    /// The language of the person, a BCP 47 tag; empty if none is known.
    package var locale = ""
    /// The directory of the library's file; empty if there is none.
    package var libraryDirectory = ""

    package init(
        dataDirectory: String = "", settings: String = "{}", locale: String = "", libraryDirectory: String = ""
    ) {
        self.dataDirectory = dataDirectory
        self.settings = settings
        self.locale = locale
        self.libraryDirectory = libraryDirectory
    }
}

/// A live screen of a feature.
@MainActor
package protocol ScreenInstance: AnyObject {
    func render() throws(CallFailure) -> RenderedScreen
    func perform(_ action: UInt64, _ value: Value) throws(CallFailure)
    func appear() throws(CallFailure)
    func disappear()
    /// Reports that navigation has returned to one of the screen's checkpoints. The value is `.null` if the checkpoint
    /// takes none.
    func returned(toCheckpoint name: String, with value: Value) throws(CallFailure)
    /// Passes a sent value to the screen. Nil if the screen does not accept it.
    func receive(_ message: Message) throws(CallFailure) -> Resume?
    /// Whether ``save()`` may have something to keep.
    var keepsState: Bool { get }
    /// Returns what the screen keeps for the one that is made in its place later; nil if that is nothing.
    func save() throws(CallFailure) -> ScreenState?
    /// Passes a state that a screen of the same destination has saved. Called before everything else. Whatever it
    /// throws, the screen is destroyed then.
    func restore(_ state: ScreenState) throws(CallFailure)
    /// Destroys the screen. Called exactly once, as the last call.
    func destroy()
}

extension ScreenInstance {
    package var keepsState: Bool { false }
    package func save() throws(CallFailure) -> ScreenState? { nil }
    package func restore(_ state: ScreenState) throws(CallFailure) {
        throw CallFailure(.unsupported, "it takes no saved state")
    }
}

/// A request of a feature to the host's navigation. It is checked when it is made, and applied later. The value of a
/// checkpoint that takes none is null.
package typealias NavigationRequest = NavigationOperation<Destination, [Message], Value>

/// A line that a feature wrote to the log, or that its process printed.
public struct LogLine: Hashable, Sendable, CustomStringConvertible {
    package enum Level: UInt32, Hashable, Sendable, Comparable {
        case debug, info, notice, warning, error

        package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    package let feature: String
    package let level: Level
    package let message: String
    /// The name of a defect of the feature, which the host has found; nil for any other line. The log has one line for
    /// each defect, however often it recurs.
    package let defect: String?

    package init(feature: String, level: Level, message: String) {
        self.init(feature: feature, level: level, message: message, defect: nil)
    }

    private init(feature: String, level: Level, message: String, defect: String?) {
        self.feature = feature
        self.level = level
        self.message = message
        self.defect = defect
    }

    /// A warning for the author about a defect of the feature.
    ///
    /// - Parameter name: The defect's name; by default the message itself.
    static func defect(_ message: String, of feature: String, name: String? = nil) -> LogLine {
        LogLine(feature: feature, level: .warning, message: message, defect: name ?? message)
    }

    /// Whether it is a warning or an error; other lines are for the feature's author.
    public var isWarning: Bool { level >= .warning }

    /// The line as text that is safe to show in a terminal: `character: warning: no answer yet`.
    public var description: String { DisplayText.safe("\(feature): \(level): \(message)") }

    /// A warning for the author that the host has replaced invalid text.
    static func repaired(_ what: String, of feature: String) -> LogLine {
        .defect("\(what) passed text that is not valid UTF-8; U+FFFD stands where it is not", of: feature)
    }
}

/// The host as a feature at run time sees it.
@MainActor
package protocol FeatureHost: AnyObject {
    /// Checks and queues a request of a screen, or of the feature itself if `screen` is 0.
    func request(_ request: NavigationRequest, by feature: String, from screen: ScreenID) throws(CallFailure)
    func canReturn(toCheckpoint name: String, of feature: String, from screen: ScreenID) -> Bool
    /// Connects to another machine for a feature.
    ///
    /// - Parameter done: Called once after this has returned, outside any call into the feature.
    func connect(to endpoint: Endpoint, for feature: String, done: @escaping Handover.Done) throws(CallFailure)
    /// Lets the user pick a file for a feature.
    ///
    /// - Parameter done: Called once after this has returned, outside any call into the feature.
    func pickFile(_ request: FileRequest, for feature: String, done: @escaping Handover.Done) throws(CallFailure)
    /// Renders a screen of the feature again soon, or all of its screens if `screen` is 0.
    func invalidate(_ screen: ScreenID, of feature: String)
    func log(_ line: LogLine)
    /// Reports that the feature and all its screens have ended. They are made anew when they are needed.
    ///
    /// - Parameter reason: The reason, unless a call fails with it.
    func featureStopped(_ feature: String, _ reason: String?)
    /// Runs code that calls into a feature. The feature's requests wait until it has returned.
    func callIntoFeature(_ body: () -> Void)
}

/// The process in which a feature runs.
public enum FeatureIsolation: String, Hashable, Sendable, CaseIterable {
    /// A worker process for the feature alone: its crash, hang or exit costs one call, and its time and memory are
    /// limited.
    case process
    /// The host's own process, for features that the operator trusts. Their crash is the host's, and nothing limits
    /// them.
    case inline
}
