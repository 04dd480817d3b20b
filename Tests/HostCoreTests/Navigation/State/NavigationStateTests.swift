import FeatureContract
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The navigation state")
struct NavigationStateTests {
    /// A state from a text like `root > a > sheet:b`, with ` | ` between tabs. The ids count from 1.
    static func state(_ text: String) -> NavigationState {
        var id: ScreenID = 0
        let tabs = text.split(separator: "|").enumerated().map { index, tab in
            let entries = tab.split(separator: ">").map { part -> NavigationState.Entry in
                id += 1
                let words = part.trimmingSpaces.split(separator: ":")
                let presentation = words.count > 1 ? Presentation(rawValue: String(words[0])) ?? .push : .push
                return .init(id: id, place: .of(String(words[words.count - 1])), presentation: presentation)
            }
            return (NavigationState.Tab(name: text.contains("|") ? "tab\(index)" : "", root: entries[0]), entries)
        }
        var state = NavigationState(tabs: tabs.map(\.0))
        for (index, tab) in tabs.enumerated() {
            for entry in tab.1.dropFirst() {
                try? state.perform(.navigate(entry, method: nil), at: state.topPosition(ofTab: index))
            }
        }
        return state
    }

    enum Step: Sendable {
        case back, pop(Int), popTo(String), popToRoot, dismiss, dismissAll, reset, replace([String])
        /// Puts the screen 100, with the place `new`.
        case put(Presentation)
        /// Puts the screen 100 in the place of another one.
        case swap
        case select(String)
        /// Unwinds to a place of the first tab, or of the given one.
        case unwind(stack: Int, entry: Int, tab: Int = 0)

        /// Nil for unwinding, which is no operation: a checkpoint's place is known to the planner only.
        var operation: NavigationState.Operation? {
            switch self {
            case .back: .back
            case .pop(let count): .pop(count)
            case .popTo(let text): .popTo(.init(id: 0, place: .of(text)))
            case .popToRoot: .popToRoot
            case .dismiss: .dismiss
            case .dismissAll: .dismissAll
            case .reset: .reset
            case .replace(let texts):
                .replaceStack(
                    texts.enumerated().map { .init(id: 100 + ScreenID($0.offset), place: .of($0.element)) })
            case .put(let presentation):
                .navigate(.init(id: 100, place: .of("new"), presentation: presentation), method: nil)
            case .swap: .swap(.init(id: 100, place: .of("new")))
            case .select(let name): .selectTab(name)
            case .unwind: nil
            }
        }

        func apply(_ state: inout NavigationState, at position: NavigationState.Position? = nil) throws(CallFailure) {
            if case .unwind(let stack, let entry, let tab) = self {
                state.apply(state.cut(above: .init(tab: tab, stack: stack, entry: entry)))
            } else if let operation {
                try state.perform(operation, at: position)
            }
        }
    }

    @Test(
        "each operation leaves the expected stack",
        arguments: [
            ("r > a > b", .back, "r > a"), ("r > a > sheet:b", .back, "r > a"),
            ("r > sheet:a > b", .back, "r > sheet:a"),
            ("r > a > b > c", .pop(1), "r > a > b"), ("r > a > b > c", .pop(2), "r > a"), ("r > a", .pop(99), "r"),
            ("r > a > sheet:b > c > d", .pop(1), "r > a > sheet:b > c"),
            ("r > a > sheet:b > c > d", .pop(99), "r > a > sheet:b"),
            ("r > a > b > a > c", .popTo("a"), "r > a > b > a"), ("r > a > b", .popTo("r"), "r"),
            ("r > a", .popTo("a"), "r > a"),
            ("r > x?n=1 > x?n=2 > c", .popTo("x?n=1"), "r > x?n=1"),
            ("r > a > cover:b > c > d", .popTo("b"), "r > a > cover:b"),
            ("r > a > b", .popToRoot, "r"), ("r > a > sheet:b > c", .popToRoot, "r > a > sheet:b"),
            ("r", .popToRoot, "r"),
            ("r > a > sheet:b > c", .dismiss, "r > a"), ("r > sheet:a > b > cover:c", .dismiss, "r > sheet:a > b"),
            ("r > alert:a", .dismiss, "r"), ("r > confirmation:a", .dismiss, "r"),
            ("r > managedSheet:a > b", .dismiss, "r"),
            ("r > managedCover:a > b", .dismiss, "r"),
            ("r > a > sheet:b > c > cover:d > e", .dismissAll, "r > a"), ("r > a", .dismissAll, "r > a"),
            ("r > a > sheet:b", .reset, "r"), ("r", .reset, "r"),
            ("r > a > b > c", .replace(["a", "d"]), "r > a > d"), ("r > a", .replace([]), "r"),
            ("r > a", .replace(["a", "b"]), "r > a > b"),
            ("r > sheet:a", .replace(["a"]), "r > a"),
            ("r > a > b", .swap, "r > a > new"), ("r > sheet:a > b", .swap, "r > sheet:a > new"),
            // A root stays a root, and a modal stays the modal that it is.
            ("r", .swap, "new"), ("r > a > managedCover:b", .swap, "r > a > managedCover:new"),
            ("r > sheet:a > alert:b", .swap, "r > sheet:a > alert:new"),
        ] as [(String, Step, String)])
    func operations(before: String, step: Step, after: String) throws {
        var state = Self.state(before)
        try step.apply(&state)
        #expect(state.stackText == after)
    }

