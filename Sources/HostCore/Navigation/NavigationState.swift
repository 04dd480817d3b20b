import FeatureContract
import JSONText

/// How an entry stands over the one below it.
package enum Presentation: String, Hashable, Sendable, CaseIterable {
    case push, sheet, managedSheet, cover, managedCover, alert, confirmation

    /// Whether it begins a modal: something that is dismissed as a whole.
    package var isModal: Bool { self != .push }
}

/// Where the person is: the tabs, each with one ordered list of entries.
///
/// A value: operations on it are pure, refuse with a reason, and change nothing when they do. Entries have the identity
/// of their screens, which does not count for equality: equal values are equal states.
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
        /// The root first, what is seen last; never empty.
        package fileprivate(set) var entries: [Entry]

        package init(name: String, root: Entry) {
            self.name = name
            entries = [root]
        }
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
    package var top: Entry { selected.entries[selected.entries.count - 1] }
    package var allEntries: [Entry] { tabs.flatMap(\.entries) }

    /// The index of the tab that holds a screen.
    package func tabIndex(of screen: ScreenID) -> Int? {
        tabs.firstIndex { $0.entries.contains { $0.id == screen } }
    }

    // MARK: Operations

    /// Puts an entry on top of a tab's stack.
    package mutating func append(_ entry: Entry, toTab index: Int) {
        tabs[index].entries.append(entry)
    }

    /// Puts another screen in the place of one.
    package mutating func replaceEntry(_ id: ScreenID, with entry: Entry) {
        for tab in tabs.indices {
            tabs[tab].entries = tabs[tab].entries.map { $0.id == id ? entry : $0 }
        }
    }

    /// Makes `entries` what stands above the root, keeping the identities of the common beginning.
    package mutating func replaceStack(with entries: [Entry], inTab index: Int) {
        let old = tabs[index].entries
        let new = [old[0]] + entries
        tabs[index].entries = new.enumerated().map { position, entry in
            let isCommon = position < old.count && zip(old, new).prefix(position + 1).allSatisfy { $0 == $1 }
            return isCommon ? old[position] : entry
        }
    }

    /// Pops, else dismisses.
    package mutating func back(inTab index: Int) throws(CallFailure) {
        guard tabs[index].entries.count > 1 else {
            throw CallFailure(.nothingToDo, "there is nothing to go back to: this is the root")
        }
        tabs[index].entries.removeLast()
    }

    /// Removes the topmost `count` screens, at most down to the root of the stack or of the modal.
    package mutating func pop(_ count: Int, inTab index: Int) throws(CallFailure) {
        let poppable = tabs[index].entries.count - 1 - floor(inTab: index)
        guard count > 0, poppable > 0 else {
            throw CallFailure(.nothingToDo, "there is nothing to pop: this is the root of its stack")
        }
        tabs[index].entries.removeLast(min(count, poppable))
    }

    /// Removes what is above the topmost screen of that destination in the current stack.
    package mutating func pop(to destination: Destination, inTab index: Int) throws(CallFailure) {
        let floor = floor(inTab: index)
        guard let found = tabs[index].entries[floor...].lastIndex(where: { $0.destination == destination }) else {
            throw CallFailure(.notFound, "'\(destination)' is not on the stack")
        }
        tabs[index].entries.removeSubrange((found + 1)...)
    }

    /// Removes all above the root of the stack or of the modal.
    package mutating func popToRoot(inTab index: Int) {
        tabs[index].entries.removeSubrange((floor(inTab: index) + 1)...)
    }

    /// Removes the topmost modal and all above it.
    package mutating func dismiss(inTab index: Int) throws(CallFailure) {
        let floor = floor(inTab: index)
        guard floor > 0 else { throw CallFailure(.nothingToDo, "there is nothing to dismiss: no modal is presented") }
        tabs[index].entries.removeSubrange(floor...)
    }

    /// Removes all modals.
    package mutating func dismissAll(inTab index: Int) {
        guard let first = tabs[index].entries.firstIndex(where: \.presentation.isModal) else { return }
        tabs[index].entries.removeSubrange(first...)
    }

    /// Removes everything above the tab's root.
    package mutating func reset(inTab index: Int) {
        tabs[index].entries.removeSubrange(1...)
    }

    /// Selects a tab; the selected one is popped to its root.
    package mutating func selectTab(_ name: String) throws(CallFailure) {
        guard let index = tabs.firstIndex(where: { $0.name == name && !name.isEmpty }) else {
            let names = tabs.map(\.name).filter { !$0.isEmpty }
            guard !names.isEmpty else {
                throw CallFailure(.notFound, "there is no tab '\(name)': the wiring has no tabs")
            }
            let hint = Spelling.nearest(to: name, in: names).map { "did you mean '\($0)'?" }
            throw CallFailure(
                .notFound, "there is no tab '\(name)'; \(hint ?? "there are \(names.joined(separator: ", "))")")
        }
        if index == selectedIndex { reset(inTab: index) } else { selectedIndex = index }
    }

    /// The index of the entry that the current stack begins with: the topmost modal's root, or the tab's.
    private func floor(inTab index: Int) -> Int {
        tabs[index].entries.lastIndex(where: \.presentation.isModal) ?? 0
    }

    // MARK: Text

    /// For a person: the tab, where there are tabs, and the stack.
    package var placeText: String { selected.name.isEmpty ? stackText : "[\(selected.name)] \(stackText)" }

    /// For a person: `home > character/list > character/detail?identifier=42`, with the word for what is not pushed. A
    /// not-found screen says on itself what it is about.
    package var stackText: String {
        selected.entries.map { entry in
            let destination = entry.destination
            let text = destination.feature == Manifest.systemID ? destination.qualifiedRoute : destination.text
            return entry.presentation == .push ? text : "\(entry.presentation.rawValue):\(text)"
        }.joined(separator: " > ")
    }

    /// The state as JSON: the tabs with their entries, and the selected one.
    package var json: JSON {
        let tabs = tabs.map { tab -> JSON in
            let entries = tab.entries.map { entry -> JSON in
                [
                    "destination": .string(entry.destination.text),
                    "presentation": .string(entry.presentation.rawValue),
                ]
            }
            return tab.name.isEmpty
                ? ["entries": .array(entries)] : ["name": .string(tab.name), "entries": .array(entries)]
        }
        var object: JSONObject = ["tabs": .array(tabs)]
        if !selected.name.isEmpty { object.append(key: "selected", value: .string(selected.name)) }
        return .object(object)
    }
}
