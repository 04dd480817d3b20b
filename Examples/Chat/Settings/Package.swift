// swift-tools-version: 6.3
import PackageDescription

/// Features are app modules: their code lives on the main actor unless it says otherwise.
let feature: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

let package = Package(
    name: "Settings",
    products: [.library(name: "SettingsFeature", type: .dynamic, targets: ["Settings"])],
    // The name, since without one a package by path is called as its folder is, and a clone's folder may have any name.
    dependencies: [.package(name: "switchyard", path: "../../..")],
    targets: [
        .target(
            name: "Settings", dependencies: [.product(name: "FeatureKit", package: "switchyard")],
            swiftSettings: feature),
        .testTarget(
            name: "SettingsTests", dependencies: ["Settings", .product(name: "FeatureTesting", package: "switchyard")],
            swiftSettings: feature),
    ]
)
