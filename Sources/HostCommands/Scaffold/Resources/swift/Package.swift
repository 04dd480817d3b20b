// swift-tools-version: 6.3
import PackageDescription

/// Features are app modules: their code lives on the main actor unless it says otherwise.
let feature: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

let package = Package(
    name: "TemplateName",
    products: [.library(name: "TemplateNameFeature", type: .dynamic, targets: ["TemplateNameExport"])],
    dependencies: [.package(name: "template-package", path: "template-checkout")],
    targets: [
        .target(
            name: "TemplateName",
            dependencies: [.product(name: "FeatureKit", package: "template-package")],
            swiftSettings: feature),
        // The entry of the library, apart: SwiftPM links all tests of a package into one program, where the entries of two
        // features may not meet.
        .target(
            name: "TemplateNameExport",
            dependencies: ["TemplateName", .product(name: "FeatureKit", package: "template-package")],
            swiftSettings: feature),
        .testTarget(
            name: "TemplateNameTests",
            dependencies: ["TemplateName", .product(name: "FeatureTesting", package: "template-package")],
            swiftSettings: feature),
    ]
)
