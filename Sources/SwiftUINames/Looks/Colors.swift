import FeatureCore

/// SwiftUI's colours, as the meanings that they usually have.
public typealias Color = ForegroundStyle

/// A filling of any type, as the meaning that it usually has.
public typealias AnyShapeStyle = ForegroundStyle

/// A background that lets through what is behind it, which the host decides.
public typealias Material = ForegroundStyle

/// UIKit's colours, as the meanings that they usually have.
public typealias UIColor = ForegroundStyle

/// A colour, a gradient or another filling, which the host does not show. Only the meanings of ``ForegroundStyle`` are.
public protocol ShapeStyle {}

extension ForegroundStyle: ShapeStyle {
    /// A colour, by its usual meaning.
    public static let red = danger, orange = warning, yellow = warning, green = success, mint = success
    /// A colour, by its usual meaning.
    public static let blue = accent, accentColor = accent, tint = accent, purple = accent, pink = accent
    /// A colour, by its usual meaning.
    public static let teal = accent, cyan = accent, indigo = accent, link = accent, selection = accent
    /// A colour, by its usual meaning.
    public static let gray = secondary, brown = secondary, tertiary = secondary, quaternary = secondary
    /// A colour, by its usual meaning.
    public static let black = primary, white = primary, clear = primary, foreground = primary
    /// A colour of a background, which the host decides.
    public static let background = primary, ultraThinMaterial = primary, thinMaterial = primary, bar = primary
    /// A colour of a background, which the host decides.
    public static let regularMaterial = primary, thickMaterial = primary, ultraThickMaterial = primary
    /// A colour of UIKit, by its usual meaning.
    public static let systemRed = danger, systemOrange = warning, systemYellow = warning, systemGreen = success
    /// A colour of UIKit, by its usual meaning.
    public static let systemBlue = accent, label = primary, secondaryLabel = secondary, tertiaryLabel = secondary
    /// A colour of UIKit, by its usual meaning.
    public static let systemGray = secondary, systemGray2 = secondary, systemGray3 = secondary, separator = secondary
    /// A colour of UIKit, by its usual meaning.
    public static let systemGray4 = secondary, systemGray5 = secondary, systemGray6 = secondary
    /// A colour of a background in UIKit, which the host decides.
    public static let systemBackground = primary, secondarySystemBackground = primary
    /// A colour of a background in UIKit, which the host decides.
    public static let tertiarySystemBackground = primary, systemGroupedBackground = primary
    /// A colour of a background in UIKit, which the host decides.
    public static let secondarySystemGroupedBackground = primary, systemFill = primary, secondarySystemFill = primary

    /// The space in which a colour is written.
    public enum RGBColorSpace: Hashable, Sendable {
        /// A space.
        case sRGB, sRGBLinear, displayP3
    }

    // A colour that is given by its parts or a name of the author's own has no meaning that the host knows.

    /// A colour of an asset, shown as ``primary``.
    public init(_ name: String) { self = .primary }
    /// A colour of UIKit, by its usual meaning.
    public init(_ color: ForegroundStyle) { self = color }
    /// A gradient or another filling, shown as ``primary``.
    @_disfavoredOverload
    public init(_ style: some ShapeStyle) { self = .primary }
    /// A colour of UIKit, by its usual meaning.
    public init(uiColor color: ForegroundStyle) { self = color }
    /// A colour of the parts red, green and blue, shown as ``primary``.
    public init(
        _ space: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
    ) {
        self = .primary
    }
    /// A grey, shown as ``primary``.
    public init(_ space: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) { self = .primary }
    /// A colour of a hue, shown as ``primary``.
    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) { self = .primary }

    /// The same meaning: the host decides how strong a colour is.
    public func opacity(_ opacity: Double) -> Self { self }
    /// The same meaning: the host draws no gradients.
    public var gradient: Self { self }
    /// The first meaning: the host mixes no colours.
    public func mix(with other: Self, by fraction: Double) -> Self { self }

    /// A gradient, which the host does not draw.
    public static func linearGradient(
        colors: [Color] = [], gradient: Gradient? = nil, startPoint: UnitPoint, endPoint: UnitPoint
    ) -> Self { primary }
    /// A gradient, which the host does not draw.
    public static func linearGradient(_ gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) -> Self {
        primary
    }
    /// A gradient, which the host does not draw.
    public static func radialGradient(
        colors: [Color], center: UnitPoint = .center, startRadius: Double, endRadius: Double
    ) -> Self { primary }
    /// A gradient, which the host does not draw.
    public static func angularGradient(
        colors: [Color], center: UnitPoint = .center, startAngle: Angle = .zero, endAngle: Angle = .zero
    ) -> Self { primary }

    /// A colour of a background, which the host decides.
    public static let thin = primary, ultraThin = primary, regular = primary, thick = primary, ultraThick = primary
}

