// The words that can be joined, and those that are more than a list.

import FeatureCore

/// A form of a symbol.
public struct SymbolVariants: Hashable, Sendable {
    private init() {}
    public static let none = SymbolVariants(), fill = SymbolVariants(), circle = SymbolVariants()
    public static let slash = SymbolVariants(), square = SymbolVariants()
    public var fill: Self { self }
}

/// How a part of a view stays hidden until it is loaded.
public struct RedactionReasons: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let placeholder = RedactionReasons(rawValue: 1), privacy = RedactionReasons(rawValue: 2)
}

/// The kind of a view for a screen reader.
public struct AccessibilityTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let isButton = Self(rawValue: 1), isHeader = Self(rawValue: 2), isSelected = Self(rawValue: 4)
    public static let isImage = Self(rawValue: 8), isLink = Self(rawValue: 16), isStaticText = Self(rawValue: 32)
    public static let updatesFrequently = Self(rawValue: 64), isModal = Self(rawValue: 128)
}

/// The sides of a screen that something covers.
public struct SafeAreaRegions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let container = Self(rawValue: 1), keyboard = Self(rawValue: 2), all: Self = [.container, .keyboard]
}

/// The size of a view. No screen has one.
public struct ViewDimensions: Hashable, Sendable {
    public var width: Double { 0 }
    public var height: Double { 0 }
    public subscript(guide: HorizontalAlignment) -> Double { 0 }
    public subscript(guide: VerticalAlignment) -> Double { 0 }
}

/// The effect of touches on the page below a sheet.
public enum PresentationInteraction: Hashable, Sendable {
    case automatic, enabled, disabled, resizes, scrolls
    public static func enabled(upThrough detent: PresentationDetent) -> Self { .enabled }
}