    @Test(
        "an impossible operation is refused with its reason, and changes nothing",
        arguments: [
            ("r", .back, .nothingToDo, "there is nothing to go back to: this is the root"),
            ("r", .pop(1), .nothingToDo, "there is nothing to pop: this is the root of its stack"),
            ("r > a > sheet:b", .pop(1), .nothingToDo, "there is nothing to pop: this is the root of its stack"),
            ("r > a", .pop(0), .nothingToDo, "there is nothing to pop"),
            ("r > a", .pop(-1), .nothingToDo, "nothing to pop"),
            ("r > a", .popTo("b"), .notFound, "'b' is not on the stack"),
            ("r > a > sheet:b > c", .popTo("a"), .notFound, "'a' is not on the stack"),
            ("r > x?n=1", .popTo("x?n=2"), .notFound, "'x?n=2' is not on the stack"),
            ("r > a", .dismiss, .nothingToDo, "there is nothing to dismiss: no modal is presented"),
        ] as [(String, Step, FailureCode, String)])
    func refusals(before: String, step: Step, code: FailureCode, reason: String) {
        var state = Self.state(before)
        let failure = failure { try step.apply(&state) }
        #expect(failure?.code == code)
        #expect(failure?.reason.contains(reason) == true, "\(failure?.reason ?? "none")")
        #expect(state.stackText == before)
    }

    @Test(
        "a replaced stack keeps the ids of the common beginning, and no others",
        arguments: [
            ("r > a > b", ["a", "b"], [1, 2, 3]), ("r > a > b", ["a", "c"], [1, 2, 101]),
            ("r > a > b", ["c", "b"], [1, 100, 101]),
            ("r > a", ["a", "a"], [1, 2, 101]), ("r > sheet:a", ["a"], [1, 100]), ("r", ["a"], [1, 100]),
            ("r > a", [], [1]),
        ] as [(String, [String], [ScreenID])])
    func identities(before: String, texts: [String], ids: [ScreenID]) throws {
        var state = Self.state(before)
        try Step.replace(texts).apply(&state)
        #expect(state.selected.entries.map(\.id) == ids)
    }

    @Test("the selection of another tab keeps each as it was, and of the selected tab pops it to its root")
    func tabs() throws {
        var state = Self.state("r > a | s > b > sheet:c")
        try state.perform(.selectTab("tab1"))
        #expect(state.stackText == "s > b > sheet:c")
        #expect(state.tabs[0].entries.count == 2)
        try state.perform(.selectTab("tab1"))
        #expect(state.stackText == "s")
        try state.perform(.selectTab("tab0"))
        #expect(state.stackText == "r > a")
    }

    @Test("the refusal of an unknown tab suggests the nearest tab, or lists the tabs")
    func noTab() {
        func reason(_ text: String, _ name: String) -> String {
            var state = Self.state(text)
            return failure { try state.perform(.selectTab(name)) }?.reason ?? ""
        }
        #expect(reason("r | s", "tba1") == "there is no tab 'tba1'; did you mean 'tab1'?")
        #expect(reason("r | s", "settings") == "there is no tab 'settings'; there are 'tab0', 'tab1'")
        #expect(reason("r", "x") == "there is no tab 'x': the wiring has no tabs")
        // The one stack of an app without tabs has no name.
        #expect(reason("r", "") == "there is no tab '': the wiring has no tabs")
    }

