import Glibc
import HostSystem
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("explain for a file", .blocking)
struct ExplainFileTests {
    @Test("explain shows the feature in a file, by its path or its name in a plugins directory")
    func feature() throws {
        let host = try Sandbox(.only([.home]), wiring: .none)
        let path = host.path(.home)
        // The feature has no copy before it runs.
        #expect(!(try host.output("explain", path)).contains("\n  copy "))
        _ = try host.output("navigate", "home")
        let output = try host.output("explain", path)
        let lines = output.split(separator: "\n").map(String.init)
        #expect(
            lines.prefix(3) == [
                path, "  feature    home 1.0.0", "             A greeting, and ways to the other features.",
            ])
        #expect(
            lines[3].hasPrefix(
                "             built with ABI \(Repository.abi), SDK FeatureKit \(HostName.version), Swift "))
        #expect(lines[4] == "             1 incoming and 2 outgoing routes, 1 link, 0 checkpoints")
        #expect(lines[5] == "  isolation  process: a worker of its own")
        #expect(lines[6].hasPrefix("  version    \(try File.read(path).count) bytes, written 20"))
        #expect(lines[6].hasSuffix("Z"))
        #expect(lines[7] == "             known, and scanned again when it changes")
        #expect(lines[8].hasPrefix("  copy       \(host.directory("cache/switchyard/libraries"))/"))
        #expect(lines.count == 9)
        #expect(try host.output("explain", "libHomeFeature.so") == output)
        #expect(try host.output("explain", "../plugins/./libHomeFeature.so") == output)
        let json = try host.json("explain", path)
        #expect(json["status"] == "feature")
        #expect(json["id"] == "home")
        #expect(json["outgoing"] == 2)
        #expect(json["isolation"] == "process")
        #expect(json["known"] == true)
        #expect(json["reason"] == nil)
    }

    @Test("explain shows that a feature runs inline, even where the wiring is wrong otherwise")
    func isolation() throws {
        let host = try Sandbox(
            .only([.home]),
            wiring: .text(
                #"{"root": "home/lost", "features": {"home": {"isolation": "inline"}}}"#))
        #expect(try host.run("list").messages.first?.contains("'home' has no route 'lost'") == true)
        let outcome = try host.run("explain", "libHomeFeature.so")
        #expect(outcome.output.contains("\n  isolation  inline: inside the host\n"), "\(outcome.diagnostics)")
    }

    @Test(
        "explain shows the frames of a crash, its sanitized output and the next step, and exits 1",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"),
        .disabled(if: Sanitizer.current != nil, "under a sanitizer nothing tells where a worker crashed"))
    func crash() throws {
        let host = try Sandbox(.only([FaultyFile.crashes]), wiring: .none)
        let path = host.path(FaultyFile.crashes)
        let reason = "it crashed in its constructors (SIGSEGV: segmentation fault) at Crashes.c:2"
        #expect(
            try host.run("list").output
                == "Not used:\n  \(path): \(reason); 'switchyard explain \(path)' tells more\n")
        #expect(try host.json("list")["notUsed"]?[0]?["ended"]?["name"] == "SIGSEGV")
        let outcome = try host.run("explain", path)
        #expect(outcome.end == .exit(1))
        #expect(outcome.diagnostics == "")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.prefix(2) == [path, "  refused    \(reason)"])
        #expect(lines[2].hasPrefix("  frames     inner + "))
        #expect(lines[2].contains("Crashes.c:2:"))
        #expect(lines[3].hasPrefix("             start + "))
        #expect(lines[3].contains("Crashes.c:5:"))
        #expect(lines.contains("  printed    about to ␛[31mgo wrong"))
        #expect(outcome.output.contains("\n  next       correct what crashes there, build it again and copy it over"))
        #expect(outcome.output.contains("\n             XDG_CACHE_HOME=\"$D/cache\" gdb "))
        let json = try host.json("explain", path)
        #expect(json["status"] == "refused")
        #expect(json["reason"] == .string(reason))
        #expect(json["ended"]?["cause"] == "signal")
        #expect(json["ended"]?["signal"] == 11)
        #expect(json["ended"]?["call"] == "its constructors")
        #expect(json["ended"]?["output"] == "about to \u{1b}[31mgo wrong")
        #expect(json["commands"]?.array?.count == 2)
    }

    @Test(
        "explain shows a debugger's commands that lead to the crash",
        .enabled(if: Fixtures.haveCompiler && Self.canDebug, "no gdb that may look at processes"),
        .disabled(if: Sanitizer.current != nil, "a debugger reads the symbols of a sanitized program for minutes"))
    func debugger() throws {
        let host = try Sandbox(.only([FaultyFile.crashes]), wiring: .none)
        let commands = try host.json("explain", "libCrashes.so")["commands"]?.array?.compactMap(\.string) ?? []
        let products = try Products.switchyard.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        let script = ["TMPDIR='\(host.work)'; export TMPDIR"] + commands
        let outcome = try Subprocess(
            "/bin/sh", ["-c", script.joined(separator: "\n")],
            environment: [
                "PATH": "\(products):\(path)", "HOME": host.work,
                "LD_LIBRARY_PATH": getenv("LD_LIBRARY_PATH").map { String(cString: $0) } ?? "",
            ], directory: host.work
        ).run()
        #expect(outcome.output.contains(" in inner (where=0x8)"), "\(outcome.output)\n\(outcome.diagnostics)")
    }

    @Test(
        "a host waits for a zygote that a debugger holds, however long that takes", .deep,
        .disabled(if: Sanitizer.current != nil, "under a sanitizer no worker is forked from a zygote"),
        .enabled(if: Strace.mayTrace, "strace is not installed, or may not trace"))
    func heldZygote() throws {
        let host = try Sandbox(.only([.home]), wiring: .text(#"{"deadline": "3600s"}"#))
        let trace = host.directory("trace")
        // The zygote calls prctl(2) twice, and a host waits 5 s for its first fork.
        let held = try host.run(
            [
                "-f", "-qq", "-o", trace, "-e", "trace=prctl,execve", "-e", "inject=prctl:delay_enter=6000000:when=2",
                Products.switchyard, "list",
            ], executable: Strace.program)
        #expect(held.output.contains("\nhome  1.0.0 "), "\(held.output)")
        // The worker is forked from that zygote, which a debugger follows, and not started.
        let lines = String(decoding: try File.read(trace), as: UTF8.self).split(separator: "\n")
        #expect(lines.filter { $0.contains("execve(\"/proc/self/exe\"") }.count == 1, "\(lines)")
    }

    static let canDebug: Bool = {
        guard let gdb = installedProgram("gdb") else { return false }
        let outcome = try? Subprocess(gdb, ["-batch", "-ex", "run", "/bin/true"]).run()
        return outcome?.output.contains("exited normally") == true
    }()

    @Test(
        "explain shows the call in which a library ended its process",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func exits() throws {
        let ended = try Sandbox(.only([FaultyFile.exits]), wiring: .none).json("explain", "libExits.so")
        #expect(ended["reason"] == "it ended itself in switchyard_feature_entry (exit code 3)")
        #expect(ended["ended"]?["cause"] == "exit")
        #expect(ended["ended"]?["code"] == 3)
    }

    @Test(
        "explain and doctor show the call that a library did not answer in time", .deep,
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func hangs() throws {
        let host = try Sandbox(.only([FaultyFile.hangs]), wiring: .text(#"{"deadline": "2s"}"#))
        let hung = try host.json("explain", "libHangs.so")
        #expect(hung["reason"] == "it did not answer in its constructors within 2 s")
        #expect(
            hung["ended"]
                == ["call": "its constructors", "cause": "deadline", "seconds": 2.0, "frames": [], "output": ""])
        #expect(
            hung["next"]?.string?.contains("raise \"deadline\" in the wiring file: it is scanned again then") == true)
        #expect(try host.json("doctor")["findings"]?[0]?["code"] == "file-hung")
    }

    @Test("explain shows the next step for every refused file", arguments: Tier.rows(of: BadFile.all, first: 8))
    func refused(file: BadFile) throws {
        guard Fixtures.haveCompiler else { return }
        let host = try Sandbox(.only([file.feature]), wiring: .none)
        let outcome = try host.run("explain", file.feature.name)
        #expect(outcome.end == .exit(1))
        #expect(outcome.output.hasPrefix("\(host.path(file.feature))\n  refused    \(file.reason)\n  version    "))
        #expect(outcome.output.contains("\n  next       "))
        #expect(!outcome.output.contains("correct what the reason names"))
    }

    @Test("explain names the file that has the id of a shadowed one", .enabled(if: Fixtures.haveCompiler))
    func shadowed() throws {
        let host = try Sandbox(
            .only([.fixture("Plain", as: "a.so"), .fixture("PlainTwo", as: "b.so")]), wiring: .none)
        let outcome = try host.run("explain", "b.so")
        #expect(outcome.end == .exit(1))
        #expect(
            outcome.output.hasPrefix(
                """
                \(host.plugins)/b.so
                  shadowed   its id 'plain' is taken by \(host.plugins)/a.so, which was found earlier
                  feature    plain 2.0.0

                """))
        let json = try host.json("explain", "b.so")
        #expect(json["status"] == "shadowed")
        #expect(json["by"] == .string("\(host.plugins)/a.so"))
    }

    @Test("explain shows why a folder is refused")
    func folder() throws {
        let host = try Sandbox(.only([.home]), wiring: .none)
        chmod(host.plugins, 0o777)
        let outcome = try host.run("explain", host.plugins)
        #expect(outcome.end == .exit(1))
        #expect(outcome.output.hasPrefix("\(host.plugins)\n  refused    everyone may write to it (mode 0777); "))
        #expect(outcome.output.contains("\n  next       chmod o-w \(host.plugins), or "))
    }

    @Test("explain shows why a file outside of the plugins directories is not used, and how to inspect it there")
    func elsewhere() throws {
        let host = try Sandbox(.only([.home]), wiring: .none)
        try host.directory.makeDirectory("build")
        let path = host.directory("build/libCharacterFeature.so")
        try Feature.character.write(to: path)
        let outcome = try host.run("explain", path)
        #expect(outcome.end == .exit(1))
        #expect(
            outcome.output.hasPrefix(
                """
                \(path)
                  not used   it is in none of the plugins directories, and only what is copied there is used
                  looks      like the library of a feature, which needs lib
                """))
        let command = "switchyard explain \(path) --plugins \(host.directory("build"))"
        #expect(
            outcome.output.hasSuffix(
                "\n  next       copy it into a plugins directory; or inspect it where it is: \(command)\n"))
        #expect(
            try host.output("explain", path, "--plugins", host.directory("build")).contains(
                "  feature    character 1.0.0\n"))
    }

    @Test(
        "explain and diff say that a source or another text is no library",
        arguments: [("x.c", "/* N", "/* Notes */"), ("other.jsonc", "// T", "// The wiring of another app.")])
    func noLibrary(name: String, start: String, text: String) throws {
        let host = try Sandbox(.only([.home]), wiring: .none)
        let path = "\(host.work)/\(name)"
        try File.write(text, to: path)
        let next =
            "use the feature's library (.so) in its place: this is another kind of file, such as a source or a linker script"
        let outcome = try host.run("explain", path)
        #expect(outcome.end == .exit(1))
        #expect(
            outcome.output.hasPrefix(
                """
                \(path)
                  not used   it is no library, and lies in none of the plugins directories
                  looks      not an ELF file: it begins with "\(start)"

                """))
        #expect(outcome.output.hasSuffix("\n  next       \(next)\n"))
        let diff = try host.run("diff", path, path)
        #expect(diff.end == .exit(66))
        #expect(diff.messages.first == "'\(path)': not an ELF file: it begins with \"\(start)\"; \(next)")
    }

    @Test("explain shows that a file is the app's wiring, why it is the one, and how much doctor finds")
    func wiring() throws {
        let host = try Sandbox(.only([.home]), wiring: .text(#"{"root": "home"}"#))
        let warnings = "2 warnings: 'switchyard doctor' says what, where and what to do"
        #expect(
            try host.output("explain", host.wiring) == """
                \(host.wiring)
                  wiring     the app's wiring file, named by SWITCHYARD_CONFIG
                  doctor     \(warnings)

                """)
        let json = try host.json("explain", host.wiring)
        #expect(json["status"] == "wiring")
        #expect(json["warnings"] == 2)

        try File.write(#"{"root": "home", "redirects": 1}"#, to: "\(host.work)/switchyard.jsonc")
        host.set("SWITCHYARD_CONFIG", nil)
        let refused = try host.run("explain", "./switchyard.jsonc")
        #expect(refused.end == .exit(1))
        #expect(refused.output.contains("\n  wiring     the app's wiring file, found in the current directory\n"))
        #expect(
            refused.output.contains(
                "\n  not used   switchyard.jsonc, line 1, column 31: redirects: expected "), "\(refused.output)")
    }

    @Test("explain shows why a file in a plugins directory is skipped")
    func passedOver() throws {
        let host = try Sandbox(.only([.home]), wiring: .none)
        try Feature.home.write(to: "\(host.plugins)/.hidden.so")
        let hidden = try host.run("explain", "\(host.plugins)/.hidden.so")
        #expect(hidden.end == .exit(1))
        #expect(
            hidden.output.contains(
                "\n  not used   only files whose names end in '.so' and begin with no dot are scanned\n"))
    }

    @Test(
        "explain names the nearest file if there is no such file: 66",
        arguments: [
            ("libHomFeature.so", "there is no file 'libHomFeature.so'; did you mean 'libHomeFeature.so'?"),
            ("libOther.so", "there is no file 'libOther.so'; 'switchyard list' shows those that there are"),
            ("/no/such/file", "there is no file '/no/such/file'; 'switchyard list' shows those that there are"),
        ])
    func missing(name: String, message: String) throws {
        let host = try Sandbox(.only([.home]))
        for options in [[], ["--json"]] {
            let outcome = try host.run(["explain", name] + options)
            #expect(outcome.end == .exit(66))
            #expect(outcome.output == "")
            #expect(outcome.messages.last == message)
        }
    }

    @Test(
        "explain takes no link or destination, nor what nearly is one, for a file",
        arguments: [
            ("challenge://home/lib.so", "home"), ("home/main?x=lib.so", "home/main"), ("Home/main", "not a feature id"),
        ])
    func notFiles(asked: String, part: String) throws {
        let outcome = try Sandbox(.only([.home])).run("explain", asked)
        #expect(outcome.output.hasPrefix("\(asked)\n"))
        #expect(outcome.output.contains(part))
        #expect(!outcome.output.contains("  version "))
    }
}
