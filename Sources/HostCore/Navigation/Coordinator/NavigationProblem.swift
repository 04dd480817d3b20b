import FeatureContract
import HostSystem

/// A refused or failed request, or a failure of a feature. Its description is for the user.
///
/// ```swift
/// for problem in coordinator.takeProblems() { print(problem) }
/// // faulty/detail could not be rendered: the feature 'faulty' crashed in render (SIGSEGV: segmentation fault)
/// ```
public struct NavigationProblem: Error, Hashable, Sendable {
    /// What has happened.
    public let kind: Kind
    /// The text in full, and not fit for a terminal.
    package let text: String

    /// The kinds of problems, for a program that acts upon them. More may come.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The app or a feature refuses, for the reason that the description has.
        case refused
        /// There is no such destination, link, screen or control.
        case notFound
        /// The beginning of a label fits several controls, or several have that label.
        case ambiguous
        /// The control is disabled.
        case disabled
        /// The control or the screen was there, and is not any more.
        case stale
        /// A screen's lock is in the way. The user may override it: ``NavigationCoordinator/overridingLocks(_:)``.
        case locked
        /// Something is to be done first: an alert over the screen asks for an answer.
        case busy
        /// The feature has crashed, did not answer in time, or broke the rules of a call. Its process has ended.
        case crashed
        /// The user has stopped waiting for the feature, which still works, and takes nothing else meanwhile.
        case abandoned
        /// The feature's process has ended while the host waited for no answer of it: in a callback, in work of its own,
        /// or as the user left one of its screens. The host has carried out the user's request, if there was one.
        case ended
        /// The request has succeeded, and something is to be said of it: a part of the screen is missing and says so.
        case notice
        /// The destination waits until its condition holds.
        case parked
    }

    package init(_ text: String, _ kind: Kind = .refused) {
        self.text = text.cut(toBytes: ABILimit.reasonSize)
        self.kind = kind
    }

    /// - Parameters:
    ///   - feature: The feature that was refused; nil for the user.
    ///   - kind: The kind unless the failure says it: a lock, or a process that has ended.
    init(_ failure: CallFailure, of feature: String? = nil, otherwise kind: Kind = .refused) {
        self.init((feature.map { "'\($0)': " } ?? "") + failure.reason, Kind(failure) ?? kind)
    }

    /// - Parameter error: The reason why a control is not used.
    package init(_ error: NodeFinderError) {
        let kind: Kind =
            switch error {
            case .notFound(_, _, let box, _): box == nil ? .notFound : .busy
            case .ambiguous, .repeated: .ambiguous
            case .disabled: .disabled
            }
        self.init(error.description, kind)
    }

    /// Whether a screen's lock was in the way; the user can override it: ``NavigationCoordinator/overridingLocks(_:)``.
    public var isLocked: Bool { kind == .locked }
    /// Whether no request has failed by it: the request has succeeded, or the user has stopped waiting.
    package var isNotice: Bool { kind == .notice || kind == .parked || kind == .abandoned || kind == .ended }
    /// Whether a flow fails by it, even if no step does: a feature that ends has failed.
    package var isFailure: Bool { !isNotice || kind == .ended }
    package var isParked: Bool { kind == .parked }
}

extension NavigationProblem.Kind {
    /// The kind that a failure says; nil where it depends on the request.
    init?(_ failure: CallFailure) {
        switch failure.code {
        case .locked: self = .locked
        case .givenUp: self = .abandoned
        case _ where failure.hasEnded: self = .crashed
        case .unknownRoute, .notFound: self = .notFound
        default: return nil
        }
    }
}

extension NavigationProblem: CustomStringConvertible {
    /// The problem and its reason in one line, fit for a terminal.
    public var description: String { DisplayText.safe(text) }
}

extension RenderedScreen {
    /// Returns the control at a path, which the user can use now.
    package func usableControl(at path: [Int]) throws(NavigationProblem) -> ScreenControl {
        guard let control = controls.first(where: { $0.path == path && $0.role != .option }), control.node.isControl
        else { throw NavigationProblem("'\(nodes(at: path)?.last?.label ?? "")' is no control", .notFound) }
        if control.isBehindBox, let box = openBox {
            throw NavigationProblem("'\(box.label)' over the screen has to be answered first", .busy)
        }
        if control.isDisabled { throw NavigationProblem("'\(control.node.label)' is disabled", .disabled) }
        return control
    }
}
