import FeatureContract
import JSONText
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

/// Model of the state as flat lists: every operation works on the whole list of a tab, where a modal is an entry like
/// any other.
private struct FlatState: Equatable {
    struct Entry: Equatable {
        let id: ScreenID
        let place: Place
        let presentation: Presentation
    }

    struct Tab: Equatable {
        let name: String
        var list: [Entry]
    }

    struct Refusal: Error {
        let code: FailureCode
    }

    var tabs: [Tab]
    var selected: Int

    init(_ state: NavigationState) {
        tabs = state.tabs.map { Tab(name: $0.name, list: $0.entries.map(Self.flat)) }
        selected = state.selectedIndex
    }

    static func flat(_ entry: NavigationState.Entry) -> Entry {
        Entry(id: entry.id, place: entry.place, presentation: entry.presentation)
    }

    var ids: [ScreenID] { tabs.flatMap { $0.list.map(\.id) } }

    private func place(of id: ScreenID) -> (tab: Int, index: Int)? {
        for (tab, value) in tabs.enumerated() {
            for (index, entry) in value.list.enumerated() where entry.id == id { return (tab, index) }
        }
        return nil
    }

    mutating func perform(_ step: Step, askedBy id: ScreenID) throws(Refusal) {
        guard let (tab, index) = place(of: id) else { return }
        let list = tabs[tab].list
        // The run of screens around the entry: from the last modal up to it, to the first one after it.
        var first = 0
        for candidate in 0...index where list[candidate].presentation.isModal { first = candidate }
        var end = index + 1
        while end < list.count, !list[end].presentation.isModal { end += 1 }
        switch step {
        case .put(let entry):
            tabs[tab].list.insert(Self.flat(entry), at: entry.presentation.isModal ? list.count : end)
        case .back:
            if end - first > 1 {
                tabs[tab].list = Array(list[..<(end - 1)])
            } else if first > 0 {
                tabs[tab].list = Array(list[..<first])
            } else {
                throw Refusal(code: .nothingToDo)
            }
        case .pop(let count):
            if count <= 0 || end - first == 1 { throw Refusal(code: .nothingToDo) }
            tabs[tab].list = Array(list[..<(count > end - first - 1 ? first + 1 : end - count)])
        case .popTo(let place):
            var found: Int?
            for candidate in first..<end where list[candidate].place == place { found = candidate }
            guard let found else { throw Refusal(code: .notFound) }
            if found < end - 1 { tabs[tab].list = Array(list[...found]) }
        case .popToRoot:
            if end - first > 1 { tabs[tab].list = Array(list[...first]) }
        case .dismiss:
            if first == 0 { throw Refusal(code: .nothingToDo) }
            tabs[tab].list = Array(list[..<first])
        case .dismissAll:
            tabs[tab].list = Array(list.prefix { !$0.presentation.isModal })
        case .replaceStack(let entries):
            var base = 0
            for candidate in 0...index where list[candidate].presentation.isManaged { base = candidate }
            var kept = Array(list[...base])
            var isCommon = true
            for (offset, entry) in entries.enumerated() {
                let old = base + 1 + offset < list.count ? list[base + 1 + offset] : nil
                isCommon = isCommon && old?.presentation == .push && old?.place == entry.place
                if let old, isCommon { kept.append(old) } else { kept.append(Self.flat(entry)) }
            }
            tabs[tab].list = kept
        case .swap(let entry):
            let old = list[end - 1]
            let new = Entry(id: entry.id, place: entry.place, presentation: old.presentation)
            tabs[tab].list = Array(list[..<(end - 1)]) + [new]
        case .reset:
            tabs[tab].list = [list[0]]
        case .unwind(let target):
            guard let (tab, index) = place(of: target) else { return }
            tabs[tab].list = Array(tabs[tab].list[...index])
        case .selectTab(let name):
            guard let other = tabs.firstIndex(where: { $0.name == name && name != "" }) else {
                throw Refusal(code: .notFound)
            }
            if other == selected { tabs[other].list = [tabs[other].list[0]] } else { selected = other }
        }
    }
}

