import TestSupport
import Testing

/// What the README shows is what happens.
@Suite("The README", .blocking)
struct ReadmeTests {
    private let readme: Document

    init() throws {
        readme = try Document("README.md")
    }

    @Test(
        "shows what the commands print, in its tour and below",
        .disabled(if: Sanitizer.current != nil, "under a sanitizer nothing tells where a worker crashed"))
    func commands() throws {
        let runs = try readme.runCommands()
        #expect(runs.count >= 8)
        for run in runs { #expect(run.output == run.command.output, "\(run.command)") }
    }

    @Test("has a wiring file that the host takes")
    func wiring() throws {
        let text = try #require(readme.blocks.first { $0.language == "jsonc" }).text
        let sandbox = try Sandbox(wiring: .text(text))
        let output = try sandbox.output("navigate", "press:Featured character")
        #expect(output.hasPrefix("[home] home > sheet:character/detail?identifier=7\n"))
        #expect(try sandbox.output("navigate").contains("Good morning."))
        #expect(try sandbox.output("navigate", "press:Characters").hasPrefix("[home] home > character/list\n"))
    }
}
