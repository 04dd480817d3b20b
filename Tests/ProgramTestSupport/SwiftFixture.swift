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
            ]
            switch self {
            case .staticRuntime:
                let modules = try directory.makeDirectory("modules")
                let objects = try Self.compileFeatureKit(by: toolchain, into: modules, header)
                try toolchain.compile(
                    rawValue,
                    ["-static-stdlib", "-default-isolation", "MainActor", "-I", modules] + header + output
                        + sources + objects + [Self.dispatch(of: toolchain)])
            case .embedded:
                try toolchain.compile(
                    rawValue,
                    ["-enable-experimental-feature", "Embedded", "-target", toolchain.target, "-O"] + header + output
                        + sources)
            default:
                let kit = try Self.sharedFeatureKit(by: toolchain, header)
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

    /// Returns FeatureKit's modules and objects for libraries with the usual Swift runtime, compiled once for all.
    private static func sharedFeatureKit(
        by toolchain: SwiftToolchain, _ header: [String]
    ) throws -> (modules: String, objects: [String]) {
        let modules = try Fixtures.built("FeatureKit") { directory in
            let modules = try directory.makeDirectory("modules-FeatureKit")
            _ = try compileFeatureKit(by: toolchain, into: modules, header)
            return modules
        }
        return (modules, kit.map { "\(modules)/\($0.name).o" })
    }

    /// The option that lets the compiler expand FeatureKit's macros.
    private static var macros: [String] {
        get throws { ["-load-plugin-executable", "\(try Products.path("FeatureMacros-tool"))#FeatureMacros"] }
    }

    /// FeatureKit and its dependencies, each after those it needs, with the folders or the files of their sources.
    private static let kit: [(name: String, source: String)] = [
        ("JSONText", "JSONText"), ("FeatureContract", "FeatureContract"), ("FeatureCore", "FeatureKit"),
        ("SwiftUINames", "SwiftUINames"), ("FeatureKit", "FeatureKit/FeatureKit.swift"),
    ]

    /// Compiles FeatureKit and its dependencies once more, to be linked in, and returns the objects. Half a minute at
    /// most.
    private static func compileFeatureKit(
        by toolchain: SwiftToolchain, into directory: String, _ header: [String]
    ) throws -> [String] {
        try kit.map { name, source in
            let path = Repository.path("Sources/\(source)")
            // The file beside the folders of FeatureCore is another module.
            let files =
                try source.hasSuffix(".swift") ? [path] : sources(in: path).filter { $0 != "\(path)/\(source).swift" }
            let object = "\(directory)/\(name).o"
            let module = ["-emit-module", "-emit-module-path", "\(directory)/\(name).swiftmodule", "-static"]
            try toolchain.compile(
                name,
                ["-package-name", "switchyard", "-module-name", name, "-I", directory] + macros + module + header
                    + files + ["-c", "-o", object])
            return object
        }
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
