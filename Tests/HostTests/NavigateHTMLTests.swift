import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("navigate --html", .blocking, .inlineAndInWorkers)
struct NavigateHTMLTests {
    /// The elements of a page that have no markup in them: what is in its head, and what its script shows.
    private static func saved(_ page: String) throws -> JSON {
        let begin = try #require(page.firstRange(of: #"<script type="application/json" id="saved">"#))
        let end = try #require(page[begin.upperBound...].firstRange(of: "</script>"))
        return try JSON.parse(Array(page[begin.upperBound..<end.lowerBound].utf8))
    }

    @Test("navigate --html prints the page of web with what --json prints in it, and needs no other file")
    func page() throws {
        let host = try Sandbox()
        let steps = ["press:Characters", "press:Elizabeth Bennet"]
        let page = try host.run(["navigate", "--html", "--state"] + steps).output
        #expect(page.hasPrefix("<!DOCTYPE html>\n") && page.hasSuffix("</html>\n"))
        #expect(
            try Self.saved(page) == JSON.parse(Array(host.run(["navigate", "--json", "--state"] + steps).output.utf8)))
        #expect(page.contains("default-src 'none'; script-src 'unsafe-inline'"))
        for reference in ["src=", "<link rel=\"stylesheet\""] { #expect(!page.contains(reference), "\(reference)") }
        #expect(page.ranges(of: "<script").count == 2 && page.ranges(of: "</script>").count == 2)
        #expect(page.ranges(of: "<style>").count == 2 && page.ranges(of: "</style>").count == 2)
    }

    @Test("without JavaScript the page is what navigate prints")
    func withoutScript() throws {
        let host = try Sandbox()
        let steps = ["character/list", "type:Filter=<&>"]
        let page = try host.run(["navigate", "--html"] + steps).output
        let text = try host.run(["navigate"] + steps).output
        #expect(text.contains("<&>"))
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
        #expect(page.contains("<pre>\(escaped)</pre></noscript>"))
    }

    @Test("the page of a screen where a step went wrong is printed too")
    func failed() throws {
        let outcome = try Sandbox().run("navigate", "--html", "home/characters", "press:Nobody")
        #expect(outcome.end == .exit(1))
        #expect(outcome.messages.count == 1)
        #expect(try Self.saved(outcome.output)["screen"]?["title"] == "Characters")
    }

    @Test("--html and --json exclude each other")
    func json() throws {
        let outcome = try Sandbox().run("navigate", "--html", "--json")
        #expect(outcome.end == .exit(64))
        #expect(outcome.messages.first == "'--html' and '--json' are two forms of one output; give one of them")
    }

    @Test("no text of a feature is markup on the page")
    func markup() throws {
        let page = try Sandbox().output("navigate", "--html", "character/list", "type:Filter=</script><!--<b>&amp;")
        #expect(page.ranges(of: "</script>").count == 2 && !page.contains("<!--") && !page.contains("<b>"))
        #expect(try "\(Self.saved(page))".contains("</script><!--<b>&amp;"))
    }

    @Test(
        "navigate --html gives a page for any text of a feature",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func badText() throws {
        let host = try Sandbox(.only([try Fixtures.faulty("BadUTF8", at: .render, flavour: 1)]), wiring: .none)
        let outcome = try host.run("navigate", "--html", "faulty/detail")
        #expect(try Self.saved(outcome.output)["destination"] == "faulty/detail")
        #expect(!outcome.output.contains("\u{1B}"))
    }
}
