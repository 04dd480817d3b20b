import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// The code of the seeds, in the built host. Tests/Tables/SeedCode.md lists what had to change in it.
@Suite(
    "The code of the seeds as it stands", .deep, .blocking,
    .enabled(if: SwiftFixture.tabsSample.reasonItIsMissing == nil, SwiftFixture.tabsSample.reasonItIsMissing))
struct SeedCodeTests {
    /// Steps through one seed's app, and what they lead to.
    struct Flow: Sendable, CustomTestStringConvertible {
        let seed: Seed
        let steps: [String]
        /// The state in text.
        let state: String
        /// What is on the screen.
        let texts: [String]

        init(_ seed: Seed, _ steps: [String], _ state: String, _ texts: String...) {
            self.seed = seed
            self.steps = steps
            self.state = state
            self.texts = texts
        }

        var testDescription: String { "\(seed): \(steps.joined(separator: ", "))" }
    }

    enum Seed: String {
        case router, navigatorLibrary, tabs, patterns

        /// The app that the document describes: its features, and the wiring between them.
        func host() throws -> Sandbox {
            let fixtures: [SwiftFixture]
            let wiring: String
            switch self {
            case .router:
                fixtures = [.routerGuide, .routerGuideHome]
                wiring = #"{"root": "home", "redirects": {"home/characters": "character/list"}}"#
            case .navigatorLibrary:
                fixtures = [.navigatorLibrary]
                wiring = """
                    {"root": "navigator-library",
                     "redirects": {"navigator-library/newOrder": "navigator-library/pageN?_0=7"}}
                    """
            case .tabs: (fixtures, wiring) = ([.tabsSample], #"{"root": "tabs-sample"}"#)
            case .patterns: (fixtures, wiring) = ([.navigationPatterns], #"{"root": "navigation-patterns"}"#)
            }
            return try Sandbox(.only(fixtures.map(\.feature)), wiring: .text(wiring))
        }
    }

    private static let message = ["press:Chat with Ada", "type:Message=Hello"]
    private static let nickname = ["press:Tab=Settings", "press:Profile", "type:Nickname=Countess"]
    private static let linked = "tabs-sample > tabs-sample/conversation?contact=2"
    private static let link = "navigation-patterns/link?url="

    static let flows = [
        // router.md: a redirect, a navigator's ways, a link cold and warm.
        Flow(
            .router, ["press:Characters", "press:Ben"], "home > character/list > character/detail?identifier=1",
            "This is Ben"),
        Flow(.router, ["press:Characters", "press:Ben", "press:Leave"], "home > character/list", "[Ada]", "[Ben]"),
        Flow(.router, ["challenge://character/detail?id=1"], "home > character/detail?identifier=1", "This is Ben"),
        Flow(
            .router, ["press:Characters", "press:Ben", "challenge://character/list"], "home > character/list", "[Ada]"),
        // tabs-sample.md: its three flows.
        Flow(
            .tabs, message + ["press:View Contact"], "tabs-sample > (push Chat with Ada) > (push Ada)", "Details of Ada"
        ),
        Flow(
            .tabs, ["press:Add Contact", "press:Ben", "press:Start Chat"],
            "tabs-sample > (push Contacts) > (push Ben) > (push Chat with Ben)", "Message: []"),
        Flow(.tabs, nickname, "tabs-sample > (push Profile)", "Nickname: [Countess]"),
        Flow(
            .tabs, ["press:Tab=Settings", "press:Privacy", "press:Hide me"], "tabs-sample > (push Privacy)", "[x] Hide"),
        // Each tab keeps its path and its state.
        Flow(
            .tabs, message + nickname + ["press:Tab=Chats"], "tabs-sample > (push Chat with Ada)", "Message: [Hello]"),
        Flow(
            .tabs, message + nickname + ["press:Tab=Chats", "press:View Contact", "press:Tab=Settings"],
            "tabs-sample > (push Profile)", "Nickname: [Countess]"),
        Flow(
            .tabs, message + nickname + ["press:Tab=Chats", "press:View Contact", "back"],
            "tabs-sample > (push Chat with Ada)", "Message: [Hello]"),
        Flow(
            .tabs, ["type:Search=Ada"] + message + nickname + ["press:Tab=Chats", "back"], "tabs-sample",
            "Search: [Ada]"),
        Flow(
            .tabs, message + ["press:View Contact", "press:Start Chat", "press:Home"], "tabs-sample", "[Add Contact]"),
        // A link cold and warm, and what it leaves below.
        Flow(.tabs, ["chat://sample/conversation/2"], "\(linked) > (push Chat with Ben)", "Message: []"),
        Flow(
            .tabs, message + nickname + ["chat://sample/conversation/2", "press:View Contact"],
            "tabs-sample > (push Profile) > tabs-sample/conversation?contact=2 > (push Chat with Ben) > (push Ben)"),
        Flow(
            .tabs, ["chat://sample/privacy", "press:Tab=Chats"], "tabs-sample > tabs-sample/privacy", "[Add Contact]"),
        Flow(
            .tabs, message + nickname + ["chat://sample/privacy", "back", "back", "press:Tab=Chats"],
            "tabs-sample > (push Chat with Ada)", "Message: [Hello]"),
        // navigation-patterns.md: the environment around each tab's stack reaches what is pushed.
        Flow(
            .patterns,
            ["press:Users", "press:Ada", "type:Note=Hello", "press:Tab=profile", "press:Account", "press:Tab=home"],
            "navigation-patterns > (push Users) > (push User ada)", "2 above the root", "Note: [Hello]"),
        Flow(
            .patterns, ["press:Users", "press:Tab=profile", "press:Account"],
            "navigation-patterns > (push Section account)", "Tab: home (profile)"),
        Flow(
            .patterns, ["press:Tab=profile", "press:Account", "press:Pop"], "navigation-patterns",
            "Tab: home (profile)"),
        Flow(.patterns, ["press:Users", "press:Ada", "press:Home"], "navigation-patterns", "[Item 7]"),
        Flow(.patterns, ["press:Item 7"], "navigation-patterns > (push Item 7)", "An item"),
        Flow(
            .patterns, ["navigation-patterns/sample?name=paths", "press:First", "press:Page=2", "press:Item 2"],
            "navigation-patterns > navigation-patterns/sample?name=paths > (push Item 2)", "An item"),
        Flow(
            .patterns, ["myapp://app/user/ben"],
            "navigation-patterns > \(link)myapp://app/user/ben > (push Users) > (push User ben)", "2 above the root"),
        Flow(
            .patterns, ["press:Users", "https://app/product/9"],
            "navigation-patterns > (push Users) > \(link)https://app/product/9 > (push Product 9)", "A product"),
        Flow(
            .patterns, ["press:Users", "myapp://app/settings", "back", "back"],
            "navigation-patterns > (push Users)", "[Ada]"),
        // navigator-library.md: methods, checkpoints, a sent tab with a destination.
        Flow(
            .navigatorLibrary, ["press:Modifier Navigate", "press:Return To Checkpoint Home"], "navigator-library",
            "(Home)"),
        Flow(
            .navigatorLibrary, ["press:Modifier Trigger"], "navigator-library > sheet:navigator-library/page3",
            "Made with the dependencies"),
        Flow(
            .navigatorLibrary, ["press:Link to Page 3!"], "navigator-library > navigator-library/page3", "Page 3"),
        Flow(
            .navigatorLibrary, ["press:Button Push", "press:Pop To"], "navigator-library", "Link to Page 3!"),
        Flow(
            .navigatorLibrary, ["press:Present Home"], "navigator-library > sheet:navigator-library/pageN?_0=55",
            "Page 55"),
        Flow(
            .navigatorLibrary, ["press:Tab=Settings", "press:User Profile", "press:Return to Settings"],
            "navigator-library", "Returned 5"),
        Flow(
            .navigatorLibrary, ["press:Tab=Settings", "press:Send Tab"], "navigator-library > navigator-library/page2",
            "Page 2"),
        Flow(
            .navigatorLibrary, ["press:Tab=Settings", "press:Send Tab", "back"], "navigator-library", "Tab: (Home)"),
        Flow(.navigatorLibrary, ["press:New order"], "navigator-library > navigator-library/pageN?_0=7", "Page 7"),
    ]

    @Test("a flow leads to the state and the screen that the document says", .inlineAndInWorkers, arguments: flows)
    func flow(_ flow: Flow) throws {
        let shown = try flow.seed.host().run(["navigate"] + flow.steps)
        #expect(shown.end == .exit(0), "\(shown.diagnostics)")
        #expect(shown.output.hasPrefix("\(flow.state)\n"), "\(shown.output)")
        for text in flow.texts { #expect(shown.output.contains(text), "\(shown.output)") }
    }

    @Test("a path of Codable routes comes again in the next start, and one of other values begins anew")
    func restored() throws {
        let patterns = try Seed.patterns.host()
        let account = ["press:Users", "press:Ada", "press:Tab=profile", "press:Account", "--save", "session"]
        #expect(try patterns.run(["navigate"] + account).end == .exit(0))
        #expect(try patterns.output("navigate", "--restore", "session").contains("(push User ada)"))
        let profile = try patterns.output("navigate", "--restore", "session", "press:Tab=profile")
        #expect(profile.contains("(push Section account)"))
        let kept = ["navigation-patterns/sample?name=kept", "press:Settings", "--save", "kept"]
        #expect(try patterns.run(["navigate"] + kept).end == .exit(0))
        #expect(try patterns.output("navigate", "--restore", "kept").contains("All settings"))

        let tabs = try Seed.tabs.host()
        #expect(try tabs.run(["navigate"] + Self.message + ["--save", "session"]).end == .exit(0))
        let again = try tabs.run("navigate", "--restore", "session", "press:Chat with Ben")
        #expect(again.end == .exit(0))
        #expect(again.output.hasPrefix("tabs-sample > (push Chat with Ben)\n"), "\(again.output)")
    }

    @Test("in full screen each tab of tabs-sample.md keeps its path and its state")
    func tabsInFullScreen() throws {
        let app = try RunningApp(Seed.tabs.host())
        try app.see("[ Add Contact ]")
        app.press(.down, .enter)
        try app.see("[ View Contact ]", way: "Home › Chat with Ada")
        app.press(.enter)
        try app.see(status: "Enter done  Tab next")
        app.type("Hello")
        app.press(.enter)
        try app.see("Message: Hello", status: "Type to write")
        app.press(.up, .right, .enter)
        try app.see("› Privacy", way: "Settings")
        app.press(.down, .enter)
        try app.see("Hide me", way: "Settings › Privacy")
        app.press(.up, .enter)
        try app.see("Message: Hello", way: "Home › Chat with Ada")
        try app.quit()
    }

    @Test("in full screen a cold link of navigation-patterns.md is seen, and the ways back are those of its router")
    func linkInFullScreen() throws {
        let app = try RunningApp(Seed.patterns.host(), "myapp://app/user/ben")
        try app.see("2 above the root", "Note")
        app.press(.escape)
        try app.see("[ Ada ]")
        try app.quit()
    }

    @Test("a client of serve takes links, tabs and ways back of both documents")
    func served() throws {
        let tabsHost = try Seed.tabs.host()
        let tabs = try ServedApp(tabsHost)
        let client = try tabs.client()
        try client.call("perform", ["label": "Chat with Ada"])
        try client.call("perform", ["label": "Message", "value": "Hello"])
        try client.call("perform", ["label": "Tab=Settings"])
        try client.call("perform", ["label": "Profile"])
        #expect(client.screen["title"] == "Profile")
        try client.call("open", ["target": "chat://sample/conversation/2"])
        #expect(client.screen["title"] == "Chat with Ben")
        for _ in 0..<2 { try client.call("back") }
        try client.call("perform", ["label": "Tab=Chats"])
        #expect(client.screen["title"] == "Chat with Ada")
        #expect("\(client.screen)".contains("Hello"))
        #expect(try client.call("state")["text"] == "tabs-sample > (push Chat with Ada)")
        _ = try tabs.end()

        let patternsHost = try Seed.patterns.host()
        let patterns = try ServedApp(patternsHost)
        let other = try patterns.client()
        try other.call("open", ["target": "myapp://app/user/ben"])
        #expect(other.screen["title"] == "User ben")
        try other.call("root")
        try other.call("perform", ["label": "Users"])
        try other.call("open", ["target": "https://app/product/9"])
        #expect(other.screen["title"] == "Product 9")
        for _ in 0..<2 { try other.call("back") }
        #expect(other.screen["title"] == "Users")
        _ = try patterns.end()
    }
}
