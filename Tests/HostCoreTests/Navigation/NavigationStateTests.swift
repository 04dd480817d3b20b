import FeatureContract
import Testing

@testable import HostCore

@Suite("The navigation state")
struct NavigationStateTests {
    /// A state from `root > a > sheet:b`, tabs apart by ` | `; identities count from 1.
    private static func state(_ text: String) -> NavigationState {
        var id: ScreenID = 0
        let tabs = text.split(separator: "|").enumerated().map { index, tab in
            let entries = tab.split(separator: ">").map { part -> NavigationState.Entry in
                id += 1
                let words = part.trimmingSpaces.split(separator: ":")
                let presentation = words.count > 1 ? Presentation(rawValue: String(words[0])) ?? .push : .push
                return .init(id: id, destination: .of(String(words[words.count - 1])), presentation: presentation)
            }
            return (NavigationState.Tab(name: text.contains("|") ? "tab\(index)" : "", root: entries[0]), entries)
        }
        var state = NavigationState(tabs: tabs.map(\.0))
        for (index, tab) in tabs.enumerated() {
            for entry in tab.1.dropFirst() { try? state.perform(.put(entry), at: state.topPosition(ofTab: index)) }
        }
        return state
    }

    enum Step: Sendable {
        case back, pop(Int), popTo(String), popToRoot, dismiss, dismissAll, reset, replace([String])

        private var operation: NavigationOperation {
            switch self {
            case .back: .back
            case .pop(let count): .pop(count)
            case .popTo(let text): .popTo(.of(text))
            case .popToRoot: .popToRoot
            case .dismiss: .dismiss
            case .dismissAll: .dismissAll
            case .reset: .reset
            case .replace(let texts):
                .replaceStack(
                    texts.enumerated().map { .init(id: 100 + ScreenID($0.offset), destination: .of($0.element)) })
            }
        }

        func apply(_ state: inout NavigationState, at position: NavigationState.Position? = nil) throws(CallFailure) {
            try state.perform(operation, at: position)
        }
    }

    @Test(
        "each operation leaves what it should",
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
        ] as [(String, Step, String)])
    func operations(before: String, step: Step, after: String) throws {
        var state = Self.state(before)
        try step.apply(&state)
        #expect(state.stackText == after)
    }

    @Test(
        "what cannot be done is refused with its reason, and changes nothing",
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
        "replacing the stack keeps the identities of the common beginning, and no others",
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

    @Test("selecting a tab keeps each as it was; selecting the selected one pops it to its root")
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

    @Test("a tab that is not there is refused with the nearest, or with those that are")
    func noTab() {
        func reason(_ text: String, _ name: String) -> String {
            var state = Self.state(text)
            return failure { try state.perform(.selectTab(name)) }?.reason ?? ""
        }
        #expect(reason("r | s", "tba1") == "there is no tab 'tba1'; did you mean 'tab1'?")
        #expect(reason("r | s", "settings") == "there is no tab 'settings'; there are tab0, tab1")
        #expect(reason("r", "x") == "there is no tab 'x': the wiring has no tabs")
        // The one stack of an app without tabs is none that could be named.
        #expect(reason("r", "") == "there is no tab '': the wiring has no tabs")
    }

    @Test("operations on a tab leave the others alone, whether it is selected or not")
    func otherTabs() throws {
        var state = Self.state("r > a | s > b")
        try state.perform(.back, at: state.topPosition(ofTab: 1))
        try state.perform(.put(.init(id: 9, destination: .of("c"))), at: state.topPosition(ofTab: 1))
        #expect(state.stackText == "r > a")
        #expect(state.tabs[1].entries.map(\.destination.text) == ["s", "c"])
        #expect(state.position(of: 9) == .init(tab: 1, stack: 0, entry: 1))
        #expect(state.position(of: 1) == .init(tab: 0, stack: 0, entry: 0))
        #expect(state.position(of: 77) == nil)
        #expect(state.allEntries.map(\.id) == [1, 2, 3, 9])
        #expect(state.top.id == 2)
    }

    @Test("equal values are equal states: identities do not count, destinations, presentations and the selected tab do")
    func equality() throws {
        let state = Self.state("r > a | s")
        var other = NavigationState(tabs: [
            .init(name: "tab0", root: .init(id: 50, destination: .of("r"))),
            .init(name: "tab1", root: .init(id: 51, destination: .of("s"))),
        ])
        #expect(state != other)
        try other.perform(.put(.init(id: 52, destination: .of("a"))))
        #expect(state == other)
        #expect(state.hashValue == other.hashValue)
        try other.perform(.selectTab("tab1"))
        #expect(state != other)
        #expect(Self.state("r > a") != Self.state("r > sheet:a"))
        #expect(Self.state("r > x?n=1") != Self.state("r > x?n=2"))
    }

    @Test("it prints as JSON: the tabs, their entries, and the selected one")
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
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        var text = self.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return text
    }
}
