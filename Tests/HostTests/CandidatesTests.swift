import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("The candidates for the shells' scripts", .blocking)
struct CandidatesTests {
    /// Returns the host with everything scanned: a question waits a second for an unknown library.
    private static func known(_ host: Sandbox) throws -> Sandbox {
        _ = try host.output("list")
        return host
    }

    @Test(
        "the candidates for a line complete its last word, and show that more follows",
        arguments: [
            (["routes", ""], ["character", "home"]),
            (["routes", "ch"], ["character"]),
            (["graph", "character", "h"], ["home"]),
            (["explain", "home"], ["home", "home/main"]),
            (
                ["explain", "challenge://character/"],
                [
                    "challenge://character/list", "challenge://character/detail?id=",
                ]
            ),
            (["run", "character/"], ["character/list", "character/detail?identifier="]),
            (["run", "home", "character/l"], ["character/list"]),
            (["open", "challenge://h"], ["challenge://home/main"]),
            (["open", "home"], []),
            (["navigate", "home", "ro"], ["root", "rows:"]),
            (["navigate", "re"], ["reload"]), (["navigate", "sw"], ["swap:"]),
            (["navigate", "swap:character/l"], ["swap:character/list"]),
            (["navigate", "tab:"], ["tab:home", "tab:people"]),
            (["navigate", "sheet:character/"], ["sheet:character/list", "sheet:character/detail?identifier="]),
            (["navigate", "force:dis"], ["force:dismiss", "force:dismissAll"]),
            (["navigate", "force:cover:home"], ["force:cover:home", "force:cover:home/main"]),
            (["navigate", "force:p"], ["force:push:"]),
            (["navigate", "press:"], []),
            (["navigate", "--verbose", "--wait", "1s", "man"], ["managedSheet:", "managedCover:"]),
            // This command takes one operand, and the other one none.
            (["explain", "home", ""], []),
            (["list", ""], []),
        ] as [([String], [String])])
    func candidates(words: [String], expected: [String]) throws {
        let wiring = #"{"tabs": [{"name": "home", "root": "home"}, {"name": "people", "root": "character"}]}"#
        let host = try Self.known(Sandbox(wiring: .text(wiring)))
        let lines = try host.run(["candidates", "--"] + words).output.split(separator: "\n")
        #expect(lines.map { String($0.prefix { $0 != "\t" }) } == expected)
    }

    @Test("the candidate for a place comes with its summary")
    func summary() throws {
        let output = try Self.known(Sandbox()).output("candidates", "--", "navigate", "character/l")
        #expect(output == "character/list\tAll characters, with a filter.\n")
    }

    @Test("the candidate for a tab is its name as it is, with the title if it has one, else the root")
    func tabs() throws {
        let wiring = """
            {"tabs": [{"name": "It's \\"$(a)\\"", "root": "home", "title": "Start", "symbol": "⌂"},
                      {"name": "my people", "root": "character"}]}
            """
        let host = try Self.known(Sandbox(wiring: .text(wiring)))
        #expect(
            try host.output("candidates", "--", "navigate", "tab:")
                == "tab:It's \"$(a)\"\t⌂ Start\ntab:my people\tcharacter\n")
    }

    @Test("the candidates come from the directories and the wiring that the line names")
    func named() throws {
        let host = try Sandbox(.only([]))
        let products = try Products.switchyard.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        _ = try host.output("list", "--plugins", products)
        #expect(try host.output("candidates", "--", "routes", "") == "")
        #expect(try host.output("candidates", "--", "routes", "--plugins", products, "h").hasPrefix("home\t"))
        #expect(try host.output("candidates", "--", "routes", "--plugins=\(products)", "h").hasPrefix("home\t"))
    }

    @Test(
        "a slow library delays at most two questions, and has more time elsewhere",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func slow() throws {
        let slow = Feature.source(
            "slow",
            """
            #include "Mark.h"
            __attribute__((constructor)) static void wait_a_while(void) { mark("slow"); usleep(1500000); }
            #define FEATURE_ID "slow"
            #include "PlainFeature.h"
            """)
        let host = try Sandbox(.only([slow]), wiring: .text(#"{ "deadline": "20s" }"#))
        try host.collectMarks()
        // A busy machine may have missed a first deadline.
        for _ in 1...3 { #expect(try host.output("candidates", "--", "routes", "") == "") }
        #expect(host.marks == ["slow", "slow"])
        #expect(try host.output("list").contains("\nslow "))
        #expect(try host.output("candidates", "--", "routes", "") == "slow\n")
        #expect(host.marks == ["slow", "slow", "slow"])
    }

    @Test(
        "a line with a mistake, or an app with one, gets no candidates and no message",
        arguments: [
            [], ["navigat", ""], ["navigate"], ["navigate", "--scrip", ""], ["routes", "--plugins", "/nowhere", ""],
            ["routes", "--config", "/nowhere", "x"],
        ])
    func silence(words: [String]) throws {
        let host = try Sandbox(wiring: .text("{"))
        let outcome = try host.run(["candidates", "--"] + words)
        #expect(outcome.end == .exit(0))
        #expect(outcome.output == "")
        #expect(outcome.diagnostics == "")
    }
}
