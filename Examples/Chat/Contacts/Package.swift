// swift-tools-version: 6.3
import PackageDescription

/// Features are app modules: their code lives on the main actor unless it says otherwise.
let feature: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

let package = Package(
    name: "Contacts",
    products: [.library(name: "ContactsFeature", type: .dynamic, targets: ["Contacts"])],
    // The name, since without one a package by path is called as its folder is, and a clone's folder may have any name.
    dependencies: [.package(name: "switchyard", path: "../../..")],
    targets: [
        .target(
            name: "Contacts", dependencies: [.product(name: "FeatureKit", package: "switchyard")],
            swiftSettings: feature),
        .testTarget(
            name: "ContactsTests", dependencies: ["Contacts", .product(name: "FeatureTesting", package: "switchyard")],
            swiftSettings: feature),
    ]
)
