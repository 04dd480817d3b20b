import FeatureContract
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The HTML page of screens", .inlineAndInWorkers)
struct HTMLPageTests {
    private func stage(_ wiring: String = #"{ "root": "notes" }"#) throws -> Stage {
        let stage = try Stage(wiring)
        stage.shows("notes/note") { screen in
            screen.nodes = [
                ViewNode(.link, text: "home", destination: .of("notes")),
                ViewNode(.link, text: "edit", destination: .of("notes/edit")),
            ]
        }
        stage.coordinator.show()
        return stage
    }

    @Test("the page holds each screen of the stack, topmost last, with links to the others")
    func stack() throws {
        let stage = try stage()
        stage.go("notes/note?title=a > sheet:notes/note?title=b")
        let markup = try Markup(stage.coordinator.page().text)
        let screens = markup.classed("screen")
        #expect(screens.map { $0.attributes["id"] } == ["screen-1", "screen-2", "screen-3"])
        #expect(screens.map { $0.attributes["class"] } == ["screen push", "screen push", "screen sheet"])
        #expect(screens.map { $0.attributes["role"] } == [nil, nil, "dialog"])
        let stack = markup.elements.filter { $0.name == "a" && $0.path.suffix(3) == ["nav", "ol", "li"] }
        #expect(
            stack.suffix(3).map { "\($0.text) \($0.attributes["href"] ?? "")" } == [
                "notes #screen-1", "notes/note?title=a #screen-2", "(sheet) notes/note?title=b #screen-3",
            ])
        #expect(
            stack.map { $0.attributes["aria-current"] != nil } == [0, 1, 2].flatMap { at in (0..<3).map { $0 == at } })
        #expect(
            markup.classed("link").map { $0.attributes["href"] } == [
                "#screen-1", "challenge://notes/edit", "#screen-1", "challenge://notes/edit",
            ])
        #expect(markup.classed("place").map(\.text) == ["challenge://notes/note/a", "challenge://notes/note/b"])
    }

    @Test("the first screen of the host is called by its title in the path, whether it has been shown or not")
    func firstScreen() throws {
        let stage = try Stage("{}")
        stage.go("notes/note?title=a")
        #expect(stage.coordinator.titles.map(\.title) == ["Features", "notes/note?title=a"])
        let markup = try Markup(stage.coordinator.page().text)
        let stack = markup.elements.filter { $0.name == "a" && $0.path.suffix(3) == ["nav", "ol", "li"] }
        #expect(stack.map(\.text) == ["Features", "notes/note?title=a"])
    }

    @Test("the page makes no calls for unseen screens, and links to those not made by their URL")
    func unmade() throws {
        let stage = try stage(#"{ "root": "character" }"#)
        stage.coordinator.open("challenge://character/detail?id=42")
        stage.coordinator.show()
        _ = stage.takeCalls()
        let markup = try Markup(stage.coordinator.page().text)
        #expect(stage.takeCalls() == [])
        let made = markup.classed("screen").compactMap { $0.attributes["id"] }
        #expect(made.last == "screen-2")
        #expect(stage.stack == "character > character/detail?identifier=42")
    }

    @Test("the page holds the targets of the last screen's links on request, and the state does not change")
    func followed() async throws {
        let stage = try stage()
        stage.shows("notes/edit") { $0.title = "Edit" }
        stage.go("notes/note?title=a")
        var told = 0
        stage.coordinator.stateSink = { _ in told += 1 }
        let linked = await stage.coordinator.showLinked(atMost: 9, timeout: .seconds(5))
        #expect(stage.stack == "notes > notes/note?title=a")
        #expect(told == 0)
        let markup = try Markup(stage.coordinator.page(linked: linked).text)
        let screens = markup.classed("screen")
        #expect(screens.map { $0.attributes["id"] } == ["linked-1", "linked-2", "screen-1", "screen-2"])
        // A link to a destination that is on the stack and also beside it leads to the stack.
        #expect(markup.classed("link").map { $0.attributes["href"] } == ["#screen-1", "#linked-2"])
        let stack = markup.elements.filter { $0.name == "a" && $0.path.suffix(3) == ["nav", "ol", "li"] }
        #expect(
            stack[3..<6].map { "\($0.text) \($0.attributes["href"] ?? "")" } == [
                "notes #screen-1", "notes/note?title=a #screen-2", "Edit #linked-2",
            ])
        #expect(stage.breaches == [])
    }

    @Test("the page has a bar of tabs, with the selected one marked and URLs to the others")
    func tabs() throws {
        let stage = try stage(
            #"{"tabs": [{"name": "a", "root": "notes/edit"}, {"name": "b", "root": "character/list"}]}"#)
        let markup = try Markup(stage.coordinator.page().text)
        let tabs = markup.elements.filter { $0.path.contains("header") && $0.name == "a" }
        #expect(tabs.map(\.text) == ["a", "b"])
        #expect(tabs.map { $0.attributes["href"] } == ["#screen-1", "challenge://character/list"])
        #expect(tabs.map { $0.attributes["aria-current"] } == ["page", nil])
        #expect(try Markup(self.stage().coordinator.page().text).named("header").isEmpty)
    }

    @Test("the bar of tabs shows titles, and symbols of one character, which are not read out")
    func titles() throws {
        let stage = try stage(
            """
            {"tabs": [
                {"name": "a", "root": "notes/edit", "title": "<Notes>", "symbol": "📝"},
                {"name": "b <i>", "root": "character/list", "symbol": "unheard.of"}
            ]}
            """)
        let markup = try Markup(stage.coordinator.page().text)
        let tabs = markup.elements.filter { $0.path.contains("header") && $0.name == "a" }
        #expect(tabs.map(\.text) == ["📝 <Notes>", "b <i>"])
        #expect(tabs.map { $0.attributes["data-symbol"] } == ["📝", "unheard.of"])
        let marks = markup.elements.filter { $0.path.contains("header") && $0.name == "span" }
        #expect(marks.map(\.text) == ["📝 "])
        #expect(marks.map { $0.attributes["aria-hidden"] } == ["true"])
    }

    @Test("the page has a policy against loading, no script, and no element that loads")
    func alone() throws {
        let markup = try Markup(try stage().coordinator.page(stages: [.init(step: "<a>", state: "&b")]).text)
        let policy = markup.named("meta").first { $0.attributes["http-equiv"] == "Content-Security-Policy" }
        #expect(
            policy?.attributes["content"]
                == "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'")
        let names = Set(markup.elements.map(\.name))
        #expect(markup.classed("picture").map(\.name) == ["aside"])
        #expect(markup.classed("picture").first?.text.hasSuffix("To use the app, run switchyard run.") == true)
        #expect(names.isDisjoint(with: ["script", "link", "img", "iframe", "object", "embed", "form", "base"]))
        #expect(!markup.elements.contains { $0.attributes["src"] != nil })
        let style = try #require(markup.named("style").first?.text)
        #expect(!style.contains("url(") && !style.contains("@import"))
        #expect(markup.classed("stages").first?.text == "Steps<a> &b")
    }
}
