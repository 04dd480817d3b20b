import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("explain", .blocking)
struct ExplainTests {
    @Test("a destination that is sent leaves the stack, and explain says so")
    func sent() throws {
        let host = try Sandbox(
            wiring: .text(#"{"redirects": {"home/characters": {"to": "character/list", "method": "send"}}}"#))
        let text = try host.output("explain", "home/characters")
        #expect(text.contains("\n  sent       to a screen that receives it then; the stack stays as it is\n"))
        #expect(text.contains("\n  stack      system\n"))
        #expect(try JSON.parse(Array(host.output("explain", "--json", "home/characters").utf8))["sent"] == true)
    }

    @Test("a step is no link and no destination", arguments: ["back", "tab:x", "sheet:character/list", "force:back"])
    func step(step: String) throws {
        let outcome = try Sandbox().run("explain", step)
        #expect(outcome.end == .exit(64))
        #expect(outcome.messages.first?.hasPrefix("'\(step)' is a step, and a link") == true, "\(outcome.diagnostics)")
    }

    @Test("explain shows a link's matching and other patterns, its end, and its stack")
    func link() throws {
        let file = try Products.path("libCharacterFeature.so")
        #expect(
            try Sandbox().output("explain", "challenge://character/detail?id=42") == """
                challenge://character/detail?id=42
                  patterns   challenge://character/detail?id={identifier}  matches: character/detail?identifier=42
                             challenge://character/list  no: 'detail' stands in its path where 'list' is expected
                  redirects  none
                  ends at    character/detail?identifier=42
                             feature character 1.0.0
                             file \(file)
                             route detail
                             One character, by its number.
                  stack      home > character/list > character/detail?identifier=42

                """)
    }

    @Test("explain shows the redirects of a destination")
    func destination() throws {
        let output = try Sandbox().output("explain", "home/character?identifier=7")
        #expect(
            output.hasPrefix(
                """
                home/character?identifier=7
                  redirects  home/character?identifier=7
                             -> character/detail?identifier=7  (home/character?identifier={id} -> character/detail?identifier={id})
                  ends at    character/detail?identifier=7

                """))
        #expect(output.hasSuffix("  stack      home > character/detail?identifier=7\n"))
    }

    @Test("explain in JSON has the same content")
    func json() throws {
        let host = try Sandbox()
        let link = try host.json("explain", "challenge://character/detail?id=42")
        #expect(link["leadsSomewhere"] == true)
        #expect(
            link["patterns"]?[0] == [
                "pattern": "challenge://character/detail?id={identifier}", "feature": "character", "matches": true,
                "destination": "character/detail?identifier=42",
            ])
        #expect(link["patterns"]?[1]?["matches"] == false)
        #expect(link["patterns"]?[1]?["reason"] == "'detail' stands in its path where 'list' is expected")
        #expect(link["endsAt"]?["feature"] == "character")
        #expect(link["endsAt"]?["file"] == .string(try Products.path("libCharacterFeature.so")))
        #expect(link["stack"] == ["home", "character/list", "character/detail?identifier=42"])
        let destination = try host.json("explain", "home/characters")
        #expect(destination["redirects"] == ["home/characters", "character/list"])
        #expect(destination["endsAt"]?["route"] == "list")
    }

    @Test(
        "explain gives the reason for a link or destination that leads nowhere, and exits 1",
        arguments: [
            ("nowhere", "no feature 'nowhere' is installed"),
            ("hom/main", "no feature 'hom' is installed; did you mean 'home'?"),
            ("character/detail?identifier=x", "'x'"),
            ("other://character/list", "links of the scheme 'other' are refused by the wiring file"),
            ("challenge://moon/list", "no feature has links for challenge://moon"),
            ("challenge://character/detail?id=x", "'x' is not of type int, which 'identifier' is"),
        ])
    func nowhere(asked: String, reason: String) throws {
        let host = try Sandbox()
        let text = try host.run("explain", asked)
        #expect(text.end == .exit(1))
        #expect(text.output.contains(reason))
        #expect(text.output.hasPrefix("\(asked)\n"))
        let json = try host.run("explain", asked, "--json")
        #expect(json.end == .exit(1))
        let parsed = try JSON.parse(json.output)
        #expect(parsed["leadsSomewhere"] == false)
        #expect(parsed["reason"]?.string?.contains(reason) == true)
        #expect(parsed["stack"] == [])
    }

    @Test("explain runs no feature", .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func runsNothing() throws {
        let host = try Sandbox(.only([.fixture("ActivateFails")]), wiring: .none)
        #expect(try host.output("explain", "activate-fails/screen").contains("  ends at    activate-fails/screen\n"))
    }

    @Test(
        "explain and navigate agree on the stack",
        arguments: [
            "home", "home/main", "home/characters", "character", "character/list", "character/detail?identifier=3",
            "challenge://home/main", "challenge://character/list", "challenge://character/detail?id=3",
        ])
    func agreement(asked: String) throws {
        let host = try Sandbox()
        let explained = try host.json("explain", asked)["stack"]
        let state = try host.json("navigate", asked)["state"]
        let destinations = state?["tabs"]?[0]?["entries"]?.array?.compactMap { $0["destination"] }
        #expect(explained == .array(destinations ?? []))
    }

    @Test(
        "explain names a checkpoint or a value as such, with the redirects that lead to it",
        .enabled(if: Fixtures.haveCompiler))
    func sharedNames() throws {
        let host = try Sandbox(
            .only([.fixture("Pages")]), wiring: .text(#"{"root": "pages", "redirects": {"pages/far": "pages/mark"}}"#))
        let far = try host.run("explain", "pages/far")
        #expect(far.end == .exit(1))
        #expect(far.output.contains("it is a checkpoint, and no destination: pages/far -> pages/mark"))
        #expect(
            try host.run("explain", "pages/Number").output.contains("it is a value, and no destination: pages/Number"))
    }
}
