// swift-tools-version: 6.3
import PackageDescription

/// Features are app modules: their code lives on the main actor unless it says otherwise.
let feature: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

let package = Package(
    name: "LogsExample",
    products: [.library(name: "LogsFeature", type: .dynamic, targets: ["Logs"])],
    dependencies: [.package(name: "switchyard", path: "../..")],
    targets: [
        .target(
            name: "Logs", dependencies: [.product(name: "FeatureKit", package: "switchyard")],
            swiftSettings: feature),
        .testTarget(
            name: "LogsTests", dependencies: ["Logs", .product(name: "FeatureTesting", package: "switchyard")],
            swiftSettings: feature),
    ]
)
