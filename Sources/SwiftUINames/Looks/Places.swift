import FeatureCore

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
