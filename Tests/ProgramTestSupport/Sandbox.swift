import Glibc
import HostSystem
import JSONText
import TestSupport
import Testing

/// A user's machine in a temporary directory: a home, a working directory, a plugins directory, a wiring file.
final class Sandbox {
    /// Where features come from.
    enum Plugins {
        /// From beside the executable, where the build leaves those that ship.
        case shipped
        /// From the sandbox's own directory, with these files in it.
        case only([Feature])
    }

    enum Wiring {
        /// No file at all.
        case none
        /// That of this repository.
        case shipped
        /// A file of that text.
        case text(String)
    }

    let directory: TemporaryDirectory
    private(set) var environment: [String: String]

    init(_ plugins: Plugins = .shipped, wiring: Wiring = .shipped) throws {
        directory = try TemporaryDirectory()
        environment = [
            "HOME": directory("home"), "PATH": directory("none"),
            "XDG_CACHE_HOME": directory("cache"), "XDG_DATA_HOME": directory("data"),
            "XDG_CONFIG_HOME": directory("config"), "XDG_DATA_DIRS": directory("none"),
            "XDG_CONFIG_DIRS": directory("none"), "LC_ALL": "C.UTF-8",
        ]
        // How the tests themselves were started: where the Swift runtime is, where coverage goes.
        for name in ["LD_LIBRARY_PATH", "LLVM_PROFILE_FILE"] {
            if let value = getenv(name) { environment[name] = String(cString: value) }
        }
        try directory.makeDirectory("work")
        try directory.makeDirectory("plugins")
        switch plugins {
        case .shipped: try WarmRegistry.copy(to: registry)
        case .only(let features):
            environment["SWITCHYARD_PLUGINS"] = self.plugins
            for feature in features { try install(feature) }
        }
        switch wiring {
        case .none: break
        case .shipped: environment["SWITCHYARD_CONFIG"] = Repository.path("switchyard.jsonc")
        case .text(let text):
            environment["SWITCHYARD_CONFIG"] = self.wiring
            try File.write(text, to: self.wiring)
        }
    }

    /// The plugins directory.
    var plugins: String { directory("plugins") }
    /// The wiring file, where it has a text of its own.
    var wiring: String { directory("wiring.jsonc") }
    /// The directory in which the program starts.
    var work: String { directory("work") }

    /// The file of the registry for the plugins directories of the environment.
    var registry: String {
        WarmRegistry.path(environment, cache: environment["XDG_CACHE_HOME"] ?? "")
    }

    /// The session files that runs have left, one for each app.
    func sessions() -> [String] {
        let folder = directory("home/.local/state/switchyard/sessions")
        return ((try? File.names(in: folder)) ?? []).filter { $0.hasSuffix(".json") }.map { "\(folder)/\($0)" }
    }

    /// The path of a feature's file in the plugins directory.
    func path(_ feature: Feature) -> String { "\(plugins)/\(feature.name)" }

    /// Writes a feature's file into the plugins directory, into the one that is there too.
    func install(_ feature: Feature) throws {
        try feature.write(to: path(feature))
    }

    func set(_ variable: String, _ value: String?) {
        environment[variable] = value
    }

    /// Lets features leave marks, as Tests/Fixtures/Mark.h does. They are not confined then.
    func collectMarks() throws {
        set("SWITCHYARD_TEST_MARK", directory("marks"))
        try confine("off")
    }

