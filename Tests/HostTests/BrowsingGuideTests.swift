import HostCore
import TestSupport
import Testing

/// The statements of Run.md about `switchyard run`.
@Suite("The guide to browsing", .blocking)
struct BrowsingGuideTests {
    private let guide: Document

    init() throws {
        guide = try Document("Documentation/Run.md")
    }

    @Test("the commands of the guide print the output that it shows")
    func commands() throws {
        let runs = try guide.runCommands()
        #expect(runs.count >= 3)
        for run in runs { #expect(run.output == run.command.output, "\(run.command)") }
    }

    @Test("the guide's table of keys equals the program's")
    func keys() throws {
        let rows = guide.text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
            row.split(separator: "|").map { String($0.filter { $0 != "`" }).trimmed }
        }
        #expect(rows.count >= 10)
        let width = rows.map { $0[0].count }.max() ?? 0
        let expected = rows.map { row in
            "  " + row[0] + String(repeating: " ", count: width - row[0].count) + "  " + row[1]
        }
        let help = try Sandbox().output("run", "--help").components(separatedBy: "\nKEYS\n")
        try #require(help.count == 2)
        #expect(String(help[1]).components(separatedBy: "\n\n")[0] == expected.joined(separator: "\n"))
    }
}
