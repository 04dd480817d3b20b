/// A place to go: a route of a feature, with its arguments.
///
/// An empty route is the feature's main screen. Equality and hash ignore the order of the arguments, and a null
/// argument counts as absent.
///
///     Destination(feature: "character", route: "detail", arguments: [Argument("identifier", .integer(42))]).text
///     // character/detail?identifier=42
///
/// - SeeAlso: `sy_destination` in FeatureABI.h
package struct Destination: Hashable, Sendable, CustomStringConvertible {
    /// A named value. Names are unique in a destination.
    package struct Argument: Hashable, Sendable {
        package let name: String
        package let value: Value

        package init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    package var feature: String
    package var route: String
    /// The arguments without nulls, in declared order if the declaration is known.
    package private(set) var arguments: [Argument]

    package init(feature: String, route: String = "", arguments: [Argument] = []) {
        self.feature = feature
        self.route = route
        // Most destinations have no null argument, and need no copy.
        self.arguments = arguments.contains { $0.value.isNull } ? arguments.filter { !$0.value.isNull } : arguments
    }

    /// Returns a copy with these arguments, none of which may be null.
    func given(_ arguments: [Argument]) -> Destination {
        var destination = self
        destination.arguments = arguments
        return destination
    }

    package subscript(name: String) -> Value? {
        arguments.first { $0.name == name }?.value
    }

    /// The route's qualified name: `character/detail`, or the feature's id alone for its main screen.
    package var qualifiedRoute: String { route.isEmpty ? feature : "\(feature)/\(route)" }

    package static func == (left: Destination, right: Destination) -> Bool {
        left.feature == right.feature && left.route == right.route
            && left.arguments.count == right.arguments.count
            && left.arguments.allSatisfy { right[$0.name] == $0.value }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(feature)
        hasher.combine(route)
        // Commutative over the arguments, so that their order does not count.
        hasher.combine(arguments.reduce(0) { $0 ^ $1.hashValue })
    }

    package var description: String { text }
}
