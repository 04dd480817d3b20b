/// The sides of a view.
public enum Edge: Hashable, Sendable {
    /// A side.
    case top, leading, bottom, trailing

    /// Several sides.
    public struct Set: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A side.
        public static let top = Set(rawValue: 1 << 0), leading = Set(rawValue: 1 << 1)
        /// A side.
        public static let bottom = Set(rawValue: 1 << 2), trailing = Set(rawValue: 1 << 3)
        /// All sides.
        public static let all: Set = [.top, .leading, .bottom, .trailing]
        /// The sides beside the view.
        public static let horizontal: Set = [.leading, .trailing]
        /// The sides above and below the view.
        public static let vertical: Set = [.top, .bottom]
    }
}

/// The space at each side of a view.
public struct EdgeInsets: Hashable, Sendable {
    /// The space at a side.
    public var top = 0.0, leading = 0.0, bottom = 0.0, trailing = 0.0

    /// No space.
    public init() {}
    /// The space at each side.
    public init(top: Double, leading: Double, bottom: Double, trailing: Double) {
        (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
    }
}

/// Where a view stands in a larger place.
public enum Alignment: Hashable, Sendable {
    /// A place.
    case center, leading, trailing, top, bottom, topLeading, topTrailing, bottomLeading, bottomTrailing
    /// A place.
    case leadingFirstTextBaseline, centerFirstTextBaseline, trailingFirstTextBaseline, leadingLastTextBaseline
}

/// The space in which a view is measured.
public enum CoordinateSpace: Hashable, Sendable {
    /// A space.
    case local, global
    /// A space.
    case named(String)
}

/// A point in a view, from 0 to 1 each way.
public struct UnitPoint: Hashable, Sendable {
    /// A distance from 0 to 1.
    public var x: Double, y: Double

    /// A point.
    public init(x: Double = 0, y: Double = 0) {
        self.x = x
        self.y = y
    }

    /// A point.
    public static let zero = UnitPoint(), center = UnitPoint(x: 0.5, y: 0.5), top = UnitPoint(x: 0.5)
    /// A point.
    public static let bottom = UnitPoint(x: 0.5, y: 1), leading = UnitPoint(y: 0.5), trailing = UnitPoint(x: 1, y: 0.5)
    /// A point.
    public static let topLeading = UnitPoint(), topTrailing = UnitPoint(x: 1), bottomLeading = UnitPoint(y: 1)
    /// A point.
    public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}

/// Where views stand between the left and the right. The host decides that.
public enum HorizontalAlignment: Hashable, Sendable {
    /// An alignment.
    case leading, center, trailing, listRowSeparatorLeading, listRowSeparatorTrailing
}

/// Where views stand between the top and the bottom. The host decides that.
public enum VerticalAlignment: Hashable, Sendable {
    /// An alignment.
    case top, center, bottom, firstTextBaseline, lastTextBaseline
}

/// The direction in which a view scrolls. The host decides that.
public enum Axis: Hashable, Sendable {
    /// A direction.
    case horizontal, vertical

    /// Several directions.
    public struct Set: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Sideways.
        public static let horizontal = Set(rawValue: 1 << 0)
        /// Up and down.
        public static let vertical = Set(rawValue: 1 << 1)
    }
}

/// The views of a ``LazyVStack`` that stay in sight. The host decides that.
public struct PinnedScrollableViews: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The headers.
    public static let sectionHeaders = PinnedScrollableViews(rawValue: 1 << 0)
    /// The footers.
    public static let sectionFooters = PinnedScrollableViews(rawValue: 1 << 1)
}

/// The side of a row that actions are on. The host decides that.
public enum HorizontalEdge: Hashable, Sendable {
    /// A side.
    case leading, trailing
}

/// Whether a part of a view is shown.
public enum Visibility: Hashable, Sendable {
    /// Whether it is shown.
    case automatic, visible, hidden, never
}

/// Where a title stands.
public enum TitleDisplayMode: Hashable, Sendable {
    /// A place.
    case automatic, inline, inlineLarge, large
}

/// The place of a toolbar's item. The host decides where it is.
public enum ToolbarItemPlacement: Hashable, Sendable {
    /// A place.
    case automatic, principal, navigation, primaryAction, secondaryAction, status, confirmationAction
    /// A place.
    case cancellationAction, destructiveAction, topBarLeading, topBarTrailing, navigationBarLeading
    /// A place.
    case navigationBarTrailing, bottomBar, keyboard, topBarPinnedTrailing, title, subtitle, largeTitle
}