    /// Sets "sandbox" in the wiring file, and writes one if there is none.
    func confine(_ mode: String) throws {
        let text =
            try environment["SWITCHYARD_CONFIG"].map { String(decoding: try File.read($0), as: UTF8.self) } ?? "{}"
        guard !text.contains("\"sandbox\"") else { return }
        let parts = text.split(separator: "{", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = parts.dropFirst().joined()
        let isEmpty = rest.drop { $0.isWhitespace }.hasPrefix("}")
        try File.write("\(parts[0]){\"sandbox\": \"\(mode)\"\(isEmpty ? "" : ",")\(rest)", to: wiring)
        set("SWITCHYARD_CONFIG", wiring)
    }

    /// The marks that features have left, oldest first.
    var marks: [String] {
        let bytes = (try? File.read(directory("marks"))) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Runs switchyard with these arguments.
    func run(_ arguments: String...) throws -> Subprocess.Outcome {
        try run(arguments)
    }

    /// - Parameters:
    ///   - executable: A copy of switchyard; nil for that of the build.
    ///   - input: A file, which it reads as standard input.
    ///   - inputFlags: How that is opened.
    ///   - isOutputBlocking: Whether standard output waits where the pipe is full.
    ///   - killedAfter: When it is killed, where it runs for so long.
    ///   - killedOnceThereIs: It is killed once there is a file of that name where it works.
    ///   - killedOnceItHas: The text that this file must have besides.
    ///   - inherited: Descriptors that are open besides.
    func run(
        _ arguments: [String], executable: String? = nil, input: String? = nil, inputFlags: Int32 = O_RDONLY,
        isOutputBlocking: Bool = true, killedAfter: Duration? = nil, killedOnceThereIs: String? = nil,
        killedOnceItHas: String = "",
        inherited: ClosedRange<Int32>? = nil
    ) throws -> Subprocess.Outcome {
        var arguments = arguments
        // Where the test runs in both isolations and says nothing else.
        if let isolation = Isolation.given, arguments.first == "navigate", !arguments.contains("--isolation") {
            arguments.insert(contentsOf: ["--isolation", isolation.rawValue], at: 1)
        }
        var subprocess = Subprocess(
            try executable ?? Products.switchyard, arguments, environment: environment, directory: work)
        if let input { subprocess.input = input }
        subprocess.inputFlags = inputFlags
        subprocess.isOutputBlocking = isOutputBlocking
        subprocess.killedAfter = killedAfter
        subprocess.killedOnceThereIs = killedOnceThereIs.map { "\(work)/\($0)" }
        subprocess.killedOnceItHas = killedOnceItHas
        subprocess.inherited = inherited
        let outcome = try subprocess.run()
        // True of everything that is ever printed where there is no terminal.
        let hasEscapes = (outcome.output.utf8.contains(0x1b), outcome.diagnostics.utf8.contains(0x1b))
        #expect(!hasEscapes.0, "an escape on standard output of \(arguments)")
        #expect(!hasEscapes.1, "an escape on standard error of \(arguments)")
        let isUTF8 = outcome.isUTF8
        #expect(isUTF8, "what is no UTF-8 on standard output or error of \(arguments)")
        return outcome
    }

    /// Runs switchyard, which must succeed without a word on standard error, and gives what it prints.
    func output(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let outcome = try run(arguments)
        #expect(outcome.end == .exit(0), sourceLocation: sourceLocation)
        #expect(outcome.diagnostics == "", sourceLocation: sourceLocation)
        return outcome.output
    }

    /// Runs switchyard with `--json`, and gives what it prints.
    func json(_ arguments: String...) throws -> JSON {
        try JSON.parse(run(arguments + ["--json"]).output)
    }
}

/// The registry in which the libraries that ship are known, so that no test of them waits for their scan. It is made
/// once for a run of the tests.
private enum WarmRegistry {
    private static let bytes = Result {
        let directory = try TemporaryDirectory()
        let environment = ["HOME": directory("home"), "PATH": "", "XDG_CACHE_HOME": directory.path].merging(
            Subprocess.variables("LD_LIBRARY_PATH")
        ) { own, _ in own }
        let outcome = try Subprocess(Products.switchyard, ["list"], environment: environment, directory: "/").run()
        try #require(outcome.end == .exit(0), "\(outcome.diagnostics)")
        return try File.read(path(environment, cache: directory.path))
    }

    /// The file of the registry of the plugins directories that an environment names, as the host names it.
    static func path(_ environment: [String: String], cache: String) -> String {
        var directories = environment["SWITCHYARD_PLUGINS"].map { [$0] } ?? []
        let program = (try? Products.switchyard).flatMap { Path.resolved($0) }
        if directories.isEmpty, let folder = program.flatMap(Path.parent) {
            let data = environment["XDG_DATA_HOME"] ?? "\(environment["HOME"] ?? "")/.local/share"
            let system = environment["XDG_DATA_DIRS"]?.split(separator: ":").map(String.init)
            directories = [folder, "\(Path.parent(folder) ?? "")/lib/switchyard"]
            directories += ([data] + (system ?? ["/usr/local/share", "/usr/share"])).map { "\($0)/switchyard/plugins" }
        }
        var id = BinaryWriter()
        id.append(list: directories) { writer, path in writer.append(path) }
        id.append(optional: String?.none) { writer, path in writer.append(path) }
        let hash = id.bytes.withUnsafeBytes { XXHash64.hash($0) }
        return "\(cache)/switchyard/registry-\(String(hash, radix: 16))"
    }

    /// Writes the registry to a file, whose directories are made.
    static func copy(to file: String) throws {
        try FileSystem.makeDirectories(try #require(Path.parent(file)))
        try File.write(bytes.get(), to: file)
        guard chmod(file, 0o600) == 0 else { throw TemporaryDirectory.Failure("chmod", file) }
    }
}

extension Subprocess.Outcome {
    /// The lines of standard error, each without `switchyard: `.
    var messages: [String] {
        diagnostics.split(separator: "\n").map { line in
            line.hasPrefix("switchyard: ") ? String(line.dropFirst("switchyard: ".count)) : String(line)
        }
    }

    /// The first line of standard output: after navigate the stack.
    var firstLine: String { output.split(separator: "\n").first.map(String.init) ?? "" }
}
