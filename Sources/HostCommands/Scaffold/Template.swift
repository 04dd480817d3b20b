/// Turns the files of `Resources` into those of a feature.
///
/// They are a feature themselves, whose names stand where the feature's own are to stand: `TemplateName`, `template-name`,
/// `template-scheme`. So they can be read, checked and compiled as what they are.
struct Template {
    /// The names that are replaced, each with what takes its place. No name begins another one.
    private let replacements: [(name: [UInt8], text: String)]

    init(_ replacements: [(name: String, text: String)]) {
        self.replacements = replacements.map { (Array($0.name.utf8), $0.text) }
    }

    /// The content of a resource with every name replaced. What takes a name's place is not looked at again.
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

    /// A path in which every name is replaced.
    func path(_ path: String) -> String { text(Array(path.utf8)) }
}

/// The layout of a feature in Swift.
enum SwiftLayout: String, CaseIterable {
    /// One screen in one file.
    case small
    /// The folders of seed 000, with two screens.
    case seeds
}

/// A language for which `switchyard new` has a template.
enum FeatureLanguage: String, CaseIterable {
    case swift, c, rust

    /// The language's name for display.
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

    /// The programs by which a feature is built.
    var tools: [String] {
        switch self {
        case .swift: ["swift"]
        case .c: ["cc", "make"]
        case .rust: ["cargo"]
        }
    }

    /// Returns the path, within the package, at which a build leaves the library.
    func library(of name: FeatureName) -> String {
        switch self {
        case .swift: ".build/debug/lib\(name.type)Feature.so"
        case .c: "lib\(name.type)Feature.so"
        case .rust: "target/debug/lib\(name.snake)_feature.so"
        }
    }
}
