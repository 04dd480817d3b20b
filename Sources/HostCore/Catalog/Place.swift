import FeatureContract

/// A destination in the host: a route of the catalog, and one value for each of its declared arguments.
///
/// A place is made once, when a destination arrives: from a text, a link, a feature, the wiring or a session
/// (``Catalog/place(of:)``). Its receivers need neither check it again nor look names up. A place without a route in
/// the catalog is a placeholder: it keeps the text, and no screen can be made for it.
///
/// ```swift
/// let place = try catalog.place("character/detail?identifier=42")
/// place.arguments          // [.integer(42)]
/// place.destination.text   // character/detail?identifier=42
/// ```
package struct Place: Hashable, Sendable, CustomStringConvertible {
    package let route: Route
    /// The values in declared order; null for an absent argument.
    package let arguments: [Value]

    /// - Parameter arguments: One value for each argument that the route declares, of its type or null.
    init(_ route: Route, _ arguments: [Value]) {
        self.route = route
        self.arguments = arguments
    }

    /// The placeholder for a destination that is not in the catalog.
    init(unknown destination: Destination) {
        let names = destination.arguments.map { RouteDeclaration.Argument(name: $0.name, type: .string) }
        route = Route(
            feature: destination.feature, RouteDeclaration(name: destination.route, arguments: names), .unknown)
        arguments = destination.arguments.map(\.value)
    }

    package var feature: String { route.feature }

    /// Whether the catalog that made this place has it. False for a placeholder.
    var isKnown: Bool { route.kind != .unknown }

    subscript(name: String) -> Value? {
        guard let position = route.declaration.position(ofArgument: name), !arguments[position].isNull else {
            return nil
        }
        return arguments[position]
    }

    /// The place in its form for features and texts.
    package var destination: Destination { route.declaration.destination(of: route.feature, arguments) }

    /// The canonical text: `character/detail?identifier=42`.
    package var text: String { destination.text }

    package var description: String { text }

    /// Whether both places show the same screen: they are equal, or one is the main screen of a feature, and the other
    /// is the route that stands for it.
    package func isSameScreen(as other: Place) -> Bool {
        self == other || isMainScreen && other.isMainScreen && feature == other.feature
    }

    private var isMainScreen: Bool { route.mainArguments == arguments }
}

/// A route of a feature in a catalog.
///
/// A catalog has one object for each route, so routes are compared and hashed as objects. The routes of two catalogs
/// differ: after a reload, each place of the state is looked up by its name once.
package final class Route: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The feature's main screen, whose name is empty.
        case main
        case incoming
        case outgoing
        /// A route outside the catalog.
        case unknown
    }

    let feature: String
    package let declaration: RouteDeclaration
    package let kind: Kind
    /// The arguments with which the route shows the feature's main screen; nil if none do.
    let mainArguments: [Value]?

    init(feature: String, _ declaration: RouteDeclaration, _ kind: Kind, isMain: Bool = false) {
        self.feature = feature
        self.declaration = declaration
        self.kind = kind
        mainArguments = isMain && declaration.requiredArguments.isEmpty ? declaration.defaults : nil
    }

    package var name: String { declaration.name }

    /// The route's qualified name: `character/detail`, or the feature's id alone for its main screen.
    package var qualifiedName: String { name.isEmpty ? feature : "\(feature)/\(name)" }

    /// The route as a key of the wiring's redirects: `home/character?identifier={identifier}`.
    var redirectKey: String { qualifiedName + declaration.passedOn }

    package static func == (left: Route, right: Route) -> Bool {
        left === right
            || left.kind == .unknown && right.kind == .unknown && left.feature == right.feature
                && left.declaration == right.declaration
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(feature)
        hasher.combine(declaration.name)
    }
}

extension RouteDeclaration {
    /// All arguments for both sides of a redirect: `?identifier={identifier}`. Empty if there are none.
    var passedOn: String {
        arguments.isEmpty ? "" : "?" + arguments.map { "\($0.name)={\($0.name)}" }.joined(separator: "&")
    }
}
