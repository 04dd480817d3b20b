import Glibc
import TestSupport
import Testing

@testable import HostCommands
@testable import ProgramTestSupport

private let haveTools = Fixtures.haveCompiler && installedProgram("make") != nil

@Suite("dev", .blocking)
struct DevTests {
    private let host: Sandbox

    init() throws {
        host = try Sandbox(.only([]), wiring: .none)
        host.set("PATH", "/usr/local/bin:/usr/bin:/bin")
    }

    private var package: String { "\(host.work)/notes" }
    private var source: String { "\(package)/notes.c" }

    /// Makes a feature in C with a Makefile.
    private func makePackage() throws {
        let arguments = ["new", "notes", "--language", "c", "--switchyard", Repository.path("")]
        #expect(try host.run(arguments).end == .exit(0))
    }

    private func edit(_ old: String, _ new: String) throws {
        let text = String(decoding: try File.read(source), as: UTF8.self)
        #expect(text.contains(old))
        // As an editor does it: whole, and then in place.
        try File.write(text.replacing(old, with: new), to: source + ".new")
        #expect(rename(source + ".new", source) == 0)
    }

    @Test(
        "a saved file is built and shown, an error says where it is, and a crash is not the end",
        .enabled(if: haveTools, "no cc or no make is installed"))
    func loop() throws {
        try makePackage()
        let app = try RunningApp(host, command: "dev", [package])
        try app.see("Notes", "Look around")
        try app.go(to: "notes/detail?identifier=2")
        try app.see("Change something", "Done")
        try edit(#"SY_NODE_TOGGLE, "Done""#, #"SY_NODE_TOGGLE, "Finished""#)
        // The stack stays.
        try app.see("Change something", "Finished")
        try edit(
            #"sy_put_control(sink, SY_NODE_TOGGLE, "Finished""#, #"sy_puts_control(sink, SY_NODE_TOGGLE, "Finished""#)
        try app.see("notes.c:", "error: ", "sy_puts_control")
        try edit("sy_puts_control(", "*(volatile int *)0 = 1; if (!sy_put_control(")
        try app.see("error: ")
        try edit(#"if (!*(volatile int *)0 = 1; if (!sy_put_control("#, "*(volatile int *)0 = 1; if (!sy_put_control(")
        try app.see("crashed")
        try edit(#"*(volatile int *)0 = 1; if"#, "if")
        try app.see("Change something", "Finished", gone: "crashed")
        try app.quit()
        #expect(try File.names(in: host.plugins).isEmpty)
    }

    @Test(
        "the app opens once the first build has succeeded",
        .enabled(if: haveTools, "no cc or no make is installed"))
    func firstBuild() throws {
        try makePackage()
        try edit("sy_title(", "sy_titel(")
        let app = try RunningApp(host, command: "dev", [package])
        try app.see("building notes with make", "error: ", "sy_titel")
        try edit("sy_titel(", "sy_title(")
        try app.see("Look around", "move")
    }

    @Test(
        "what is saved during builds is built, however often", .enabled(if: haveTools, "no cc or no make is installed"))
    func quickSaves() throws {
        try makePackage()
        let makefile = "\(package)/Makefile"
        let rules = String(decoding: try File.read(makefile), as: UTF8.self)
        // What is saved while it sleeps is not in what it has built.
        try File.write(rules.replacing(/\t\$\(CC\) .*\n/) { "\($0.output)\tsleep 0.6\n" }, to: makefile)
        let app = try RunningApp(host, command: "dev", [package])
        try app.see("Look around")
        var before = #"sy_title(sink, "Notes")"#
        // The last save comes in a build that no save may end any more.
        for number in 1...6 {
            try edit(before, #"sy_title(sink, "Title \#(number)")"#)
            before = #"sy_title(sink, "Title \#(number)")"#
            usleep(200_000)
        }
        try app.see("Title 6")
        try edit(before, #"sy_title(sink, "The end")"#)
        try app.see("The end")
        try app.quit()
    }

    @Test(
        "a save ends the running build, and only the build of the saved sources is reported",
        .enabled(if: haveTools, "no cc or no make is installed"))
    func outdated() throws {
        try makePackage()
        let makefile = "\(package)/Makefile"
        let rules = String(decoding: try File.read(makefile), as: UTF8.self)
        let app = try RunningApp(host, command: "dev", [package])
        try app.see("Look around")
        let mark = "1000.\(UInt32.random(in: 1...999_999))"
        try File.write("all:\n\tsleep \(mark)\n", to: makefile)
        wait { (try? Processes.withArgument(containing: mark).count) ?? 0 > 0 }
        try edit(#"sy_title(sink, "Notes")"#, #"sy_title(sink, "Other notes")"#)
        try File.write(rules, to: makefile)
        try app.see("Other notes", gone: "rror")
        #expect(try Processes.withArgument(containing: mark).isEmpty)
        try app.quit()
    }

    @Test(
        "the end of the app is the end of a build that goes on",
        .enabled(if: haveTools, "no cc or no make is installed"), arguments: [true, false])
    func ended(inFirst: Bool) throws {
        try makePackage()
        let mark = "1000.\(UInt32.random(in: 1...999_999))"
        let makefile = "\(package)/Makefile"
        func hang() throws { try File.write("all:\n\tsleep \(mark)\n", to: makefile) }
        if inFirst { try hang() }
        let app = try RunningApp(host, command: "dev", [package])
        if !inFirst {
            try app.see("Look around")
            try hang()
        }
        wait { (try? Processes.withArgument(containing: mark).count) ?? 0 > 0 }
        if inFirst {
            app.press(.controlC)
            #expect(try app.terminal.waitForEnd() == .signal(SIGINT))
        } else {
            try app.quit()
        }
        wait { (try? Processes.withArgument(containing: mark).isEmpty) == true }
        #expect(try Processes.withArgument(containing: mark).isEmpty)
    }

    @Test(
        "what lies behind a link to another folder stays there",
        .enabled(if: haveTools, "no cc or no make is installed"))
    func link() throws {
        try makePackage()
        let precious = host.directory("precious")
        mkdir(precious, 0o755)
        try File.write("", to: "\(precious)/libKept.so")
        #expect(symlink(precious, "\(package)/.switchyard") == 0)
        let outcome = try host.run("dev", "--plain", package)
        #expect(outcome.end == .exit(73))
        #expect(try File.names(in: precious) == ["libKept.so"])
    }

    @Test("a folder that nothing builds, and one without its tool, is refused")
    func refused() throws {
        let none = try host.run("dev")
        #expect(none.end == .exit(64))
        #expect(none.messages.first?.hasPrefix("'.' is no folder of a feature: expected a Package.swift, ") == true)
        #expect(try host.run("dev", "none").end == .exit(64))
        try File.write("", to: "\(host.work)/Cargo.toml")
        host.set("PATH", "/none")
        let outcome = try host.run("dev", ".")
        #expect(outcome.end == .exit(69))
        #expect(outcome.messages == ["there is no 'cargo' in PATH, which builds '.'; install it"])
    }

    @Test("what compilers say is wrong is told with the path from the folder, each once")
    func errors() throws {
        let folder = host.work
        try File.write("", to: "\(folder)/Package.swift")
        let build = try #require(PackageBuild(folder))
        #expect(build.tool == .swift)
        let output = """
            [3/5] Compiling Hello
            \(folder)/Sources/Hello.swift:12:9: error: cannot find 'x' in scope
            \u{1B}[0;36m10 |\u{1B}[0;0m     let y = x
            \(folder)/Sources/Hello.swift:12:9: \u{1B}[1;31merror: \u{1B}[1;39mcannot find 'x' in scope\u{1B}[0;0m
            \(folder)/Sources/Hello.swift:3:1: warning: unused
            src/lib.rs:7:5: error[E0425]: cannot find value `x` in this scope
            notes.c:4:10: fatal error: none.h: No such file or directory
            error: fatalError
            """
        #expect(
            build.errors(in: output) == [
                "Sources/Hello.swift:12:9: error: cannot find 'x' in scope",
                "src/lib.rs:7:5: error[E0425]: cannot find value `x` in this scope",
                "notes.c:4:10: fatal error: none.h: No such file or directory",
            ])
        #expect(build.errors(in: "a\nb\nc\u{1B}[1m\nd\ne\nmake: *** [all] Error 1\n").last == "make: *** [all] Error 1")
        #expect(build.errors(in: "") == [])
    }
}
