import FeatureContract
import HostSystem

/// A feature at run time, in a worker or in the host. Its calls are exactly those of the ABI.
@MainActor
package protocol FeatureInstance: AnyObject {
    var manifest: Manifest { get }

    /// Makes a call. Throws the feature's failure, or the reason why the feature could not be called.
    ///
    /// The calls `disappear`, `destroy` and `deactivate` cannot fail, and do not wait for a feature in another process.
    func call(_ message: FeatureMessage) throws(CallFailure) -> FeatureReply

    /// Announces the calls that will probably follow the next one. A feature in another process makes them ahead of
    /// time, each if it is still due after those before it. A feature in this process does not evaluate the list.
    func expect(_ calls: @autoclosure () -> [FeatureMessage])

    /// Runs the functions that the feature has posted, and lets new tasks of a feature in another process run to their
    /// first suspension. Skips a feature without calls since the last time.
    func runTurns()

    /// Waits until a deactivated feature has ended.
    func waitForEnd()

    /// Asks a feature whether it is busy, before the app ends: ``endIfBusy(at:)``.
    func beginEnd()

    /// Ends a feature that is busy with its own work until that time.
    func endIfBusy(at end: ContinuousClock.Instant)

    /// Lets a feature start again that was deactivated after too many exits.
    func reenable()

    /// Whether the feature runs. A feature whose process has exited does not, until it is started again.
    var isRunning: Bool { get }

    /// Restarts a feature whose process has exited. Each call that needs a process does so itself.
    func restart() throws(CallFailure)
}

extension FeatureInstance {
    package func expect(_ calls: @autoclosure () -> [FeatureMessage]) {}
    package func runTurns() {}
    package func waitForEnd() {}
    package func beginEnd() {}
    package func endIfBusy(at end: ContinuousClock.Instant) {}
    package func reenable() {}
    package var isRunning: Bool { true }
    package func restart() throws(CallFailure) {}
}

// MARK: The calls of a feature

extension FeatureInstance {
    package func makeMainScreen(_ id: ScreenID) throws(CallFailure) -> ScreenInstance {
        guard let screen = try make(.makeMainScreen(id)) else {
            throw CallFailure(.notFound, "the feature '\(manifest.id)' has no main screen")
        }
        return screen
    }

    /// Makes the screen of an incoming destination. Nil if the feature answers that the destination is not its own.
    package func resolve(_ destination: Destination, _ id: ScreenID) throws(CallFailure) -> ScreenInstance? {
        try make(.resolve(destination, id))
    }

    /// Makes the screen for a message. Nil if the feature answers that it has none.
    private func make(_ message: FeatureMessage) throws(CallFailure) -> ScreenInstance? {
        guard case .made(let keepsState) = try call(message), let id = message.newScreen else { return nil }
        return ScreenInstance(id, of: self, keepsState: keepsState)
    }

    /// Returns the destination of a link without matching pattern. Nil if the feature has none for it.
    package func resolve(url: String) throws(CallFailure) -> Destination? {
        // A feature without custom links is not asked.
        guard !manifest.customLinks.isEmpty, case .destination(let destination) = try call(.resolveURL(url)) else {
            return nil
        }
        return destination
    }

    /// Passes a sent value to the feature. Nil if the feature does not accept it.
    package func receive(_ message: Message) throws(CallFailure) -> Resume? {
        guard !manifest.receives.isEmpty, case .resume(let resume) = try call(.receive(message)) else { return nil }
        return resume
    }

    /// Ends the feature, all of whose screens have been destroyed.
    package func deactivate() { _ = try? call(.deactivate) }
}

extension FailureCode {
    /// The user has stopped waiting for a call. No feature receives or returns this code.
    static let givenUp = FailureCode(rawValue: .max)
}

extension CallFailure {
    /// Whether the user stays on the screen: it is locked, or the user has stopped waiting.
    var leavesState: Bool { code == .locked || code == .givenUp }
}

