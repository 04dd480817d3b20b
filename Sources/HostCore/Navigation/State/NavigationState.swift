import FeatureContract
import JSONText

/// How an entry stands over the one below it.
package enum Presentation: String, Hashable, Sendable, CaseIterable {
    case push, sheet, managedSheet, cover, managedCover, alert, confirmation

    /// How what is shown by a method stands; nil for what is sent.
    package init?(_ method: RouteMethod) {
        switch method {
        case .push: self = .push
        case .sheet: self = .sheet
        case .managedSheet: self = .managedSheet
        case .cover: self = .cover
        case .managedCover: self = .managedCover
        case .alert: self = .alert
        case .confirmation: self = .confirmation
        case .send: return nil
        }
    }

    /// Whether it begins a modal: something that is dismissed as a whole.
    package var isModal: Bool { self != .push }

    /// Whether the modal has a stack of its own: what replaces a stack from within it stays within it.
    package var isManaged: Bool { self == .managedSheet || self == .managedCover }
}

/// Where the person is: the tabs, each with one ordered list of entries.
///
/// A value: equal values are equal states. Entries have the identity of their screens, which does not count.
/// Operations are planned first, as ``Edit``s, which refuse with a reason and change nothing; what they would remove
/// can be looked at before they are applied.
///
///     state.text   // [*chats] chats > chats/conversation?contact=1 > sheet:contacts/detail?id=1 | [settings] settings
package struct NavigationState: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let id: ScreenID
        package let destination: Destination
        package let presentation: Presentation

        package init(id: ScreenID, destination: Destination, presentation: Presentation = .push) {
            self.id = id
            self.destination = destination
            self.presentation = presentation
        }

        package static func == (left: Entry, right: Entry) -> Bool {
            left.destination == right.destination && left.presentation == right.presentation
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(destination)
            hasher.combine(presentation)
        }
    }

    package struct Tab: Hashable, Sendable {
        /// Empty for the one stack of an app without tabs.
        package let name: String
        /// The list, parted where modals begin: the tab's own stack, then one for each modal. None is empty, and only
        /// the first entry of a modal's is not pushed.
        package fileprivate(set) var stacks: [[Entry]]

        package init(name: String, root: Entry) {
            self.name = name
            stacks = [[root]]
        }

        /// The root first, what is seen last; never empty.
        package var entries: [Entry] { Array(stacks.joined()) }
        package var root: Entry { stacks[0][0] }
        /// The last entry of each stack, and how that stack stands over the one below it.
        var tops: [(entry: Entry, presentation: Presentation)] {
            stacks.map { ($0[$0.count - 1], $0[0].presentation) }
        }
        package var top: Entry {
            let stack = stacks[stacks.count - 1]
            return stack[stack.count - 1]
        }
    }

    /// The place of an entry: of which tab, in which of its stacks, where in that.
    package struct Position: Hashable, Sendable {
        package let tab: Int
        package let stack: Int
        package let entry: Int
    }

    package private(set) var tabs: [Tab]
    package private(set) var selectedIndex = 0

    /// - Parameter tabs: At least one.
    package init(tabs: [Tab]) {
        precondition(!tabs.isEmpty, "a navigation state has at least one tab")
        self.tabs = tabs
    }

    package var selected: Tab { tabs[selectedIndex] }
    /// The entry that is seen.
    package var top: Entry { selected.top }
    package var allEntries: [Entry] { tabs.flatMap(\.entries) }

    // MARK: Positions

    /// The place of a screen; found soon where it is near the top of the selected tab.
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

    /// The top of a tab.
    package func topPosition(ofTab tab: Int) -> Position {
        let stack = tabs[tab].stacks.count - 1
        return Position(tab: tab, stack: stack, entry: tabs[tab].stacks[stack].count - 1)
    }

    /// What is seen.
    package var topPosition: Position { topPosition(ofTab: selectedIndex) }

    /// The position, or where that is not there any more the nearest below it.
    package func clamped(_ position: Position) -> Position {
        let stacks = tabs[position.tab].stacks
        guard position.stack < stacks.count else { return topPosition(ofTab: position.tab) }
        let entry = min(position.entry, stacks[position.stack].count - 1)
        return Position(tab: position.tab, stack: position.stack, entry: entry)
    }

    package subscript(position: Position) -> Entry { tabs[position.tab].stacks[position.stack][position.entry] }

    /// The positions from one outward: down its stack, then down each stack below that.
    package func positions(outwardFrom position: Position) -> some Sequence<Position> {
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

    /// A step of a change. In one change, what is cut from a tab comes before what is put there.
    package enum Edit: Hashable, Sendable {
        /// Removes from a tab all stacks above one, and of that all but the first `kept` entries; none of them for 0.
        case cut(tab: Int, stack: Int, kept: Int)
        /// Pushes on a stack, below the modals that stand on it.
        case push(Entry, tab: Int, stack: Int)
        /// Presents over all of a tab.
        case present(Entry, tab: Int)
        case select(tab: Int)
        /// Puts another screen in the place of a tab's root.
        case replaceRoot(Entry, tab: Int)

        /// Pushes on a stack, or presents over the tab, as the entry says.
        package static func put(_ entry: Entry, tab: Int, stack: Int) -> Edit {
            entry.presentation.isModal ? .present(entry, tab: tab) : .push(entry, tab: tab, stack: stack)
        }
    }

    /// What edits would remove, of each tab lowest first.
    package func entriesRemoved(by edits: [Edit]) -> [Entry] {
        var (roots, others): ([Entry], [Entry]) = ([], [])
        for edit in edits {
            switch edit {
            case .cut(let tab, let stack, let kept):
                let stacks = tabs[tab].stacks
                others += stacks[stack].dropFirst(kept)
                others += stacks[(stack + 1)...].joined()
            // It is replaced after what stands on it is cut, and is below that.
            case .replaceRoot(_, let tab): roots.append(tabs[tab].root)
            case .push, .present, .select: break
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
            }
        }
    }

    /// Puts another screen in the place of one.
    package mutating func replaceEntry(_ id: ScreenID, with entry: Entry) {
        guard let position = position(of: id) else { return }
        tabs[position.tab].stacks[position.stack][position.entry] = entry
    }

    // MARK: Text for a person

    /// The tab, where there are tabs, and the stack.
    package var placeText: String { selected.name.isEmpty ? stackText : "[\(selected.name)] \(stackText)" }

    /// `home > character/list > character/detail?identifier=42`, with the word for what is not pushed. A not-found
    /// screen says on itself what it is about.
    package var stackText: String {
        selected.entries.map { entry in
            let destination = entry.destination
            let text = destination.feature == Manifest.systemID ? destination.qualifiedRoute : destination.text
            return entry.presentation == .push ? text : "\(entry.presentation.rawValue):\(text)"
        }.joined(separator: " > ")
    }
}
