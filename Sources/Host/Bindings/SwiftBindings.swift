import FeatureContract

/// Bindings in Swift: an enum with a case for each destination. It imports nothing.
struct SwiftBindings {
    private let bindings: FeatureBindings
    private let prefix: String

    init(_ bindings: FeatureBindings) {
        self.bindings = bindings
        prefix = Identifiers.pascalCase(bindings.manifest.id)
    }

    var text: String {
        var cases = Identifiers(
            reserved: Self.keywords.union(["text", "item", "items", "encoded", "hash", "hashValue"]),
            form: Identifiers.camelCase)
        let targets = bindings.targets.map { target in
            let name = cases.identifier(for: target.route?.name ?? "mainScreen")
            var arguments = Identifiers(reserved: Self.keywords, form: Identifiers.camelCase)
            return Case(
                name: name, target: target,
                arguments: target.arguments.map { (arguments.identifier(for: $0.name), $0) })
        }
        var constants = Identifiers(reserved: Self.keywords, form: Identifiers.camelCase)
        let wiring = bindings.wiringTexts.map { text in
            let name = text.kind == "route" ? text.name : text.name + "-" + text.kind
            return "    public static let \(constants.identifier(for: name)) = \"\(text.text)\"\n"
        }
        let usesHelpers = targets.contains { !$0.arguments.isEmpty }
        return bindings.heading.map { "// \($0)\n" }.joined() + """

            /// A destination of the feature '\(bindings.manifest.id)'. What is nil is left out.
            public enum \(prefix)Destination: Hashable, Sendable {
            \(targets.map { "    /// \($0.target.summary)\n    case \($0.declaration)\n" }.joined())
                /// The destination as a host reads it: in a wiring file, in a test, on a command line.
                public var text: String {
                    switch self {
            \(targets.map { "        case \($0.pattern)\n" }.joined())        }
                }
            \(usesHelpers ? Self.helpers : "")}

            /// The texts of a wiring file: routes with their arguments in braces, names of checkpoints and of values.
            public enum \(prefix)Wiring {
            \(wiring.joined())}

            """
    }

    /// A case of the enum.
    private struct Case {
        let name: String
        let target: FeatureBindings.Target
        let arguments: [(identifier: String, argument: RouteDeclaration.Argument)]

        var declaration: String {
            guard !arguments.isEmpty else { return name }
            let list = arguments.map { identifier, argument in
                "\(identifier): \(SwiftBindings.type(of: argument))"
                    + (argument.mustStandInLink ? "" : "? = nil")
            }
            return "\(name)(\(list.joined(separator: ", ")))"
        }

        var pattern: String {
            let route = "\"\(target.qualifiedName)\""
            guard !arguments.isEmpty else { return ".\(name): \(route)" }
            let names = arguments.map { "let \($0.identifier)" }.joined(separator: ", ")
            let items = arguments.map { identifier, argument in
                "Self.\(argument.type.isList ? "items" : "item")(\"\(argument.name)\", \(identifier))"
            }
            return ".\(name)(\(names)):\n            Self.text(\(route), [\(items.joined(separator: ", "))])"
        }
    }

    private static func type(of argument: RouteDeclaration.Argument) -> String {
        let single =
            switch argument.type.scalar {
            case .bool: "Bool"
            case .int: "Int64"
            case .double: "Double"
            case .string, nil: "String"
            }
        return argument.type.isList ? "[\(single)]" : single
    }

    private static let helpers = #"""

            private static func text(_ route: String, _ items: [[String]]) -> String {
                let query = items.joined()
                return query.isEmpty ? route : route + "?" + query.joined(separator: "&")
            }

            private static func item(_ name: String, _ value: (some CustomStringConvertible)?) -> [String] {
                value.map { [name + "=" + encoded($0.description)] } ?? []
            }

            private static func items(_ name: String, _ values: [some CustomStringConvertible]?) -> [String] {
                guard let values else { return [] }
                return values.isEmpty ? [name] : values.flatMap { item(name, $0) }
            }

            /// Percent-encodes what a destination cannot hold as it is.
            private static func encoded(_ text: String) -> String {
                var encoded = ""
                for byte in text.utf8 {
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                        UInt8(ascii: "_"), UInt8(ascii: "~"):
                        encoded.unicodeScalars.append(Unicode.Scalar(byte))
                    default:
                        encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
                    }
                }
                return encoded
            }

        """#

    /// The words that cannot name a case or an argument in Swift.
    private static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch", "class",
        "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
        "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
        "none", "operator", "package", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows",
        "return", "self", "some", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
        "typealias", "var", "where", "while",
    ]
}
