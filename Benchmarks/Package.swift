// swift-tools-version: 6.3
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "Benchmarks",
    // The name, since without one a package by path is called as its folder is, and a clone's folder may have any name.
    dependencies: [.package(name: "switchyard", path: "..")],
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
        // The rows that are measured within one process: `InProcess 7` prints a line of JSON for each pair.
        .target(name: "CBaselines", cSettings: [.treatAllWarnings(as: .error)]),
        .executableTarget(
            name: "InProcess",
            dependencies: [
                "CBaselines",
                .product(name: "HostCore", package: "switchyard"),
                .product(name: "FeatureKit", package: "switchyard"),
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
