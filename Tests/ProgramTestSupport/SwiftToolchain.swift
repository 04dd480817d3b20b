import JSONText
import TestSupport

/// The Swift compiler of this machine, and the parts of its toolchain.
struct SwiftToolchain {
    let compiler: String
    /// The target, such as `x86_64-unknown-linux-gnu`.
    let target: String
    /// The folder in which `swift` and `swift_static` lie.
    let libraries: String

    /// The toolchain of this machine; nil if no compiler reports where its parts are.
    static let current: SwiftToolchain? = {
        guard let compiler = installedProgram("swiftc"),
            let outcome = try? Subprocess(compiler, ["-print-target-info"], environment: environment).run(),
            let information = try? JSON.parse(outcome.output),
            let target = information["target"]?["unversionedTriple"]?.string,
            let resources = information["paths"]?["runtimeResourcePath"]?.string
        else { return nil }
        let libraries = resources.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        return SwiftToolchain(compiler: compiler, target: target, libraries: libraries)
    }()

    /// The variables by which proxies find the compiler, and the compiler its tools.
    private static let environment = Subprocess.variables("PATH", "HOME", "SWIFTLY_HOME_DIR", "SWIFTLY_BIN_DIR")

    /// Compiles, with every warning an error.
    func compile(_ name: String, _ arguments: [String]) throws {
        let strict = ["-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-wmo"]
        let outcome = try Subprocess(compiler, strict + arguments, environment: Self.environment).run()
        guard outcome.end == .exit(0) else {
            throw Fixtures.NotBuilt(name: name, log: outcome.output + outcome.diagnostics)
        }
    }
}
