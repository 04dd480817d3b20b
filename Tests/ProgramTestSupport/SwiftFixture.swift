import Glibc
import TestSupport
import Testing

/// A feature of Tests/Fixtures in Swift, which the compiler alone builds: SwiftPM makes no library of a package with a
/// runtime of its own or none, and none that the package does not offer to others.
enum SwiftFixture: String, CustomTestStringConvertible {
    /// A library that has all of Swift linked into it.
    case staticRuntime = "StaticRuntime"
    /// A library in Embedded Swift, which needs no runtime.
    case embedded = "EmbeddedSwift"
    /// A library with the screens that FeatureKit's tests hold as samples.
    case samples = "Samples"
    /// Libraries with the code of the seeds as it stands.
    case routerGuide = "RouterGuide"
    case routerGuideHome = "RouterGuideHome"
    case navigatorLibrary = "NavigatorLibrary"
    case tabsSample = "TabsSample"
    case navigationPatterns = "NavigationPatterns"

    /// Those with a Swift runtime of their own, or none.
    static let ofOtherRuntimes: [SwiftFixture] = [.staticRuntime, .embedded]

    var testDescription: String { rawValue }

    /// The reason why the fixture cannot be built here; nil if it can.
    var reasonItIsMissing: Comment? {
        guard let toolchain = SwiftToolchain.current else { return "there is no swiftc that says where its parts are" }
        let needed = needed(of: toolchain)
        return needed.first { access($0, R_OK) != 0 }.map { "the toolchain has no \($0)" }
    }

    /// The fixture's library, for a plugins directory.
    var feature: Feature {
        Feature("lib\(rawValue).so") { try File.read(built()) }
    }

    private var sources: [String] {
        get throws { try Self.sources(in: Repository.path("Tests/Fixtures/\(rawValue)")) }
    }

    private func needed(of toolchain: SwiftToolchain) -> [String] {
        switch self {
        case .staticRuntime:
            ["\(toolchain.libraries)/swift_static/linux/libswiftCore.a", Self.dispatch(of: toolchain)]
        case .embedded:
            ["\(toolchain.libraries)/swift/embedded/Swift.swiftmodule/\(toolchain.target).swiftmodule"]
        default: []
        }
    }

    /// Returns the path of the shared libdispatch, with which a library with a runtime of its own is linked: decision
    /// 22.
    private static func dispatch(of toolchain: SwiftToolchain) -> String {
        "\(toolchain.libraries)/swift/linux/libdispatch.so"
    }

    private func built() throws -> String {
        try Fixtures.built(rawValue) { directory in
            guard let toolchain = SwiftToolchain.current else {
                throw Fixtures.NotBuilt(name: rawValue, log: "there is no swiftc")
            }
            let path = directory("lib\(rawValue).so")
            // The one in Embedded Swift is a feature of version 1.0, built against the header of that version alone.
            let folder = self == .embedded ? "Tests/Fixtures/abi-1.0" : "Sources/FeatureABI/include"
            let header = ["-Xcc", "-fmodule-map-file=\(Repository.path("\(folder)/module.modulemap"))"]
            let output = [
                "-module-name", rawValue, "-emit-library", "-o", path,
                "-Xlinker", "--version-script=\(Repository.path("Tests/Fixtures/exports.map"))",
                "-Xlinker", "--strip-debug",
            ]
            switch self {
            case .staticRuntime:
                let kit = try Self.featureKit()
                try toolchain.compile(
                    rawValue,
                    ["-static-stdlib", "-default-isolation", "MainActor", "-I", kit.modules] + header + output
                        + sources + kit.objects + [Self.dispatch(of: toolchain)])
            case .embedded:
                try toolchain.compile(
                    rawValue,
                    ["-enable-experimental-feature", "Embedded", "-target", toolchain.target, "-O"] + header + output
                        + sources)
            default:
                let kit = try Self.featureKit()
                let samples = try self == .samples ? Self.sampleScreens : []
                try toolchain.compile(
                    rawValue,
                    ["-default-isolation", "MainActor", "-I", kit.modules, "-Wwarning", "DeprecatedDeclaration"]
                        + Self.macros + header + output + sources + samples + kit.objects)
            }
            return path
        }
    }

    private static var sampleScreens: [String] {
        get throws {
            try sources(in: Repository.path("Tests/FeatureKitTests/Samples")).filter { !$0.hasSuffix("Tests.swift") }
        }
    }

    /// FeatureKit and what it needs, as the build has made them: the folder of their modules, and their objects, which
    /// are linked into each library.
    private static func featureKit() throws -> (modules: String, objects: [String]) {
        let rooms = [
            ("JSONText", "JSONText"), ("FeatureContract", "FeatureContract"), ("FeatureCore", "FeatureKit"),
            ("SwiftUINames", "SwiftUINames"), ("FeatureKit", "FeatureKit/FeatureKit.swift"),
        ]
        let objects = try rooms.flatMap { module, place in
            let path = Repository.path("Sources/\(place)")
            // The file beside the folders of FeatureCore is another module.
            let files =
                try place.hasSuffix(".swift") ? [path] : sources(in: path).filter { $0 != "\(path)/\(place).swift" }
            let names = files.compactMap { $0.split(separator: "/").last }
            return try names.map { try Products.path("\(module).build/\($0).o") }
        }
        return (try Products.path("Modules"), objects)
    }

    /// The option that lets the compiler expand FeatureKit's macros.
    private static var macros: [String] {
        get throws { ["-load-plugin-executable", "\(try Products.path("FeatureMacros-tool"))#FeatureMacros"] }
    }

    /// Returns the Swift files in a folder and the folders in it.
    private static func sources(in folder: String) throws -> [String] {
        try File.names(in: folder).flatMap { name -> [String] in
            let path = "\(folder)/\(name)"
            if name.hasSuffix(".swift") { return [path] }
            return name.contains(".") ? [] : try sources(in: path)
        }
    }
}
