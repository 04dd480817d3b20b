import FeatureContract
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The user's navigation", .inlineAndInWorkers)
struct GoingTests {
    static let tabs = """
        {
            "tabs": [
                { "name": "home", "root": "home" }, { "name": "people", "root": "home/characters" },
                { "name": "notes", "root": "notes" }
            ],
            "redirects": { "home/characters": "character/list" }
        }
        """

    @Test("the user may go to any feature's destination, and through the redirects")
    func anywhere() throws {
        let stage = try Stage(RequestTests.redirects)
        stage.coordinator.go(toText: "vault/door")
        stage.coordinator.go(toText: "home/character?identifier=7")
        #expect(stage.stack == "home > vault/door > sheet:character/detail?identifier=7")
        #expect(stage.coordinator.takeProblems() == [])
    }

    @Test("a program swaps, goes to the root, dismisses all, and asks where that led")
    func program() throws {
        let stage = try Stage(RequestTests.redirects)
        let coordinator = stage.coordinator
        coordinator.go(to: "vault/door")
        coordinator.go(to: "notes/edit")
        #expect(coordinator.destination == "notes/edit")
        coordinator.dismissAll()
        #expect(stage.stack == "home > vault/door")
        coordinator.swap(to: "notes/note?title=x")
        #expect(stage.stack == "home > notes/note?title=x")
        #expect(!coordinator.isLoading && coordinator.lock == nil)
        coordinator.root()
        #expect(coordinator.destination == "home")
        #expect(coordinator.takeProblems() == [])
        coordinator.press("Nothing of that name")
        #expect(coordinator.takeProblems().map(\.kind) == [.notFound])
    }

    /// A screen with a control of each kind with a value, and a list of rows that have keys.
    private static func controls() throws -> Stage {
        let stage = try Stage()
        stage.shows("notes/full") { screen in
            screen.nodes = [
                node(.textField, "Name") { ($0.action, $0.value) = (1, .string("Ada")) },
                node(.slider, "Volume") {
                    $0.action = 2
                    $0.value = .record([
                        "value": .double(3), "minimum": .double(0), "maximum": .double(9), "step": .double(0),
                    ])
                },
                node(.toggle, "Wi-Fi") { ($0.action, $0.value) = (3, .bool(false)) },
                node(
                    .picker, "Size",
                    [
                        node(.option, "Small") { $0.value = .integer(1) },
                        node(.option, "Large") { $0.value = .integer(2) },
                    ]
                ) {
                    ($0.action, $0.value) = (4, .integer(1))
                },
                node(
                    .list, "",
                    ["a", "b"].map { key in
                        node(.button, "Delete") { ($0.action, $0.key) = (key == "a" ? 5 : 6, key) }
                    }),
            ]
        }
        stage.coordinator.go(to: "notes/full")
        return stage
    }

