import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite(
    "make install", .blocking, .enabled(if: installedProgram("make") != nil, "no make is installed"))
struct InstallTests {
    /// The prefix of this test, into which it installs the build.
    private let directory: TemporaryDirectory
    private var prefix: String { directory("prefix") }

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func make(_ target: String, mask: String = "022", _ variables: String...) throws -> Subprocess.Outcome {
        let products = try Products.switchyard.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        let words = ["make", target, "PREFIX=\(prefix)", "BUILD=\(products)"] + variables
        return try Subprocess(
            "/bin/sh", ["-c", "umask \(mask) && exec \"$@\"", "sh"] + words, environment: environment,
            directory: Repository.root
        ).run()
    }

    /// An environment with only what every process has.
    private var environment: [String: String] {
        var environment = ["PATH": "/usr/bin:/bin", "HOME": directory("home")]
        if let path = getenv("LD_LIBRARY_PATH") { environment["LD_LIBRARY_PATH"] = String(cString: path) }
        return environment
    }

    private func run(_ program: String, _ arguments: String...) throws -> Subprocess.Outcome {
        try Subprocess(program, arguments, environment: environment, directory: directory.path).run()
    }

    /// The paths of all files below a prefix, but for those of the SDK.
    private static func installedFiles(in prefix: String) throws -> [String] {
        try files(in: prefix).filter { !$0.hasPrefix("share/switchyard/sdk/") }.sorted()
    }

