// What is named here changes only how a view looks. The host decides that, so it is accepted and does nothing: code that
// is written for SwiftUI keeps it.

import FeatureCore

/// A font, by its use. The host decides how it looks.
public struct Font: Hashable, Sendable {
    public enum Weight: Hashable, Sendable {
        case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
    }

    public enum Design: Hashable, Sendable {
        case `default`, serif, rounded, monospaced
    }

    public enum Width: Hashable, Sendable {
        case compressed, condensed, standard, expanded
    }

    public enum Leading: Hashable, Sendable {
        case standard, tight, loose
    }

    public typealias TextStyle = Font

    private init() {}

    public static let largeTitle = Font(), title = Font(), title2 = Font(), title3 = Font(), headline = Font()
    public static let subheadline = Font(), body = Font(), callout = Font(), footnote = Font(), caption = Font()
    public static let caption2 = Font()

    public static func system(size: Double, weight: Weight? = nil, design: Design? = nil) -> Font { Font() }
    public static func system(_ style: Font, design: Design? = nil, weight: Weight? = nil) -> Font { style }
    public static func custom(_ name: String, size: Double, relativeTo style: Font = .body) -> Font { style }
    public static func custom(_ name: String, fixedSize: Double) -> Font { Font() }

    public func bold() -> Font { self }
    public func italic() -> Font { self }
    public func weight(_ weight: Weight) -> Font { self }
    public func width(_ width: Width) -> Font { self }
    public func leading(_ leading: Leading) -> Font { self }
    public func monospacedDigit() -> Font { self }
    public func monospaced() -> Font { self }
    public func smallCaps() -> Font { self }
}

/// The size of texts that the user has chosen.
public enum DynamicTypeSize: Int, Hashable, Comparable, CaseIterable, Sendable {
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

    public var isAccessibilitySize: Bool { self >= .accessibility1 }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
