import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// The package that `switchyard new` writes for an author.
@Suite("A new feature", .blocking)
struct NewTests {
    private let host: Sandbox

    init() throws {
        host = try Sandbox(.only([]), wiring: .none)
        try host.directory.makeDirectory("tools")
        for tool in ["swift", "cc", "make", "cargo"] { try File.write("", to: "\(tools)/\(tool)") }
        host.set("PATH", tools)
    }

    /// A folder of PATH with the names of all programs by which features are built.
    private var tools: String { host.directory("tools") }

    // MARK: Names

    @Test(
        "a name that is not a feature id is refused with the nearest id",
        arguments: [
            ("MyNotes", "my-notes"), ("Notes", "notes"), ("my_notes", "my-notes"), ("my notes", "my-notes"),
            ("my--notes", "my-notes"), ("-notes", "notes"), ("notes-", "notes"), ("2notes", "notes"),
            ("notes.swift", "notes-swift"), ("../notes", "notes"), ("HTTP2Notes", "http2-notes"), ("M\u{FC}sli", nil),
            ("", nil), ("2", nil), ("-", nil), (String(repeating: "a", count: 65), String(repeating: "a", count: 64)),
        ] as [(String, String?)])
    func notID(name: String, nearest: String?) throws {
        let outcome = try host.run("new", "--", name)
        #expect(outcome.end == .exit(64))
        #expect(
            outcome.messages.first
                == "'\(name)' is not a feature id: words of lower-case letters and digits with a '-' "
                + "between two, beginning with a letter, at most 64" + (nearest.map { "; try '\($0)'" } ?? ""))
        #expect(try File.names(in: host.work) == [])
        if let nearest { #expect(try host.run("new", nearest).end == .exit(0)) }
    }

    @Test("the host's own id is refused", arguments: ["swift", "c", "rust"])
    func hostsOwn(language: String) throws {
        let outcome = try host.run("new", "system", "--language", language)
        #expect(outcome.end == .exit(64))
        #expect(outcome.messages.first == "'system' is the host's own feature; try 'my-system'")
    }

