// What is named here changes only how a view looks. The host decides that, so it is accepted and does nothing: code that
// is written for SwiftUI keeps it.

import FeatureCore

/// A font, by its use. The host decides how it looks.
public struct Font: Hashable, Sendable {
    /// How thick the letters are.
    public enum Weight: Hashable, Sendable {
        /// A thickness.
        case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
    }

    /// The shape of the letters.
    public enum Design: Hashable, Sendable {
        /// A shape.
        case `default`, serif, rounded, monospaced
    }

    /// How wide the letters are.
    public enum Width: Hashable, Sendable {
        /// A width.
        case compressed, condensed, standard, expanded
    }

    /// How far the lines are apart.
    public enum Leading: Hashable, Sendable {
        /// A distance.
        case standard, tight, loose
    }

    /// The use of a text.
    public typealias TextStyle = Font

    private init() {}

    /// A font of a use.
    public static let largeTitle = Font(), title = Font(), title2 = Font(), title3 = Font(), headline = Font()
    /// A font of a use.
    public static let subheadline = Font(), body = Font(), callout = Font(), footnote = Font(), caption = Font()
    /// A font of a use.
    public static let caption2 = Font()

    /// A font of a size.
    public static func system(size: Double, weight: Weight? = nil, design: Design? = nil) -> Font { Font() }
    /// A font of a use.
    public static func system(_ style: Font, design: Design? = nil, weight: Weight? = nil) -> Font { style }
    /// A font of a name and a size.
    public static func custom(_ name: String, size: Double, relativeTo style: Font = .body) -> Font { style }
    /// A font of a name and a size that is the same for every user.
    public static func custom(_ name: String, fixedSize: Double) -> Font { Font() }

    /// The same font, thick.
    public func bold() -> Font { self }
    /// The same font, slanted.
    public func italic() -> Font { self }
    /// The same font in another thickness.
    public func weight(_ weight: Weight) -> Font { self }
    /// The same font in another width.
    public func width(_ width: Width) -> Font { self }
    /// The same font with other distances between lines.
    public func leading(_ leading: Leading) -> Font { self }
    /// The same font with digits of one width.
    public func monospacedDigit() -> Font { self }
    /// The same font with letters of one width.
    public func monospaced() -> Font { self }
    /// The same font with small capital letters.
    public func smallCaps() -> Font { self }
}

extension View {
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func font(_ font: Font?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func fontWeight(_ weight: Font.Weight?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func fontDesign(_ design: Font.Design?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func fontWidth(_ width: Font.Width?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func bold(_ isActive: Bool = true) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func italic(_ isActive: Bool = true) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func monospaced(_ isActive: Bool = true) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func monospacedDigit() -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func underline(_ isActive: Bool = true, color: ForegroundStyle? = nil) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func underline(_ isActive: Bool = true, pattern: LinePattern, color: ForegroundStyle? = nil) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func strikethrough(
        _ isActive: Bool = true, pattern: LinePattern, color: ForegroundStyle? = nil
    ) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func strikethrough(_ isActive: Bool = true, color: ForegroundStyle? = nil) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func kerning(_ kerning: Double) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func tracking(_ tracking: Double) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func baselineOffset(_ offset: Double) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func lineSpacing(_ spacing: Double) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func textCase(_ textCase: TextCase?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func textScale(_ scale: TextScale, isEnabled: Bool = true) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func multilineTextAlignment(_ alignment: TextAlignment) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large texts are.
    public func dynamicTypeSize(_ size: DynamicTypeSize) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large texts are.
    public func dynamicTypeSize(_ sizes: some RangeExpression<DynamicTypeSize>) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large texts are.
    public func minimumScaleFactor(_ factor: Double) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large texts are.
    public func allowsTightening(_ flag: Bool) -> Self { self }
    /// Accepted for SwiftUI's sake; the host shows whole texts.
    public func lineLimit(_ number: Int?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host shows whole texts.
    public func lineLimit(_ limits: some RangeExpression<Int>) -> Self { self }
    /// Accepted for SwiftUI's sake; the host shows whole texts.
    public func lineLimit(_ number: Int, reservesSpace: Bool) -> Self { self }
    /// Accepted for SwiftUI's sake; the host shows whole texts.
    public func truncationMode(_ mode: TruncationMode) -> Self { self }
    /// Accepted for SwiftUI's sake; every text of a terminal and a page can be selected.
    public func textSelection(_ selectability: TextSelectability) -> Self { self }
}

/// The dashes of a line under or through a text.
public enum LinePattern: Hashable, Sendable {
    /// Dashes.
    case solid, dash, dot, dashDot, dashDotDot
}

/// How the lines of a text are aligned.
public enum TextAlignment: Hashable, Sendable {
    /// An alignment.
    case leading, center, trailing
}

/// The case of a text's letters.
public enum TextCase: Hashable, Sendable {
    /// A case.
    case uppercase, lowercase
}

/// The size of a text beside another one.
public enum TextScale: Hashable, Sendable {
    /// A size.
    case `default`, secondary
}

/// The place where a text is cut.
public enum TruncationMode: Hashable, Sendable {
    /// A place.
    case head, middle, tail
}

/// Whether a text can be selected.
public enum TextSelectability: Hashable, Sendable {
    /// Whether it can.
    case enabled, disabled
}

/// The size of texts that the user has chosen.
public enum DynamicTypeSize: Int, Hashable, Comparable, CaseIterable, Sendable {
    /// A size.
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
    /// A size.
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

    /// Whether the size is one of the largest.
    public var isAccessibilitySize: Bool { self >= .accessibility1 }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
