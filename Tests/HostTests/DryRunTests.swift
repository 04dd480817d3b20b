import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("navigate --dry-run", .blocking)
struct DryRunTests {
    @Test(
        "the state and the exit code are those of navigate",
        arguments: [
            [], ["challenge://character/detail?id=42"], ["character/list", "back"],
            ["home/character?identifier=7", "character"], ["sheet:character/list", "character/detail?identifier=1"],
            ["character/list", "cover:character/list", "dismiss"], ["back"], ["tab:x"], ["nobody"],
            ["challenge://nobody"], ["character/detail"], ["nobody/x", "back"], ["force:root"],
            ["character/list", "root"], ["sheet:character/list", "swap:home/character?identifier=7"], ["swap:nobody/x"],
            ["system/notFound?destination=a&reason=b"], ["swap:system/notFound?destination=a&reason=b", "back"],
            ["system/notFound?destination=a://b&reason=://c"],
        ])
    func agreement(steps: [String]) throws {
        let host = try Sandbox()
        let planned = try host.run(["navigate", "--dry-run", "--json"] + steps)
        let taken = try host.run(["navigate", "--json"] + steps)
        #expect(planned.end == taken.end, "\(planned.diagnostics)")
        #expect(try Self.state(planned.output) == Self.state(taken.output))
    }

    private static func state(_ output: String) throws -> String? {
        try JSON.parse(Array(output.utf8))["state"]?.text()
    }

    @Test("a root that cannot be shown is reported as navigate reports it")
    func missingRoot() throws {
        let host = try Sandbox(wiring: .text(#"{"root": "nobody"}"#))
        let outcome = try host.run(["navigate", "--dry-run"])
        #expect(outcome.end == .exit(1))
        #expect(outcome.messages.contains("'nobody' cannot be shown: no feature 'nobody' is installed"))
    }

    @Test("a refused swap shows the destination as it was written")
    func refusedSwap() throws {
        let host = try Sandbox(wiring: .text("{}"))
        let step = "swap:home/character?identifier=007"
        let planned = try Self.state(host.run("navigate", "--dry-run", "--json", step).output)
        #expect(planned?.contains("identifier%3D007") == true)
        #expect(try Self.state(host.run("navigate", "--json", step).output) == planned)
    }

    @Test("a damaged session file is reported, and stays where it is")
    func damagedSession() throws {
        let host = try Sandbox()
        try File.write("{", to: "\(host.work)/session")
        for _ in 0..<2 {
            let outcome = try host.run("navigate", "--dry-run", "--restore", "session")
            #expect(outcome.end == .exit(65))
            #expect(outcome.messages.first?.contains("is damaged") == true, "\(outcome.diagnostics)")
        }
    }

    @Test(
        "a step that needs a running feature, and an option about its screens, are refused",
        arguments: [
            (["press:Open"], "'--dry-run' starts no feature, which 'press:Open' needs"),
            (["force:reload"], "'--dry-run' starts no feature, which 'force:reload' needs"),
            (["--html"], "'--dry-run' and '--html' cannot be given together"),
        ])
    func refused(words: [String], message: String) throws {
        let outcome = try Sandbox().run(["navigate", "--dry-run"] + words)
        #expect(outcome.end == .exit(64))
        #expect(outcome.messages.first == message)
    }
}
