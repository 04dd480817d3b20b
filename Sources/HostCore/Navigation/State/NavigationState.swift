import FeatureContract
import JSONText

/// The way an entry stands over the one below it.
package enum Presentation: String, Hashable, Sendable, CaseIterable {
    case push, sheet, managedSheet, cover, managedCover, alert, confirmation

    /// The presentation for this method; nil for `send`, which shows no screen.
    init?(_ method: NavigationMethod) {
        self.init(rawValue: method.rawValue)
    }

    /// Whether the entry begins a modal, which is dismissed as a whole.
    package var isModal: Bool { self != .push }

    /// Whether the modal has its own stack: replacing the stack inside it leaves the rest unchanged.
    var isManaged: Bool { self == .managedSheet || self == .managedCover }
}

/// The user's place in the app: the tabs, each with one ordered list of entries.
///
/// Equality ignores the ids of screens, their saved states and their inner screens.
///
/// An operation is first planned as ``Edit``s, which can fail with a reason. Planning changes nothing, so the screens
/// to be removed can be asked first.
///
///     state.text   // [*chats] chats > chats/conversation?contact=1 > sheet:contacts/detail?id=1 | [settings] settings
package struct NavigationState: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let id: ScreenID
        package let place: Place
        package let presentation: Presentation
        /// The saved states of its screen and of those embedded in it. The key is the path of destinations from the
        /// entry's screen to the saving one, empty for its own. Equality ignores it.
        var saved: [[String]: ScreenState]
        /// The inner screens as last seen, lowest first. They come back with the screen, so equality ignores them.
        package var inner: [InnerScreen]

        init(
            id: ScreenID, place: Place, presentation: Presentation = .push, saved: [[String]: ScreenState] = [:],
            inner: [InnerScreen] = []
        ) {
            self.id = id
            self.place = place
            self.presentation = presentation
            self.saved = saved
            self.inner = inner
        }

        package static func == (left: Entry, right: Entry) -> Bool {
            left.place == right.place && left.presentation == right.presentation
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(place)
            hasher.combine(presentation)
        }
    }

    /// A pushed screen, sheet or cover that a screen shows by its own nodes.
    package struct InnerScreen: Hashable, Sendable {
        package let presentation: Presentation
        package let title: String

        /// The text within a state, such as `(sheet New note)`, without the signs that divide a state's text.
        var text: String {
            let divides: Set<Unicode.Scalar> = ["|", ">", "(", ")", "[", "]"]
            let title = String(String.UnicodeScalarView(title.unicodeScalars.filter { !divides.contains($0) }))
            return title.trimmed.isEmpty ? "(\(presentation.rawValue))" : "(\(presentation.rawValue) \(title.trimmed))"
        }
    }

    package struct Tab: Hashable, Sendable {
        /// Empty for the one stack of an app without tabs.
        package let name: String
        /// The entries, divided where modals begin: the tab's own stack, then one for each modal. No stack is empty.
        /// Only the first entry of a modal's stack is not pushed.
        package fileprivate(set) var stacks: [[Entry]]

        init(name: String, root: Entry) {
            self.name = name
            stacks = [[root]]
        }

        /// The entries from the root to the visible one; never empty.
        package var entries: [Entry] { Array(stacks.joined()) }
        var root: Entry { stacks[0][0] }
        /// The last entry of each stack, and the presentation of that stack over the one below it.
        var tops: [(entry: Entry, presentation: Presentation)] {
            stacks.map { ($0[$0.count - 1], $0[0].presentation) }
        }
        var top: Entry {
            let stack = stacks[stacks.count - 1]
            return stack[stack.count - 1]
        }
    }

    /// The place of an entry: the tab, the stack in it, and the index in that stack.
    package struct Position: Hashable, Sendable {
        let tab: Int
        let stack: Int
        let entry: Int
    }

    /// A destination that waits until its conditions are true.
    package struct Parked: Hashable, Sendable {
        /// The source of the request for the destination, which decides how it is shown later.
        enum Origin: String, Hashable, Sendable, CaseIterable {
            case link, user, feature
        }

        let place: Place
        let origin: Origin
        /// The method that shows it; nil for that of the wiring or the route.
        let method: NavigationMethod?
        /// The tab in which it was asked for; empty in an app without tabs.
        let tab: String

        init(_ place: Place, by origin: Origin, method: NavigationMethod? = nil, tab: String) {
            self.place = place
            self.origin = origin
            self.method = method
            self.tab = tab
        }
    }

    package private(set) var tabs: [Tab]
    package private(set) var selectedIndex = 0
    package internal(set) var conditions: [String: Bool] = [:]
    /// The parked destinations, oldest first.
    var parked: [Parked] = []

    /// - Parameter tabs: At least one.
    init(tabs: [Tab]) {
        precondition(!tabs.isEmpty, "a navigation state has at least one tab")
        self.tabs = tabs
    }

    package var selected: Tab { tabs[selectedIndex] }
    package var top: Entry { selected.top }
    /// The entry shown beside the visible one where there is room for two: the next lower one in its stack, or the top
    /// of the stack behind its sheet. Nil if there is none.
    package var besideTop: Entry? {
        let stacks = selected.stacks
        let stack = stacks.last { [.cover, .managedCover].contains($0[0].presentation) } ?? stacks[0]
        return stack.dropLast().last
    }
    package var allEntries: [Entry] { tabs.flatMap(\.entries) }

    // MARK: Positions

    /// The position of a screen. The search begins at the top of the selected tab.
    package func position(of screen: ScreenID) -> Position? {
        for tab in [selectedIndex] + tabs.indices.filter({ $0 != selectedIndex }) {
            let stacks = tabs[tab].stacks
            for stack in stacks.indices.reversed() {
                if let entry = stacks[stack].lastIndex(where: { $0.id == screen }) {
                    return Position(tab: tab, stack: stack, entry: entry)
                }
            }
        }
        return nil
    }

    func topPosition(ofTab tab: Int) -> Position {
        let stack = tabs[tab].stacks.count - 1
        return Position(tab: tab, stack: stack, entry: tabs[tab].stacks[stack].count - 1)
    }

    package var topPosition: Position { topPosition(ofTab: selectedIndex) }

    /// The position itself, or the nearest one below it if the position no longer exists.
    func clamped(_ position: Position) -> Position {
        let stacks = tabs[position.tab].stacks
        guard position.stack < stacks.count else { return topPosition(ofTab: position.tab) }
        let entry = min(position.entry, stacks[position.stack].count - 1)
        return Position(tab: position.tab, stack: position.stack, entry: entry)
    }

    subscript(position: Position) -> Entry { tabs[position.tab].stacks[position.stack][position.entry] }

    /// The positions from the given one outward: down its stack, then down each stack below.
    func positions(outwardFrom position: Position) -> some Sequence<Position> {
        sequence(first: position) { [tabs] position in
            if position.entry > 0 {
                return Position(tab: position.tab, stack: position.stack, entry: position.entry - 1)
            }
            guard position.stack > 0 else { return nil }
            let below = position.stack - 1
            return Position(tab: position.tab, stack: below, entry: tabs[position.tab].stacks[below].count - 1)
        }
    }

    // MARK: Edits

    /// One step of a change. In a list, cuts in a tab come before its pushes and presentations.
    package enum Edit: Hashable, Sendable {
        /// Removes all stacks above one, and all but its first `kept` entries; with 0, that stack too.
        case cut(tab: Int, stack: Int, kept: Int)
        /// Pushes onto a stack, below the modals that stand on it.
        case push(Entry, tab: Int, stack: Int)
        /// Presents over everything in a tab.
        case present(Entry, tab: Int)
        case select(tab: Int)
        case replaceRoot(Entry, tab: Int)
        /// Parks a destination until its conditions are true. One that waits already keeps its place.
        case park(Parked)
        case unpark(Parked)
        case set(condition: String, Bool)

        /// Pushes onto a stack, or presents over the tab, depending on the entry's presentation.
        static func put(_ entry: Entry, tab: Int, stack: Int) -> Edit {
            entry.presentation.isModal ? .present(entry, tab: tab) : .push(entry, tab: tab, stack: stack)
        }
    }

    /// Returns the entries that the edits would remove, from the lowest up in each tab.
    func entriesRemoved(by edits: [Edit]) -> [Entry] {
        var (roots, others): ([Entry], [Entry]) = ([], [])
        for edit in edits {
            switch edit {
            case .cut(let tab, let stack, let kept):
                let stacks = tabs[tab].stacks
                others += stacks[stack].dropFirst(kept)
                others += stacks[(stack + 1)...].joined()
            // The root is below the entries cut from the tab, so it comes before them.
            case .replaceRoot(_, let tab): roots.append(tabs[tab].root)
            case .push, .present, .select, .park, .unpark, .set: break
            }
        }
        return roots + others
    }

    package mutating func apply(_ edits: [Edit]) {
        for edit in edits {
            switch edit {
            case .cut(let tab, let stack, let kept):
                tabs[tab].stacks.removeSubrange((kept == 0 ? stack : stack + 1)...)
                if kept > 0 { tabs[tab].stacks[stack].removeSubrange(kept...) }
            case .push(let entry, let tab, let stack): tabs[tab].stacks[stack].append(entry)
            case .present(let entry, let tab): tabs[tab].stacks.append([entry])
            case .select(let tab): selectedIndex = tab
            case .replaceRoot(let entry, let tab): tabs[tab].stacks[0][0] = entry
            case .park(let waiting): if !parked.contains(waiting) { parked.append(waiting) }
            case .unpark(let waiting): parked.removeAll { $0 == waiting }
            case .set(let condition, let value): conditions[condition] = value
            }
        }
    }

    mutating func replaceEntry(_ id: ScreenID, with entry: Entry) {
        guard let position = position(of: id) else { return }
        tabs[position.tab].stacks[position.stack][position.entry] = entry
    }

    // MARK: Text for the user

    /// The visible stack's text, after the tab's name if there are tabs.
    package var placeText: String { selected.name.isEmpty ? stackText : "[\(selected.encodedName)] \(stackText)" }

    /// The visible stack's text, after the tab's label in the wiring if there are tabs.
    package func placeText(labelledBy wiring: Wiring) -> String {
        selected.name.isEmpty ? stackText : "[\(wiring.label(ofTab: selected.name))] \(stackText)"
    }

    /// The visible stack as text: `home > character/list > character/detail?identifier=42`. Entries that are not pushed
    /// begin with the word for their presentation. An inner screen follows as `(push Title)`. The not-found screen has
    /// no arguments here, since it shows them itself.
    var stackText: String { stackText(withInner: true) }

    private func stackText(withInner: Bool) -> String {
        selected.entries.flatMap { entry in
            let place = entry.place
            let text = place.feature == Manifest.systemID ? place.route.qualifiedName : place.text
            return [entry.presentation == .push ? text : "\(entry.presentation.rawValue):\(text)"]
                + (withInner ? entry.inner.map(\.text) : [])
        }.joined(separator: " > ")
    }

    /// Whether a state that was read from a text with one tab, or none, is the visible stack as ``placeText`` has it.
    package func isPlace(_ read: NavigationState) -> Bool {
        let name = selected.name.isEmpty ? "" : "[*\(selected.encodedName)] "
        return read.tabs.count == 1 && read.text(withInner: false) == name + stackText(withInner: false)
    }
}
