import TestSupport

/// A feature of Examples in another language than Swift, built as its README says.
enum LanguageExample: String, CaseIterable {
    case c = "C"
    case cxx = "C++"
    case rust = "Rust"

    /// The example's folder.
    var folder: String { Repository.path("Examples/\(rawValue)") }

    /// A program that the build needs and that this machine lacks; nil if all are installed.
    var missingProgram: String? { programs.first { !isUsableProgram($0) } }

    /// The example's library, for a plugins directory.
    var feature: Feature {
        let library = library
        return Feature(library) { try File.read(built()) }
    }

    private var programs: [String] {
        switch self {
        case .c: ["make", "cc"]
        case .cxx: ["make", "c++"]
        case .rust: ["cargo", "cc"]
        }
    }

    private var library: String {
        switch self {
        case .c: "libMachineFeature.so"
        case .cxx: "libTodoFeature.so"
        case .rust: "libColourFeature.so"
        }
    }

    /// Builds the example, and returns the path of its library.
    private func built() throws -> String {
        try Fixtures.built("example-\(rawValue)") { directory in
            let build = directory("example-\(rawValue)")
            switch self {
            case .c, .cxx:
                try run("make", ["-C", folder, "CC=cc", "CXX=c++", "BUILD=\(build)"])
                return "\(build)/\(library)"
            case .rust:
                try cargo("build", into: build)
                return "\(build)/debug/\(library)"
            }
        }
    }

    /// Runs a command of cargo, offline and as the lock file says.
    func cargo(_ command: String, into directory: String) throws {
        let package = ["--manifest-path", "\(folder)/Cargo.toml", "--target-dir", directory]
        try run("cargo", [command, "--quiet", "--offline", "--locked"] + package)
    }

    private func run(_ program: String, _ arguments: [String]) throws {
        // The variables by which cargo, and the compiler that it calls, are found.
        let environment = Subprocess.variables("PATH", "HOME", "CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN")
        let outcome = try Subprocess(installedProgram(program) ?? program, arguments, environment: environment).run()
        guard outcome.end == .exit(0) else {
            throw Fixtures.NotBuilt(name: "Examples/\(rawValue)", log: outcome.output + outcome.diagnostics)
        }
    }
}
