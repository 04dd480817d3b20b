import FeatureContract

/// What went wrong, for the person.
package struct NavigationProblem: Hashable, Sendable {
    package let text: String
    /// Whether a screen's lock was in the way: the person may insist.
    package let isLocked: Bool
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

extension NavigationProblem: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { self.init(text) }
}

extension NavigationProblem: CustomStringConvertible {
    package var description: String { text }
}
