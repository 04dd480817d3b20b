/// A language that a feature can be begun in.
enum FeatureLanguage: String, CaseIterable {
    case swift, c, rust

    /// As people write it.
    var title: String {
        switch self {
        case .swift: "Swift"
        case .c: "C"
        case .rust: "Rust"
        }
    }

    /// What has to be installed.
    var requirement: String {
        switch self {
        case .swift: "Swift 6.3 or later"
        case .c: "a C compiler and make"
        case .rust: "Rust 1.63 or later (`cargo`), and no crate"
        }
    }

    /// Where a build leaves the library.
    func library(of name: FeatureName) -> String {
        switch self {
        case .swift: ".build/debug/lib\(name.type)Feature.so"
        case .c: "lib\(name.type)Feature.so"
        case .rust: "target/debug/lib\(name.snake)_feature.so"
        }
    }
}