/// The settings and directories for the start of a feature.
///
/// - SeeAlso: `sy_context` in FeatureABI.h
@BinaryCoded
package struct ActivationContext: Hashable, Sendable {
    /// The feature's own directory; empty if there is none.
    package var dataDirectory = ""
    package var settings = "{}"
    /// The user's language, a BCP 47 tag; empty if unknown.
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
package struct ScreenInstance {
    private let id: ScreenID
    private let feature: any FeatureInstance
    /// Whether ``save()`` may return a state.
    package let keepsState: Bool
    /// The parts of lists that renders ask for; a list without one is given whole.
    package var parts: [ListPart] = []

    package init(_ id: ScreenID, of feature: any FeatureInstance, keepsState: Bool) {
        self.id = id
        self.feature = feature
        self.keepsState = keepsState
    }

    /// - Parameter unseen: Whether no part of it is visible.
    package func render(unseen: Bool = false) throws(CallFailure) -> RenderedScreen {
        if case .screen(let screen) = try feature.call(.render(id, unseen: unseen, parts: parts)) {
            screen
        } else {
            RenderedScreen()
        }
    }

    /// Passes a press or change of the user to the screen. The screen is then saved, and rendered if it has changed.
    package func perform(_ action: UInt64, _ value: Value) throws(CallFailure) {
        feature.expect((keepsState ? [.save(id)] : []) + [.render(id, unseen: false, parts: parts)])
        _ = try feature.call(.perform(id, action: action, value))
    }

    package func appear() throws(CallFailure) {
        feature.expect([.render(id, unseen: false, parts: parts)])
        _ = try feature.call(.appear(id))
    }

    package func disappear() { _ = try? feature.call(.disappear(id)) }

    /// Reports a return to one of the screen's checkpoints. The value is `.null` if the checkpoint takes none.
    package func returned(toCheckpoint name: String, with value: Value) throws(CallFailure) {
        _ = try feature.call(.returned(id, checkpoint: name, value))
    }

    /// Passes a sent value to the screen. Nil if the screen does not accept it.
    package func receive(_ message: Message) throws(CallFailure) -> Resume? {
        if case .resume(let resume) = try feature.call(.screenReceive(id, message)) { resume } else { nil }
    }

    /// Returns the state for the next screen in its place; nil if there is none.
    package func save() throws(CallFailure) -> ScreenState? {
        if case .state(let state) = try feature.call(.save(id)) { state } else { nil }
    }

    /// Passes a state that a screen of the same destination has saved. This is the first call; if it throws, the screen
    /// is destroyed.
    package func restore(_ state: ScreenState) throws(CallFailure) { _ = try feature.call(.restore(id, state)) }

    /// Destroys the screen. This is the last call, made exactly once.
    package func destroy() { _ = try? feature.call(.destroy(id)) }
}

/// A feature's request for navigation, checked when it is made and applied later. A checkpoint without value has the
/// value null.
package typealias NavigationRequest = NavigationOperation<Destination, [Message], Value>

/// A line that a feature wrote to the log, or its process printed.
public struct LogLine: Hashable, Sendable, CustomStringConvertible {
    /// How much a line matters, the least first.
    public enum Level: UInt32, Hashable, Sendable, Comparable, CaseIterable, BinaryCoded {
        case debug, info, notice, warning, error

        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// The id of the feature.
    public let feature: String
    /// How much it matters; what a process prints is a notice.
    public let level: Level
    /// The message, as the feature or the host has written it.
    public let message: String
    /// The name of a defect of the feature, found by the host; nil for any other line. The log has one line per defect,
    /// however often it recurs.
    package let defect: String?

    package init(feature: String, level: Level, message: String, defect: String? = nil) {
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

/// The host from the view of a running feature.
@MainActor
package protocol FeatureHost: AnyObject {
    /// Answers a message of a feature.
    ///
    /// - Parameter done: Receives the requested descriptor, or the reason why there is none. Called once, after this
    ///   function has returned without failure, outside any call into the feature. Nil for a message that requests
    ///   none.
    func call(_ message: HostMessage, of feature: String, done: Handover.Done?) -> HostReply
    /// The host's calls that follow immediately on the start now under way.
    var firstCalls: [FeatureMessage] { get }
    /// Reports that the feature has ended with all its screens. They are made again on demand.
    ///
    /// - Parameter reason: The reason, unless a call fails with it.
    func featureStopped(_ feature: String, _ reason: String?)
    /// Runs code that calls into a feature. The feature's requests wait until it has returned.
    func callIntoFeature(_ body: () -> Void)
}

extension FeatureHost {
    // For the host of a test, or of a process with one feature: nothing waits, and the feature ends with the process.
    package var firstCalls: [FeatureMessage] { [] }
    package func featureStopped(_ feature: String, _ reason: String?) {}
    package func callIntoFeature(_ body: () -> Void) { body() }

    func log(_ line: LogLine) {
        _ = call(.log(line.level, line.message, defect: line.defect), of: line.feature, done: nil)
    }
}

/// The process in which a feature runs.
public enum FeatureIsolation: String, Hashable, Sendable, BinaryCoded, CaseIterable {
    /// A separate worker process: a crash, hang or exit of the feature costs one call, and its time and memory are
    /// limited.
    case process
    /// The host's own process, for features that the operator trusts. A crash ends the host, and there are no limits.
    case inline
}