    @Test("a program gives controls values of their types, and reads them")
    func values() throws {
        let stage = try Self.controls()
        let coordinator = stage.coordinator
        #expect(coordinator.value(of: "Name") == "Ada" && coordinator.value(of: "Volume") == 3.0)
        #expect(coordinator.value(of: "Wi-Fi") == false && coordinator.value(of: "Size") == "Small")
        coordinator.set("Bea", of: "Name")
        coordinator.set(4.5, of: "Volume")
        coordinator.set(true, of: "Wi-Fi")
        coordinator.set("Large", of: "Size")
        // Beyond the end of the slider.
        coordinator.set(12, of: "Volume")
        let screen = try stage.screen(coordinator.state.top.id)
        #expect(screen.performed.map(\.action) == [1, 2, 3, 4, 2])
        #expect(screen.performed.map(\.value) == [.string("Bea"), .double(4.5), .bool(true), .integer(2), .double(9)])
        #expect(coordinator.takeProblems() == [])
        coordinator.set("loud", of: "Volume")
        coordinator.set("Huge", of: "Size")
        coordinator.set(.number(.nan), of: "Volume")
        #expect(
            coordinator.takeProblems().map(\.text) == [
                "'Volume' takes a number, and 'loud' was given", "'Size' has no option 'Huge'",
                "'Volume' takes a number, and 'nan' is none",
            ])
        screen.change { $0.nodes[3].children[1].flags = .disabled }
        coordinator.set("Large", of: "Size")
        #expect(coordinator.takeProblems().map(\.text) == ["the option 'Large' of 'Size' is disabled"])
        #expect(screen.performed.count == 5)
    }

    @Test("a program uses the control that its user has seen at a path, also once it has moved, and no other one")
    func paths() throws {
        let stage = try Self.controls()
        let coordinator = stage.coordinator
        let seen = coordinator.visibleScreen
        #expect(seen == coordinator.visibleScreen && seen.presentation == "cover")
        #expect(seen.nodes[1].range == 0...9 && seen.nodes[1].takesValue && seen.nodes[4].elementCount == 0)
        #expect(seen.nodes[4].children[1].label == "Delete" && seen.nodes[4].children[1].isUsable)
        let screen = try stage.screen(coordinator.state.top.id)
        screen.change { $0.nodes[4].children.reverse() }
        coordinator.use(at: [4, 1], of: seen)
        #expect(screen.performed.map(\.action) == [6])
        coordinator.use(at: [1], of: seen, value: 7)
        #expect(screen.performed.last?.value == .double(7))
        screen.change { $0.nodes[4].children.removeAll { $0.key == "b" } }
        coordinator.use(at: [4, 1], of: seen)
        coordinator.use(at: [4, 7], of: seen)
        coordinator.use(at: [], of: seen)
        coordinator.use(at: [4, 1], of: try Self.controls().coordinator.visibleScreen)
        #expect(coordinator.takeProblems().map(\.kind) == [.stale, .notFound, .notFound, .stale])
        coordinator.use(at: [1], of: coordinator.visibleScreen)
        #expect(coordinator.takeProblems().map(\.text) == ["'Volume' takes a value, and none was given"])
        screen.change { $0.nodes[4].children[0].flags = .disabled }
        coordinator.use(at: [4, 0], of: coordinator.visibleScreen)
        #expect(coordinator.takeProblems().map(\.kind) == [.disabled])
        #expect(screen.performed.count == 2)
    }

    @Test("a program sees the tabs with their stacks")
    func typedTabs() throws {
        let stage = try Stage(Self.tabs)
        stage.coordinator.select(tab: "people")
        stage.coordinator.go(to: "notes/edit")
        try stage.screen(stage.coordinator.state.top.id).change { $0.nodes.append(node(.push, "Colours")) }
        stage.coordinator.show()
        let tabs = stage.coordinator.tabs
        #expect(tabs.map(\.name) == ["home", "people", "notes"] && tabs.map(\.isSelected) == [false, true, false])
        #expect(
            tabs[1].entries == [
                .init(destination: "character/list", presentation: "push", inner: []),
                .init(
                    destination: "notes/edit", presentation: "sheet",
                    inner: [.init(presentation: "push", title: "Colours")]),
            ])
        #expect(try Stage().coordinator.tabs.map(\.name) == [""])
    }

    @Test(
        "the requested method wins over the redirect's, then the route's, then push",
        arguments: [
            ("notes/note?title=x", nil, Presentation.push), ("notes/edit", nil, .sheet), ("notes/full", nil, .cover),
            ("notes/wizard", nil, .managedSheet), ("notes/edit", .push, .push), ("notes/edit", .cover, .cover),
            ("notes/note?title=x", .managedCover, .managedCover), ("notes/note?title=x", .alert, .alert),
            ("notes/note?title=x", .confirmation, .confirmation), ("home/character?identifier=1", nil, .sheet),
            ("home/character?identifier=1", .push, .push),
        ] as [(String, NavigationMethod?, Presentation)])
    func methods(text: String, method: NavigationMethod?, expected: Presentation) throws {
        let stage = try Stage(RequestTests.redirects)
        stage.coordinator.go(to: .of(text), method: method)
        #expect(stage.coordinator.state.top.presentation == expected)
        #expect(stage.coordinator.state.selected.entries.count == 2)
    }

    @Test("a destination that is to be sent and has no receiver is a problem")
    func send() throws {
        let stage = try Stage()
        stage.coordinator.go(toText: "notes/sent")
        #expect(
            stage.coordinator.takeProblems().map(\.text) == [
                "nothing receives the destination 'notes/sent'; a live screen of 'notes' has to receive destinations"
            ])
        #expect(stage.live.isEmpty)
    }

    @Test("the way to a tab's root, by main screen or by route, selects the tab and pops it")
    func roots() throws {
        let stage = try Stage(Self.tabs)
        stage.coordinator.go(toText: "character")
        #expect(stage.stack == "character/list")
        stage.coordinator.go(toText: "character/detail?identifier=1")
        stage.coordinator.go(toText: "home")
        #expect(stage.stack == "home")
        stage.coordinator.go(toText: "character/list")
        #expect(stage.stack == "character/list")
        stage.coordinator.go(to: .of("home"), method: .sheet)
        #expect(stage.stack == "character/list > sheet:home")
    }

    @Test(
        "the not-found screen answers an unknown destination with the reason, and back leads to the old screen",
        arguments: [
            ("charakter/list", "no feature 'charakter' is installed; did you mean 'character'?"),
            ("character/detial?identifier=1", "did you mean 'character/detail'?"),
            ("character/detail", "character/detail needs the argument 'identifier' (int), and it is missing"),
            ("character/detail?identifier=x", "is of type int, and 'x' is not"),
            (
                "home/nowhere",
                "no redirect leads on from it; add one to the wiring file's \"redirects\": \"home/nowhere\": \"FEATURE/ROUTE\""
            ),
            ("Not a place", "is not a feature id"),
        ])
    func notFound(text: String, reason: String) throws {
        let stage = try Stage()
        stage.coordinator.show()
        stage.coordinator.go(toText: text)
        let problems = stage.coordinator.takeProblems()
        #expect(problems.count == 1)
        #expect(problems.first?.text.contains(reason) == true, "\(problems)")
        let shown = stage.coordinator.show()
        #expect(shown.title == "Not found")
        #expect(shown.nodes.first?.text == "\(text) cannot be shown.")
        #expect(shown.nodes.last?.text.lowercased().contains(reason.lowercased()) == true, "\(shown)")
        #expect(stage.coordinator.state.top.place.feature == "system")
        stage.coordinator.perform(.back)
        #expect(stage.coordinator.show().title == "home")
        #expect(stage.stack == "home")
        #expect(stage.breaches == [])
    }

    @Test("the not-found screen answers a destination whose screen the feature does not make")
    func notMade() throws {
        let stage = try Stage()
        stage.fail(.make, "character/list", "the list is lost")
        stage.coordinator.show()
        stage.coordinator.go(toText: "character/list")
        #expect(stage.coordinator.takeProblems().map(\.text) == ["the list is lost"])
        #expect(TextRenderer.text(of: stage.coordinator.show()).contains("character/list cannot be shown."))
        stage.coordinator.perform(.back)
        #expect(stage.stack == "home")
    }

    @Test("a feature that declares a route and then rejects it is a problem of its own")
    func notMine() throws {
        let stage = try Stage(features: [Manifests.home, #"{ "id": "odd", "incoming": [{ "name": "notMine" }] }"#])
        stage.coordinator.go(toText: "odd/notMine")
        #expect(
            stage.coordinator.takeProblems().map(\.text) == [
                "the feature 'odd' declares 'notMine' and says it is not its own"
            ])
    }

    @Test("a feature that does not start is a problem with its file, and is started again the next time")
    func notStarted() async throws {
        let stage = try Stage()
        stage.fail(.activate, "vault", "the key is missing", code: .unavailable)
        stage.coordinator.go(toText: "vault")
        #expect(
            stage.coordinator.takeProblems().map(\.text)
                == ["the feature 'vault' (/plugins/vault.so) did not start: the key is missing"])
        stage.on(.activate, "vault") { _ in }
        await MainQueue.turn()
        stage.coordinator.go(toText: "vault")
        #expect(stage.coordinator.takeProblems() == [])
        #expect(stage.coordinator.state.top.place.text == "vault")
    }

    @Test(
        "the not-found screen replaces a root that cannot be shown, and the app goes on",
        arguments: [
            ("nobody", "no feature 'nobody' is installed"), ("home/characters", "'home/characters' is not connected"),
            ("character/detail", "needs the argument 'identifier'"), ("vault/door", "the hinges are rusty"),
        ])
    func badRoot(root: String, reason: String) throws {
        let stage = try Stage(#"{ "root": "\#(root)" }"#)
        stage.fail(.make, "vault/door", "the hinges are rusty")
        let shown = TextRenderer.text(of: stage.coordinator.show())
        #expect(shown.hasPrefix("Not found\n"))
        #expect(shown.contains(reason.dropFirst()), "\(shown)")
        stage.coordinator.go(toText: "home")
        #expect(stage.coordinator.show().title == "home")
    }

    @Test("an app without a root shows the list of its features, which leads on")
    func systemRoot() throws {
        let stage = try Stage("{}")
        let screen = stage.coordinator.show()
        #expect(screen.title == "Features")
        stage.coordinator.use(try NodeFinder(screen).press("characters").node)
        #expect(stage.stack == "system > character")
        #expect(try Stage("{}", features: []).coordinator.show().nodes.first?.text == "No features are installed.")
    }

    @Test("a link in a screen is pushed, and a button with a destination follows its route's method")
    func use() throws {
        let stage = try Stage("{}")
        stage.coordinator.go(toText: "notes")
        stage.coordinator.use(ViewNode(.link, text: "Edit", destination: .of("notes/edit")))
        stage.coordinator.use(ViewNode(.button, text: "Edit", destination: .of("notes/edit")))
        #expect(stage.stack == "system > notes > notes/edit > sheet:notes/edit")
    }

    @Test("a link in a feature's screen leads only where the feature itself may go")
    func foreignLink() throws {
        let stage = try Stage(RequestTests.redirects)
        stage.coordinator.show()
        stage.coordinator.use(ViewNode(.link, text: "Door", destination: .of("vault/door")))
        #expect(stage.stack == "home")
        let problems = stage.coordinator.takeProblems()
        #expect(problems.count == 1)
        #expect(problems.first?.text.contains("'vault/door' is another feature's") == true)
        stage.coordinator.use(ViewNode(.link, text: "All", destination: .of("home/characters")))
        #expect(stage.stack == "home > character/list")
    }

    @Test("an action reaches the screen with its number and value, and a failure names the node's label")
    func action() throws {
        let stage = try Stage()
        stage.coordinator.show()
        stage.coordinator.use(button("Bake", action: 9), value: .bool(true))
        #expect(stage.live[1]?.performed.count == 1)
        #expect(stage.live[1]?.performed.first?.action == 9)
        #expect(stage.live[1]?.performed.first?.value == .bool(true))
        stage.fail(.perform, "home", "no flour", code: .notFound)
        stage.coordinator.use(button("Bake"))
        let problems = stage.coordinator.takeProblems()
        #expect(problems.map(\.text) == ["'Bake' could not be done: no flour"])
        // The feature has not found something; the control is there.
        #expect(problems.map(\.kind) == [.refused])
        stage.coordinator.use(ViewNode(.text, text: "Bake"))
        #expect(stage.live[1]?.performed.count == 2)
    }

    @Test(
        "a request of the user that changes nothing is a problem",
        arguments: [
            (NavigationRequest.back, "there is nothing to go back to: this is the root"),
            (.pop(1), "there is nothing to pop: this is the root of its stack"),
            (.dismiss, "there is nothing to dismiss: no modal is presented"),
            (.selectTab("hoem"), "there is no tab 'hoem'; did you mean 'home'?"),
            (.selectTab("zzzzzz"), "there is no tab 'zzzzzz'; there are 'home', 'people', 'notes'"),
        ])
    func vain(request: NavigationRequest, problem: String) throws {
        let stage = try Stage(Self.tabs)
        stage.coordinator.perform(request)
        #expect(stage.coordinator.takeProblems().map(\.text) == [problem])
    }
}
