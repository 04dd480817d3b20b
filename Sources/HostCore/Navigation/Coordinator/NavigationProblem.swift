import FeatureContract

/// What went wrong with what was asked for, or with a feature meanwhile. Its description is for the person.
///
/// ```swift
/// for problem in coordinator.takeProblems() { print(problem) }
/// // faulty/detail could not be rendered: the feature 'faulty' crashed in render (SIGSEGV: segmentation fault)
/// ```
public struct NavigationProblem: Hashable, Sendable {
    package let text: String
    /// Whether a screen's lock was in the way: the person may insist, by ``NavigationCoordinator/insisting(_:)``.
    public let isLocked: Bool
    /// Whether what was asked for has been done all the same: a part of a screen is missing, and the screen says so.
    package let isNotice: Bool

    init(_ text: String, isLocked: Bool = false, isNotice: Bool = false) {
        self.text = text.cut(toBytes: ABILimit.reasonSize)
        self.isLocked = isLocked
        self.isNotice = isNotice
    }

    /// - Parameter feature: Who was refused; nil for the person.
    init(_ failure: CallFailure, of feature: String? = nil) {
        self.init((feature.map { "'\($0)': " } ?? "") + failure.reason, isLocked: failure.code == .locked)
    }
}

extension NavigationProblem: CustomStringConvertible {
    /// What went wrong, and why: in one line, fit for a terminal.
    public var description: String { DisplayText.safe(text) }
}
