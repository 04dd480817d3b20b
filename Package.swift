// swift-tools-version: 6.3
import CompilerPluginSupport
import Glibc
import PackageDescription

/// Whether this is the SDK of an installation: the sources that a feature is built with and tested against, and no others.
let isSDK = access(Context.packageDirectory + "/Sources/Host", F_OK) != 0

/// Every target of this package is held to the same: a warning is an error. A later compiler than the one that has built
/// an installation may have new warnings.
let warned: [SwiftSetting] = isSDK ? [] : [.treatAllWarnings(as: .error)]

/// Whether Tests/Fuzzing/run builds: with counters in all code but that of the program that the compiler runs, which has a
/// main of its own.
let isFuzzed = Context.environment["SWITCHYARD_FUZZ"] != nil
let sanitizers = ["-sanitize=fuzzer,address"]
let strict = warned + (isFuzzed ? [.unsafeFlags(sanitizers)] : [])

/// Features are app modules: their code lives on the main actor unless it says otherwise.
let feature: [SwiftSetting] = strict + [.defaultIsolation(MainActor.self)]

/// FeatureKit and what it re-exports. SwiftPM compiles a target again when the module of one of its direct dependencies has
/// changed, and FeatureKit's own module does not change with those.
let kit = ["FeatureKit", "FeatureCore", "FeatureContract", "SwiftUINames"]
let onKit = kit.map { Target.Dependency.byName(name: $0) }

/// The program of Tests/Fuzzing/run. Only libFuzzer has a main for it, so that no other build may meet it.
let fuzzing: [Target] =
    isFuzzed
    ? [
        .executableTarget(
            name: "Fuzzer", dependencies: ["FuzzBodies"], path: "Tests/Fuzzing/Entry", swiftSettings: strict,
            linkerSettings: [.unsafeFlags(sanitizers)])
    ] : []

/// What Benchmarks/run measures with: beside the product, whose `package` declarations it measures. The static design of a
/// thousand features takes minutes to compile, so that no other build may meet it.
let benchmarks: [Target] =
    Context.environment["SWITCHYARD_BENCHMARKS"] == nil
    ? []
    : [
        // Measures, compares and prints. It imports nothing of the product: what it measures are processes.
        .executableTarget(name: "Benchmark", path: "Benchmarks/Sources/Benchmark", swiftSettings: strict),
        // What a Swift program costs that does nothing, linked with the libraries that switchyard is linked with.
        .executableTarget(
            name: "EmptyProgram", path: "Benchmarks/Sources/EmptyProgram", swiftSettings: strict,
            linkerSettings: [
                "swift_Concurrency", "swift_StringProcessing", "swift_RegexParser", "swiftSynchronization",
                "swiftGlibc", "BlocksRuntime", "dispatch", "swiftDispatch", "m",
            ].map { .linkedLibrary($0) }),
        // The rows that are measured within one process: `InProcess 9` prints a line of JSON for each pair.
        .executableTarget(
            name: "InProcess",
            dependencies: [
                "CBaselines", "FeatureABI", "HostCore", "HostSystem", "JSONText", "ScreenViews",
            ] + onKit,
            path: "Benchmarks/Sources/InProcess", swiftSettings: feature),
        .target(
            name: "CBaselines", dependencies: ["FeatureABI"], path: "Benchmarks/Sources/CBaselines",
            cSettings: [.treatAllWarnings(as: .error)]),
        // A feature with one screen, and the library of it.
        .target(
            name: "ScreenViews", dependencies: onKit, path: "Benchmarks/Sources/ScreenViews",
            swiftSettings: feature),
        .target(
            name: "ScreenExport", dependencies: onKit + ["ScreenViews"],
            path: "Benchmarks/Sources/ScreenExport", swiftSettings: feature),
    ]