    @Test(
        "a name in Swift is refused if its module would be named like a module that it is built with",
        arguments: [
            ("any", "Any"), ("self", "Self"), ("swift", "Swift"), ("testing", "Testing"), ("foundation", "Foundation"),
            ("observation", "Observation"), ("feature-kit", "FeatureKit"), ("home", "Home"),
        ])
    func taken(name: String, module: String) throws {
        let outcome = try host.run("new", name)
        #expect(outcome.end == .exit(64))
        #expect(
            outcome.messages.first
                == "'\(name)' cannot be a feature in Swift: its module would be '\(module)', and so is "
                + "one that it is built with; try 'my-\(name)'")
        for language in ["c", "rust"] {
            #expect(try host.run("new", name, "--language", language, "--directory", language).end == .exit(0))
        }
    }

    @Test("a feature's module never has the name of a target of Switchyard's own package")
    func targets() throws {
        let package = String(decoding: try File.read(Repository.path("Package.swift")), as: UTF8.self)
            // No feature is built beside the benchmarks.
            .replacing(/let benchmarks: [^\0]*?\n\nlet package/, with: "let package")
        let names = package.components(separatedBy: "name: \"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
        #expect(names.contains("HostCore"))
        for name in names where !name.hasSuffix("Tests") {
            // `HostCore` as an id is `host-core`; a name that no id leads to needs no refusal.
            let words = name.replacing(/([a-z])([A-Z])/) { "\($0.1)-\($0.2)" }.lowercased()
            let type = words.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
            guard type == name, !name.hasSuffix("Feature") else { continue }
            #expect(try host.run("new", words, "--directory", name).end == .exit(64), "\(words)")
        }
    }

    // MARK: The command line

    @Test(
        "a wrong command line is refused with the mistake: 64",
        arguments: [
            ([], "'new' takes one NAME, and none was given"),
            (["notes", "tasks"], "'new' takes one NAME, and 'tasks' was given too"),
            (
                ["notes", "--language", "swfit"],
                "'--language swfit' is none of 'swift', 'c', 'rust'; did you mean 'swift'?"
            ),
            (
                ["notes", "--layout", "seed"],
                "'--layout seed' is none of 'small', 'seeds'; did you mean 'seeds'?"
            ),
            (
                ["notes", "--layout=seeds", "--language=c"],
                "'--layout' is for Swift: a feature in C has one layout"
            ),
            (
                ["notes", "--scheme", "my_app"],
                "'my_app' is not a scheme: a letter, then letters, digits, '+', '-', '.'"
            ),
            (
                ["notes", "--language=rust", "--switchyard", "."],
                "'--switchyard' is for Swift and C: a feature in Rust is built without anything of Switchyard"
            ),
            (
                ["notes", "--language=c", "--switchyard=https://example.org/switchyard.git"],
                "a feature in C needs a checkout, and 'https://example.org/switchyard.git' is a repository: clone it, "
                    + "and name the clone by --switchyard"
            ),
            (
                ["notes", "--switchyard=a\nb"],
                "'--switchyard' names a place with a control character; use another path to it"
            ),
        ] as [([String], String)])
    func usage(arguments: [String], message: String) throws {
        let outcome = try host.run(["new"] + arguments)
        #expect(outcome.end == .exit(64))
        #expect(outcome.messages == [message, "Run 'switchyard new --help' for what there is."])
        #expect(try File.names(in: host.work) == [])
    }

    @Test("a folder that is not a checkout is refused: 66")
    func notCheckout() throws {
        let outcome = try host.run("new", "notes", "--switchyard", ".")
        #expect(outcome.end == .exit(66))
        #expect(
            outcome.messages == [
                "'.' is no checkout of Switchyard: expected a folder with Package.swift and "
                    + "Sources/FeatureABI/include/FeatureABI.h in it"
            ])
        #expect(try File.names(in: host.work) == [])
    }

    // MARK: The package

    /// Makes the program one that a shell finds by its name.
    private func putInPath() throws {
        let folder = host.directory("bin")
        #expect(mkdir(folder, 0o755) == 0)
        #expect(symlink(try Products.switchyard, "\(folder)/switchyard") == 0)
        host.set("PATH", "\(folder):\(tools)")
    }

    @Test("new lists the files that it has written, with the three commands that come next")
    func told() throws {
        try putInPath()
        #expect(
            try host.output("new", "my-notes", "--language", "c", "--directory", "my package") == """
                my package: the feature 'my-notes' in C
                  .gitignore
                  Makefile
                  README.md
                  my-notes.c
                  my-notes.flow
                  switchyard.jsonc

                Build it, test it, load it:
                  cd 'my package' && make
                  make test
                  install -D -t \(host.plugins) libMyNotesFeature.so && switchyard navigate challenge://my-notes/list

                Or see it in the app while you write it:
                  switchyard dev

                """)
        host.set("SWITCHYARD_PLUGINS", nil)
        #expect(try host.output("new", "lamps").contains(" -t \(host.directory("data/switchyard/plugins")) "))
        host.set("XDG_DATA_HOME", nil)
        #expect(try host.output("new", "tasks").contains(" -t ~/.local/share/switchyard/plugins "))
    }

    @Test("a feature in Swift is six files, or with --layout seeds the folders of seed 000")
    func layouts() throws {
        func files(_ arguments: String...) throws -> [String] {
            let json = try host.run(["new", "my-notes", "--json"] + arguments).output
            return try JSON.parse(json)["files"]?.array?.compactMap(\.string) ?? []
        }
        #expect(
            try files() == [
                ".gitignore", "Package.swift", "README.md", "Sources/MyNotes/MyNotesFeature.swift",
                "Tests/MyNotesTests/MyNotesFeatureTests.swift", "switchyard.jsonc",
            ])
        let seeds = try files("--layout", "seeds", "--directory", "seeds")
        #expect(seeds.count == 24)
        #expect(seeds.contains("Sources/MyNotes/Presentation/MyNotesList/Navigator/MyNotesListNavigator.swift"))
    }

    @Test("a program that is not in PATH is called by its path")
    func calledByPath() throws {
        let commands = try host.json("new", "notes", "--language", "rust")["commands"]
        let test = try #require(commands?["test"]?.string)
        #expect(test == "cargo test && \(try Products.switchyard) check target/debug/libnotes_feature.so")
        #expect(symlink(try Products.switchyard, host.directory("called")) == 0)
        let outcome = try host.run(["new", "lamps", "--language", "rust"], executable: "../called")
        #expect(outcome.output.contains("cargo test && \(host.directory("called")) check "))
    }

    @Test("new in JSON has the same content")
    func json() throws {
        try putInPath()
        let json = try host.json("new", "my-notes", "--language", "rust", "--scheme", "Acme")
        #expect(
            json == [
                "feature": "my-notes", "language": "rust", "directory": .string("\(host.work)/my-notes"),
                "files": [
                    ".gitignore", "Cargo.toml", "README.md", "src/abi.rs", "src/lib.rs", "src/safe.rs",
                    "switchyard.jsonc",
                ],
                "commands": [
                    "build": "cargo build",
                    "test": "cargo test && switchyard check target/debug/libmy_notes_feature.so",
                    "load": .string(
                        "install -D -t \(host.plugins) target/debug/libmy_notes_feature.so "
                            + "&& switchyard navigate acme://my-notes/list"),
                ],
            ])
    }

    @Test(
        "the README of the package has the three commands",
        arguments: [["swift"], ["swift", "--layout", "seeds"], ["c"], ["rust"]])
    func readme(language: [String]) throws {
        try putInPath()
        let commands = try #require(
            JSON.parse(host.run(["new", "notes", "--json", "--language"] + language).output)["commands"])
        let readme = try Document("README.md", text: text("notes/README.md"))
        let blocks = readme.blocks.filter { $0.language == "sh" }.map(\.text)
        let expected = ["build", "test", "load"].map { (commands[$0]?.string ?? "") + "\n" }
        #expect(blocks == expected.map { $0.replacing(host.plugins, with: "~/.local/share/switchyard/plugins") })
        for file in readme.text.matches(of: /`(\S+[^.]\.(?:swift|c|flow|rs|jsonc)|Makefile|Sources\/\S+)`/) {
            guard file.1 != "FeatureABI.h" else { continue }
            #expect(access("\(host.work)/notes/\(file.1)", F_OK) == 0, "\(file.1)")
        }
    }

    @Test("a Swift feature depends on the checkout that the program was built in, or on --switchyard")
    func dependency() throws {
        func dependency(_ arguments: String...) throws -> Substring? {
            TemporaryDirectory.remove("\(host.work)/notes")
            _ = try host.run(["new", "notes"] + arguments)
            return try text("notes/Package.swift").split(separator: "\n").first { $0.contains(".package(") }
        }
        let checkout = try makeCheckout("switch\"yard")
        #expect(try dependency()?.contains(".package(name: \"switchyard\", path: \"") == true)
        #expect(
            try dependency("--switchyard", checkout)
                == #"    dependencies: [.package(name: "switchyard", path: "../../switch\"yard")],"#)
        #expect(
            try dependency("--switchyard", "https://example.org/yards/Main.git")
                == #"    dependencies: [.package(url: "https://example.org/yards/Main.git", branch: "main")],"#)
        #expect(try text("notes/Package.swift").contains(#".product(name: "FeatureKit", package: "Main")"#))
    }

    @Test("outside of a checkout, new asks for one in Swift, uses pkg-config in C, and needs neither in Rust")
    func installed() throws {
        let copy = host.directory("switchyard")
        try File.copy(Products.switchyard, to: copy)
        #expect(chmod(copy, 0o755) == 0)
        let swift = try host.run(["new", "notes"], executable: copy)
        #expect(swift.end == .exit(64))
        #expect(
            swift.messages.first
                == "a feature in Swift depends on the Switchyard package, and this program stands in no checkout of it "
                + "and has no share/switchyard/sdk beside its folder: name a checkout, or the URL of the repository, by "
                + "--switchyard")
        #expect(try host.run(["new", "lamps", "--language", "rust"], executable: copy).end == .exit(0))
        #expect(try host.run(["new", "tasks", "--language", "c"], executable: copy).end == .exit(0))
        #expect(
            try text("tasks/Makefile").hasPrefix(
                """
                # The flags that find FeatureABI.h. Of a checkout: -I/path/to/switchyard/Sources/FeatureABI/include
                FEATURE_ABI = $(shell pkg-config --cflags switchyard)
                # The host that the tests run.
                SWITCHYARD = ../../switchyard

                """))
    }

    @Test("an installed program gives a Swift feature the SDK beside its folder, by its absolute path")
    func sdk() throws {
        for folder in ["prefix", "prefix/bin", "prefix/share", "prefix/share/switchyard"] {
            try host.directory.makeDirectory(folder)
        }
        let sdk = try makeCheckout("prefix/share/switchyard/sdk")
        let program = host.directory("prefix/bin/switchyard")
        try File.copy(Products.switchyard, to: program)
        #expect(chmod(program, 0o755) == 0)
        #expect(try host.run(["new", "notes"], executable: program).end == .exit(0))
        #expect(try text("notes/Package.swift").contains(#".package(name: "switchyard", path: "\#(sdk)")"#))
    }

    @Test(
        "new writes the package where the programs that build it are missing, and names them",
        arguments: [
            (
                "swift",
                "No 'swift' is in PATH, which builds it: install Swift 6.3 or later, or begin in C by '--language c'."
            ),
            ("c", "No 'cc' and no 'make' is in PATH, which builds it: install a C compiler and make."),
            ("rust", "No 'cargo' is in PATH, which builds it: install Rust 1.63 or later (cargo), and no crate."),
        ])
    func missingTools(language: String, note: String) throws {
        host.set("PATH", host.directory("none"))
        let outcome = try host.run("new", "notes", "--language", language)
        #expect(outcome.end == .exit(0))
        #expect(outcome.messages == [note])
        #expect(try File.names(in: "\(host.work)/notes").contains("README.md"))
    }

    // MARK: All or nothing

    @Test("an existing file or folder stays unchanged: 73", arguments: ["a directory", "a file", "a symbolic link"])
    func occupied(kind: String) throws {
        let path = "\(host.work)/notes"
        switch kind {
        case "a file": try File.write("mine", to: path)
        case "a directory": try host.directory.makeDirectory("work/notes")
        default: #expect(symlink("nowhere", path) == 0)
        }
        for name in ["notes", "./notes/"] {
            let outcome = try host.run("new", "notes", "--directory", name)
            #expect(outcome.end == .exit(73))
            let shown = name.hasSuffix("/") ? String(name.dropLast()) : name
            #expect(
                outcome.messages == ["'\(shown)' is there already, \(kind), and stays as it is; name another folder"])
            #expect(outcome.output == "")
        }
        #expect(try File.names(in: host.work) == ["notes"])
        if kind == "a directory" { #expect(try File.names(in: path) == []) }
        if kind == "a file" { #expect(try text("notes") == "mine") }
    }

    @Test(
        "a folder that cannot be made is reported: 73",
        arguments: [
            ("no/notes", "'no/notes' cannot be made: there is no directory 'no'; make it first"),
            ("/proc/notes", "'/proc/notes' cannot be made: its file system takes no new folder; name another folder"),
            ("/dev/null/notes", "'/dev/null/notes' cannot be made: Not a directory"),
            ("", "'' is not the name of a folder; name one to make"),
        ])
    func notMade(directory: String, message: String) throws {
        let outcome = try host.run("new", "notes", "--directory", directory)
        #expect(outcome.end == .exit(73))
        #expect(outcome.messages == [message])
        #expect(try File.names(in: host.work) == [])
    }

    @Test(
        "a package that cannot be written in full is removed",
        .disabled(if: Sanitizer.current == .thread, "ThreadSanitizer's own memory is a file that may not grow"),
        arguments: ["swift", "c", "rust"])
    func unfinished(language: String) throws {
        // The limit is a file size of 512 or 1024 bytes.
        let outcome = try Subprocess(
            "/bin/sh",
            ["-c", "ulimit -f 1; exec \"$0\" \"$@\"", Products.switchyard, "new", "notes", "--language", language],
            environment: host.environment, directory: host.work
        ).run()
        #expect(outcome.end == .exit(73))
        #expect(outcome.messages == ["'notes' cannot be made: File too large"])
        #expect(try File.names(in: host.work) == [])
    }

    // MARK: Builds

    @Test(
        "a package in C builds without a warning, loads and passes its flow", .deep,
        .enabled(if: Self.has("cc", "make")))
    func c() throws {
        // A path with characters that are special to make and to a shell.
        let checkout = try makeCheckout("it's $HOME #1")
        _ = try host.output("new", "my-notes", "--language", "c", "--switchyard", checkout)
        try build("make", "CFLAGS=-std=c11 -Wall -Wextra -Werror -Wpedantic -Wshadow -Wconversion")
        try expectItLoads("libMyNotesFeature.so")
        let flow = try host.run(
            "navigate", "--plugins", "my-notes", "--config", "my-notes/switchyard.jsonc", "--script",
            "my-notes/my-notes.flow")
        #expect(flow.end == .exit(0), "\(flow.diagnostics)")
    }

    @Test(
        "a package in Rust builds without a warning, passes its tests and loads", .deep,
        .enabled(if: Self.has("cargo", "cc")))
    func rust() throws {
        _ = try host.output("new", "my-notes", "--language", "rust")
        try build("cargo", "build", "--offline", "--quiet")
        try build("cargo", "test", "--offline", "--quiet")
        try expectItLoads("target/debug/libmy_notes_feature.so")
    }

    // The whole build of a package in Swift is in .ci/new-features.
    @Test(
        "a package in Swift compiles against FeatureKit without a warning, with its tests", .deep,
        .enabled(if: Self.has("swiftc")), arguments: ["small", "seeds"])
    func swift(layout: String) throws {
        _ = try host.output("new", "my-notes", "--layout", layout)
        let modules = try Products.path("Modules")
        let options =
            ["-swift-version", "6", "-default-isolation", "MainActor", "-warnings-as-errors", "-I", modules]
            + OtherProgram.moduleMaps
        let sources = try files(in: "Sources/MyNotes", of: "my-notes")
        let tests = try files(in: "Tests", of: "my-notes")
        try build(
            "swiftc",
            ["-emit-module", "-emit-module-path", host.directory("MyNotes.swiftmodule"), "-enable-testing"]
                + ["-module-name", "MyNotes"] + options + sources)
        let export =
            layout == "small" ? [] : [("MyNotesExport", try files(in: "Sources/MyNotesExport", of: "my-notes"))]
        for (module, files) in export + [("MyNotesTests", tests)] {
            try build("swiftc", ["-typecheck", "-module-name", module, "-I", host.directory.path] + options + files)
        }
    }

    @Test(
        "a package in Swift has the format of Switchyard itself", .enabled(if: Self.has("swift")),
        arguments: ["small", "seeds"])
    func format(layout: String) throws {
        _ = try host.output("new", "my-notes", "--layout", layout)
        try build(
            "swift",
            ["format", "lint", "--strict", "--configuration", Repository.path(".swift-format"), "--recursive", "."])
    }

    // MARK: Helpers

    private static func has(_ programs: String...) -> Bool {
        programs.allSatisfy(isUsableProgram)
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try File.read("\(host.work)/\(path)"), as: UTF8.self)
    }

    /// A folder like a checkout, with the header of this one.
    private func makeCheckout(_ name: String) throws -> String {
        for folder in ["", "/Sources", "/Sources/FeatureABI", "/Sources/FeatureABI/include"] {
            try host.directory.makeDirectory(name + folder)
        }
        let checkout = host.directory(name)
        try File.write("", to: "\(checkout)/Package.swift")
        for name in ["FeatureABI.h", "FeatureHelpers.h"] {
            let header = "Sources/FeatureABI/include/\(name)"
            try File.copy(Repository.path(header), to: "\(checkout)/\(header)")
        }
        return checkout
    }

    private func build(_ program: String, _ arguments: String...) throws { try build(program, arguments) }

    /// Runs a program of this machine in the package, and expects success without warnings.
    private func build(_ program: String, _ arguments: [String]) throws {
        var environment = host.environment
        for name in ["PATH", "HOME"] { environment[name] = getenv(name).map { String(cString: $0) } }
        let outcome = try Subprocess(
            try #require(installedProgram(program)), arguments, environment: environment,
            directory: "\(host.work)/my-notes"
        ).run()
        #expect(outcome.end == .exit(0), "\(program) \(arguments)\n\(outcome.output)\n\(outcome.diagnostics)")
        #expect(outcome.diagnostics == "")
    }

    /// Copies the library into the plugins directory, and expects the host to list it and to show its screens.
    private func expectItLoads(_ library: String) throws {
        try File.copy("\(host.work)/my-notes/\(library)", to: "\(host.plugins)/feature.so")
        let feature = try host.json("list")["features"]?[0]
        #expect(feature?["id"] == "my-notes")
        #expect(feature?["name"] == "My notes")
        #expect(
            try host.output("navigate", "challenge://my-notes/list", "press:Look around", "press:Done", "press:Back")
                == """
                system > my-notes/list
                challenge://my-notes/list

                My notes
                ========

                > Look around (done)
                > Change something
                > Lead to another feature
                [Next]

                """)
        #expect(
            try host.output("navigate", "my-notes", "press:Next") == """
                system > my-notes > my-notes/detail?identifier=1
                challenge://my-notes/detail?id=1

                Look around
                ===========

                A row leads to the screen of its item, and so does a link.
                [ ] Done
                [Back]

                """)
        let check = try host.run("check", "\(host.plugins)/feature.so")
        #expect(check.end == .exit(0), "\(check.output)")
        let unknown = try host.run("navigate", "my-notes/detail?identifier=4")
        #expect(unknown.end == .exit(1))
        #expect(unknown.messages == ["my-notes/detail?identifier=4: there is no item 4"])
    }

    /// The files of a folder of the package, including nested folders.
    private func files(in folder: String, of package: String) throws -> [String] {
        let path = "\(host.work)/\(package)/\(folder)"
        return try File.names(in: path).flatMap { name in
            name.hasSuffix(".swift") ? ["\(path)/\(name)"] : try files(in: "\(folder)/\(name)", of: package)
        }
    }
}
