import TestSupport

/// A feature of Examples in another language than Swift, built as its README says.
enum LanguageExample: String, CaseIterable {
    case c = "C"
    case notices = "Notices"
    case cxx = "C++"
    case rust = "Rust"
    case zig = "Zig"
    case go = "Go"
    case d = "D"
    case nim = "Nim"
    case pascal = "Pascal"
    case python = "Python"
    case fortran = "Fortran"
    case luaJIT = "LuaJIT"
    case ocaml = "OCaml"
    case ada = "Ada"

    /// The example's folder.
    var folder: String {
        switch self {
        case .notices: Repository.path("Examples/C")
        case .d, .nim, .pascal, .python, .fortran, .luaJIT, .ocaml, .ada: Repository.path("Examples/Minimal")
        default: Repository.path("Examples/\(rawValue)")
        }
    }

    /// A program that the build needs and that this machine lacks; nil if all are installed.
    var missingProgram: String? {
        programs.first { !isUsableProgram($0) } ?? (hasCompiler ? nil : "compiler of \(rawValue)")
    }

    /// Whether a compiler that does not know '--version', or what is embedded, is there.
    private var hasCompiler: Bool {
        switch self {
        case .zig, .go: (try? run("make", ["--silent", "-C", folder, "version"])) != nil
        case .pascal: (try? run("fpc", ["-iV"])) != nil
        case .python: (try? run("/usr/bin/python3-config", ["--includes"])) != nil
        case .luaJIT:
            (try? run("luajit", ["-v"])) != nil && (try? run("pkg-config", ["--exists", "luajit"])) != nil
        default: true
        }
    }

    /// Whether the library may run in the host's own process, as one with Go's runtime may not.
    var isForInlineToo: Bool { self != .go }

    /// The example's library, for a plugins directory.
    var feature: Feature {
        let library = library
        return Feature(library) { try File.read(built()) }
    }

    private var programs: [String] {
        switch self {
        case .c, .notices: ["make", "cc"]
        case .cxx: ["make", "c++"]
        case .rust: ["cargo", "cc"]
        case .zig, .pascal: ["make"]
        case .go, .python: ["make", "cc"]
        case .d: ["make", "ldc2"]
        case .nim: ["make", "cc", "nim"]
        case .fortran: ["make", "gfortran"]
        case .luaJIT: ["make", "cc"]
        case .ocaml: ["make", "cc", "ocamlopt"]
        case .ada: ["make", "gcc", "gnatbind"]
        }
    }

    private var library: String {
        switch self {
        case .c: "libMachineFeature.so"
        case .notices: "libNoticesFeature.so"
        case .cxx: "libTodoFeature.so"
        case .rust: "libColourFeature.so"
        case .zig: "libDigestFeature.so"
        case .go: "libZonesFeature.so"
        case .d, .nim, .pascal, .python, .fortran, .luaJIT, .ocaml, .ada: "lib\(rawValue).so"
        }
    }

    /// Builds the example, and returns the path of its library.
    private func built() throws -> String {
        try Fixtures.built("example-\(rawValue)") { directory in
            let build = directory("example-\(rawValue)")
            switch self {
            case .c, .notices, .cxx:
                try run("make", ["-C", folder, "CC=cc", "CXX=c++", "BUILD=\(build)"])
                return "\(build)/\(library)"
            case .zig, .go:
                try run("make", ["-C", folder, "BUILD=\(build)"])
                return "\(build)/\(library)"
            case .d, .nim, .pascal, .python, .fortran, .luaJIT, .ocaml, .ada:
                try run("make", ["-C", folder, "CC=cc", "BUILD=\(build)", rawValue.lowercased()])
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
