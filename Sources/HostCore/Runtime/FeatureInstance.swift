import FeatureContract
import HostSystem

/// A feature at run time, in a worker or inside the host. Its calls are exactly those of the ABI.
@MainActor
package protocol FeatureInstance: AnyObject {
    var manifest: Manifest { get }

    /// Makes a call. Throws the feature's failure, or why the feature could not be called.
    ///
    /// The calls `disappear`, `destroy` and `deactivate` cannot fail, and a feature in another process is not waited for.
    func call(_ message: FeatureMessage) throws(CallFailure) -> FeatureReply

    /// Says which calls will probably follow the next one. A feature in another process makes them ahead of time, as far
    /// as each is due once those before it are done. One in this process does not even make the list.
    func expect(_ calls: @autoclosure () -> [FeatureMessage])

    /// Does what the feature has posted, and lets tasks that it has just started in another process run up to their
    /// first suspension. A feature that was not called since the last time is not asked.
    func takeTurns()

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
    package func expect(_ calls: @autoclosure () -> [FeatureMessage]) {}
    package func takeTurns() {}
    package func waitForEnd() {}
    package func beginEnd() {}
    package func endIfBusy(at end: ContinuousClock.Instant) {}
    package func reenable() {}
    package var isRunning: Bool { true }
    package func restart() throws(CallFailure) {}
}

// MARK: The calls of a feature

extension FeatureInstance {
    /// Creates the main screen.
    package func makeMainScreen(_ id: ScreenID) throws(CallFailure) -> ScreenInstance {
        guard let screen = try make(.makeMainScreen(id)) else {
            throw CallFailure(.notFound, "the feature '\(manifest.id)' has no main screen")
        }
        return screen
    }

    /// Creates the screen of an incoming destination. Nil if the feature answers that the destination is not its own.
    package func resolve(_ destination: Destination, _ id: ScreenID) throws(CallFailure) -> ScreenInstance? {
        try make(.resolve(destination, id))
    }

    /// Creates the screen that a message asks for. Nil if the feature answers that it has none.
    private func make(_ message: FeatureMessage) throws(CallFailure) -> ScreenInstance? {
        guard case .made(let keepsState) = try call(message), let id = message.newScreen else { return nil }
        return ScreenInstance(id, of: self, keepsState: keepsState)
    }

    /// Returns the destination of a link that no pattern matched. Nil if the feature has none for it.
    package func resolve(url: String) throws(CallFailure) -> Destination? {
        // A feature without links of its own is not asked.
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

    /// Ends the feature. All its screens have been destroyed before.
    package func deactivate() { _ = try? call(.deactivate) }
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
@BinaryCoded
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
package struct ScreenInstance {
    private let id: ScreenID
    private let feature: any FeatureInstance
    /// Whether ``save()`` may have something to keep.
    package let keepsState: Bool

    package init(_ id: ScreenID, of feature: any FeatureInstance, keepsState: Bool) {
        self.id = id
        self.feature = feature
        self.keepsState = keepsState
    }

    /// - Parameter unseen: Whether nothing of it is shown.
    package func render(unseen: Bool = false) throws(CallFailure) -> RenderedScreen {
        if case .screen(let screen) = try feature.call(.render(id, unseen: unseen)) { screen } else { RenderedScreen() }
    }

    /// Tells the screen that the user has pressed or changed something. It is saved then, and rendered if it has changed.
    package func perform(_ action: UInt64, _ value: Value) throws(CallFailure) {
        feature.expect((keepsState ? [.save(id)] : []) + [.render(id, unseen: false)])
        _ = try feature.call(.perform(id, action: action, value))
    }

    package func appear() throws(CallFailure) {
        feature.expect([.render(id, unseen: false)])
        _ = try feature.call(.appear(id))
    }

    package func disappear() { _ = try? feature.call(.disappear(id)) }

    /// Reports that navigation has returned to one of the screen's checkpoints. The value is `.null` if the checkpoint
    /// takes none.
    package func returned(toCheckpoint name: String, with value: Value) throws(CallFailure) {
        _ = try feature.call(.returned(id, checkpoint: name, value))
    }

    /// Passes a sent value to the screen. Nil if the screen does not accept it.
    package func receive(_ message: Message) throws(CallFailure) -> Resume? {
        if case .resume(let resume) = try feature.call(.screenReceive(id, message)) { resume } else { nil }
    }

    /// Returns what the screen keeps for the one that is made in its place later; nil if that is nothing.
    package func save() throws(CallFailure) -> ScreenState? {
        if case .state(let state) = try feature.call(.save(id)) { state } else { nil }
    }

    /// Passes a state that a screen of the same destination has saved. Called before everything else. Whatever it
    /// throws, the screen is destroyed then.
    package func restore(_ state: ScreenState) throws(CallFailure) { _ = try feature.call(.restore(id, state)) }

    /// Destroys the screen. Called exactly once, as the last call.
    package func destroy() { _ = try? feature.call(.destroy(id)) }
}

/// A request of a feature to the host's navigation. It is checked when it is made, and applied later. The value of a
/// checkpoint that takes none is null.
package typealias NavigationRequest = NavigationOperation<Destination, [Message], Value>

/// A line that a feature wrote to the log, or that its process printed.
public struct LogLine: Hashable, Sendable, CustomStringConvertible {
    package enum Level: UInt32, Hashable, Sendable, Comparable, BinaryCoded {
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

    package init(feature: String, level: Level, message: String, defect: String?) {
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
    /// Answers a message of a feature.
    ///
    /// - Parameter done: Takes the descriptor that the message asks for, or why there is none. Called once after this has
    ///   returned without a failure, outside any call into the feature. Nil for a message that asks for none.
    func call(_ message: HostMessage, of feature: String, done: Handover.Done?) -> HostReply
    /// The calls that the host makes of a feature as soon as the feature has started, which the host is starting now.
    var firstCalls: [FeatureMessage] { get }
    /// Reports that the feature and all its screens have ended. They are made anew when they are needed.
    ///
    /// - Parameter reason: The reason, unless a call fails with it.
    func featureStopped(_ feature: String, _ reason: String?)
    /// Runs code that calls into a feature. The feature's requests wait until it has returned.
    func callIntoFeature(_ body: () -> Void)
}

extension FeatureHost {
    // The host of a test, or of a process with one feature: nothing has to wait, and the feature ends with the process.
    package var firstCalls: [FeatureMessage] { [] }
    package func featureStopped(_ feature: String, _ reason: String?) {}
    package func callIntoFeature(_ body: () -> Void) { body() }

    /// Writes a line to the log.
    func log(_ line: LogLine) {
        _ = call(.log(line.level, line.message, defect: line.defect), of: line.feature, done: nil)
    }
}

/// The process in which a feature runs.
public enum FeatureIsolation: String, Hashable, Sendable, BinaryCoded, CaseIterable {
    /// A worker process for the feature alone: its crash, hang or exit costs one call, and its time and memory are
    /// limited.
    case process
    /// The host's own process, for features that the operator trusts. Their crash is the host's, and nothing limits
    /// them.
    case inline
}
