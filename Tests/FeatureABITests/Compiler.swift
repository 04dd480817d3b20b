import Glibc
import TestSupport

/// A C or C++ compiler of this machine.
struct Compiler {
    let name: String

    static let warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]

    var isInstalled: Bool { installedProgram(name) != nil }

    /// Compiles a source, with every warning an error.
    ///
    /// - Parameter target: Another platform, without its C library: `aarch64-linux-gnu`. Nil for this one.
    func check(
        _ source: String, for target: String? = nil, standard: String, suffix: String
    ) throws -> Subprocess.Outcome {
        let directory = try TemporaryDirectory()
        let file = directory("consumer.\(suffix)")
        try File.write(source, to: file)
        let kind = target.map { ["--target=\($0)", "-ffreestanding", "-fsyntax-only"] } ?? ["-c"]
        let arguments = ["-std=\(standard)", "-I\(Repository.includeDirectory)"] + kind
        return try Subprocess(
            installedProgram(name) ?? name,
            arguments + Self.warnings + [file] + (target == nil ? ["-o", directory("consumer.o")] : []),
            environment: ["PATH": getenv("PATH").map { String(cString: $0) } ?? ""]
        ).run()
    }
}