    @Test("an operation on a tab leaves the others alone, whether the tab is selected or not")
    func otherTabs() throws {
        var state = Self.state("r > a | s > b")
        try state.perform(.back, at: state.topPosition(ofTab: 1))
        try state.perform(.navigate(.init(id: 9, place: .of("c")), method: nil), at: state.topPosition(ofTab: 1))
        #expect(state.stackText == "r > a")
        #expect(state.tabs[1].entries.map(\.place.text) == ["s", "c"])
        #expect(state.position(of: 9) == .init(tab: 1, stack: 0, entry: 1))
        #expect(state.position(of: 1) == .init(tab: 0, stack: 0, entry: 0))
        #expect(state.position(of: 77) == nil)
        #expect(state.allEntries.map(\.id) == [1, 2, 3, 9])
        #expect(state.top.id == 2)
    }

    @Test("places, presentations and the selected tab decide whether states are equal, and ids do not")
    func equality() throws {
        let state = Self.state("r > a | s")
        var other = NavigationState(tabs: [
            .init(name: "tab0", root: .init(id: 50, place: .of("r"))),
            .init(name: "tab1", root: .init(id: 51, place: .of("s"))),
        ])
        #expect(state != other)
        try other.perform(.navigate(.init(id: 52, place: .of("a")), method: nil))
        #expect(state == other)
        #expect(state.hashValue == other.hashValue)
        try other.perform(.selectTab("tab1"))
        #expect(state != other)
        #expect(Self.state("r > a") != Self.state("r > sheet:a"))
        #expect(Self.state("r > x?n=1") != Self.state("r > x?n=2"))
    }

    @Test("the state prints as JSON with its tabs, their entries, and the selected tab")
    func json() {
        #expect(
            Self.state("r > sheet:x?n=1").json.text()
                == #"{"tabs":[{"entries":[{"destination":"r","presentation":"push"},"#
                + #"{"destination":"x?n=1","presentation":"sheet"}]}]}"#)
        #expect(
            Self.state("r | s").json.text()
                == #"{"tabs":[{"name":"tab0","entries":[{"destination":"r","presentation":"push"}]},"#
                + #"{"name":"tab1","entries":[{"destination":"s","presentation":"push"}]}],"selected":"tab0"}"#)
    }

    // MARK: Where the asking screen stands

    /// Three modals of two screens on a root. The screens are numbered from 1, and named by their numbers.
    private static let modals = "1 > sheet:2 > 3 > cover:4 > 5 > cover:6 > 7"
    /// Longer stacks, and a modal with a single screen.
    private static let stacks = "1 > 2 > 3 > sheet:4 > 5 > 6 > alert:7"
    private static let modalsOnModals = "1 > sheet:2 > cover:3 > alert:4"

