/// What became of a test, the best first.
package enum CheckStatus: String, Hashable, Sendable, CaseIterable, Comparable {
    case passed
    /// It could not be done, or means nothing for this feature; the reason says why.
    case skipped
    /// It is allowed, and an author wants to know.
    case warning
    case failed
    /// Its process came to a bad end: by a signal, by itself, or by the deadline.
    case crashed

    package static func < (left: CheckStatus, right: CheckStatus) -> Bool { left.order < right.order }

    private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// Whether it makes the library one that does not conform.
    package var isBad: Bool { self >= .failed }
}
