// swift-tools-version: 6.3
import PackageDescription

/// Features are app modules: their code lives on the main actor unless it says otherwise.
let feature: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

let package = Package(
    name: "NewsExample",
    products: [.library(name: "NewsFeature", type: .dynamic, targets: ["News"])],
    dependencies: [.package(name: "switchyard", path: "../..")],
    targets: [
        .target(
            name: "News", dependencies: [.product(name: "FeatureKit", package: "switchyard")],
            swiftSettings: feature),
        .testTarget(
            name: "NewsTests", dependencies: ["News", .product(name: "FeatureTesting", package: "switchyard")],
            swiftSettings: feature),
    ]
)
