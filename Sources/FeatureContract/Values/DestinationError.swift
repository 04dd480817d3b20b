internal import JSONText

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
