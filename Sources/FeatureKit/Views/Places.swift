/// The sides of a view.
public enum Edge: Hashable, Sendable {
    case top, leading, bottom, trailing

    public struct Set: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let top = Set(rawValue: 1 << 0), leading = Set(rawValue: 1 << 1)
        public static let bottom = Set(rawValue: 1 << 2), trailing = Set(rawValue: 1 << 3)
        public static let all: Set = [.top, .leading, .bottom, .trailing]
        public static let horizontal: Set = [.leading, .trailing]
        public static let vertical: Set = [.top, .bottom]
    }
}

/// Where a view stands in a larger place.
public enum Alignment: Hashable, Sendable {
    case center, leading, trailing, top, bottom, topLeading, topTrailing, bottomLeading, bottomTrailing
    case leadingFirstTextBaseline, centerFirstTextBaseline, trailingFirstTextBaseline, leadingLastTextBaseline
}

/// Where views stand between the left and the right. The host decides that.
public enum HorizontalAlignment: Hashable, Sendable {
    case leading, center, trailing, listRowSeparatorLeading, listRowSeparatorTrailing
}

/// Where views stand between the top and the bottom. The host decides that.
public enum VerticalAlignment: Hashable, Sendable { case top, center, bottom, firstTextBaseline, lastTextBaseline }

/// The direction in which a view scrolls. The host decides that.
public enum Axis: Hashable, Sendable {
    case horizontal, vertical

    /// Several directions.
    public struct Set: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let horizontal = Set(rawValue: 1 << 0), vertical = Set(rawValue: 1 << 1)
    }
}

/// The views of a ``LazyVStack`` that stay in sight. The host decides that.
public struct PinnedScrollableViews: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let sectionHeaders = Self(rawValue: 1 << 0), sectionFooters = Self(rawValue: 1 << 1)
}

/// The side of a row that actions are on. The host decides that.
public enum HorizontalEdge: Hashable, Sendable { case leading, trailing }

/// Whether a part of a view is shown.
public enum Visibility: Hashable, Sendable { case automatic, visible, hidden, never }
