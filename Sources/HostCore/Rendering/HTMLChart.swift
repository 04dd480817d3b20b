/// Draws a chart as SVG, in the colours of the style sheet.
struct HTMLChart {
    private let series: ChartSeries

    private static let width = 600.0
    private static let height = 240.0
    /// The room for the numbers of the value axis, or for the labels of horizontal bars.
    private static let left = 90.0
    private static let bottom = 24.0
    private static let lyingBar = 28.0

    init(_ series: ChartSeries) { self.series = series }

    /// - Parameter name: The description of the picture, for users who do not see it.
    func write(name: String, to writer: inout HTMLWriter) {
        let isLying = series.mark == .horizontalBar
        let height = isLying ? Self.lyingBar * Double(series.values.count) + 8 : Self.height
        writer.element(
            "svg",
            [
                ("viewBox", "0 0 \(Self.text(Self.width)) \(Self.text(height))"), ("role", "img"),
                ("aria-label", name),
            ]
        ) { isLying ? drawLyingBars(&$0) : draw(&$0) }
    }

    private func drawLyingBars(_ writer: inout HTMLWriter) {
        // The numbers are at the right.
        let room = Self.width - Self.left - 80
        let zero = Self.left + room * series.fraction(of: 0)
        for (index, value) in series.values.enumerated() {
            let top = Self.lyingBar * Double(index) + 4
            let end = Self.left + room * series.fraction(of: value)
            write(series.labels[index], at: (Self.left - 8, top + 15), anchor: "end", to: &writer)
            write(bar: (min(zero, end), top), width: abs(end - zero), height: Self.lyingBar - 8, to: &writer)
            write(ChartSeries.text(of: value), at: (max(zero, end) + 8, top + 15), anchor: "start", to: &writer)
        }
    }

    private func draw(_ writer: inout HTMLWriter) {
        let (room, height) = (Self.width - Self.left - 10, Self.height - Self.bottom - 10)
        func y(_ value: Double) -> Double { 10 + height * (1 - series.fraction(of: value)) }
        let domain = series.domain
        let isBar = series.mark == .bar
        for value in Set([domain.lowerBound, domain.upperBound] + (isBar ? [0] : [])).sorted() {
            writer.element(
                "line",
                [
                    ("class", "axis"), ("x1", Self.text(Self.left)), ("x2", Self.text(Self.width - 10)),
                    ("y1", Self.text(y(value))), ("y2", Self.text(y(value))),
                ], "")
            write(ChartSeries.text(of: value), at: (Self.left - 8, y(value) + 5), anchor: "end", to: &writer)
        }
        let slot = room / Double(series.values.count)
        func x(_ index: Int) -> Double {
            isBar ? Self.left + slot * (Double(index) + 0.5) : Self.left + 6 + (room - 12) * series.position(index)
        }
        if series.mark == .line {
            let order = series.values.indices.sorted { series.position($0) < series.position($1) }
            let points = order.map { "\(Self.text(x($0))),\(Self.text(y(series.values[$0])))" }.joined(separator: " ")
            writer.element("polyline", [("class", "mark"), ("points", points)], "")
        }
        // Labels that would overlap are left out: about 7 units a letter.
        var free = 0.0
        for (index, value) in series.values.enumerated() {
            if isBar {
                write(
                    bar: (x(index) - slot * 0.4, min(y(0), y(value))), width: slot * 0.8, height: abs(y(0) - y(value)),
                    to: &writer)
            } else {
                writer.element(
                    "circle",
                    [("class", "dot"), ("cx", Self.text(x(index))), ("cy", Self.text(y(value))), ("r", "4")], "")
            }
            let half = Double(series.labels[index].count) * 3.5
            let middle = min(max(x(index), half), Self.width - half)
            guard middle - half >= free else { continue }
            write(series.labels[index], at: (middle, Self.height - 6), anchor: "middle", to: &writer)
            free = middle + half + 10
        }
    }

    private func write(
        bar corner: (x: Double, y: Double), width: Double, height: Double, to writer: inout HTMLWriter
    ) {
        writer.element(
            "rect",
            [
                ("class", "mark"), ("x", Self.text(corner.x)), ("y", Self.text(corner.y)), ("width", Self.text(width)),
                ("height", Self.text(height)),
            ], "")
    }

    private func write(
        _ text: String, at place: (x: Double, y: Double), anchor: String, to writer: inout HTMLWriter
    ) {
        writer.element("text", [("x", Self.text(place.x)), ("y", Self.text(place.y)), ("text-anchor", anchor)], text)
    }

    private static func text(_ number: Double) -> String {
        ChartSeries.text(of: (number * 100).rounded() / 100)
    }
}