    /// The paths of all files below a directory.
    private static func files(in path: String) throws -> [String] {
        try File.names(in: path).flatMap { name -> [String] in
            var status = stat()
            guard lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return [name] }
            return try files(in: "\(path)/\(name)").map { "\(name)/\($0)" }
        }
    }

    private static let files = [
        "bin/switchyard", "include/switchyard/ConnectExtension.h", "include/switchyard/FeatureABI.h",
        "include/switchyard/FeatureHelpers.h", "include/switchyard/FilesExtension.h",
        "include/switchyard/HTTPExtension.h", "include/switchyard/SwapExtension.h",
        "include/switchyard/manifest.schema.json",
        "lib/pkgconfig/switchyard.pc",
        "lib/switchyard/character.de.strings.json", "lib/switchyard/libCharacterFeature.so",
        "lib/switchyard/libHomeFeature.so",
        "share/bash-completion/completions/switchyard", "share/doc/switchyard/LICENSE",
        "share/doc/switchyard/examples/switchyard.jsonc", "share/fish/vendor_completions.d/switchyard.fish",
        "share/man/man1/switchyard.1", "share/man/man5/switchyard.jsonc.5",
        "share/switchyard/serve.schema.json", "share/switchyard/wiring.schema.json",
        "share/zsh/site-functions/_switchyard",
    ]

    @Test("an installed host runs with its features and refuses none of them", arguments: ["022", "002"])
    func running(mask: String) throws {
        #expect(try make("install", mask: mask).end == .exit(0))
        #expect(try Self.installedFiles(in: prefix) == Self.files)
        let list = try run("\(prefix)/bin/switchyard", "list")
        #expect(list.end == .exit(0))
        #expect(list.diagnostics == "")
        for name in ["Character", "Home"] {
            #expect(list.output.contains("\(prefix)/lib/switchyard/lib\(name)Feature.so"))
        }
        #expect(!list.output.contains("Not used"))
        let screen = try run("\(prefix)/bin/switchyard", "navigate", "challenge://character/detail?id=42")
        #expect(screen.output.contains("Elizabeth Bennet"))
        let wiring = "\(prefix)/share/doc/switchyard/examples/switchyard.jsonc"
        let doctor = try run("\(prefix)/bin/switchyard", "doctor", "--config", wiring)
        #expect(doctor.output.hasPrefix("No findings"))
    }

    @Test("the SDK is the sources of the modules that a feature imports, and of those that these are built with")
    func sdk() throws {
        // A file of an older version would be built too.
        try directory.makeDirectory("prefix")
        for _ in 1...2 {
            #expect(try make("install").end == .exit(0))
            #expect(
                try File.names(in: "\(prefix)/share/switchyard/sdk").sorted() == [
                    "LICENSE", "Package.swift", "Sources",
                ])
            let sources = "\(prefix)/share/switchyard/sdk/Sources"
            #expect(
                try File.names(in: sources).sorted() == [
                    "CurlCalls", "FeatureABI", "FeatureContract", "FeatureKit", "FeatureMacros", "FeatureTesting",
                    "HTTPBroker", "HostCore", "JSONText", "SwiftUINames",
                ])
            for folder in try File.names(in: sources) {
                #expect(
                    try Self.files(in: "\(sources)/\(folder)").sorted()
                        == Self.files(in: Repository.path("Sources/\(folder)")).sorted())
            }
            try File.write("an older file", to: "\(sources)/FeatureKit/Older.swift")
        }
    }

    @Test(
        "the installed program writes a feature in Swift that depends on the SDK, whose manifest SwiftPM reads",
        .enabled(if: installedProgram("swift") != nil, "no swift is installed"))
    func newFeature() throws {
        #expect(try make("install").end == .exit(0))
        let new = try run("\(prefix)/bin/switchyard", "new", "my-notes")
        #expect(new.end == .exit(0), "\(new.diagnostics)")
        let manifest = String(decoding: try File.read(directory("my-notes/Package.swift")), as: UTF8.self)
        #expect(manifest.contains("path: \"\(prefix)/share/switchyard/sdk\""))
        func package(_ command: String) throws -> Subprocess.Outcome {
            let outcome = try Subprocess(
                try #require(installedProgram("swift")),
                ["package", "--package-path", "\(prefix)/share/switchyard/sdk", command],
                environment: environment.merging(["PATH": getenv("PATH").map { String(cString: $0) } ?? ""]) { $1 },
                directory: directory.path
            ).run()
            #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
            return outcome
        }
        // It fails if a target depends on one that is not there.
        _ = try package("show-dependencies")
        let json = try JSON.parse(package("dump-package").output)
        func names(_ key: String) -> [String]? { json[key]?.array?.compactMap { $0["name"]?.string }.sorted() }
        #expect(names("products") == ["FeatureKit", "FeatureTesting", "HostCore"])
        // SwiftPM compiles a feature again when a module of these changes, and FeatureKit's own does not.
        let kit = json["products"]?.array?.first { $0["name"] == "FeatureKit" }?["targets"]?.array ?? []
        let source = try File.read(Repository.path("Sources/FeatureKit/FeatureKit.swift"))
        let exported = String(decoding: source, as: UTF8.self).split(separator: "\n").filter {
            $0.hasPrefix("@_exported import ")
        }
        .compactMap { $0.split(separator: " ").last }
        #expect(!exported.isEmpty && exported.allSatisfy { kit.contains(.string(String($0))) }, "\(kit)")
        #expect(
            names("targets") == [
                "CurlCalls", "FeatureABI", "FeatureContract", "FeatureCore", "FeatureKit", "FeatureMacros",
                "FeatureTesting", "HTTPBroker", "HostCore", "HostSystem", "JSONText", "SwiftUINames",
            ])
    }

    /// The program and the features.
    private static let binaries = files.filter { $0.hasPrefix("bin/") || $0.hasSuffix(".so") }

    @Test(
        "make install strips the program and the features, which run as before",
        .enabled(if: installedProgram("readelf") != nil && Fixtures.haveCompiler, "no readelf or cc is installed"),
        .disabled(if: Sanitizer.current != nil, "under a sanitizer nothing tells where a worker crashed"))
    func stripping() throws {
        #expect(try make("install").end == .exit(0))
        for file in Self.binaries {
            let sections = try run("/usr/bin/env", "readelf", "-S", "-W", "\(prefix)/\(file)").output
            #expect(sections.contains(" .dynsym "), "\(file)")
            #expect(!sections.contains(" .debug_info ") && !sections.contains(" .symtab "), "\(file)")
        }
        // The place of a crash in another library is still found, by that library's own debug information.
        let faulty = try Fixtures.library("Crashes", of: crashing)
        let plugins = try directory.makeDirectory("faulty")
        try File.copy(faulty, to: "\(plugins)/libCrashes.so")
        let list = try run("\(prefix)/bin/switchyard", "list", "--plugins", plugins)
        #expect(list.output.contains("at Crashes.c:2"), "\(list.output)")
    }

    private let crashing = """
        __attribute__((constructor)) static void start(void) {
            *(volatile int *)8 = 1;
        }
        const void *switchyard_feature_entry(void);
        const void *switchyard_feature_entry(void) { return 0; }

        """

    @Test("make install with an empty STRIP leaves the program and the features as built")
    func unstripped() throws {
        #expect(try make("install", "STRIP=").end == .exit(0))
        let products = try Products.switchyard.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        for file in Self.binaries {
            let name = file.split(separator: "/").last.map(String.init) ?? ""
            #expect(try File.read("\(prefix)/\(file)") == File.read("\(products)/\(name)"), "\(file)")
        }
    }

    @Test("make install without a strip program gives advice and installs nothing")
    func noStrip() throws {
        let outcome = try make("install", "STRIP=no-such-strip")
        #expect(outcome.end == .exit(2))
        #expect(outcome.diagnostics.contains("install binutils, or run 'make install STRIP='"))
        #expect(access(prefix, F_OK) != 0)
    }

    @Test("a second make install changes nothing, and make uninstall leaves other files")
    func again() throws {
        for _ in 1...2 { #expect(try make("install").end == .exit(0)) }
        #expect(try Self.installedFiles(in: prefix) == Self.files)
        try File.write("", to: "\(prefix)/lib/switchyard/libOther.so")
        #expect(try make("uninstall").end == .exit(0))
        #expect(try Self.files(in: prefix) == ["lib/switchyard/libOther.so"])
        #expect(access("\(prefix)/share/switchyard/sdk", F_OK) != 0)
        #expect(try make("uninstall").end == .exit(0))
    }

    @Test("DESTDIR is put before the paths of the files, and does not appear in the files")
    func stage() throws {
        let stage = directory("stage")
        #expect(try make("install", "DESTDIR=\(stage)").end == .exit(0))
        #expect(try Self.installedFiles(in: stage + prefix) == Self.files)
        #expect(access(prefix, F_OK) != 0)
        for file in Self.files where !file.hasPrefix("bin/") && !file.hasSuffix(".so") {
            let text = String(decoding: try File.read("\(stage)\(prefix)/\(file)"), as: UTF8.self)
            #expect(!text.contains(stage), "\(file)")
        }
    }

    @Test("a replaced library is a new file, and the old one stays whole for a process that has it open")
    func replacing() throws {
        #expect(try make("install").end == .exit(0))
        let library = "\(prefix)/lib/switchyard/libHomeFeature.so"
        let descriptor = open(library, O_RDONLY)
        defer { close(descriptor) }
        var before = stat()
        fstat(descriptor, &before)
        #expect(try make("install").end == .exit(0))
        var after = stat()
        var open = stat()
        stat(library, &after)
        fstat(descriptor, &open)
        #expect(after.st_ino != before.st_ino)
        #expect(open.st_size == before.st_size)
        #expect(open.st_nlink == 0)
    }

    @Test("make install with DESKTOP installs an entry that runs the installed program, and uninstall removes it")
    func desktop() throws {
        try File.write(#"{"schemes": ["challenge", "shop"]}"#, to: directory("wiring.jsonc"))
        #expect(try make("install", "DESKTOP=1", "WIRING=\(directory("wiring.jsonc"))").end == .exit(0))
        let path = "\(prefix)/share/applications/switchyard.desktop"
        var lines = String(decoding: try File.read(path), as: UTF8.self).split(separator: "\n").map(String.init)
        let command = "Exec=\(prefix)/bin/switchyard open --config \(directory("wiring.jsonc")) --start %u"
        #expect(lines.contains(command), "\(lines)")
        #expect(lines.contains("MimeType=x-scheme-handler/challenge;x-scheme-handler/shop;"))
        #expect(try make("install", "DESKTOP=1").end == .exit(0))
        lines = String(decoding: try File.read(path), as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(lines.contains("Exec=\(prefix)/bin/switchyard open --start %u"), "\(lines)")
        #expect(lines.contains("MimeType=x-scheme-handler/challenge;"))
        #expect(try make("uninstall").end == .exit(0))
        #expect(try Self.files(in: prefix) == [])
    }

    @Test("make install without a build gives advice and installs nothing")
    func nothingBuilt() throws {
        let outcome = try make("install", "BUILD=\(directory("none"))")
        #expect(outcome.end == .exit(2))
        #expect(outcome.diagnostics.contains("run 'make' first"))
        #expect(access(prefix, F_OK) != 0)
    }

    @Test(
        "pkg-config gives the places of the header and the plugins, and builds a feature in C",
        .enabled(if: installedProgram("pkg-config") != nil && Fixtures.haveCompiler, "no pkg-config or cc is installed")
    )
    func package() throws {
        #expect(try make("install").end == .exit(0))
        func ask(_ arguments: String...) throws -> String {
            let outcome = try Subprocess(
                "/bin/sh", ["-c", "exec pkg-config \"$@\"", "sh"] + arguments + ["switchyard"],
                environment: environment.merging(["PKG_CONFIG_PATH": "\(prefix)/lib/pkgconfig"]) { $1 }
            ).run()
            #expect(outcome.end == .exit(0))
            // Some versions leave a space at the end.
            return outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        #expect(try ask("--variable=pluginsdir") == "\(prefix)/lib/switchyard")
        let version = try run("\(prefix)/bin/switchyard", "--version").output
        #expect(try "switchyard \(ask("--modversion"))\n" == version)
        let flags = try ask("--cflags")
        #expect(flags == "-I\(prefix)/include/switchyard")
        try File.write(
            "#include \"FeatureABI.h\"\nint major(void) { return (int)SY_ABI_MAJOR; }\n", to: directory("feature.c"))
        let compiler = try run(
            "/bin/sh", "-c", "cc -shared -fPIC \(flags) -o '\(directory("libX.so"))' '\(directory("feature.c"))'")
        #expect(compiler.end == .exit(0), "\(compiler.diagnostics)")
    }
}