/// An operation that names places by the screens that stand there.
private enum Step {
    case put(NavigationState.Entry), back, pop(Int), popTo(Place), popToRoot, dismiss, dismissAll
    case replaceStack([NavigationState.Entry]), swap(NavigationState.Entry), reset, unwind(to: ScreenID)
    case selectTab(String)

    /// Nil for unwinding, which is no operation.
    var operation: NavigationState.Operation? {
        switch self {
        case .put(let entry): .navigate(entry, method: nil)
        case .back: .back
        case .pop(let count): .pop(count)
        case .popTo(let place): .popTo(.init(id: 0, place: place))
        case .popToRoot: .popToRoot
        case .dismiss: .dismiss
        case .dismissAll: .dismissAll
        case .replaceStack(let entries): .replaceStack(entries)
        case .swap(let entry): .swap(entry)
        case .reset: .reset
        case .unwind: nil
        case .selectTab(let name): .selectTab(name)
        }
    }

    func edits(
        in state: NavigationState, at position: NavigationState.Position
    ) throws(CallFailure) -> [NavigationState.Edit] {
        if case .unwind(let id) = self { return state.position(of: id).map(state.cut) ?? [] }
        return try operation.map { (operation) throws(CallFailure) in try state.edits(operation, at: position) } ?? []
    }
}

@Suite("The properties of the navigation state", .blocking)
struct NavigationStatePropertyTests {
    private static let names = ["home", "people", "notes"]

    private static func everything() throws -> Catalog {
        try catalog([Manifests.home, Manifests.character, Manifests.notes, Manifests.vault])
    }

    /// Few places, so that equal ones meet. Among them are a text that has another meaning outside of it, and a
    /// placeholder.
    private static func places(of catalog: Catalog) throws -> [Place] {
        try [
            "home", "home/about", "character/detail?identifier=1", "character/detail?identifier=2",
            "notes/note?title=%20%3E%20%7C%20%5B%2Aa%5D%00", "vault",
        ].map { try catalog.place($0) } + [Place(unknown: DestinationText("gone/door?x=1&x=2&y").untyped)]
    }

    /// Makes states and steps, in which each entry has an id of its own.
    private struct Maker {
        var generator: SeededGenerator
        let catalog: Catalog
        let places: [Place]
        private var lastID: ScreenID = 0

        init(seed: UInt64) throws {
            generator = SeededGenerator(seed: seed)
            catalog = try NavigationStatePropertyTests.everything()
            places = try NavigationStatePropertyTests.places(of: catalog)
        }

        mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
        mutating func index(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

        mutating func entry(_ presentation: Presentation = .push) -> NavigationState.Entry {
            lastID += 1
            return .init(
                id: lastID, place: places[index(places.count)], presentation: presentation)
        }

        mutating func presentation() -> Presentation {
            chance(50) ? .push : Presentation.allCases[index(Presentation.allCases.count)]
        }

        /// A state of one stack or some tabs, with only their roots.
        mutating func roots() -> NavigationState {
            let count = index(4)
            let names = count == 0 ? [""] : Array(names.prefix(count))
            return NavigationState(tabs: names.map { .init(name: $0, root: entry()) })
        }

        /// A state with some entries in each tab.
        mutating func state() throws -> NavigationState {
            var state = roots()
            for tab in state.tabs.indices {
                for _ in 0..<index(6) {
                    try state.perform(.navigate(entry(presentation()), method: nil), at: asking(in: state, tab: tab))
                }
            }
            state.apply([.select(tab: index(state.tabs.count))])
            return state
        }

        mutating func asking(in state: NavigationState, tab: Int) throws -> NavigationState.Position {
            let entries = state.tabs[tab].entries
            return try #require(state.position(of: entries[index(entries.count)].id))
        }

        mutating func step(in state: NavigationState) -> Step {
            switch index(22) {
            case 0..<7: return .put(entry(presentation()))
            case 7, 8: return .back
            case 9: return .pop([-1, 0, 1, 1, 2, 3, .max][index(7)])
            case 10: return .popTo(places[index(places.count)])
            case 11: return .popToRoot
            case 12: return .dismiss
            case 13: return .dismissAll
            case 14, 15:
                // Often the places that stand there already.
                let now = state.selected.stacks[0].dropFirst().map(\.place)
                let count = index(4)
                return .replaceStack(
                    (0..<count).map { offset in
                        let new = entry()
                        guard offset < now.count, chance(60) else { return new }
                        return .init(id: new.id, place: now[offset])
                    })
            case 16: return chance(30) ? .reset : .dismissAll
            case 18, 19: return .swap(entry())
            case 17:
                let entries = state.allEntries
                return .unwind(to: entries[index(entries.count)].id)
            default: return .selectTab(chance(10) ? ["", "nowhere"][index(2)] : names[index(names.count)])
            }
        }
    }

