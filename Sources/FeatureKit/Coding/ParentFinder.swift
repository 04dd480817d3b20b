internal import FeatureContract

/// Finds out how the parents of a case depend on its arguments: makes the case with values that stand for themselves,
/// and looks where they come out.
///
/// For `.album(artist:album:)` with the parent `.artist(identifier: artist)` this gives `artist?identifier={artist}`.
struct ParentFinder<N: Navigation> {
    let sample: N
    let encoded: RouteEncoder.Encoded

    func parents() throws -> [DestinationTemplate] {
        guard !sample.parents.isEmpty else { return [] }
        let marked = (try? RouteDecoder.decode(N.self, from: markedDestination)) ?? sample
        let markers = try RouteEncoder.encode(marked).arguments
        return try marked.parents.map { parent in
            let parent = try RouteEncoder.encode(parent)
            let items = parent.arguments.map { argument in
                DestinationTemplate.Item(argument.name, term(argument, markers: markers))
            }
            return DestinationTemplate(feature: "", route: parent.route, items: items)
        }
    }

    /// The case with an argument value that nobody writes by hand where the type has room for one.
    private var markedDestination: Destination {
        let arguments = encoded.arguments.enumerated().map { index, argument in
            let value: Value =
                switch argument.value {
                case .integer: .integer(7_919_000_000 + Int64(index))
                case .double: .double(7919.125 + Double(index))
                case .string: .string("{\(index)}")
                default: argument.value
                }
            return Destination.Argument(argument.name, value)
        }
        return Destination(feature: "", route: encoded.route, arguments: arguments)
    }

    private func term(_ argument: Destination.Argument, markers: [Destination.Argument]) -> DestinationTemplate.Term {
        // Where a type has no room for a marker, an argument of the same name and value is taken for the same.
        let source =
            markers.first { $0.value == argument.value && $0.name == argument.name }
            ?? markers.first { $0.value == argument.value && isMarker($0) }
        if let source { return .argument(source.name) }
        return .literal(argument.value.scalarText ?? "")
    }

    private func isMarker(_ argument: Destination.Argument) -> Bool {
        markedDestination[argument.name] == argument.value && !encoded.arguments.contains(argument)
    }
}
