import TestSupport
import Testing

/// A source of a feature, as the compiler sees it in the package form that the documents prescribe: with MainActor as
/// the default isolation.
enum FeatureSource {
    /// Returns the errors or the warnings of a source.
    static func diagnostics(_ severity: String, of path: String) throws -> [Substring] {
        let outcome = try Subprocess(
            try #require(installedProgram("swiftc")),
            [
                "-typecheck", "-swift-version", "6", "-default-isolation", "MainActor",
                "-I", Products.path("Modules"), "-I", Repository.path("Sources/FeatureABI/include"),
                "-load-plugin-executable", "\(Products.path("FeatureMacros-tool"))#FeatureMacros", path,
            ]
        ).run()
        return outcome.diagnostics.split(separator: "\n").filter {
            $0.contains(".swift:") && $0.contains("\(severity):")
        }
    }
}