    /// The inconsistency of a state; nil if it is consistent.
    private static func inconsistency(of state: NavigationState) -> String? {
        if state.tabs.isEmpty { return "there is no tab" }
        if !state.tabs.indices.contains(state.selectedIndex) { return "no tab is selected" }
        var ids: [ScreenID] = []
        for tab in state.tabs {
            if tab.stacks.isEmpty || tab.stacks.contains(where: \.isEmpty) { return "a stack is empty" }
            for (index, stack) in tab.stacks.enumerated() {
                if stack[0].presentation.isModal != (index > 0) { return "stack \(index) begins with the wrong thing" }
                if stack.dropFirst().contains(where: \.presentation.isModal) { return "a modal is within a stack" }
            }
            let entries = tab.entries
            if entries.count != tab.stacks.map(\.count).reduce(0, +) { return "entries are lost" }
            if tab.root.id != entries.first?.id || tab.top.id != entries.last?.id { return "the ends differ" }
            ids += entries.map(\.id)
        }
        return Set(ids).count == ids.count ? nil : "an identity stands twice"
    }

    /// Whether two states are equal and have the same ids.
    private static func areSame(_ left: NavigationState, _ right: NavigationState) -> Bool {
        left == right && left.allEntries.map(\.id) == right.allEntries.map(\.id)
    }

    /// Runs one random life of a state beside that of the flat model. Returns the first fault, or nil.
    private static func run(_ maker: inout Maker, steps: Int, refusals: inout Int) throws -> String? {
        var state = maker.roots()
        var flat = FlatState(state)
        var created = Set(flat.ids)
        var removed: Set<ScreenID> = []
        var ids = flat.ids

        /// Applies edits, and records the entries that came and went.
        func apply(_ edits: [NavigationState.Edit]) -> String? {
            let told = state.entriesRemoved(by: edits).map(\.id)
            let before = ids
            state.apply(edits)
            ids = state.allEntries.map(\.id)
            let after = Set(ids)
            guard told == before.filter({ !after.contains($0) }) else { return "tells \(told) as removed" }
            created.formUnion(after)
            guard removed.isDisjoint(with: told) else { return "removes again what is gone" }
            removed.formUnion(told)
            guard after == created.subtracting(removed) else { return "keeps what is gone, or loses what is not" }
            return inconsistency(of: state)
        }

        var past: [(state: NavigationState, asking: ScreenID, step: Step)] = []
        var history: String { past.map { "\($0.state.text)\n#\($0.asking): \($0.step)" }.joined(separator: "\n") }
        for _ in 0..<steps {
            let position =
                maker.chance(40)
                ? state.topPosition : try maker.asking(in: state, tab: maker.index(state.tabs.count))
            let asking = state[position].id
            let step = maker.step(in: state)
            past.append((state, asking, step))
            var expectedCode: FailureCode?
            do throws(FlatState.Refusal) {
                try flat.perform(step, askedBy: asking)
            } catch {
                expectedCode = error.code
            }
            do throws(CallFailure) {
                let edits = try step.edits(in: state, at: position)
                if let expectedCode { return "\(history)\nis not refused with \(expectedCode)" }
                if let wrong = apply(edits) { return "\(history)\n\(wrong)" }
            } catch {
                guard error.code == expectedCode else { return "\(history)\nis refused: \(error.reason)" }
                refusals += 1
                // Performed at once, the operation is refused too, and changes nothing.
                var refused = state
                guard let operation = step.operation,
                    (failure { try refused.perform(operation, at: position) }) == error, areSame(refused, state)
                else {
                    return "\(history)\nis refused, and changes something"
                }
            }
            guard FlatState(state) == flat else { return "\(history)\nleaves \(state.text)" }
        }
        // At the end, the entries above the roots go tab by tab, and then the roots.
        for tab in state.tabs.indices {
            if let wrong = apply(try state.edits(.reset, at: state.topPosition(ofTab: tab))) {
                return "\(history)\nat the end: \(wrong)"
            }
        }
        let roots = Set(state.tabs.map(\.root.id))
        let isAllGone = removed.isDisjoint(with: roots) && removed.union(roots) == created
        return isAllGone && state.allEntries.count == roots.count ? nil : "\(history)\nsomething is left"
    }

