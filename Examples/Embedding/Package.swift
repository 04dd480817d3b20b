// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Embedding",
    // The name, since without one a package by path is called as its folder is, and a clone's folder may have any name.
    dependencies: [.package(name: "switchyard", path: "../..")],
    targets: [
        .executableTarget(name: "Embedding", dependencies: [.product(name: "HostCore", package: "switchyard")])
    ],
    swiftLanguageModes: [.v6]
)
