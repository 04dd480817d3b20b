// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Embedding",
    products: [.library(name: "HostDoor", type: .dynamic, targets: ["HostDoor"])],
    // The name, since without one a package by path is called as its folder is, and a clone's folder may have any name.
    dependencies: [.package(name: "switchyard", path: "../..")],
    targets: [
        .executableTarget(name: "Embedding", dependencies: [.product(name: "HostCore", package: "switchyard")]),
        // A host as a library with functions in C, for programs in other languages.
        .target(
            name: "HostDoor", dependencies: [.product(name: "HostCore", package: "switchyard")], exclude: ["host.h"],
            swiftSettings: [.defaultIsolation(MainActor.self)]),
    ],
    swiftLanguageModes: [.v6]
)
