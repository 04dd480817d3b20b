// The modifiers and marks of SwiftUI's charts beyond one series of numbers. Those that only change looks are accepted;
// the message of each other one names its replacement.

import FeatureCore

extension ChartContent {
    public func foregroundStyle(_ style: ForegroundStyle) -> Self { self }
    @_disfavoredOverload
    public func foregroundStyle(_ style: some ShapeStyle) -> Self { self }
    public func opacity(_ opacity: Double) -> Self { self }
    public func cornerRadius(_ radius: Double) -> Self { self }
    public func interpolationMethod(_ method: InterpolationMethod) -> Self { self }
    public func lineStyle(_ style: StrokeStyle) -> Self { self }
    public func symbolSize(_ area: Double) -> Self { self }
    @available(*, unavailable, message: "the host writes the values of a chart: say more by a Text below it")
    public func annotation(@ViewBuilder content: () -> some View) -> Self { self }
}

@available(*, unavailable, message: "a chart shows one series of numbers: make a Chart for each")
extension ChartContent {
    public func foregroundStyle(by value: PlottableValue) -> Self { self }
    public func symbol(by value: PlottableValue) -> Self { self }
    public func position(by value: PlottableValue) -> Self { self }
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
