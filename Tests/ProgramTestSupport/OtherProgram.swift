import Glibc
import TestSupport

/// A host program of another package: it sees the public declarations of HostCore, and nothing else.
enum OtherProgram {
    struct NotBuilt: Error, CustomStringConvertible {
        let log: String
        var description: String { "a program that is a host does not compile:\n\(log)" }
    }

    static var haveCompiler: Bool { installedProgram("swiftc") != nil }

    /// The modules that the program is linked with, and the folders of their sources.
    private static let modules = [
        "HostCore": "HostCore", "HostSystem": "HostCore/System", "FeatureContract": "FeatureContract",
        "JSONText": "JSONText", "HTTPBroker": "HTTPBroker",
    ]

    /// The options by which a compiler without SwiftPM finds the modules in C.
    static var moduleMaps: [String] {
        ["FeatureABI", "CurlCalls"].flatMap {
            ["-Xcc", "-fmodule-map-file=\(Repository.path("Sources/\($0)/include/module.modulemap"))"]
        }
    }

    /// Builds a source to an executable, or with other options.
    static func build(_ source: String, to path: String, _ options: [String] = []) throws {
        let products = try Products.switchyard.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        let objects =
            try modules.flatMap { module, folder in
                try sources(in: Repository.path("Sources/\(folder)")).map { "\(products)/\(module).build/\($0).o" }
            }
        let arguments = [
            "-swift-version", "6", "-warnings-as-errors", "-module-name", "Other", "-package-name", "other",
            "-I", "\(products)/Modules", "-module-cache-path", "\(products)/ModuleCache",
            source, "\(products)/FeatureABI.build/FeatureABI.c.o", "\(products)/CurlCalls.build/CurlCalls.c.o", "-o",
            path,
        ]
        let outcome = try Subprocess(
            installedProgram("swiftc") ?? "swiftc", options + arguments + moduleMaps + objects,
            environment: ["PATH": getenv("PATH").map { String(cString: $0) } ?? ""]
        ).run()
        guard outcome.end == .exit(0) else { throw NotBuilt(log: outcome.output + outcome.diagnostics) }
    }

    /// Returns the names of the Swift files in a folder and all below it, except those of another module.
    private static func sources(in folder: String) throws -> [String] {
        try File.names(in: folder).flatMap { name in
            if name.hasSuffix(".swift") { return [name] }
            if modules.values.contains(where: { "\(folder)/\(name)".hasSuffix("Sources/\($0)") }) { return [] }
            return name.contains(".") ? [] : try sources(in: "\(folder)/\(name)")
        }
    }
}
