/// The checkout of the sources from which these tests were built.
package enum Repository {
    /// The root: three folders up from this file.
    package static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    package static func path(_ name: String) -> String { "\(root)/\(name)" }

    /// The folder of FeatureABI.h.
    package static var includeDirectory: String { path("Sources/FeatureABI/include") }
}
