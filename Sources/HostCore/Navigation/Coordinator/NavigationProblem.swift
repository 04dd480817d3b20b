import FeatureContract
import HostSystem

/// A refused or failed request, or a failure of a feature. Its description is for the user.
///
/// ```swift
/// for problem in coordinator.takeProblems() { print(problem) }
/// // faulty/detail could not be rendered: the feature 'faulty' crashed in render (SIGSEGV: segmentation fault)
/// ```
public struct NavigationProblem: Hashable, Sendable {
    package let text: String
    /// Whether a screen's lock was in the way; the user can override it: ``NavigationCoordinator/overridingLocks(_:)``.
    public let isLocked: Bool
    /// Whether the request succeeded nevertheless: a part of a screen is missing and says so, or the destination waits.
    package let isNotice: Bool
    package let isParked: Bool

    package init(_ text: String, isLocked: Bool = false, isNotice: Bool = false) {
        self.init(text, isLocked: isLocked, isNotice: isNotice, isParked: false)
    }

    init(parked reason: String) {
        self.init(reason, isLocked: false, isNotice: true, isParked: true)
    }

    private init(_ text: String, isLocked: Bool, isNotice: Bool, isParked: Bool) {
        self.text = text.cut(toBytes: ABILimit.reasonSize)
        self.isLocked = isLocked
        self.isNotice = isNotice
        self.isParked = isParked
    }

    /// - Parameter feature: The feature that was refused; nil for the user.
    init(_ failure: CallFailure, of feature: String? = nil) {
        self.init(
            (feature.map { "'\($0)': " } ?? "") + failure.reason, isLocked: failure.code == .locked,
            isNotice: failure.code == .givenUp)
    }
}

extension NavigationProblem: CustomStringConvertible {
    /// The problem and its reason in one line, fit for a terminal.
    public var description: String { DisplayText.safe(text) }
}
