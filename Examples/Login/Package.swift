// swift-tools-version: 6.3
import PackageDescription

/// Features are app modules: their code lives on the main actor unless it says otherwise.
let feature: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

let kit: Target.Dependency = .product(name: "FeatureKit", package: "switchyard")
let testing: Target.Dependency = .product(name: "FeatureTesting", package: "switchyard")

let package = Package(
    name: "LoginExample",
    products: [
        .library(name: "LoginFeature", type: .dynamic, targets: ["LoginExport"]),
        .library(name: "AccountFeature", type: .dynamic, targets: ["AccountExport"]),
    ],
    dependencies: [.package(name: "switchyard", path: "../..")],
    targets: [
        .target(name: "Login", dependencies: [kit], swiftSettings: feature),
        .target(name: "Account", dependencies: [kit], swiftSettings: feature),
        // The entry of each library, apart: SwiftPM links all tests of a package into one program, where two functions
        // of one name may not meet.
        .target(name: "LoginExport", dependencies: [kit, "Login"], swiftSettings: feature),
        .target(name: "AccountExport", dependencies: [kit, "Account"], swiftSettings: feature),
        .testTarget(name: "LoginTests", dependencies: ["Login", testing], swiftSettings: feature),
        .testTarget(name: "AccountTests", dependencies: ["Account", testing], swiftSettings: feature),
    ]
)
