internal import JSONText

/// The shape of links that lead to one route: `challenge://character/detail?id={identifier}`.
///
/// - `{name}` stands for an argument: a whole path segment, a query value, the fragment, or a part of one of them.
///   `{name*}` as the last segment matches the rest of the path.
/// - Scheme and host are literal and compared ignoring the case of `A` to `Z`; paths are case-sensitive. One slash at
///   the end of the path is ignored. Literals and arguments are percent-decoded, once.
/// - Query items outside the pattern are ignored, and so is the fragment if the pattern has none.
///
/// This type knows only shapes; ``RouteLink`` pairs one with a route and its types.
package struct LinkPattern: Hashable, Sendable, CustomStringConvertible {
    package enum Segment: Hashable, Sendable {
        case template(TextTemplate)
        case rest(String)
    }

    package struct QueryItem: Hashable, Sendable {
        /// The name; nil for an item that is only `{name}`, which matches the first item without `=` outside the
        /// pattern.
        package let name: String?
        package let value: TextTemplate
    }

    package let scheme: String
    package let host: String
    package let segments: [Segment]
    package let query: [QueryItem]
    package let fragment: TextTemplate?
    /// The path, query and fragment as written.
    package let text: String
    package let argumentNames: [String]

    /// Reads the path, query and fragment of a pattern, such as `/detail?id={identifier}`. An empty text stands for the
    /// host alone.
    package init(scheme: String, host: String, _ text: String) throws(LinkError) {
        guard LinkURL.isScheme(scheme) else { throw .notAScheme(scheme) }
        guard Self.isHost(host) else { throw .hostIsNotLiteral(host) }
        self.scheme = scheme.lowercasedASCII
        self.host = host.lowercasedASCII
        self.text = text
        let (beforeFragment, fragment) = text.splitOnce(at: "#")
        let (path, query) = beforeFragment.splitOnce(at: "?")
        guard path.isEmpty || path.utf8.first == UInt8(ascii: "/") else { throw .pathWithoutSlash(String(path)) }
        segments = try Self.segments(of: path)
        self.query = try Self.items(of: query ?? "")
        if let fragment { self.fragment = try TextTemplate(fragment) } else { self.fragment = nil }
        var names: [String] = []
        for segment in segments {
            switch segment {
            case .template(let template): names += template.argumentNames
            case .rest(let name): names.append(name)
            }
        }
        for item in self.query { names += item.value.argumentNames }
        argumentNames = names + (self.fragment?.argumentNames ?? [])
        if let name = NameIndex.repeated(in: argumentNames) { throw .argumentTwice(name) }
    }

    /// Reads a whole pattern, such as `challenge://character/detail?id={identifier}`.
    package init(_ text: String) throws(LinkError) {
        let (scheme, rest) = text.splitOnce(at: ":")
        guard let rest, rest.utf8.starts(with: "//".utf8) else { throw .notAScheme(String(scheme)) }
        let afterSlashes = Substring(rest.utf8.dropFirst(2))
        let host = afterSlashes.unicodeScalars.prefix { !"/?#".unicodeScalars.contains($0) }
        try self.init(scheme: String(scheme), host: String(host), String(afterSlashes[host.endIndex...]))
    }

    /// Whether a text is a host that can be compared literally: it is not empty and has no arguments, wildcards,
    /// percent-encoding, control characters, or characters that would end a host.
    package static func isHost(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0...0x20, 0x7F, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "{"),
                    UInt8(ascii: "}"), UInt8(ascii: "*"), UInt8(ascii: "%"):
                    false
                default: true
                }
            }
    }

    package var description: String { "\(scheme)://\(host)\(text)" }

    private static func segments(of path: Substring) throws(LinkError) -> [Segment] {
        var segments: [Segment] = []
        var rest = path.splitOnce(at: "/").1
        while let texts = rest {
            let text: Substring
            (text, rest) = texts.splitOnce(at: "/")
            // A slash at the end of the path is ignored, as in a link.
            if text.isEmpty, rest == nil { break }
            guard text.utf8.contains(UInt8(ascii: "*")), text.contains("*}") else {
                segments.append(.template(try TextTemplate(text)))
                continue
            }
            guard text.utf8.first == UInt8(ascii: "{"), text.hasSuffix("*}"),
                !text.utf8.dropLast().contains(UInt8(ascii: "}"))
            else {
                throw .restNotAlone(in: String(text))
            }
            let name = String(text.dropFirst().dropLast(2))
            guard Identifier.isName(name) else { throw .notAnArgumentName("\(name)*", in: String(text)) }
            guard rest?.isEmpty ?? true else { throw .restNotLast(name) }
            segments.append(.rest(name))
        }
        return segments
    }

    private static func items(of query: Substring) throws(LinkError) -> [QueryItem] {
        var items: [QueryItem] = []
        var names: [String] = []
        var index = NameIndex()
        var rest: Substring? = query
        while let text = rest {
            let item: Substring
            (item, rest) = text.splitOnce(at: "&")
            if item.isEmpty { continue }
            let (name, value) = item.splitOnce(at: "=")
            if value == nil, name.utf8.first == UInt8(ascii: "{") {
                // Two such items would both match the first item without '='.
                guard !items.contains(where: { $0.name == nil }) else { throw .queryItemTwice(String(name)) }
                items.append(QueryItem(name: nil, value: try TextTemplate(name)))
                continue
            }
            guard !name.utf8.contains(UInt8(ascii: "{")), !name.utf8.contains(UInt8(ascii: "}")) else {
                throw .argumentInItemName(String(name))
            }
            guard let decoded = PercentCoding.decoded(name) else { throw .malformedPattern(String(name)) }
            guard index.insert(decoded, behind: names, \.self) else { throw .queryItemTwice(decoded) }
            names.append(decoded)
            items.append(QueryItem(name: decoded, value: try TextTemplate(value ?? "")))
        }
        return items
    }
}

