import Glibc
import TestSupport
import Testing

@testable import HostCommands

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
            10 |     let y = x
            \(folder)/Sources/Hello.swift:12:9: error: cannot find 'x' in scope
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