    @Test(
        "an operation acts from the asking screen's place, keeps this many entries, and is refused at nil",
        arguments: [
            (modals, .dismissAll, [1, 1, 1, 1, 1, 1, 1]), (modals, .reset, [1, 1, 1, 1, 1, 1, 1]),
            (modals, .dismiss, [nil, 1, 1, 3, 3, 5, 5]), (modals, .back, [nil, 2, 2, 4, 4, 6, 6]),
            (modals, .pop(1), [nil, 2, 2, 4, 4, 6, 6]), (modals, .pop(2), [nil, 2, 2, 4, 4, 6, 6]),
            (modals, .pop(.max), [nil, 2, 2, 4, 4, 6, 6]), (modals, .pop(0), [nil, nil, nil, nil, nil, nil, nil]),
            (modals, .pop(.min), [nil, nil, nil, nil, nil, nil, nil]),
            // A pop to the root changes nothing at the root, with or without modals on it.
            (modals, .popToRoot, [7, 2, 2, 4, 4, 6, 6]),
            (modals, .popTo("2"), [nil, 2, 2, nil, nil, nil, nil]),
            (modals, .popTo("4"), [nil, nil, nil, 4, 4, nil, nil]),
            (modals, .popTo("6"), [nil, nil, nil, nil, nil, 6, 6]),
            (modals, .popTo("8"), [nil, nil, nil, nil, nil, nil, nil]),
            (stacks, .dismissAll, [3, 3, 3, 3, 3, 3, 3]), (stacks, .reset, [1, 1, 1, 1, 1, 1, 1]),
            (stacks, .dismiss, [nil, nil, nil, 3, 3, 3, 6]), (stacks, .back, [2, 2, 2, 5, 5, 5, 6]),
            (stacks, .pop(1), [2, 2, 2, 5, 5, 5, nil]), (stacks, .pop(2), [1, 1, 1, 4, 4, 4, nil]),
            (stacks, .popToRoot, [1, 1, 1, 4, 4, 4, 7]), (stacks, .popTo("2"), [2, 2, 2, nil, nil, nil, nil]),
            (stacks, .popTo("5"), [nil, nil, nil, 5, 5, 5, nil]),
            (modalsOnModals, .dismiss, [nil, 1, 2, 3]), (modalsOnModals, .back, [nil, 1, 2, 3]),
            (modalsOnModals, .pop(1), [nil, nil, nil, nil]), (modalsOnModals, .popToRoot, [4, 4, 4, 4]),
            (modalsOnModals, .dismissAll, [1, 1, 1, 1]),
        ] as [(String, Step, [Int?])])
    func askedFromEach(text: String, step: Step, kept: [Int?]) throws {
        let before = Self.state(text)
        for (index, kept) in kept.enumerated() {
            var state = before
            let position = try #require(before.position(of: ScreenID(index + 1)))
            let failure = failure { try step.apply(&state, at: position) }
            #expect((failure == nil) == (kept != nil), "asked by \(index + 1): \(failure?.reason ?? "not refused")")
            #expect(
                state.selected.entries.map(\.id) == before.selected.entries.prefix(kept ?? .max).map(\.id),
                "asked by \(index + 1)")
        }
    }

    @Test(
        "a swap replaces the top of the asking screen's stack, and removes the modals on it",
        arguments: zip(
            1...7,
            [
                "new", "1 > sheet:2 > new", "1 > sheet:2 > new", "1 > sheet:2 > 3 > cover:4 > new",
                "1 > sheet:2 > 3 > cover:4 > new", "1 > sheet:2 > 3 > cover:4 > 5 > cover:6 > new",
                "1 > sheet:2 > 3 > cover:4 > 5 > cover:6 > new",
            ]))
    func swapFromEach(asking: ScreenID, expected: String) throws {
        var state = Self.state(Self.modals)
        try Step.swap.apply(&state, at: state.position(of: asking))
        #expect(state.stackText == expected)
        #expect(state.top.id == 100)
    }

    @Test("a pop to the top of its own stack leaves the modals on it")
    func popToOwnTop() throws {
        for (asking, top) in [(1, "1"), (2, "3"), (3, "3"), (4, "5"), (5, "5"), (6, "7"), (7, "7")] {
            var state = Self.state(Self.modals)
            let position = try #require(state.position(of: ScreenID(asking)))
            try Step.popTo(top).apply(&state, at: position)
            #expect(state.stackText == Self.modals, "asked by \(asking)")
        }
    }

    @Test("an unwinding keeps exactly the entries up to the place, from any asking screen", arguments: 1...7)
    func unwind(target: Int) throws {
        let before = Self.state(Self.modals)
        let place = try #require(before.position(of: ScreenID(target)))
        for asking in 1...7 {
            var state = before
            let position = try #require(before.position(of: ScreenID(asking)))
            try Step.unwind(stack: place.stack, entry: place.entry).apply(&state, at: position)
            #expect(state.selected.entries.map(\.id) == (1...target).map { ScreenID($0) }, "asked by \(asking)")
        }
    }

    @Test(
        "a push goes below the modals above its stack, and a modal goes over everything",
        arguments: Presentation.allCases)
    func put(presentation: Presentation) throws {
        // The place of the new screen, for each screen that asks.
        let places = presentation == .push ? [1, 3, 3, 5, 5, 7, 7] : [7, 7, 7, 7, 7, 7, 7]
        for (index, place) in places.enumerated() {
            var state = Self.state(Self.modals)
            let position = try #require(state.position(of: ScreenID(index + 1)))
            try Step.put(presentation).apply(&state, at: position)
            let ids = Array(1...place) + [100] + (place < 7 ? Array(place + 1...7) : [])
            #expect(state.selected.entries.map(\.id) == ids.map { ScreenID($0) }, "asked by \(index + 1)")
            #expect(state.selected.entries[place].presentation == presentation)
        }
    }

    @Test("a pop at the top of the modals leaves their root, which cannot be popped")
    func popAtTheTop() throws {
        var state = Self.state(Self.modals)
        try Step.pop(1).apply(&state)
        #expect(state.selected.entries.map(\.id) == [1, 2, 3, 4, 5, 6])
        #expect(failure { try Step.pop(1).apply(&state) }?.code == .nothingToDo)
        #expect(state.selected.entries.map(\.id) == [1, 2, 3, 4, 5, 6])
    }

    @Test("going back repeatedly removes one screen at a time, down to the root")
    func backChain() {
        var state = Self.state(Self.modals)
        var tops = [state.top.id]
        while failure({ try Step.back.apply(&state) }) == nil, tops.count < 20 { tops.append(state.top.id) }
        #expect(tops == [7, 6, 5, 4, 3, 2, 1])
        #expect(failure { try Step.back.apply(&state) }?.code == .nothingToDo)
    }

    @Test("the positions outward from a screen are all those below it in its tab")
    func outward() throws {
        let state = Self.state(Self.modals)
        for id in 1...7 {
            let position = try #require(state.position(of: ScreenID(id)))
            #expect(
                state.positions(outwardFrom: position).map { state[$0].id } == (1...id).reversed().map { ScreenID($0) })
        }
    }

    @Test(
        "a replacement within a plain modal replaces the tab's stack, and within a managed one the modal's own",
        arguments: [
            // For each asking screen, the entries that stay and then those that come.
            ("1 > sheet:2 > 3 > cover:4 > 5", ["a", "b"], Array(repeating: [1, 100, 101], count: 5)),
            (
                "1 > sheet:2 > 3 > managedCover:4 > 5 > cover:6 > 7", ["5", "a"],
                Array(repeating: [1, 100, 101], count: 3) + Array(repeating: [1, 2, 3, 4, 5, 101], count: 4)
            ),
            (
                "1 > managedSheet:2 > 3 > managedCover:4 > alert:5", ["3"],
                [[1, 100], [1, 2, 3], [1, 2, 3], [1, 2, 3, 4, 100], [1, 2, 3, 4, 100]]
            ),
            ("1 > managedSheet:2 > 3 > sheet:4", [], [[1], [1, 2], [1, 2], [1, 2]]),
            // A presented screen does not count as a pushed one.
            ("1 > 2 > sheet:3 > 4", ["2", "3", "4"], Array(repeating: [1, 2, 101, 102], count: 4)),
        ] as [(String, [String], [[ScreenID]])])
    func replaceAskedFromEach(text: String, texts: [String], kept: [[ScreenID]]) throws {
        for (index, ids) in kept.enumerated() {
            var state = Self.state(text)
            let position = try #require(state.position(of: ScreenID(index + 1)))
            try Step.replace(texts).apply(&state, at: position)
            #expect(state.selected.entries.map(\.id) == ids, "asked by \(index + 1)")
        }
    }

    @Test("a position that no longer exists becomes the nearest one below it")
    func clamped() {
        let state = Self.state("1 > 2 > sheet:3 > 4")
        func id(_ stack: Int, _ entry: Int) -> ScreenID {
            state[state.clamped(.init(tab: 0, stack: stack, entry: entry))].id
        }
        #expect([id(0, 0), id(0, 1), id(1, 0), id(1, 1)] == [1, 2, 3, 4])
        #expect([id(0, 2), id(0, 9), id(1, 2), id(2, 0), id(7, 3)] == [2, 2, 4, 4, 4])
    }

    // MARK: What goes

    @Test("removed entries are listed lowest first, also if a root is replaced after a cut above it")
    func removedInOrder() {
        let state = Self.state("r > a > sheet:b > c | s > d")
        let root = NavigationState.Entry(id: 100, place: .of("r"))
        #expect(
            state.entriesRemoved(by: [.cut(tab: 0, stack: 0, kept: 1), .replaceRoot(root, tab: 0), .select(tab: 1)])
                .map(\.id) == [1, 2, 3, 4])
        #expect(state.entriesRemoved(by: [.cut(tab: 0, stack: 1, kept: 0)]).map(\.id) == [3, 4])
        #expect(state.entriesRemoved(by: [.cut(tab: 0, stack: 1, kept: 1)]).map(\.id) == [4])
        #expect(
            state.entriesRemoved(by: [.push(root, tab: 0, stack: 0), .present(root, tab: 1), .select(tab: 1)]).isEmpty)
    }

    @Test("a replaced root or screen takes the place of the old one")
    func replacing() {
        var state = Self.state("r > a > sheet:b | s")
        state.apply([
            .cut(tab: 0, stack: 0, kept: 1), .replaceRoot(.init(id: 100, place: .of("r")), tab: 0),
            .select(tab: 1),
        ])
        #expect(state.allEntries.map(\.id) == [100, 4])
        #expect(state.top.id == 4)
        state.replaceEntry(4, with: .init(id: 101, place: .of("x")))
        state.replaceEntry(77, with: .init(id: 102, place: .of("y")))
        #expect(state.text == "[tab0] r | [*tab1] x")
    }

    // MARK: Tabs

    private static let everyStep: [Step] =
        [
            .back, .pop(1), .pop(9), .popTo("b"), .popTo("f"), .popToRoot, .dismiss, .dismissAll, .reset, .swap,
            .replace([]), .replace(["b", "x"]), .unwind(stack: 0, entry: 0, tab: 1),
            .unwind(stack: 1, entry: 1, tab: 1),
        ] + Presentation.allCases.map { .put($0) }

    @Test(
        "an operation in an unselected tab leaves the other tabs and the selection alone", arguments: everyStep)
    func unselectedTab(step: Step) throws {
        let before = Self.state("r > a > sheet:x | s > b > sheet:c > d > managedCover:e > f | t > sheet:g")
        for entry in before.tabs[1].entries {
            var state = before
            let position = try #require(before.position(of: entry.id))
            // The operation may be refused.
            _ = failure { try step.apply(&state, at: position) }
            for tab in [0, 2] {
                #expect(state.tabs[tab] == before.tabs[tab])
                #expect(state.tabs[tab].entries.map(\.id) == before.tabs[tab].entries.map(\.id))
            }
            #expect(state.selectedIndex == 0)
        }
    }

    @Test("the selection of a tab has the same effect from every asking screen")
    func selectFromEach() throws {
        let before = Self.state("r > a > sheet:x | s > b > sheet:c > d")
        for entry in before.allEntries {
            let position = try #require(before.position(of: entry.id))
            var state = before
            try Step.select("tab1").apply(&state, at: position)
            #expect(state.text == "[tab0] r > a > sheet:x | [*tab1] s > b > sheet:c > d")
            try Step.select("tab1").apply(&state, at: position)
            #expect(state.text == "[tab0] r > a > sheet:x | [*tab1] s")
            let elsewhere = try #require(state.position(of: 1))
            try Step.select("tab1").apply(&state, at: elsewhere)
            #expect(state.text == "[tab0] r > a > sheet:x | [*tab1] s")
            try Step.select("tab0").apply(&state)
            #expect(state.text == "[*tab0] r > a > sheet:x | [tab1] s")
        }
    }

    @Test("the text for the user has the selected tab with its name, and a not-found screen by its own route")
    func placeText() throws {
        var state = Self.state("r > sheet:x?n=1 | s")
        #expect(state.placeText == "[tab0] r > sheet:x?n=1")
        try Step.select("tab1").apply(&state)
        #expect(state.placeText == "[tab1] s")
        #expect(Self.state("r > a").placeText == "r > a")
        var lost = Self.state("r")
        let missing = SystemRoutes.notFound("gone", reason: "no feature 'gone' is installed")
        try lost.perform(.navigate(.init(id: 9, place: missing, presentation: .sheet), method: nil))
        #expect(lost.placeText == "r > sheet:system/notFound")
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        var text = self.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return text
    }
}
