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

    /// Returns the path, within the package, at which a build leaves the library.
    func library(of name: FeatureName) -> String {
        switch self {
        case .swift: ".build/debug/lib\(name.type)Feature.so"
        case .c: "lib\(name.type)Feature.so"
        case .rust: "target/debug/lib\(name.snake)_feature.so"
        }
    }
}
