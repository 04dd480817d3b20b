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
    public static let red = danger, orange = warning, yellow = warning, green = success, mint = success
    public static let blue = accent, accentColor = accent, tint = accent, purple = accent, pink = accent
    public static let teal = accent, cyan = accent, indigo = accent, link = accent, selection = accent
    public static let gray = secondary, brown = secondary, tertiary = secondary, quaternary = secondary
    public static let black = primary, white = primary, clear = primary, foreground = primary
    public static let background = primary, ultraThinMaterial = primary, thinMaterial = primary, bar = primary
    public static let regularMaterial = primary, thickMaterial = primary, ultraThickMaterial = primary
    public static let systemRed = danger, systemOrange = warning, systemYellow = warning, systemGreen = success
    public static let systemBlue = accent, label = primary, secondaryLabel = secondary, tertiaryLabel = secondary
    public static let systemGray = secondary, systemGray2 = secondary, systemGray3 = secondary, separator = secondary
    public static let systemGray4 = secondary, systemGray5 = secondary, systemGray6 = secondary
    public static let systemBackground = primary, secondarySystemBackground = primary
    public static let tertiarySystemBackground = primary, systemGroupedBackground = primary
    public static let secondarySystemGroupedBackground = primary, systemFill = primary, secondarySystemFill = primary

    public enum RGBColorSpace: Hashable, Sendable {
        case sRGB, sRGBLinear, displayP3
    }

    // A colour that is given by its parts or a name of the author's own has no meaning that the host knows.

    public init(_ name: String) { self = .primary }
    public init(_ color: ForegroundStyle) { self = color }
    @_disfavoredOverload
    public init(_ style: some ShapeStyle) { self = .primary }
    public init(uiColor color: ForegroundStyle) { self = color }
    public init(
        _ space: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
    ) {
        self = .primary
    }
    public init(_ space: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) { self = .primary }
    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) { self = .primary }

    public func opacity(_ opacity: Double) -> Self { self }
    public var gradient: Self { self }
    public func mix(with other: Self, by fraction: Double) -> Self { self }

    public static func linearGradient(
        colors: [Color] = [], gradient: Gradient? = nil, startPoint: UnitPoint, endPoint: UnitPoint
    ) -> Self { primary }
    public static func linearGradient(_ gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) -> Self {
        primary
    }
    public static func radialGradient(
        colors: [Color], center: UnitPoint = .center, startRadius: Double, endRadius: Double
    ) -> Self { primary }
    public static func angularGradient(
        colors: [Color], center: UnitPoint = .center, startAngle: Angle = .zero, endAngle: Angle = .zero
    ) -> Self { primary }

    public static let thin = primary, ultraThin = primary, regular = primary, thick = primary, ultraThick = primary
}

/// A colour that fills a place, which the host does not show.
extension ForegroundStyle: View {
    public var body: EmptyView { EmptyView() }
    public func render(in renderer: ViewRenderer) { renderer.drawing() }
}

/// Colours that flow into each other, which the host does not show.
public struct Gradient: ShapeStyle, Hashable, Sendable {
    public struct Stop: Hashable, Sendable {
        public init(color: Color, location: Double) {}
    }

    public init(colors: [Color]) {}
    public init(stops: [Stop]) {}
}

/// A gradient that fills a place, which the host does not show.
public struct LinearGradient: PrimitiveView, ShapeStyle {
    public init(
        colors: [Color] = [], gradient: Gradient? = nil, stops: [Gradient.Stop] = [], center: UnitPoint = .center,
        startPoint: UnitPoint = .top, endPoint: UnitPoint = .bottom, startRadius: Double = 0, endRadius: Double = 0,
        angle: Angle = .zero, startAngle: Angle = .zero, endAngle: Angle = .zero
    ) {}

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
    public var radians: Double
    public var degrees: Double {
        get { radians * 180 / .pi }
        set { radians = newValue * .pi / 180 }
    }

    public init(radians: Double = 0) { self.radians = radians }
    public init(degrees: Double) { radians = degrees * .pi / 180 }

    public static let zero = Angle()
    public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }
    public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }

    public static func < (left: Self, right: Self) -> Bool { left.radians < right.radians }
    public static func + (left: Self, right: Self) -> Self { Angle(radians: left.radians + right.radians) }
}

extension View {
    /// Shows the view and everything in it in the style of a meaning.
    public func foregroundColor(_ color: Color?) -> ModifiedView<Self> { foregroundStyle(color ?? .primary) }
    /// Shows the view and everything in it in the style of the first meaning.
    public func foregroundStyle(_ first: ForegroundStyle, _ others: ForegroundStyle...) -> ModifiedView<Self> {
        foregroundStyle(first)
    }
}