/// The reason why a text is not a link or not a link pattern, or why a link does not match a pattern. For a pattern,
/// the caller adds the place of the text.
package enum LinkError: Error, Hashable, Sendable, CustomStringConvertible {
    // A text that is not a link.
    case tooLong(count: Int)
    case controlCharacter(Unicode.Scalar, in: String)
    case noScheme(String)
    case noHost(String)
    case malformedPercentEncoding(String, in: String)

    // A text that is not a pattern, or a pattern that does not fit its route.
    case notAScheme(String)
    case hostIsNotLiteral(String)
    case pathWithoutSlash(String)
    case malformedPattern(String)
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

    // A link that does not match a pattern.
    case scheme(expected: String, found: String)
    case host(expected: String, found: String)
    case segmentCount(expected: Int, found: Int)
    case segment(expected: String, found: String)
    case emptySegment(argument: String)
    case missingQueryItem(String)
    case queryValue(item: String, expected: String, found: String)
    case missingFragment
    case fragment(found: String)
    case wrongType(argument: String, type: ValueType, found: String)
    case givenTwice(item: String, argument: String)
    case destination(DestinationError)

    package var description: String {
        switch self {
        case .tooLong(let count):
            "the link is \(count) bytes long; at most \(LinkURL.maximumLength) are taken"
        case .controlCharacter(let scalar, let text):
            "\(quoted: text) is not a link: it holds the control character \(scalar.codePoint); write it "
                + "percent-encoded"
        case .noScheme(let text):
            "\(quoted: text) is not a link: it does not begin with a scheme; expected SCHEME://HOST/PATH"
        case .noHost(let text):
            "\(quoted: text) is not a link: no host follows the scheme; expected SCHEME://HOST/PATH"
        case .malformedPercentEncoding(let part, let text):
            "\(quoted: text) is not a link: \(quoted: part) is not valid percent-encoded UTF-8; write '%' itself as '%25'"
        case .notAScheme(let text): "\(quoted: text) is not a scheme: a letter, then letters, digits, '+', '-' and '.'"
        case .hostIsNotLiteral(let text):
            "\(quoted: text) is not a host: it is compared as it stands, without arguments or wildcards"
        case .pathWithoutSlash(let text): "the path \(quoted: text) does not begin with '/'"
        case .malformedPattern(let text): "\(quoted: text) is not valid percent-encoded UTF-8"
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
        case .scheme(let expected, let found): "its scheme is \(quoted: found), not \(quoted: expected)"
        case .host(let expected, let found): "its host is \(quoted: found), not \(quoted: expected)"
        case .segmentCount(let expected, let found):
            "its path has \(found) segment\(found == 1 ? "" : "s"), not \(expected)"
        case .segment(let expected, let found):
            "\(quoted: found) stands in its path where \(quoted: expected) is expected"
        case .emptySegment(let argument): "the path segment for '\(argument)' is empty"
        case .missingQueryItem(let item): "the query item \(quoted: item) is missing"
        case .queryValue(let item, let expected, let found):
            "the query item \(quoted: item) is \(quoted: found), where \(quoted: expected) is expected"
        case .missingFragment: "it has no fragment"
        case .fragment(let found): "its fragment \(quoted: found) has another shape"
        case .wrongType(let argument, let type, let found):
            "\(quoted: found) is not of type \(type), which '\(argument)' is"
        case .givenTwice(let item, let argument):
            "the query item \(quoted: item) stands more than once, and '\(argument)' takes a single value"
        case .destination(let error): error.description
        }
    }
}