/// A colour that fills a place, which the host does not show.
extension ForegroundStyle: View {
    public var body: EmptyView { EmptyView() }
    public func render(in renderer: ViewRenderer) { renderer.drawing() }
}

/// Colours that flow into each other, which the host does not show.
public struct Gradient: ShapeStyle, Hashable, Sendable {
    /// A colour and its place.
    public struct Stop: Hashable, Sendable {
        /// A colour at a place from 0 to 1.
        public init(color: Color, location: Double) {}
    }

    /// Colours in their order.
    public init(colors: [Color]) {}
    /// Colours at their places.
    public init(stops: [Stop]) {}
}

/// A gradient that fills a place, which the host does not show.
public struct LinearGradient: View, ShapeStyle {
    /// A gradient between points, or around one.
    public init(
        colors: [Color] = [], gradient: Gradient? = nil, stops: [Gradient.Stop] = [], center: UnitPoint = .center,
        startPoint: UnitPoint = .top, endPoint: UnitPoint = .bottom, startRadius: Double = 0, endRadius: Double = 0,
        angle: Angle = .zero, startAngle: Angle = .zero, endAngle: Angle = .zero
    ) {}

    public var body: EmptyView { EmptyView() }
    public func render(in renderer: ViewRenderer) { renderer.drawing() }
}

/// A gradient around a point, which the host does not show.
public typealias RadialGradient = LinearGradient
/// A gradient around a point, which the host does not show.
public typealias AngularGradient = LinearGradient
/// A gradient around a point, which the host does not show.
public typealias EllipticalGradient = LinearGradient

/// An angle. Nothing is turned here.
public struct Angle: Hashable, Comparable, Sendable {
    /// The angle in radians.
    public var radians: Double
    /// The angle in degrees.
    public var degrees: Double {
        get { radians * 180 / .pi }
        set { radians = newValue * .pi / 180 }
    }

    /// An angle in radians.
    public init(radians: Double = 0) { self.radians = radians }
    /// An angle in degrees.
    public init(degrees: Double) { radians = degrees * .pi / 180 }

    /// No angle.
    public static let zero = Angle()
    /// An angle in degrees.
    public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }
    /// An angle in radians.
    public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }

    public static func < (left: Self, right: Self) -> Bool { left.radians < right.radians }
    /// The sum of two angles.
    public static func + (left: Self, right: Self) -> Self { Angle(radians: left.radians + right.radians) }
}

extension View {
    /// Shows the view and everything in it in the style of a meaning.
    public func foregroundColor(_ color: Color?) -> ModifiedView<Self> { foregroundStyle(color ?? .primary) }
    /// Shows the view and everything in it in the style of the first meaning.
    public func foregroundStyle(_ first: ForegroundStyle, _ others: ForegroundStyle...) -> ModifiedView<Self> {
        foregroundStyle(first)
    }
    /// Accepted for SwiftUI's sake; the host draws no gradients.
    @_disfavoredOverload
    public func foregroundStyle(_ style: some ShapeStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func tint(_ tint: ForegroundStyle?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func accentColor(_ color: ForegroundStyle?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func preferredColorScheme(_ scheme: ColorScheme?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func colorScheme(_ scheme: ColorScheme) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func colorMultiply(_ color: Color) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func colorInvert() -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func brightness(_ amount: Double) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func contrast(_ amount: Double) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func saturation(_ amount: Double) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func grayscale(_ amount: Double) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func hueRotation(_ angle: Angle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func blendMode(_ mode: BlendMode) -> Self { self }
}

/// Whether colours are for a light or a dark background. The host decides that.
public enum ColorScheme: Hashable, CaseIterable, Sendable {
    /// A background.
    case light, dark
}

/// How colours mix.
public enum BlendMode: Hashable, Sendable {
    /// A mixture.
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference
    /// A mixture.
    case exclusion, hue, saturation, color, luminosity, sourceAtop, destinationOver, destinationOut, plusDarker
    /// A mixture.
    case plusLighter
}
