import FeatureCore

/// A shape, which the host does not show, unless it has an `accessibilityLabel(_:)`, which is then its text. A type of the author's own needs nothing but its `path(in:)`.
public protocol Shape: View where Body == EmptyView {}

extension Shape {
    public var body: EmptyView { EmptyView() }
    public func render(in renderer: ViewRenderer) { renderer.drawing() }

    public func fill(_ style: ForegroundStyle = .primary) -> Self { self }
    @_disfavoredOverload
    public func fill(_ style: some ShapeStyle) -> Self { self }
    public func stroke(_ style: ForegroundStyle = .primary, lineWidth: Double = 1) -> Self { self }
    public func stroke(_ style: ForegroundStyle = .primary, style stroke: StrokeStyle) -> Self { self }
    @_disfavoredOverload
    public func stroke(_ style: some ShapeStyle, lineWidth: Double = 1) -> Self { self }
    @_disfavoredOverload
    public func stroke(_ style: some ShapeStyle, style stroke: StrokeStyle) -> Self { self }
    public func strokeBorder(_ style: ForegroundStyle = .primary, lineWidth: Double = 1) -> Self { self }
    @_disfavoredOverload
    public func strokeBorder(_ style: some ShapeStyle, lineWidth: Double = 1) -> Self { self }
    public func trim(from start: Double = 0, to end: Double = 1) -> Self { self }
    public func inset(by amount: Double) -> Self { self }
    public func rotation(_ angle: Angle) -> Self { self }
    public func scale(_ scale: Double, anchor: UnitPoint = .center) -> Self { self }
    public func size(width: Double, height: Double) -> Self { self }
}

extension Shape where Self == Rectangle {
    public static var rect: Rectangle { Rectangle() }
}

extension Shape where Self == RoundedRectangle {
    public static func rect(cornerRadius: Double, style: RoundedCornerStyle = .continuous) -> RoundedRectangle {
        RoundedRectangle(cornerRadius: cornerRadius, style: style)
    }
}

extension Shape where Self == UnevenRoundedRectangle {
    public static func rect(
        topLeadingRadius: Double = 0, bottomLeadingRadius: Double = 0, bottomTrailingRadius: Double = 0,
        topTrailingRadius: Double = 0, style: RoundedCornerStyle = .continuous
    ) -> UnevenRoundedRectangle { UnevenRoundedRectangle() }
}

extension Shape where Self == Circle {
    public static var circle: Circle { Circle() }
}

extension Shape where Self == Capsule {
    public static var capsule: Capsule { Capsule() }
    public static func capsule(style: RoundedCornerStyle) -> Capsule { Capsule() }
}

extension Shape where Self == Ellipse {
    public static var ellipse: Ellipse { Ellipse() }
}

/// How a line is drawn.
public struct StrokeStyle: Hashable, Sendable {
    public enum Cap: Hashable, Sendable {
        case butt, round, square
    }
    public enum Join: Hashable, Sendable {
        case miter, round, bevel
    }

    public init(
        lineWidth: Double = 1, lineCap: Cap = .butt, lineJoin: Join = .miter, miterLimit: Double = 10,
        dash: [Double] = [], dashPhase: Double = 0
    ) {}
}

/// A circle, which the host does not show.
public struct Circle: Shape {
    public init() {}
}

/// An ellipse, which the host does not show.
public struct Ellipse: Shape {
    public init() {}
}

/// A rectangle, which the host does not show.
public struct Rectangle: Shape {
    public init() {}
}

/// A rectangle with half circles at its ends, which the host does not show.
public struct Capsule: Shape {
    public init(style: RoundedCornerStyle = .continuous) {}
}

/// A rectangle with round corners, which the host does not show.
public struct RoundedRectangle: Shape {
    public init(cornerRadius: Double, style: RoundedCornerStyle = .continuous) {}
    public init<Size>(cornerSize: Size, style: RoundedCornerStyle = .continuous) {}
}

/// A rectangle with the corners of what it stands in, which the host does not show.
public typealias ContainerRelativeShape = Rectangle

/// A rectangle with round corners of different radii, which the host does not show.
public struct UnevenRoundedRectangle: Shape {
    public init(
        topLeadingRadius: Double = 0, bottomLeadingRadius: Double = 0, bottomTrailingRadius: Double = 0,
        topTrailingRadius: Double = 0, style: RoundedCornerStyle = .continuous
    ) {}
}

/// The outline of a shape, which the host does not show.
public struct Path: Shape {
    public init() {}
    public init(_ build: (inout Path) -> Void) { build(&self) }

    public mutating func move<Point>(to point: Point) {}
    public mutating func addLine<Point>(to point: Point) {}
    public mutating func addLines<Point>(_ points: [Point]) {}
    public mutating func addQuadCurve<Point>(to point: Point, control: Point) {}
    public mutating func addCurve<Point>(to point: Point, control1: Point, control2: Point) {}
    public mutating func addArc<Point>(
        center: Point, radius: Double, startAngle: Angle, endAngle: Angle, clockwise: Bool
    ) {}
    public mutating func addRect<Rect>(_ rect: Rect) {}
    public mutating func addEllipse<Rect>(in rect: Rect) {}
    public mutating func closeSubpath() {}
}
