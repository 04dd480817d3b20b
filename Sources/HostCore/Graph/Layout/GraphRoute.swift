extension GraphLayout.Route {
    typealias Point = GraphLayout.Point

    /// The distance beyond a box at which a line turns round.
    private static let turn = 34.0

    /// The line of an edge whose ends are in one box.
    static func inBox(from source: GraphLayout.Place, to target: GraphLayout.Place) -> Self {
        let (start, end) = (source.frame, target.frame)
        if source.rank < target.rank {
            var line = GraphLine(start: Point(x: start.right, y: start.middle))
            line.go(to: Point(x: end.x, y: end.middle))
            return line.route(isBack: false)
        }
        if source.rank > target.rank {
            var line = GraphLine(start: Point(x: start.x, y: start.middle))
            line.go(to: Point(x: end.right, y: end.middle))
            return line.route(isBack: true)
        }
        // The edge leaves and arrives on the right. From a node to itself, it begins above the middle and ends below
        // it.
        let offset = start == end ? start.height / 4 : 0
        var line = GraphLine(start: Point(x: start.right, y: start.middle - offset))
        line.turn(to: Point(x: end.right, y: end.middle + offset), beyond: max(start.right, end.right) + turn)
        return line.route(isBack: true)
    }

    /// The line of an edge from one box to another.
    ///
    /// - Parameters:
    ///   - leaving: The height at which the edge passes the other nodes of its own box; nil if none are in its way.
    ///   - coming: The height at which it passes the other nodes of the target's box; nil if none are in its way.
    static func between(
        from source: GraphLayout.Place, passing leaving: Double?, to target: GraphLayout.Place,
        passing coming: Double?, by way: GraphPositions.Way
    ) -> Self {
        let start = Point(x: source.frame.right, y: source.frame.middle)
        let end = Point(x: target.frame.x, y: target.frame.middle)
        var line = GraphLine(start: start)
        // The line is level while it passes the other nodes of its own box, and again in the target's box.
        if let leaving { line.go(to: Point(x: start.x + turn, y: leaving)) }
        line.go(to: Point(x: way.exit, y: leaving ?? start.y))
        let entry = Point(x: way.entry, y: coming ?? end.y)
        switch way.middle {
        case .lanes(let lanes) where way.isBack:
            for (index, lane) in lanes.enumerated() {
                let right = Point(x: lane.layer.upperBound, y: lane.y)
                if index == 0 { line.turn(to: right, beyond: way.exit + turn) } else { line.go(to: right) }
                line.go(to: Point(x: lane.layer.lowerBound, y: lane.y))
            }
            line.turn(to: entry, beyond: way.entry - turn)
        case .lanes(let lanes):
            for lane in lanes {
                line.go(to: Point(x: lane.layer.lowerBound, y: lane.y))
                line.go(to: Point(x: lane.layer.upperBound, y: lane.y))
            }
            line.go(to: entry)
        case .outside(let y):
            line.turn(to: Point(x: way.exit + turn / 2, y: y), beyond: way.exit + turn)
            line.go(to: Point(x: way.entry - turn / 2, y: y))
            line.turn(to: entry, beyond: way.entry - turn)
        }
        if let coming { line.go(to: Point(x: end.x - turn, y: coming)) }
        line.go(to: end)
        return line.route(isBack: way.isBack)
    }
}

/// A line of smooth curves, each of which begins and ends level.
struct GraphLine {
    private let start: GraphLayout.Point
    private var end: GraphLayout.Point
    private var curves: [GraphLayout.Route.Curve] = []

    init(start: GraphLayout.Point) {
        self.start = start
        end = start
    }

    /// Goes on to a point; the curve is level at both ends.
    mutating func go(to point: GraphLayout.Point) {
        guard point != end else { return }
        let middle = (end.x + point.x) / 2
        add(GraphLayout.Point(x: middle, y: end.y), GraphLayout.Point(x: middle, y: point.y), point)
    }

    /// Turns round to a point, in a curve that swings out towards `x`.
    mutating func turn(to point: GraphLayout.Point, beyond x: Double) {
        guard point != end else { return }
        add(GraphLayout.Point(x: x, y: end.y), GraphLayout.Point(x: x, y: point.y), point)
    }

    private mutating func add(
        _ first: GraphLayout.Point, _ second: GraphLayout.Point, _ point: GraphLayout.Point
    ) {
        curves.append(.init(first: first, second: second, end: point))
        end = point
    }

    func route(isBack: Bool) -> GraphLayout.Route {
        GraphLayout.Route(start: start, curves: curves, isBack: isBack)
    }
}
