package import FeatureABI

/// What `feature_entry` returns.
public typealias FeatureEntry = OpaquePointer

/// Makes a library of a feature.
public enum FeatureLibrary {
    /// The library's entry. One line in the library exports the feature:
    ///
    /// ```swift
    /// @c(feature_entry)
    /// public func featureEntry() -> FeatureEntry { FeatureLibrary.export(HomeFeature.self) }
    /// ```
    ///
    /// Write `public`. A debug build of SwiftPM exports the function without it; a release build drops the function, and
    /// the library is none that a host takes.
    ///
    /// Called by the host on the main thread. The same at each call.
    public static func export<F: Feature>(_ type: F.Type) -> FeatureEntry {
        OpaquePointer(library(of: type))
    }

    /// The table behind ``export(_:)``.
    package static func library<F: Feature>(of type: F.Type) -> UnsafePointer<sy_library> {
        onMainActor {
            let key = ObjectIdentifier(type)
            if let known = libraries[key] { return known }
            let library = LibraryTable.make(ExportedLibrary(type) { F(context: $0) })
            libraries[key] = library
            return library
        }
    }

    /// A table of its own whose feature a test makes.
    @MainActor
    package static func library<F: Feature>(
        of type: F.Type, makingFeatureBy make: @escaping (FeatureContext) -> F
    ) -> UnsafePointer<sy_library> {
        let library = LibraryTable.make(ExportedLibrary(type, makingFeatureBy: make))
        testLibraries.append(library)
        return library
    }

    /// Tables live as long as the process does: the host may keep them.
    @MainActor private static var libraries: [ObjectIdentifier: UnsafePointer<sy_library>] = [:]
    /// Those of tests, held so that they are no leak to what looks for leaks.
    @MainActor private static var testLibraries: [UnsafePointer<sy_library>] = []
}
