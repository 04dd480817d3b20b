import Glibc
import Synchronization
import TestSupport

/// The libraries of Tests/Fixtures, each built once when it is first needed.
enum Fixtures {
    struct NotBuilt: Error, CustomStringConvertible {
        let name: String
        let log: String
        var description: String { "the fixture \(name) does not compile:\n\(log)" }
    }

    /// Where two outgoing destinations of Pages lead, for a wiring file.
    static let pagesRedirects =
        #""redirects": {"pages/card?number={n}": "pages/page?number={n}", "pages/far": "pages/mark"}"#

    static var haveCompiler: Bool { installedProgram("cc") != nil }

    /// Returns the path of the library that Tests/Fixtures/NAME is built to.
    static func library(_ name: String) throws -> String {
        try built(name) { directory in
            let path = directory("lib\(name).so")
            try compile(name, folder: name, to: path, ["-I\(Repository.path("Tests/Fixtures"))"])
            return path
        }
    }

    /// Returns the path of the feature of Tests/Fixtures/abi-VERSION, built against the header of that version alone.
    ///
    /// - Parameter isNewer: Whether it is built as one of a pretended next version.
    static func released(_ version: String, isNewer: Bool = false) throws -> String {
        let name = "abi-\(version)\(isNewer ? "-newer" : "")"
        let header = isNewer ? try newerHeader() : Repository.path("Tests/Fixtures/abi-\(version)")
        return try built(name) { directory in
            let path = directory("lib\(name).so")
            // Away from the header beside it, which the compiler would take first.
            let source = directory("\(name).c")
            try File.write(File.read(Repository.path("Tests/Fixtures/abi-\(version)/feature.c")), to: source)
            try compile(name, [source], to: path, ["-pthread"], header: header)
            return path
        }
    }

    /// Returns the path of the program of Tests/Fixtures/NewerHost, a host of a pretended next version.
    static func newerHost() throws -> String {
        let header = try newerHeader()
        return try built("NewerHost") { directory in
            let path = directory("newer-host")
            try compile(
                "NewerHost", [Repository.path("Tests/Fixtures/NewerHost/host.c")], to: path, ["-ldl"], header: header,
                as: ["-fPIE", "-pie"])
            return path
        }
    }

