import TestSupport
import Testing

@Suite("navigate --html", .blocking, .inlineAndInWorkers)
struct NavigateHTMLTests {
    @Test("navigate --html prints a page with the screen and the earlier ones")
    func page() throws {
        let text = try Sandbox().output("navigate", "--html", "press:Characters", "press:Elizabeth Bennet")
        #expect(text.hasPrefix("<!DOCTYPE html>\n") && text.hasSuffix("</html>\n"))
        let markup = try Markup(text)
        #expect(markup.named("title").map(\.text) == ["Elizabeth Bennet"])
        #expect(markup.named("h1").map(\.text) == ["Home", "Characters", "Elizabeth Bennet"])
        let references = markup.classed("link").compactMap { $0.attributes["href"] }
        #expect(references.count == 72)
        #expect(references[0] == "challenge://character/detail?id=1")
        #expect(references[41] == "#screen-3")
    }

    @Test("navigate --html --follow adds the screens that the last screen links to")
    func follow() throws {
        let text = try Sandbox().output("navigate", "--html", "--follow", "press:Characters", "type:Filter=holmes")
        let markup = try Markup(text)
        #expect(markup.named("h1").map(\.text) == ["Sherlock Holmes", "Home", "Characters"])
        #expect(markup.classed("link").map { $0.attributes["href"] } == ["#linked-1"])
        #expect(markup.classed("screen").map { $0.attributes["id"] } == ["linked-1", "screen-1", "screen-2"])
        let alone = try Sandbox().run("navigate", "--follow")
        #expect(alone.end == .exit(64))
        #expect(alone.messages.first == "'--follow' is about the page that '--html' prints; give both")
    }

    @Test("navigate --html --state lists the steps, and errors go to standard error")
    func steps() throws {
        let outcome = try Sandbox().run("navigate", "--html", "--state", "home/characters", "press:Nobody")
        #expect(outcome.end == .exit(1))
        #expect(outcome.messages.count == 1)
        let steps = try Markup(outcome.output).elements.filter { $0.path.contains("details") && $0.name == "li" }
        #expect(steps.map(\.text) == ["home/characters home > character/list", "press:Nobody home > character/list"])
    }

    @Test("--html and --json exclude each other")
    func json() throws {
        let outcome = try Sandbox().run("navigate", "--html", "--json")
        #expect(outcome.end == .exit(64))
        #expect(outcome.messages.first == "'--html' and '--json' are two forms of one output; give one of them")
    }

    @Test(
        "navigate --html gives a page for any text of a feature",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func badText() throws {
        let host = try Sandbox(.only([try Fixtures.faulty("BadUTF8", at: .render, flavour: 1)]), wiring: .none)
        let outcome = try host.run("navigate", "--html", "faulty/detail")
        let markup = try Markup(outcome.output)
        #expect(markup.classed("screen").count == 1)
        let link = try #require(markup.classed("link").last)
        #expect(link.attributes["href"] == nil)
        #expect(link.text.contains("␛]0;owned␇"))
    }
}
