/// The status of a test, the best first.
package enum CheckStatus: String, Hashable, Sendable, CaseIterable, Comparable {
    case passed
    /// The test could not run, or means nothing for this feature; the reason says why.
    case skipped
    /// The feature does something that is allowed and that its author should know.
    case warning
    case failed
    /// The test's process ended early: by a signal, by its own exit, or at the deadline.
    case crashed

    package static func < (left: CheckStatus, right: CheckStatus) -> Bool { left.order < right.order }

    private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// Whether a library with such a result does not conform.
    package var isBad: Bool { self >= .failed }
}
