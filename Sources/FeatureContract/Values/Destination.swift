internal import JSONText

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

/// An error in a destination or its text.
package enum DestinationError: Error, Hashable, Sendable, CustomStringConvertible {
    case notAFeatureID(String, in: String)
    case notARoute(String, in: String)
    case notAnArgumentName(String, in: String)
    case malformedPercentEncoding(String, in: String)
    case partOfAValue(String, in: String)
    case namedTwice(String, in: String)
    case missingArgument(String, of: String, type: ValueType)
    case unknownArgument(String, of: String, known: [String])
    case wrongType(argument: String, of: String, type: ValueType, found: String)
    case givenTwice(argument: String, of: String, type: ValueType)

    package var description: String {
        switch self {
        case .notAFeatureID(let id, let text):
            "\(quoted: text) is not a destination: \(quoted: id) is not a feature id (lower-case letters, digits and '-', "
                + "beginning with a letter); expected FEATURE/ROUTE?NAME=VALUE, such as character/detail?identifier=42"
        case .notARoute(let route, let text):
            "\(quoted: text) is not a destination: \(quoted: route) is not a route's name (letters, digits, '_' and '-')"
        case .notAnArgumentName(let name, let text):
            "\(quoted: text) is not a destination: \(quoted: name) is not an argument's name (letters, digits, '_' and '-')"
        case .malformedPercentEncoding(let item, let text):
            "\(quoted: text) is not a destination: \(quoted: item) is not valid percent-encoded UTF-8; write '%' itself as '%25'"
        case .partOfAValue(let value, let text):
            "\(quoted: text) cannot be used: in \(quoted: value) an argument is a part of a value; it must be the whole of it, {name}"
        case .namedTwice(let name, let text):
            "\(quoted: text) cannot be used: it names the argument \(quoted: name) twice"
        case .missingArgument(let name, let route, let type):
            "\(route) needs the argument \(quoted: name) (\(type)), and it is missing"
        case .unknownArgument(let name, let route, let known):
            known.isEmpty
                ? "\(route) takes no arguments, and \(quoted: name) was given"
                : "\(route) has no argument \(quoted: name); it has \(known.map { "'\($0)'" }.joined(separator: ", "))"
        case .wrongType(let name, let route, let type, let found):
            "the argument \(quoted: name) of \(route) is of type \(type), and \(quoted: found) is not"
        case .givenTwice(let name, let route, let type):
            "the argument \(quoted: name) of \(route) is a single \(type), and it was given more than once"
        }
    }
}