    /// In all 10,000 lives of 12 steps.
    @Test(
        "the state equals a model of flat lists after any steps, and each entry exists or was removed once",
        arguments: Tier.rows(of: Array(1...10), first: 1))
    func flatLists(seed: UInt64) throws {
        var maker = try Maker(seed: seed)
        var refusals = 0
        for life in 0..<1000 {
            if let wrong = try Self.run(&maker, steps: 12, refusals: &refusals) {
                Issue.record("life \(life): \(wrong)")
                return
            }
        }
        // Refusals are neither absent nor nearly the rule.
        #expect((500..<6000).contains(refusals), "\(refusals)")
    }

    @Test("a few long lives keep the state consistent", arguments: 1...4)
    func longLives(seed: UInt64) throws {
        var maker = try Maker(seed: 1000 + seed)
        var refusals = 0
        for _ in 0..<5 { #expect(try Self.run(&maker, steps: 300, refusals: &refusals) == nil) }
    }

    @Test(
        "a state that is printed as text or as JSON is read back equal",
        arguments: Tier.rows(of: Array(1...4), first: 1))
    func readBack(seed: UInt64) throws {
        var maker = try Maker(seed: seed)
        let reader = NavigationStateReader(maker.catalog)
        for _ in 0..<150 {
            let state = try maker.state()
            let json = try JSON.parse(state.json.utf8())
            guard try NavigationState(state.text, reader: reader) == state,
                try NavigationState(json, reader: reader) == state
            else {
                Issue.record("\(state.text)")
                return
            }
        }
    }

    @Test("each way back from a new screen restores the state before it", arguments: 1...4)
    func inverses(seed: UInt64) throws {
        var maker = try Maker(seed: seed)
        var pops = 0
        for _ in 0..<400 {
            let before = try maker.state()
            let position = try maker.asking(in: before, tab: maker.index(before.tabs.count))
            let entry = maker.entry(maker.presentation())
            var after = before
            try after.perform(.navigate(entry, method: nil), at: position)
            let stacks = before.tabs[position.tab].stacks.count
            // A pop of a screen takes the modals on it along.
            guard entry.presentation.isModal || position.stack == stacks - 1 else { continue }
            pops += entry.presentation == .push ? 1 : 0
            let put = try #require(after.position(of: entry.id))
            let below = before.topPosition(ofTab: position.tab)
            let own: Step = entry.presentation.isModal ? .dismiss : .pop(1)
            for way in [own, .back, .unwind(to: before[below].id)] {
                var restored = after
                restored.apply(try way.edits(in: after, at: put))
                guard Self.areSame(restored, before) else {
                    Issue.record("\(before.text)\n\(way) leaves\n\(restored.text)")
                    return
                }
            }
        }
        #expect(pops > 50)
    }

    @Test("the selection of another tab and then of the first restores the state", arguments: 1...2)
    func selectingBack(seed: UInt64) throws {
        var maker = try Maker(seed: seed)
        for _ in 0..<300 {
            let before = try maker.state()
            for other in before.tabs.map(\.name) where other != before.selected.name {
                var state = before
                try state.perform(.selectTab(other), at: maker.asking(in: state, tab: 0))
                #expect(state != before)
                try state.perform(.selectTab(before.selected.name))
                guard Self.areSame(state, before) else {
                    Issue.record("\(before.text)\nis\n\(state.text)")
                    return
                }
            }
        }
    }
}