let package = Package(
    name: "switchyard",
    products: [
        .executable(name: "switchyard", targets: ["Host"]),
        .library(name: "FeatureKit", targets: kit),
        .library(name: "FeatureTesting", targets: ["FeatureTesting"] + kit),
        .library(name: "HostCore", targets: ["HostCore", "FeatureContract"]),
        .library(name: "HomeFeature", type: .dynamic, targets: ["HomeExport"]),
        .library(name: "CharacterFeature", type: .dynamic, targets: ["CharacterExport"]),
    ],
    targets: [
        // The contract: in C, and what both sides must agree on beyond C.
        .target(name: "FeatureABI", cSettings: isSDK ? [] : [.treatAllWarnings(as: .error)]),
        .target(name: "JSONText", swiftSettings: strict),
        .target(name: "FeatureContract", dependencies: ["FeatureABI", "JSONText"], swiftSettings: strict),

        // The feature's side. FeatureKit, which authors import, is the names of FeatureCore and of SwiftUINames.
        .target(
            name: "FeatureCore", dependencies: ["FeatureABI", "FeatureContract", "FeatureMacros", "JSONText"],
            path: "Sources/FeatureKit", exclude: ["FeatureKit.swift", "FeatureKit.docc"], swiftSettings: strict),
        // The names of SwiftUI that are accepted for their looks alone, or explained by the compiler.
        .target(name: "SwiftUINames", dependencies: ["FeatureCore", "FeatureMacros"], swiftSettings: strict),
        .target(
            name: "FeatureKit", dependencies: ["FeatureCore", "SwiftUINames"],
            // FeatureCore's, in folders.
            exclude: [
                "Coding", "Export", "Feature", "Links", "Modifiers", "Navigation", "Rendering", "Saving", "State",
                "Views",
            ],
            swiftSettings: strict),
        // A program that the compiler runs while it compiles a feature, or the host.
        .macro(name: "FeatureMacros", swiftSettings: warned),
        .target(
            name: "FeatureTesting",
            dependencies: onKit + ["FeatureABI", "HTTPBroker", "HostCore", "HostSystem", "JSONText"],
            swiftSettings: strict),
        .target(
            name: "Home", dependencies: onKit, path: "Plugins/Home", exclude: ["Export"],
            swiftSettings: feature),
        .target(
            name: "Character", dependencies: onKit, path: "Plugins/Character",
            exclude: ["Export", "character.de.strings.json"],
            swiftSettings: feature),
        // The entry of each library, apart: SwiftPM links all tests of a package into one program, where two features
        // may meet and two functions of one name may not.
        .target(
            name: "HomeExport", dependencies: onKit + ["Home"], path: "Plugins/Home/Export",
            swiftSettings: feature),
        .target(
            name: "CharacterExport", dependencies: onKit + ["Character"], path: "Plugins/Character/Export",
            swiftSettings: feature),

        // The host's side.
        // The lowest room of HostCore, which the compiler keeps from using the others.
        .target(
            name: "HostSystem", dependencies: ["FeatureABI", "FeatureContract", "FeatureMacros", "JSONText"],
            path: "Sources/HostCore/System",
            swiftSettings: strict),
        // Makes requests of HTTP by the system's libcurl, in a process of its own. It knows neither features nor wiring.
        .target(
            name: "HTTPBroker", dependencies: ["CurlCalls", "FeatureContract", "HostSystem", "JSONText"],
            swiftSettings: strict),
        .target(name: "CurlCalls", cSettings: isSDK ? [] : [.treatAllWarnings(as: .error)]),
        .target(
            name: "HostCore",
            dependencies: ["FeatureABI", "FeatureContract", "HostSystem", "HTTPBroker", "JSONText"],
            exclude: ["System"], swiftSettings: strict),
        // Reads an app from outside: the findings of `doctor`, the graph, the comparison of two versions, recordings.
        .target(
            name: "HostTools",
            dependencies: ["FeatureABI", "FeatureContract", "HTTPBroker", "HostCore", "HostSystem", "JSONText"],
            // The page that `graph` prints, with its style and its script.
            resources: [.embedInCode("Graph/Formats/Resources")],
            swiftSettings: strict),
        // What `switchyard check` finds out about a feature, each test in a process of its own.
        .target(
            name: "FeatureCheck",
            dependencies: ["FeatureABI", "FeatureContract", "HostCore", "HostSystem", "JSONText"],
            swiftSettings: strict),
        // A terminal as cells, styles and events; it knows nothing of features.
        .target(name: "Terminal", dependencies: ["JSONText"], swiftSettings: strict),
        // The commands of `switchyard`, as a library that tests call.
        .target(
            name: "HostCommands",
            dependencies: [
                "HostCore", "HostSystem", "HostTools", "FeatureCheck", "FeatureContract", "JSONText", "Terminal",
            ],
            // The templates of `switchyard new`, the schema of `serve`, and the page of `switchyard web`.
            resources: [
                .embedInCode("Scaffold/Resources"), .embedInCode("Serving/Resources"), .embedInCode("Web/Resources"),
            ],
            swiftSettings: strict),
        .executableTarget(name: "Host", dependencies: ["HostCommands"], swiftSettings: strict),

        // What several targets of tests need: running other programs, and checking JSON by a schema.
        .target(name: "TestSupport", dependencies: ["JSONText"], path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(name: "FeatureABITests", dependencies: ["FeatureABI", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "JSONTextTests", dependencies: ["JSONText", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "FeatureContractTests", dependencies: ["FeatureContract", "FeatureABI", "JSONText", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "FeatureKitTests",
            dependencies: onKit + ["FeatureTesting", "JSONText", "TestSupport"],
            // Its samples are written as for SwiftUI, with names that have no effect here.
            swiftSettings: feature + [.treatWarning("DeprecatedDeclaration", as: .warning)]),
        .testTarget(
            name: "FeatureTestingTests", dependencies: onKit + ["FeatureTesting"], swiftSettings: feature),
        .testTarget(name: "HomeTests", dependencies: onKit + ["Home", "FeatureTesting"], swiftSettings: feature),
        .testTarget(
            name: "CharacterTests", dependencies: onKit + ["Character", "FeatureTesting", "TestSupport"],
            swiftSettings: feature
        ),
        // Shared by HostCoreTests and HostToolsTests: features that a test makes, directories, a worker in this process.
        .testTarget(
            name: "HostTestSupport",
            dependencies: [
                "HostCore", "HostSystem", "HTTPBroker", "FeatureABI", "FeatureContract", "JSONText", "TestSupport",
            ],
            path: "Tests/HostTestSupport", swiftSettings: strict),
        .testTarget(name: "HTTPBrokerTests", dependencies: ["HTTPBroker"], swiftSettings: strict),
        .testTarget(
            name: "HostCoreTests",
            dependencies: [
                "HostCore", "HostSystem", "HTTPBroker", "FeatureABI", "FeatureContract", "HostTestSupport", "JSONText",
                "TestSupport",
            ],
            exclude: ["Navigation/CallOrder.txt"], swiftSettings: strict),
        .testTarget(
            name: "HostToolsTests",
            dependencies: [
                "HostCore", "HostSystem", "HostTools", "FeatureContract", "HostTestSupport", "JSONText", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(name: "TerminalTests", dependencies: ["Terminal", "TestSupport"], swiftSettings: strict),
        // A program that TerminalTests run: it takes the screen, and ends in every way.
        .executableTarget(
            name: "TerminalFixture", dependencies: ["Terminal", "HostCore"], path: "Tests/TerminalFixture",
            swiftSettings: strict),
        // Shared by HostTests and HostCommandsTests: a machine with the program, a terminal, a browser, features. It knows
        // the host as its users do, so that a change of HostCore does not compile it, nor HostTests, again.
        .testTarget(
            name: "ProgramTestSupport", dependencies: ["HostSystem", "JSONText", "TestSupport"],
            path: "Tests/ProgramTestSupport", swiftSettings: strict),
        .testTarget(
            name: "HostTests",
            dependencies: ["HostSystem", "JSONText", "ProgramTestSupport", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "HostCommandsTests",
            dependencies: [
                "HostCommands", "HostCore", "HostSystem", "HostTools", "FeatureCheck", "FeatureContract", "HTTPBroker",
                "JSONText", "ProgramTestSupport", "TestSupport",
            ],
            swiftSettings: strict),

        // What is fuzzed, and the inputs that are kept of it, as tests.
        .target(
            name: "FuzzBodies", dependencies: ["HostCore", "HostSystem", "FeatureContract", "JSONText", "Terminal"],
            path: "Tests/Fuzzing/Bodies", swiftSettings: strict),
        .testTarget(
            name: "FuzzingTests", dependencies: ["FuzzBodies", "TestSupport"], path: "Tests/Fuzzing/Replay",
            swiftSettings: strict),
    ] + fuzzing + benchmarks,
    swiftLanguageModes: [.v6]
)

if !benchmarks.isEmpty {
    package.products.append(.library(name: "ScreenFeature", type: .dynamic, targets: ["ScreenExport"]))
}

// The Makefile has the list of what is installed. SwiftPM keeps what this file says for as long as its text is the same,
// whatever folders there are then.
if isSDK {
    package.targets.removeAll { target in
        access("\(Context.packageDirectory)/\(target.path ?? "Sources/\(target.name)")", F_OK) != 0
    }
    package.products.removeAll { !["FeatureKit", "FeatureTesting", "HostCore"].contains($0.name) }
}
