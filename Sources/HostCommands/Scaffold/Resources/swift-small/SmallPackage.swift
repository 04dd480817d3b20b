// swift-tools-version: 6.3
import PackageDescription

/// A feature is an app module: its code lives on the main actor unless it says otherwise.
let feature: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

let package = Package(
    name: "TemplateName",
    products: [.library(name: "TemplateNameFeature", type: .dynamic, targets: ["TemplateName"])],
    dependencies: [.package(name: "template-package", path: "template-checkout")],
    targets: [
        .target(
            name: "TemplateName",
            dependencies: [.product(name: "FeatureKit", package: "template-package")],
            swiftSettings: feature),
        .testTarget(
            name: "TemplateNameTests",
            dependencies: ["TemplateName", .product(name: "FeatureTesting", package: "template-package")],
            swiftSettings: feature),
    ]
)
