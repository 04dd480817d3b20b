import Glibc
import TestSupport

/// A C or C++ compiler of this machine.
struct Compiler {
    let name: String

    static let warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]

    var isInstalled: Bool { installedProgram(name) != nil }

    /// Compiles a source, with every warning an error.
    func check(_ source: String, standard: String, suffix: String) throws -> Subprocess.Outcome {
        let directory = try TemporaryDirectory()
        let file = directory("consumer.\(suffix)")
        try File.write(source, to: file)
        let arguments = ["-std=\(standard)", "-c", "-I\(Repository.includeDirectory)"]
        return try Subprocess(
            installedProgram(name) ?? name, arguments + Self.warnings + [file, "-o", directory("consumer.o")],
            environment: ["PATH": getenv("PATH").map { String(cString: $0) } ?? ""]
        ).run()
    }
}
