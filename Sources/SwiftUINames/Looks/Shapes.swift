import FeatureCore

/// A shape, which the host does not show, unless it has an `accessibilityLabel(_:)`, which is then its text. A type of the author's own needs nothing but its `path(in:)`.
public protocol Shape: View where Body == EmptyView {}

extension Shape {
    /// Nothing: the host shows no shapes.
    public var body: EmptyView { EmptyView() }
    public func render(in renderer: ViewRenderer) { renderer.drawing() }

    /// Accepted for SwiftUI's sake; the host shows no shapes.
    public func fill(_ style: ForegroundStyle = .primary) -> Self { self }
    /// Accepted for SwiftUI's sake; the host shows no shapes.
    @_disfavoredOverload
    public func fill(_ style: some ShapeStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host shows no shapes.
    public func stroke(_ style: ForegroundStyle = .primary, lineWidth: Double = 1) -> Self { self }
    /// Accepted for SwiftUI's sake; the host shows no shapes.
    public func stroke(_ style: ForegroundStyle = .primary, style stroke: StrokeStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host shows no shapes.
    @_disfavoredOverload
    public func stroke(_ style: some ShapeStyle, lineWidth: Double = 1) -> Self { self }
    /// Accepted for SwiftUI's sake; the host shows no shapes.
    @_disfavoredOverload
    public func stroke(_ style: some ShapeStyle, style stroke: StrokeStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host shows no shapes.
    public func strokeBorder(_ style: ForegroundStyle = .primary, lineWidth: Double = 1) -> Self { self }
    /// Accepted for SwiftUI's sake; the host shows no shapes.
    @_disfavoredOverload
    public func strokeBorder(_ style: some ShapeStyle, lineWidth: Double = 1) -> Self { self }
    /// Accepted for SwiftUI's sake; the host shows no shapes.
    public func trim(from start: Double = 0, to end: Double = 1) -> Self { self }
    /// Accepted for SwiftUI's sake; the host shows no shapes.
    public func inset(by amount: Double) -> Self { self }
    /// Accepted for SwiftUI's sake; the host shows no shapes.
    public func rotation(_ angle: Angle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host shows no shapes.
    public func scale(_ scale: Double, anchor: UnitPoint = .center) -> Self { self }
    /// Accepted for SwiftUI's sake; the host shows no shapes.
    public func size(width: Double, height: Double) -> Self { self }
}

extension Shape where Self == Rectangle {
    /// A rectangle.
    public static var rect: Rectangle { Rectangle() }
}

extension Shape where Self == RoundedRectangle {
    /// A rectangle with corners of a radius.
    public static func rect(cornerRadius: Double, style: RoundedCornerStyle = .continuous) -> RoundedRectangle {
        RoundedRectangle(cornerRadius: cornerRadius, style: style)
    }
}

extension Shape where Self == UnevenRoundedRectangle {
    /// A rectangle with corners of radii.
    public static func rect(
        topLeadingRadius: Double = 0, bottomLeadingRadius: Double = 0, bottomTrailingRadius: Double = 0,
        topTrailingRadius: Double = 0, style: RoundedCornerStyle = .continuous
    ) -> UnevenRoundedRectangle { UnevenRoundedRectangle() }
}

extension Shape where Self == Circle {
    /// A circle.
    public static var circle: Circle { Circle() }
}

extension Shape where Self == Capsule {
    /// A capsule.
    public static var capsule: Capsule { Capsule() }
    /// A capsule.
    public static func capsule(style: RoundedCornerStyle) -> Capsule { Capsule() }
}

extension Shape where Self == Ellipse {
    /// An ellipse.
    public static var ellipse: Ellipse { Ellipse() }
}

/// How the corners of a rectangle are rounded.
public enum RoundedCornerStyle: Hashable, Sendable {
    /// A rounding.
    case circular, continuous
}

/// How a line is drawn.
public struct StrokeStyle: Hashable, Sendable {
    /// The end of a line.
    public enum Cap: Hashable, Sendable {
        /// An end.
        case butt, round, square
    }
    /// The corner of a line.
    public enum Join: Hashable, Sendable {
        /// A corner.
        case miter, round, bevel
    }

    /// A line of a width.
    public init(
        lineWidth: Double = 1, lineCap: Cap = .butt, lineJoin: Join = .miter, miterLimit: Double = 10,
        dash: [Double] = [], dashPhase: Double = 0
    ) {}
}

/// A circle, which the host does not show.
public struct Circle: Shape {
    /// A circle.
    public init() {}
}

/// An ellipse, which the host does not show.
public struct Ellipse: Shape {
    /// An ellipse.
    public init() {}
}

/// A rectangle, which the host does not show.
public struct Rectangle: Shape {
    /// A rectangle.
    public init() {}
}

/// A rectangle with half circles at its ends, which the host does not show.
public struct Capsule: Shape {
    /// A capsule.
    public init(style: RoundedCornerStyle = .continuous) {}
}

/// A rectangle with round corners, which the host does not show.
public struct RoundedRectangle: Shape {
    /// A rectangle with corners of a radius.
    public init(cornerRadius: Double, style: RoundedCornerStyle = .continuous) {}
    /// A rectangle with corners of a size, Foundation's `CGSize`.
    public init<Size>(cornerSize: Size, style: RoundedCornerStyle = .continuous) {}
}

/// A rectangle with the corners of what it stands in, which the host does not show.
public typealias ContainerRelativeShape = Rectangle

/// A rectangle with round corners of different radii, which the host does not show.
public struct UnevenRoundedRectangle: Shape {
    /// A rectangle with corners of radii.
    public init(
        topLeadingRadius: Double = 0, bottomLeadingRadius: Double = 0, bottomTrailingRadius: Double = 0,
        topTrailingRadius: Double = 0, style: RoundedCornerStyle = .continuous
    ) {}
}

/// The outline of a shape, which the host does not show.
public struct Path: Shape {
    /// No line.
    public init() {}
    /// The lines that the closure adds.
    public init(_ build: (inout Path) -> Void) { build(&self) }

    /// Begins a line at a point, Foundation's `CGPoint`.
    public mutating func move<Point>(to point: Point) {}
    /// Adds a line to a point.
    public mutating func addLine<Point>(to point: Point) {}
    /// Adds lines between points.
    public mutating func addLines<Point>(_ points: [Point]) {}
    /// Adds a curve to a point.
    public mutating func addQuadCurve<Point>(to point: Point, control: Point) {}
    /// Adds a curve to a point.
    public mutating func addCurve<Point>(to point: Point, control1: Point, control2: Point) {}
    /// Adds a part of a circle.
    public mutating func addArc<Point>(
        center: Point, radius: Double, startAngle: Angle, endAngle: Angle, clockwise: Bool
    ) {}
    /// Adds a rectangle, Foundation's `CGRect`.
    public mutating func addRect<Rect>(_ rect: Rect) {}
    /// Adds an ellipse in a rectangle.
    public mutating func addEllipse<Rect>(in rect: Rect) {}
    /// Closes the line.
    public mutating func closeSubpath() {}
}
