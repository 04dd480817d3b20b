import FeatureContract
import TestSupport
import Testing

@testable import HostCore

@MainActor
@Suite("Links that hold a state")
struct StateLinkTests {
    nonisolated private static let wiring = """
        {
            "schemes": ["challenge"],
            "tabs": [
                { "name": "notes", "root": "notes", "retain": false }, { "name": "a]|*%", "root": "home" },
                { "name": "people", "root": "character/list" }
            ],
            "redirects": { "character/detail?identifier=9": "character/detail?identifier=8" }
        }
        """

    nonisolated private static let start = "[*notes] notes | [a%5D%7C*%25] home | [people] character/list"

    private func state(_ text: String, _ planner: Planner) throws -> NavigationState {
        try NavigationState(text, reader: NavigationStateReader(planner.catalog))
    }

    private func plan(
        _ planner: Planner, _ link: String, in state: NavigationState, _ screens: some ShownScreens
    ) throws -> Plan {
        guard case .state(let url) = try planner.match(link: link) else {
            throw CallFailure(.notFound, "'\(link)' holds no state")
        }
        return try planner.plan(stateLink: url, in: state, screens)
    }

    private static func random(_ planner: Planner, using generator: inout SeededGenerator) throws -> NavigationState {
        var (state, _) = planner.roots(from: 1)
        let signs: [Character] = [
            "a", " ", ">", "|", "[", "]", "*", "%", "é", "👩‍👩‍👧", "(", "?", "=", "&", "/", ":", "#", "\u{301}",
        ]
        for tab in state.tabs.indices {
            for _ in 0..<Int.random(in: 0...4, using: &generator) {
                let title = String((0...4).compactMap { _ in signs.randomElement(using: &generator) })
                let place = try planner.catalog.place(
                    [
                        "home", "home/about", "character/detail?identifier=\(Int.random(in: 1...5, using: &generator))",
                        "notes/note?title=\(PercentCoding.encoded(title, keepingSlashes: false))", "notes/edit",
                    ].randomElement(using: &generator) ?? "home")
                let presentation =
                    Bool.random(using: &generator)
                    ? .push : Presentation.allCases.randomElement(using: &generator) ?? .push
                let entry = NavigationState.Entry(id: 0, place: place, presentation: presentation)
                // Pushes also go below the modals.
                let stack = Int.random(in: 0..<state.tabs[tab].stacks.count, using: &generator)
                state.apply([.put(entry, tab: tab, stack: stack)])
            }
        }
        state.apply([.select(tab: Int.random(in: 0..<3, using: &generator))])
        return state
    }

    @Test("random states are the same after their link is opened in another one: 10,000, in the first tier 500")
    func random() throws {
        let planner = try Stage(Self.wiring).coordinator.planner
        var generator = SeededGenerator(seed: 20)
        var before = try Self.random(planner, using: &generator)
        for _ in 0..<(Tier.current == .deep ? 10_000 : 500) {
            let state = try Self.random(planner, using: &generator)
            let plan = try self.plan(planner, planner.url(of: state), in: before, NoScreens())
            let removed = before.entriesRemoved(by: plan.edits)
            before.apply(plan.edits)
            guard before == state else {
                Issue.record("\(state.text) was opened as \(before.text), without \(removed.map(\.place.text))")
                return
            }
            #expect(try self.plan(planner, planner.url(of: state), in: before, NoScreens()).edits == [])
        }
    }

    @Test("a link is opened by a coordinator, which keeps the screens that both states have")
    func opened() async throws {
        let stage = try Stage(Self.wiring)
        let coordinator = stage.coordinator
        coordinator.start()
        coordinator.go(toText: "notes/edit")
        coordinator.go(toText: "notes/note?title=a", method: .sheet)
        coordinator.show()
        let kept = coordinator.state.tabs[0].entries[1].id
        let link = try coordinator.stateURL()
        let text = coordinator.state.text
        coordinator.perform(.dismiss)
        coordinator.perform(.selectTab("people"))
        coordinator.go(toText: "character/detail?identifier=2")
        coordinator.open(link)
        #expect(coordinator.state.text == text)
        coordinator.perform(.selectTab("notes"))
        let reset = coordinator.state.tabs[0].entries.count
        #expect(reset == 1, "a selected tab that is selected again begins anew")
        coordinator.go(toText: "notes/edit")
        let again = coordinator.state.top.id
        coordinator.open(link)
        #expect(coordinator.state.text == text)
        #expect(coordinator.state.tabs[0].entries[1].id == again && again != kept)
        #expect(coordinator.takeProblems().isEmpty)
        coordinator.shutDown()
        #expect(stage.breaches == [])
    }

