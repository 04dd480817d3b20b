/// Turns the files of `Resources` into those of a feature.
///
/// The files are a feature themselves, with names in the places of the feature's own: `TemplateName`, `template-name`,
/// `template-scheme`. So they can be read, checked and compiled.
struct Template {
    /// The names with their replacements. No name begins with another.
    private let replacements: [(name: [UInt8], text: String)]

    /// - Parameter own: The replacements besides the feature's names and the scheme of its links.
    init(replacing own: KeyValuePairs<String, String>, _ name: FeatureName, _ scheme: String) {
        let names = [
            ("TemplateName", name.type), ("template-name", name.id), ("template_name", name.snake),
            ("Template name", name.title), ("template-scheme", scheme),
        ]
        replacements = (own.map { ($0.key, $0.value) } + names).map { (Array($0.0.utf8), $0.1) }
    }

    /// The content of a resource with every name replaced. Replacements are not searched again.
    func text(_ resource: [UInt8]) -> String {
        var text: [UInt8] = []
        var rest = resource[...]
        while let first = rest.first {
            if let (name, replacement) = replacements.first(where: { rest.starts(with: $0.name) }) {
                text += replacement.utf8
                rest = rest.dropFirst(name.count)
            } else {
                text.append(first)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    func path(_ path: String) -> String { text(Array(path.utf8)) }
}

enum SwiftLayout: String, CaseIterable {
    case small
    /// The folders of seed 000, with two screens.
    case seeds
}

/// A language for which `switchyard new` has a template.
enum FeatureLanguage: String, CaseIterable {
    case swift, c, rust

    var title: String {
        switch self {
        case .swift: "Swift"
        case .c: "C"
        case .rust: "Rust"
        }
    }

    /// The tools that must be installed to build a feature.
    var requirement: String {
        switch self {
        case .swift: "Swift 6.3 or later"
        case .c: "a C compiler and make"
        case .rust: "Rust 1.63 or later (`cargo`), and no crate"
        }
    }

    var tools: [String] {
        switch self {
        case .swift: ["swift"]
        case .c: ["cc", "make"]
        case .rust: ["cargo"]
        }
    }

    /// Returns the path of the built library within the package.
    func library(of name: FeatureName) -> String {
        switch self {
        case .swift: ".build/debug/lib\(name.type)Feature.so"
        case .c: "lib\(name.type)Feature.so"
        case .rust: "target/debug/lib\(name.snake)_feature.so"
        }
    }
}