    /// Returns a directory with the header of a pretended next version: each struct that may grow has two more members,
    /// and the minor is larger.
    private static func newerHeader() throws -> String {
        try built("newer-header") { directory in
            let folder = try directory.makeDirectory("newer-header")
            let header = String(decoding: try File.read("\(Repository.includeDirectory)/FeatureABI.h"), as: UTF8.self)
            let lines = header.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                switch line {
                case _ where line.hasPrefix("#define SY_ABI_MINOR "): "\(line.dropLast()) + 1u"
                case "} sy_string;", "} sy_value;": String(line)
                case _ where line.hasPrefix("} sy_"): "    sy_string newer_text;\n    uint64_t newer;\n\(line)"
                default: String(line)
                }
            }
            try File.write(lines.joined(separator: "\n"), to: "\(folder)/FeatureABI.h")
            // It includes the header that lies beside it.
            try File.copy("\(Repository.includeDirectory)/FeatureHelpers.h", to: "\(folder)/FeatureHelpers.h")
            return folder
        }
    }

    /// Returns the path of the feature of NeedsLibrary, which looks for libtone.so.1 in its own folder.
    static func needingLibrary() throws -> String {
        let tone = try tone("a")
        return try built("NeedsLibrary") { directory in
            let path = directory("libNeedsLibrary.so")
            try compile(
                "NeedsLibrary", folder: "NeedsLibrary", to: path,
                ["-I\(Repository.path("Tests/Fixtures"))", tone, "-Wl,-rpath,$ORIGIN"])
            return path
        }
    }

    /// Returns the path of a libtone.so.1 that says a word.
    static func tone(_ word: String) throws -> String {
        try built("tone-\(word)") { directory in
            try directory.makeDirectory("tone-\(word)")
            let path = directory("tone-\(word)/libtone.so.1")
            try compile(
                "Tone", folder: "NeedsLibrary/Tone", to: path, ["-DTONE=\"\(word)\"", "-Wl,-soname,libtone.so.1"])
            return path
        }
    }

    /// Returns the feature of Tests/Fixtures/Faults/NAME with its fault at a place. It is built anew: each is used
    /// once.
    static func faulty(_ name: String, at place: FaultPlace, flavour: Int = 0) throws -> Feature {
        let directory = try TemporaryDirectory()
        let path = directory("libFaulty.so")
        try compile(
            "Faults/\(name)", folder: "Faults/\(name)", to: path,
            ["-I\(Repository.path("Tests/Fixtures"))", "-DFAULT_AT=\(place.macro)", "-DFLAVOUR=\(flavour)"])
        let bytes = try File.read(path)
        return Feature("libFaulty.so") { bytes }
    }

    /// Returns the path of the library that a C source makes, linked with more arguments. Two sources of one name are two
    /// libraries.
    static func library(_ name: String, of source: String, _ arguments: [String] = []) throws -> String {
        let key = "source-\(name)-\(UInt(bitPattern: (source + arguments.joined()).hashValue))"
        return try built(key) { directory in
            let folder = try directory.makeDirectory(key)
            try File.write(source, to: "\(folder)/\(name).c")
            let path = "\(folder)/lib\(name).so"
            try compile(
                name, ["\(folder)/\(name).c"], to: path,
                ["-g", "-O0", "-I\(Repository.path("Tests/Fixtures"))"] + arguments)
            return path
        }
    }

    /// Returns the path of a small feature that works, linked with more arguments.
    ///
    /// - Parameter assembly: A further source in assembly; empty for none.
    static func plain(_ name: String, _ arguments: [String], assembly: String = "") throws -> String {
        try built("plain-\(name)") { directory in
            let folder = try directory.makeDirectory("plain-\(name)")
            try File.write("#include \"PlainFeature.h\"\n", to: "\(folder)/feature.c")
            var sources = ["\(folder)/feature.c"]
            if !assembly.isEmpty {
                try File.write(assembly, to: "\(folder)/more.s")
                sources.append("\(folder)/more.s")
            }
            let path = "\(folder)/lib\(name).so"
            try compile(name, sources, to: path, ["-I\(Repository.path("Tests/Fixtures"))"] + arguments)
            return path
        }
    }

    /// Whether a compiler is installed whose assembly is that of x86-64.
    static var canRelocateText: Bool {
        #if arch(x86_64)
            haveCompiler
        #else
            false
        #endif
    }

    private static func compile(_ name: String, folder: String, to path: String, _ arguments: [String]) throws {
        let folder = Repository.path("Tests/Fixtures/\(folder)")
        let sources = try File.names(in: folder).filter { $0.hasSuffix(".c") }.map { "\(folder)/\($0)" }
        try compile(name, sources, to: path, arguments)
    }

    private static func compile(
        _ name: String, _ sources: [String], to path: String, _ arguments: [String],
        header: String = Repository.includeDirectory, as kind: [String] = ["-shared", "-fPIC"]
    ) throws {
        let outcome = try Subprocess(
            installedProgram("cc") ?? "cc",
            ["-std=c11", "-Wall", "-Wextra", "-Werror", "-I\(header)"] + kind
                + sources + arguments + ["-o", path],
            environment: ["PATH": getenv("PATH").map { String(cString: $0) } ?? ""]
        ).run()
        guard outcome.end == .exit(0) else { throw NotBuilt(name: name, log: outcome.diagnostics) }
    }

    /// Returns the path that `build` makes. `build` is called once for a name, even if it fails; builds of other names
    /// run at the same time.
    static func built(_ name: String, _ build: (TemporaryDirectory) throws -> String) throws -> String {
        let (directory, place) = try shelf.withLock { shelf in
            let directory = try shelf.directory ?? TemporaryDirectory()
            if shelf.directory == nil {
                shelf.directory = directory
                // An object that lives as long as the process is not deinitialized at its end.
                atexit { Fixtures.shelf.withLock { $0.directory = nil } }
            }
            let place = shelf.places[name] ?? Place()
            shelf.places[name] = place
            return (directory, place)
        }
        return try place.path.withLock { path in
            let made = path ?? Result { try build(directory) }
            path = made
            return try made.get()
        }
    }

    private struct Shelf {
        var directory: TemporaryDirectory?
        var places: [String: Place] = [:]
    }

    /// The path of one library, which the first caller that needs it builds.
    private final class Place: Sendable {
        let path = Mutex<Result<String, any Error>?>(nil)
    }

    private static let shelf = Mutex(Shelf())
}
