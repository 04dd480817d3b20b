import Glibc
import JSONText
import TestSupport
import Testing

@testable import HostCore
@testable import ProgramTestSupport

extension Feature {
    /// The feature of Tests/Fixtures/KeepsText.h, whose state has a form.
    fileprivate static func keepingText(form: Int) -> Feature {
        source("KeepsText", "#define FORM \(form)\n#include \"KeepsText.h\"\n")
    }
}

/// What becomes of a typed text when another build of the library takes over.
struct Takeover: Sendable, CustomTestStringConvertible {
    let form: Int
    let text: String
    /// The end of the notice that the screen begins anew; nil for none.
    let reason: String?

    var testDescription: String { "form \(form)" }

    static let all = [
        Takeover(form: 2, text: "Ada", reason: nil),
        Takeover(form: 3, text: "", reason: "the text is of another form"),
        Takeover(form: 0, text: "", reason: "it takes no saved state"),
    ]

    /// The notice, as a list.
    var notices: [String] { reason.map { ["'keeps' begins anew, since its saved state was not taken: \($0)"] } ?? [] }
}

@Suite("Typed text", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct TypedTextTests {
    private static let wiring = Sandbox.Wiring.text(#"{ "root": "keeps" }"#)

    private func sandbox() throws -> Sandbox {
        try Sandbox(.only([.keepingText(form: 1)]), wiring: Self.wiring)
    }

    @Test("a typed text outlives a crash of its feature, and is edited on")
    func crash() throws {
        let host = try sandbox()
        let script = """
            type:Text=Ada
            expect Written: Ada.
            press:Crash
            expect-error crashed in perform
            expect Written: Ada.
            type:Text=Ada Lovelace
            press:Crash
            expect-error crashed in perform
            expect Written: Ada Lovelace.

            """
        try File.write(script, to: "\(host.work)/flow")
        let outcome = try host.run("navigate", "--script", "flow")
        #expect(outcome.end == .exit(0), "\(outcome.output)\(outcome.diagnostics)")
        #expect(!outcome.diagnostics.contains("begins anew"), "\(outcome.diagnostics)")
    }

    @Test("a typed text outlives a killed host, by the session of its run, which only the user may read")
    func killedRun() throws {
        let host = try sandbox()
        let app = try RunningApp(host)
        try app.see("Written: .", status: "Type to write")
        app.type("Ada")
        try app.see("Written: Ada.")
        app.terminal.signal(SIGKILL)
        #expect(try app.terminal.waitForEnd() == .signal(SIGKILL))
        #expect(host.remainingProcesses() == [])
        let session = try #require(host.sessions().first)
        var status = stat()
        #expect(stat(session, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let again = try RunningApp(host)
        try again.see("Written: Ada.")
        try again.quit()
    }

    @Test(
        "another build takes the text of an older form, or the screen begins anew and says why", .inlineAndInWorkers,
        arguments: Takeover.all)
    func otherBuild(takeover: Takeover) throws {
        let host = try sandbox()
        let saved = try host.run("navigate", "--save", "session", "type:Text=Ada")
        #expect(saved.end == .exit(0), "\(saved.diagnostics)")
        try host.install(.keepingText(form: takeover.form))
        let restored = try host.run("navigate", "--restore", "session")
        #expect(restored.end == .exit(0), "\(takeover): \(restored.diagnostics)")
        #expect(restored.output.contains("Written: \(takeover.text)."), "\(takeover): \(restored.output)")
        #expect(restored.messages == takeover.notices, "\(takeover)")
    }

    @Test("a reload hands the text on to the new build", .inlineAndInWorkers, arguments: Takeover.all)
    @MainActor
    func reload(takeover: Takeover) throws {
        let host = try sandbox()
        let application = try host.application()
        let coordinator = application.makeCoordinator()
        defer { coordinator.shutDown() }
        coordinator.start()
        let field = try NodeFinder(coordinator.show()).field("Text")
        coordinator.use(field, value: .string("Ada"))
        try host.install(.keepingText(form: takeover.form))
        #expect(application.reload(coordinator).refusals == [])
        let shown = TextRenderer.text(of: coordinator.show())
        #expect(shown.contains("Written: \(takeover.text)."), "\(takeover): \(shown)")
        let problems = coordinator.takeProblems().map(\.text)
        #expect(problems == takeover.notices, "\(takeover)")
    }

    @Test("a text typed in a feature in Swift outlives its worker, and the host")
    @MainActor
    func swift() async throws {
        let host = try Sandbox(.only([.character]), wiring: .text(#"{ "root": "character/list" }"#))
        #expect(try host.run("navigate", "--save", "session", "type:Filter=holmes").end == .exit(0))
        let restored = try host.output("navigate", "--restore", "session")
        #expect(restored.contains("Filter: [holmes]"), "\(restored)")
        let coordinator = try host.application().makeCoordinator()
        defer { coordinator.shutDown() }
        coordinator.start()
        coordinator.use(try NodeFinder(coordinator.show()).field("Filter"), value: .string("watson"))
        // This kills the worker.
        #expect(host.remainingProcesses().count == 1)
        while coordinator.takeProblems().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        let shown = TextRenderer.text(of: coordinator.show())
        #expect(shown.contains("Filter: [watson]"), "\(shown)")
        coordinator.use(try NodeFinder(coordinator.show()).field("Filter"), value: .string("watsons"))
        #expect(TextRenderer.text(of: coordinator.show()).contains("Filter: [watsons]"))
    }

    @Test("after a kill at any moment, the restored text is one that was typed", .deep)
    func killedAtAnyMoment() throws {
        let host = try sandbox()
        let texts = (1...30).map { "text \($0)" + String(repeating: ", more", count: $0 % 7) }
        try File.write(texts.map { "type:Text=\($0)\n" }.joined(), to: "\(host.work)/flow")
        let clock = ContinuousClock()
        let duration = try clock.measure { _ = try host.output("navigate", "--script", "flow", "--save", "whole") }
        var generator = SeededGenerator(seed: 17)
        var found: Set<String> = []
        for round in 0..<100 {
            // Every second round writes over the session of the round before.
            let session = "session\(round / 2)"
            let delay = duration * Double.random(in: 0...1, using: &generator)
            let killed = try host.run(["navigate", "--script", "flow", "--save", session], killedAfter: delay)
            #expect(killed.end == .signal(SIGKILL) || killed.end == .exit(0), "round \(round): \(killed.diagnostics)")
            guard access("\(host.work)/\(session)", F_OK) == 0 else { continue }
            let restored = try host.run("navigate", "--restore", session)
            #expect(restored.end == .exit(0) && restored.diagnostics == "", "round \(round): \(restored.diagnostics)")
            let text = ([""] + texts).first { restored.output.contains("Written: \($0).") }
            #expect(text != nil, "round \(round), after \(delay): \(restored.output)")
            if let text { found.insert(text) }
        }
        // The rounds must have hit the middle of the flow.
        #expect(found.count > 2, "\(found.count) texts were found")
    }
}
