import FeatureContract
import JSONText

extension NavigationState {
    /// An operation on known entries. A new entry already has its presentation; `popTo` finds an entry with an equal
    /// screen.
    typealias Operation = NavigationOperation<Entry, [Message], Value>

    /// Plans an operation that starts at an entry. Returns no edits for sending, and for returning to a checkpoint,
    /// whose place the state does not know.
    ///
    /// The operation acts on that entry's stack, bounded by the modals above and below. Removing a screen also removes
    /// the modals on it.
    func edits(_ operation: Operation, at position: Position) throws(CallFailure) -> [Edit] {
        let (tab, stack) = (position.tab, position.stack)
        let stacks = tabs[tab].stacks
        switch operation {
        case .navigate(let entry, _):
            return [.put(entry, tab: tab, stack: stack)]
        case .back:
            if stacks[stack].count > 1 { return try edits(.pop(1), at: position) }
            guard stack > 0 else {
                throw CallFailure(.nothingToDo, "there is nothing to go back to: this is the root")
            }
            return [.cut(tab: tab, stack: stack, kept: 0)]
        case .pop(let count):
            let poppable = stacks[stack].count - 1
            guard count > 0, poppable > 0 else {
                throw CallFailure(.nothingToDo, "there is nothing to pop: this is the root of its stack")
            }
            return [.cut(tab: tab, stack: stack, kept: stacks[stack].count - min(count, poppable))]
        case .popTo(let entry):
            guard let found = stacks[stack].lastIndex(where: { $0.place.isSameScreen(as: entry.place) }) else {
                throw CallFailure(.notFound, "'\(entry.place)' is not on the stack")
            }
            // Without a pop, modals stay, as for ``NavigationOperation/popToRoot``.
            return found + 1 < stacks[stack].count ? [.cut(tab: tab, stack: stack, kept: found + 1)] : []
        case .popToRoot:
            return stacks[stack].count > 1 ? [.cut(tab: tab, stack: stack, kept: 1)] : []
        case .dismiss:
            guard stack > 0 else {
                throw CallFailure(.nothingToDo, "there is nothing to dismiss: no modal is presented")
            }
            return [.cut(tab: tab, stack: stack, kept: 0)]
        case .dismissAll:
            return stacks.count > 1 ? [.cut(tab: tab, stack: 1, kept: 0)] : []
        case .replaceStack(let entries):
            let base = stacks[...stack].lastIndex { $0[0].presentation.isManaged } ?? 0
            let common = zip(stacks[base].dropFirst(), entries).prefix { $0 == $1 }.count
            return cut(above: Position(tab: tab, stack: base, entry: common))
                + entries.dropFirst(common).map { .push($0, tab: tab, stack: base) }
        case .swap(let entry):
            let below = stacks[stack].count - 1
            if below > 0 {
                return [.cut(tab: tab, stack: stack, kept: below), .push(entry, tab: tab, stack: stack)]
            }
            // The new root replaces the whole stack, and keeps its presentation.
            let root = Entry(
                id: entry.id, place: entry.place, presentation: stacks[stack][0].presentation)
            return [.cut(tab: tab, stack: stack, kept: 0), .present(root, tab: tab)]
        case .reset:
            return cut(above: Position(tab: tab, stack: 0, entry: 0))
        case .selectTab(let name):
            let index = try tabIndex(named: name)
            return index == selectedIndex
                ? cut(above: Position(tab: index, stack: 0, entry: 0)) : [.select(tab: index)]
        case .returnToCheckpoint, .send, .resume:
            return []
        }
    }

    /// Applies an operation to this value at once, without coordinator or screens.
    mutating func perform(_ operation: Operation, at position: Position? = nil) throws(CallFailure) {
        apply(try edits(operation, at: position ?? topPosition))
    }

    /// The index of the tab with this name.
    func tabIndex(named name: String) throws(CallFailure) -> Int {
        if let index = tabs.firstIndex(where: { $0.name == name && !name.isEmpty }) { return index }
        let (names, name) = (tabs.map(\.name).filter { !$0.isEmpty }, name.shortened())
        guard !names.isEmpty else {
            throw CallFailure(.notFound, "there is no tab '\(name)': the wiring has no tabs")
        }
        let hint = Spelling.nearest(to: name, in: names).map { "did you mean '\($0)'?" }
        let all = names.map { "'\($0)'" }.joined(separator: ", ")
        let others = "there \(names.count == 1 ? "is" : "are") \(all)"
        throw CallFailure(.notFound, "there is no tab '\(name)'; \(hint ?? others)")
    }

    /// Removes everything above an entry.
    func cut(above position: Position) -> [Edit] {
        let stacks = tabs[position.tab].stacks
        let isTop = position.stack == stacks.count - 1 && position.entry == stacks[position.stack].count - 1
        return isTop ? [] : [.cut(tab: position.tab, stack: position.stack, kept: position.entry + 1)]
    }
}
