package import FeatureContract

/// Turns a route and its arguments back into a case, by way of the `Decodable` that the compiler writes.
struct RouteDecoder {
    static func decode<N: Navigation>(_ type: N.Type, from destination: Destination) throws -> N {
        guard !(type is any RawRepresentable.Type) else {
            return try N(from: ValueDecoder(.string(destination.route), at: .route))
        }
        let arguments = destination.arguments.map { ($0.name, $0.value) }
        let value = Value.record([destination.route: .record(Dictionary(arguments, uniquingKeysWith: { $1 }))])
        return try N(from: ValueDecoder(value, at: .route))
    }
}

extension Navigation {
    /// Decodes a destination of this type's feature as a case.
    package init(_ destination: Destination) throws {
        self = try RouteDecoder.decode(Self.self, from: destination)
    }
}
