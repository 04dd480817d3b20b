import FeatureCore

/// The space at each side of a view.
public struct EdgeInsets: Hashable, Sendable {
    public var top = 0.0, leading = 0.0, bottom = 0.0, trailing = 0.0

    public init() {}
    public init(top: Double, leading: Double, bottom: Double, trailing: Double) {
        (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
    }
}

/// The space in which a view is measured.
public enum CoordinateSpace: Hashable, Sendable {
    case local, global
    case named(String)
}

/// A point in a view, from 0 to 1 each way.
public struct UnitPoint: Hashable, Sendable {
    public var x: Double, y: Double

    public init(x: Double = 0, y: Double = 0) {
        self.x = x
        self.y = y
    }

    public static let zero = UnitPoint(), center = UnitPoint(x: 0.5, y: 0.5), top = UnitPoint(x: 0.5)
    public static let bottom = UnitPoint(x: 0.5, y: 1), leading = UnitPoint(y: 0.5), trailing = UnitPoint(x: 1, y: 0.5)
    public static let topLeading = UnitPoint(), topTrailing = UnitPoint(x: 1), bottomLeading = UnitPoint(y: 1)
    public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}

/// Where a title stands.
public enum TitleDisplayMode: Hashable, Sendable {
    case automatic, inline, inlineLarge, large
}

/// The place of a toolbar's item: below the view for those that end a dialog and those of a bottom bar, else above it.
public enum ToolbarItemPlacement: Hashable, Sendable {
    case automatic, principal, navigation, primaryAction, secondaryAction, status, confirmationAction
    case cancellationAction, destructiveAction, topBarLeading, topBarTrailing, navigationBarLeading
    case navigationBarTrailing, bottomBar, keyboard, topBarPinnedTrailing, title, subtitle, largeTitle

    var isBelow: Bool {
        [.bottomBar, .status, .confirmationAction, .cancellationAction, .destructiveAction].contains(self)
    }
}
