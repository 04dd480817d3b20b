internal import FeatureContract

/// Finds out how the parents of a case depend on its arguments: makes the case with a unique marker for each argument,
/// and looks for the markers in the parents.
///
/// For `.album(artist:album:)` with the parent `.artist(identifier: artist)` this gives `artist?identifier={artist}`.
struct ParentFinder<N: Navigation> {
    let sample: N
    let encoded: RouteEncoder.Encoded

    func parents() throws -> [DestinationTemplate] {
        guard !sample.parents.isEmpty else { return [] }
        let (marked, markers) = mark()
        return try marked.parents.map { parent in
            let parent = try RouteEncoder.encode(parent)
            let items = try parent.arguments.compactMap { argument in
                try term(argument, markers: markers).map { DestinationTemplate.Item(argument.name, $0) }
            }
            return DestinationTemplate(feature: "", route: parent.route, items: items)
        }
    }

    /// Returns the case with a marker for each argument whose type has room for one.
    private func mark() -> (marked: N, markers: [Destination.Argument]) {
        var marked = sample
        var arguments = encoded.arguments
        var markers: [Destination.Argument] = []
        for index in arguments.indices {
            for marker in Self.markers(index, for: arguments[index].value) {
                var attempt = arguments
                attempt[index] = .init(arguments[index].name, marker)
                let destination = Destination(feature: "", route: encoded.route, arguments: attempt)
                guard let navigation = try? RouteDecoder.decode(N.self, from: destination) else { continue }
                marked = navigation
                arguments = attempt
                markers.append(attempt[index])
                break
            }
        }
        return (marked, markers)
    }

    /// Returns values that an author hardly writes by hand, the likeliest to be unique first: small integer types take
    /// small numbers only.
    private static func markers(_ index: Int, for value: Value) -> [Value] {
        switch value {
        case .integer: [7_919_000_000, 31_000, 100].map { .integer($0 + Int64(index)) }
        case .double: [.double(7919.125 + Double(index))]
        case .string: [.string("{\(index)}")]
        case .list(let items): items.first.map { markers(index, for: $0).map { .list([$0]) } } ?? []
        case .null, .bool, .bytes, .record: []
        }
    }

    /// Returns the template of a parent's argument. Nil for an empty list, since an argument that is left out is an
    /// empty list too.
    private func term(
        _ argument: Destination.Argument, markers: [Destination.Argument]
    ) throws -> DestinationTemplate.Term? {
        if let marker = markers.first(where: { $0.value == argument.value }) { return .argument(marker.name) }
        // If a type has no room for a marker, an argument of equal name and value is assumed to be the case's argument.
        if encoded.arguments.contains(argument) { return .argument(argument.name) }
        guard case .list(let items) = argument.value else { return .literal(argument.value.scalarText ?? "") }
        guard items.count < 2 else {
            throw CodingFailure(
                "a parent's argument '\(argument.name)' is a fixed list of \(items.count) items; at most one can be declared"
            )
        }
        return items.first.map { .literal($0.scalarText ?? "") }
    }
}
