/// The left and right edge of each layer.
struct GraphColumns {
    let layers: [ClosedRange<Double>]
    let width: Double

    static let margin = 24.0
    private static let channel = 72.0
    private static let widestChannel = 220.0

    init(_ rows: GraphRows, widths: (Int) -> Double) {
        // Edges that lead back turn round on both sides of a layer, and need room there.
        let turns = rows.ways.values.contains(where: \.isBack)
        var x = Self.margin
        var layers: [ClosedRange<Double>] = []
        for (layer, items) in rows.order.enumerated() {
            if layer == 0, turns { x += Self.margin * 2 }
            let width = items.map(widths).max() ?? 0
            layers.append(x...(x + width))
            x += width + min(Self.widestChannel, Self.channel + 4 * Double(rows.density[layer]))
        }
        self.layers = layers
        width = (layers.last?.upperBound ?? 0) + Self.margin * (turns ? 3 : 1)
    }
}