    @Test(
        "a link is refused whole, with the reason",
        arguments: [
            ("?text=[*notes]%20notes%3Enobody/x", "no feature 'nobody' is installed"),
            ("?text=[*notes]%20notes%3Enotes/nothing", "has no"),
            ("?text=[*notes]%20notes%3Enotes/note", "title"),
            ("?text=[*notes]%20notes%3Esystem/notFound%3Fdestination%3Da%26reason%3Dpay", "a screen of the host"),
            ("?text=[*notes]%20notes%3Esystem", "a screen of the host"),
            ("?text=[*notes]%20home", "its tab 'notes' begins with 'home', and this app's with 'notes'"),
            ("?text=[*notes]%20sheet:notes", "cannot be presented"),
            ("?text=[*notes]%20notes%3Eshet:notes/edit", "did you mean 'sheet'?"),
            ("?text=[*notes]%20notes%7C[notes]%20notes", "stands twice"),
            ("?text=[*notes]%20notes%7C[*people]%20character/list", "two tabs are marked as selected"),
            ("?text=[notes]%20notes", "no tab is selected"), ("?text=[*peple]%20home", "did you mean 'people'?"),
            ("?text=notes", "its tab has no name"), ("?text=", "destination"), ("", "its query is not one item 'text'"),
            ("?text=[*notes]%20notes&text=[*notes]%20notes", "its query is not one item 'text'"),
            ("?text=[*notes]%20notes&a=b", "its query is not one item 'text'"), ("?text", "its query is not one item"),
            ("?text=[*notes]%20notes#x", "its query is not one item 'text'"), ("?text=[*notes%20notes", "lacks a ']'"),
        ])
    func refused(query: String, reason: String) throws {
        let stage = try Stage(Self.wiring)
        let coordinator = stage.coordinator
        coordinator.start()
        coordinator.go(toText: "notes/edit")
        let before = coordinator.state.tabs
        coordinator.open("challenge://system/state" + query)
        let problems = coordinator.takeProblems().map(\.text)
        #expect(problems.count == 1 && problems[0].hasPrefix("the link's state is refused: "), "\(problems)")
        #expect(problems.first?.contains(reason) == true, "\(problems)")
        // Only the page that says so is new.
        #expect(coordinator.state.top.place.route.qualifiedName == "system/notFound")
        coordinator.back()
        #expect(coordinator.state.tabs == before)
        coordinator.shutDown()
        #expect(stage.breaches == [])
    }

    @Test("a redirect of the wiring leads the screens of a link on")
    func redirected() throws {
        let planner = try Stage(Self.wiring).coordinator.planner
        var state = try state(Self.start, planner)
        let link = "challenge://system/state?text=[*people]%20character/list%3Echaracter/detail%3Fidentifier=9"
        let plan = try self.plan(planner, link, in: state, NoScreens())
        state.apply(plan.edits)
        #expect(state.tabs[2].entries.map(\.place.text) == ["character/list", "character/detail?identifier=8"])
        #expect(state.tabs[0].entries.count == 1 && state.selectedIndex == 2)
    }

    @Test("a link that holds a screen whose condition is false is refused whole, and taken where it is true")
    func conditional() throws {
        let wiring = """
            {
                "schemes": ["challenge"], "root": "home", "requires": { "notes/edit": "open" },
                "conditions": { "open": { "from": "notes/open", "else": "home/about" } }
            }
            """
        let planner = try Stage(wiring).coordinator.planner
        var (state, _) = planner.roots(from: 1)
        let link = "challenge://system/state?text=home%3Echaracter/list%3Enotes/edit"
        #expect(throws: CallFailure(.notFound, "the link's state is refused: 'notes/edit' waits for 'open'")) {
            try plan(planner, link, in: state, NoScreens())
        }
        state.apply([.set(condition: "open", true)])
        #expect(try plan(planner, link, in: state, NoScreens()).edits.count == 2)
    }

    @Test("a locked screen is not left, and nothing else changes")
    func locked() throws {
        let planner = try Stage(Self.wiring).coordinator.planner
        let state = try state("[*notes] notes > notes/edit | [a%5D%7C*%25] home | [people] character/list", planner)
        let screens = PlannerTests.Screens(locks: [state.top.id: "the note is not saved"])
        let link = try planner.url(of: self.state(Self.start, planner))
        #expect(throws: CallFailure(.locked, "the note is not saved")) {
            try plan(planner, link, in: state, screens)
        }
        #expect(try plan(planner, planner.url(of: state), in: state, screens).edits == [])
    }

    @Test("no link holds a screen of the host, a state that is too long, or the state of an app without links")
    func unprintable() throws {
        let stage = try Stage(Self.wiring)
        let coordinator = stage.coordinator
        coordinator.start()
        coordinator.go(toText: "nobody/x")
        #expect(throws: CallFailure(.notFound, "'system/notFound' is a screen of the host, which no link holds")) {
            try coordinator.stateURL()
        }
        coordinator.back()
        coordinator.go(toText: "notes/note?title=" + String(repeating: "%C3%A9", count: 900))
        let error = #expect(throws: CallFailure.self) { try coordinator.stateURL() }
        #expect(error?.reason.hasSuffix("and a link has at most 8192") == true)
        #expect(stage.breaches == [])
        let closed = try Stage(#"{ "schemes": [], "root": "home" }"#)
        closed.coordinator.start()
        #expect(throws: CallFailure.self) { try closed.coordinator.stateURL() }
        #expect(closed.breaches == [])
    }
}
