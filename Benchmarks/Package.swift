// swift-tools-version: 6.3
import CompilerPluginSupport
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// A module of the product, compiled in this package.
///
/// What is measured is `package` in the product, and a dependency shows only what is public. `Product` therefore links to
/// the folders of the sources. The flag -package-name would open a dependency too, but what it must say follows from the
/// name of the folder that the clone has.
func product(
    _ name: String, _ dependencies: [Target.Dependency], folder: String? = nil, exclude: [String] = [],
    resources: [Resource] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Product/\(folder ?? name)", exclude: exclude,
        resources: resources, swiftSettings: strict)
}

let package = Package(
    name: "Benchmarks",
    products: [.library(name: "ScreenFeature", type: .dynamic, targets: ["ScreenExport"])],
    targets: [
        // Measures, compares and prints. It imports nothing of the product: what it measures are processes.
        .executableTarget(name: "Benchmark", swiftSettings: strict),
        // What a Swift program costs that does nothing, linked with the libraries that switchyard is linked with.
        .executableTarget(
            name: "EmptyProgram",
            swiftSettings: strict,
            linkerSettings: [
                "swift_Concurrency", "swift_StringProcessing", "swift_RegexParser", "swiftSynchronization",
                "swiftGlibc", "BlocksRuntime", "dispatch", "swiftDispatch", "m",
            ].map { .linkedLibrary($0) }),

        product("FeatureABI", []),
        product("JSONText", []),
        product("FeatureContract", ["FeatureABI", "JSONText"]),
        .macro(name: "FeatureMacros", dependencies: ["JSONText"], path: "Product/FeatureMacros", swiftSettings: strict),
        product("FeatureKit", ["FeatureABI", "FeatureContract", "FeatureMacros", "JSONText"]),
        product("HostSystem", ["FeatureABI", "FeatureContract", "JSONText"], folder: "HostCore/System"),
        product(
            "HostCore", ["FeatureABI", "FeatureContract", "HostSystem", "JSONText"], exclude: ["System"],
            resources: [.embedInCode("Rendering/Resources"), .embedInCode("Graph/Formats/Resources")]),

        // The rows that are measured within one process: `InProcess 7` prints a line of JSON for each pair.
        .target(name: "CBaselines", dependencies: ["FeatureABI"], cSettings: [.treatAllWarnings(as: .error)]),
        // An app of as many features as are asked for, all known when it is compiled.
        .target(name: "StaticSeed", exclude: ["generate"], swiftSettings: strict),
        // A feature with one screen, and the library of it.
        .target(
            name: "ScreenViews", dependencies: ["FeatureKit"],
            swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
        .target(
            name: "ScreenExport", dependencies: ["FeatureKit", "ScreenViews"],
            swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
        .executableTarget(
            name: "InProcess",
            dependencies: [
                "CBaselines", "FeatureABI", "FeatureContract", "FeatureKit", "HostCore", "HostSystem", "JSONText",
                "ScreenViews", "StaticSeed",
            ],
            swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
    ],
    swiftLanguageModes: [.v6]
)
