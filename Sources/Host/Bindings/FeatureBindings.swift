import FeatureContract
import HostCore
import HostSystem

/// The source by which a program in some language names the destinations of a feature: with typed arguments, and as the
/// texts that a host reads.
struct FeatureBindings {
    let manifest: Manifest

    func text(in language: FeatureLanguage) -> String {
        switch language {
        case .swift: SwiftBindings(self).text
        case .c: CBindings(self).text
        case .rust: RustBindings(self).text
        }
    }

    /// A destination that a program can name.
    struct Target {
        /// The route; nil for the main screen.
        let route: RouteDeclaration?
        /// The qualified name, with which the text begins.
        let qualifiedName: String
        /// A line of documentation.
        let summary: String

        var arguments: [RouteDeclaration.Argument] { route?.arguments ?? [] }
    }

    /// The feature's main screen, its incoming routes, and its outgoing ones.
    var targets: [Target] {
        func target(_ route: RouteDeclaration, _ direction: String) -> Target {
            let name = "\(manifest.id)/\(route.name)"
            let deprecation = route.deprecated.map { " Deprecated: \($0)" } ?? ""
            let summary = route.summary.isEmpty ? "The \(direction) route '\(name)'." : route.summary
            return Target(route: route, qualifiedName: name, summary: Self.line(summary + deprecation))
        }
        let main = Target(route: nil, qualifiedName: manifest.id, summary: "The main screen.")
        return manifest.incoming.map { target($0, "incoming") } + manifest.outgoing.map { target($0, "outgoing") } + [
            main
        ]
    }

    /// A text that a wiring file has on one side of a redirect.
    struct WiringText {
        let kind: String
        let name: String
        let text: String
    }

    /// The routes with their arguments in braces, and the names of checkpoints and values.
    var wiringTexts: [WiringText] {
        let routes = (manifest.incoming + manifest.outgoing).map { route in
            let arguments = route.arguments.map { "\($0.name)={\($0.name)}" }.joined(separator: "&")
            return WiringText(
                kind: "route", name: route.name,
                text: "\(manifest.id)/\(route.name)" + (arguments.isEmpty ? "" : "?\(arguments)"))
        }
        let names = SharedNameKind.allCases.flatMap { kind in
            (manifest.providedNames(kind) + manifest.wantedNames(kind)).map { name in
                WiringText(kind: kind.rawValue, name: name.name, text: "\(manifest.id)/\(name.name)")
            }
        }
        return routes + names
    }

    /// The first lines of a source, without the marks of a comment.
    var heading: [String] {
        let version = manifest.version.isEmpty ? "" : " \(Self.line(manifest.version))"
        return [
            "The destinations of the feature '\(manifest.id)'\(version), as its library declares them.",
            "Made by '\(HostName.name) bindings'; make it again when the library changes.",
        ]
    }

    /// A text as one line that ends no comment.
    private static func line(_ text: String) -> String {
        DisplayText.safe(text).split(whereSeparator: \.isNewline).joined(separator: " ")
            .replacing("*/", with: "* /").replacing("/*", with: "/ *").replacing("\\", with: "/")
    }
}

/// Makes identifiers of a language from the names of a manifest: each is used once, and none is reserved.
struct Identifiers {
    private let reserved: Set<String>
    private let form: (String) -> String
    private var used: Set<String> = []

    /// - Parameters:
    ///   - reserved: Keywords of the language, and names that mean something else in the same place.
    ///   - form: Returns a name in the language's form. It may be empty or begin with a digit.
    init(reserved: Set<String>, form: @escaping (String) -> String) {
        self.reserved = reserved
        self.form = form
    }

    /// Returns an identifier for a name: `default_` for a keyword, `item2` where `item` is used.
    mutating func identifier(for name: String) -> String {
        var base = form(name)
        if base.isEmpty || base.utf8.allSatisfy({ $0 == UInt8(ascii: "_") }) { base += form("any") }
        if let first = base.first, first.isNumber { base = "_" + base }
        if reserved.contains(base) { base += "_" }
        var (identifier, number) = (base, 2)
        while !used.insert(identifier).inserted || reserved.contains(identifier) {
            identifier = base + String(number)
            number += 1
        }
        return identifier
    }

    /// `my-route` as `myRoute`.
    static func camelCase(_ name: String) -> String {
        let words = name.split(separator: "-", omittingEmptySubsequences: true)
        return (words.first.map(String.init) ?? "") + words.dropFirst().map(capitalized).joined()
    }

    /// `my-route` and `my_route` as `MyRoute`.
    static func pascalCase(_ name: String) -> String {
        name.split { $0 == "-" || $0 == "_" }.map(capitalized).joined()
    }

    /// `my-route` as `my_route`.
    static func snakeCase(_ name: String) -> String { name.replacing("-", with: "_") }

    /// `my-route` and `myRoute` as `MY_ROUTE`.
    static func upperCase(_ name: String) -> String {
        var text = ""
        for character in snakeCase(name) {
            if character.isUppercase, let last = text.last, last != "_", !last.isUppercase { text += "_" }
            // The case of the letter before decides, so it is kept until the end.
            text.append(character)
        }
        return text.uppercased()
    }

    private static func capitalized(_ word: Substring) -> String { word.prefix(1).uppercased() + word.dropFirst() }
}
