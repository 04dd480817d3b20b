// What SwiftUI's charts can do beyond one series of numbers: accepted where it changes only looks, else unavailable
// with what to write instead.

import FeatureCore

extension ChartContent {
    /// The marks themselves: the host chooses their colour.
    public func foregroundStyle(_ style: ForegroundStyle) -> Self { self }
    /// The marks themselves: the host chooses their colour.
    @_disfavoredOverload
    public func foregroundStyle(_ style: some ShapeStyle) -> Self { self }
    /// The marks themselves: the host chooses their colour.
    public func opacity(_ opacity: Double) -> Self { self }
    /// The marks themselves: the host draws them.
    public func cornerRadius(_ radius: Double) -> Self { self }
    /// The marks themselves: the host draws them.
    public func interpolationMethod(_ method: InterpolationMethod) -> Self { self }
    /// The marks themselves: the host draws them.
    public func lineStyle(_ style: StrokeStyle) -> Self { self }
    /// The marks themselves: the host draws them.
    public func symbolSize(_ area: Double) -> Self { self }

    @available(*, unavailable, message: "a chart shows one series of numbers: make a Chart for each")
    public func foregroundStyle(by value: PlottableValue) -> Self { self }
    @available(*, unavailable, message: "a chart shows one series of numbers: make a Chart for each")
    public func symbol(by value: PlottableValue) -> Self { self }
    @available(*, unavailable, message: "a chart shows one series of numbers: make a Chart for each")
    public func position(by value: PlottableValue) -> Self { self }
    @available(*, unavailable, message: "the host writes the values of a chart: say more by a Text below it")
    public func annotation(@ViewBuilder content: () -> some View) -> Self { self }
}

/// The course of a line between two points. The host draws straight lines.
public enum InterpolationMethod: Hashable, Sendable {
    /// A course.
    case linear, monotone, catmullRom, cardinal, stepStart, stepCenter, stepEnd
}

extension View {
    /// The view itself: the host draws the axis.
    public func chartXAxis(_ visibility: Visibility) -> Self { self }
    /// The view itself: the host draws the axis.
    public func chartYAxis(_ visibility: Visibility) -> Self { self }
    /// The view itself: a chart of one series needs no legend.
    public func chartLegend(_ visibility: Visibility) -> Self { self }

    @available(
        *, unavailable, message: "the host chooses the ends of an axis: bars begin at 0, lines at the lowest value"
    )
    public func chartXScale<Domain>(domain: Domain) -> Self { self }
    @available(
        *, unavailable, message: "the host chooses the ends of an axis: bars begin at 0, lines at the lowest value"
    )
    public func chartYScale<Domain>(domain: Domain) -> Self { self }
    @available(*, unavailable, message: "name the axis in the marks: .value(\"Steps\", day.steps)")
    public func chartXAxisLabel(_ label: LocalizedStringKey) -> Self { self }
    @available(*, unavailable, message: "name the axis in the marks: .value(\"Steps\", day.steps)")
    public func chartYAxisLabel(_ label: LocalizedStringKey) -> Self { self }
}

@available(*, unavailable, message: "draw it by LineMark or BarMark")
public struct AreaMark: ChartContent {
    public init(x: PlottableValue, y: PlottableValue) {}
    public func add(to marks: ChartMarks) {}
}

@available(*, unavailable, message: "say the value by a Text below the chart")
public struct RuleMark: ChartContent {
    public init(x: PlottableValue) {}
    public init(y: PlottableValue) {}
    public func add(to marks: ChartMarks) {}
}

@available(*, unavailable, message: "draw it by BarMark(x:y:), with the number at x")
public struct SectorMark: ChartContent {
    public init(angle: PlottableValue) {}
    public func add(to marks: ChartMarks) {}
}

@available(*, unavailable, message: "draw it by BarMark, LineMark or PointMark, or write a Table")
public struct RectangleMark: ChartContent {
    public init(x: PlottableValue, y: PlottableValue) {}
    public func add(to marks: ChartMarks) {}
}
