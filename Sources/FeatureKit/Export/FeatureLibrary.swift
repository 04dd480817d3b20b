package import FeatureABI

/// The result of `switchyard_feature_entry`.
public typealias FeatureEntry = OpaquePointer

/// Exports a feature as a library.
public enum FeatureLibrary {
    /// Returns the library's entry. One line in the library exports the feature:
    ///
    /// ```swift
    /// @c(switchyard_feature_entry)
    /// public func featureEntry() -> FeatureEntry { FeatureLibrary.export(HomeFeature.self) }
    /// ```
    ///
    /// Write `public`. Without it, a debug build of SwiftPM still exports the function; a release build drops it, and
    /// no host accepts the library.
    ///
    /// The host calls it on the main thread. Each call returns the same entry.
    public static func export<F: Feature>(_ type: F.Type) -> FeatureEntry {
        OpaquePointer(library(of: type))
    }

    /// Returns the table behind ``export(_:)``.
    package static func library<F: Feature>(of type: F.Type) -> UnsafePointer<sy_library> {
        onMainActor {
            let key = ObjectIdentifier(type)
            if let known = libraries[key] { return known }
            let library = LibraryTable.make(ExportedLibrary(type) { try F(context: $0) })
            libraries[key] = library
            return library
        }
    }

    /// Returns a new table whose feature the test makes.
    @MainActor
    package static func library<F: Feature>(
        of type: F.Type, makingFeatureBy make: @escaping (FeatureContext) throws -> F
    ) -> UnsafePointer<sy_library> {
        let library = LibraryTable.make(ExportedLibrary(type, makingFeatureBy: make))
        testLibraries.append(library)
        return library
    }

    /// The tables by feature type. They live as long as the process: the host may keep them.
    @MainActor private static var libraries: [ObjectIdentifier: UnsafePointer<sy_library>] = [:]
    /// The tables of tests, held so that a leak checker does not report them.
    @MainActor private static var testLibraries: [UnsafePointer<sy_library>] = []
}
