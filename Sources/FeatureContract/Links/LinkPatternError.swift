internal import JSONText

/// The reason why a text is not a link pattern. Code that reports it adds the place of the text.
package enum LinkPatternError: Error, Hashable, Sendable, CustomStringConvertible {
    case noScheme(String)
    case hostIsNotLiteral(String)
    case pathWithoutSlash(String)
    case malformedPercentEncoding(String)
    case unbalancedBraces(String)
    case notAnArgumentName(String, in: String)
    case adjacentArguments(in: String)
    case argumentTwice(String)
    case restNotLast(String)
    case restNotAlone(in: String)
    case queryItemTwice(String)
    case argumentInItemName(String)
    case unknownArgument(String, known: [String])
    case requiredArgumentNotBound(String)
    case listInPath(String)
    case ill(argument: String, type: ValueType)

    package var description: String {
        switch self {
        case .noScheme(let text): "\(quoted: text) is not a scheme: a letter, then letters, digits, '+', '-' and '.'"
        case .hostIsNotLiteral(let text):
            "\(quoted: text) is not a host: it is compared as it stands, without arguments or wildcards"
        case .pathWithoutSlash(let text): "the path \(quoted: text) does not begin with '/'"
        case .malformedPercentEncoding(let text): "\(quoted: text) is not valid percent-encoded UTF-8"
        case .unbalancedBraces(let text): "the braces in \(quoted: text) do not pair; an argument is written {name}"
        case .notAnArgumentName(let name, let text):
            "\(quoted: "{\(name)}") in \(quoted: text) does not hold an argument's name (letters, digits, '_' and '-')"
        case .adjacentArguments(let text): "two arguments in \(quoted: text) have nothing between them"
        case .argumentTwice(let name): "the argument \(quoted: "{\(name)}") stands twice in the pattern"
        case .restNotLast(let name):
            "\(quoted: "{\(name)*}") takes the rest of the path, so it must be its last segment, alone"
        case .restNotAlone(let text):
            "an argument that takes the rest of the path, {name*}, must be a segment alone, not \(quoted: text)"
        case .queryItemTwice(let name): "the query item \(quoted: name) stands twice in the pattern"
        case .argumentInItemName(let name):
            "\(quoted: name) names a query item, and holds a brace; an argument may stand in an item's value only"
        case .unknownArgument(let name, let known):
            "\(quoted: "{\(name)}") is not an argument of the route; it has "
                + (known.isEmpty ? "none" : known.map { "'\($0)'" }.joined(separator: ", "))
        case .requiredArgumentNotBound(let name):
            "the route's argument \(quoted: name) is required, and neither the pattern nor the link's arguments give it"
        case .listInPath(let name):
            "the argument \(quoted: "{\(name)}") is a list: only a whole query value or \(quoted: "{\(name)*}") can fill one"
        case .ill(let name, let type): "the link's argument \(quoted: name) is not of the declared type \(type)"
        }
    }
}
