import FeatureContract
import JSONText

/// An operation on a state that needs no answer from a feature.
package enum NavigationOperation: Sendable {
    /// Pushes onto the stack, or presents over the tab, depending on the entry's presentation.
    case put(NavigationState.Entry)
    /// Pops a screen, or dismisses the modal at its root.
    case back
    /// Removes the topmost screens of the stack, at most down to the root of the stack or of the modal.
    case pop(Int)
    /// Removes the screens above the topmost entry that `isMeant` accepts; nothing if that entry is the top.
    case popTo(Destination, isMeant: @Sendable (Destination) -> Bool)
    /// Removes everything above the root of the stack or of the modal.
    case popToRoot
    /// Removes the modal and everything above it.
    case dismiss
    /// Removes all modals.
    case dismissAll
    /// Replaces everything above the root of the tab, or of the managed modal, by these entries, and keeps the entries
    /// that both lists begin with.
    case replaceStack([NavigationState.Entry])
    /// Removes everything above the tab's root.
    case reset
    /// Removes everything above an entry.
    case unwind(to: NavigationState.Position)
    /// Selects a tab. If it is already selected, pops it to its root, unless `reselect` keeps it as it is.
    case selectTab(String, reselect: Wiring.Reselection = .root)

    /// Pops to the topmost entry with exactly this destination.
    package static func popTo(_ destination: Destination) -> NavigationOperation {
        .popTo(destination) { $0 == destination }
    }
}

extension NavigationState {
    /// Plans an operation that starts at an entry.
    ///
    /// The operation acts on that entry's stack: the screens around it, up to the modals above and below. Removing a
    /// screen removes the modals that stand on it.
    package func edits(
        _ operation: NavigationOperation, at position: Position
    ) throws(CallFailure) -> [Edit] {
        let (tab, stack) = (position.tab, position.stack)
        let stacks = tabs[tab].stacks
        switch operation {
        case .put(let entry):
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
        case .popTo(let destination, let isMeant):
            guard let found = stacks[stack].lastIndex(where: { isMeant($0.destination) }) else {
                throw CallFailure(.notFound, "'\(destination)' is not on the stack")
            }
            // Modals stay if nothing is popped, as for ``NavigationOperation/popToRoot``.
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
        case .reset:
            return cut(above: Position(tab: tab, stack: 0, entry: 0))
        case .unwind(let target):
            return cut(above: target)
        case .selectTab(let name, let reselect):
            let index = try tabIndex(named: name)
            guard index == selectedIndex else { return [.select(tab: index)] }
            return reselect == .keep ? [] : cut(above: Position(tab: index, stack: 0, entry: 0))
        }
    }

    /// Applies an operation to this value at once, with no coordinator and no screens involved.
    package mutating func perform(
        _ operation: NavigationOperation, at position: Position? = nil
    ) throws(CallFailure) {
        apply(try edits(operation, at: position ?? topPosition))
    }

    /// The index of the tab with this name in the wiring.
    package func tabIndex(named name: String) throws(CallFailure) -> Int {
        if let index = tabs.firstIndex(where: { $0.name == name && !name.isEmpty }) { return index }
        let names = tabs.map(\.name).filter { !$0.isEmpty }
        guard !names.isEmpty else {
            throw CallFailure(.notFound, "there is no tab '\(name)': the wiring has no tabs")
        }
        let hint = Spelling.nearest(to: name, in: names).map { "did you mean '\($0)'?" }
        let all = names.map { "'\($0)'" }.joined(separator: ", ")
        throw CallFailure(.notFound, "there is no tab '\(name)'; \(hint ?? "there are \(all)")")
    }

    /// Removes everything above an entry; no edit if nothing stands above it.
    private func cut(above position: Position) -> [Edit] {
        let stacks = tabs[position.tab].stacks
        let isTop = position.stack == stacks.count - 1 && position.entry == stacks[position.stack].count - 1
        return isTop ? [] : [.cut(tab: position.tab, stack: position.stack, kept: position.entry + 1)]
    }
}
