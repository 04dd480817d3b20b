/// A navigation operation with its operands: a request of a feature or the user to the host's navigation.
///
/// A feature's operation acts on the stack of the asking screen, and the user's on the visible stack.
///
/// - `Target` stands for a destination: an app's own value in FeatureKit, a `Destination` in a host.
/// - `Sent` is a list of sent values.
/// - `Value` is a checkpoint's value.
///
/// - SeeAlso: `sy_host` in FeatureABI.h
public enum NavigationOperation<Target, Sent, Value> {
    /// Goes to a destination. Without a method, the wiring or the destination decides how to show it.
    case navigate(Target, method: NavigationMethod?)
    /// Pops a screen; if there is none to pop, dismisses the screen's modal.
    case back
    /// Removes this many screens from the top of the stack, at most down to its root.
    case pop(Int)
    /// Removes the screens above the topmost screen of this destination. Modals stay if that screen is the top.
    case popTo(Target)
    /// Removes all screens above the stack's root.
    case popToRoot
    /// Dismisses the screen's modal, and all above it.
    case dismiss
    /// Dismisses every modal of the tab.
    case dismissAll
    /// Replaces the screens above the root of the tab or of the screen's managed modal. Screens at the start of both
    /// the old and the new stack stay alive.
    case replaceStack([Target])
    /// Replaces the topmost screen of the stack by that of a destination, with the old presentation. At the root of the
    /// stack, the new screen becomes the root.
    case swap(Target)
    /// Dismisses every modal and pops to the root.
    case reset
    /// Selects a tab by its name in the wiring. If it is already selected, pops it to its root.
    case selectTab(String)
    /// Returns to a checkpoint by its name, with a value if it takes one.
    case returnToCheckpoint(String, value: Value)
    /// Sends values, in order, each to the one receiver of its type.
    case send(Sent)
    /// Continues with the values that a receiver has paused.
    case resume
}

extension NavigationOperation: Sendable where Target: Sendable, Sent: Sendable, Value: Sendable {}
extension NavigationOperation: Equatable where Target: Equatable, Sent: Equatable, Value: Equatable {}
extension NavigationOperation: Hashable where Target: Hashable, Sent: Hashable, Value: Hashable {}

extension NavigationOperation {
    package func map<NewTarget, NewSent, NewValue, Failure: Error>(
        target: (Target) throws(Failure) -> NewTarget, sent: (Sent) throws(Failure) -> NewSent,
        value: (Value) throws(Failure) -> NewValue
    ) throws(Failure) -> NavigationOperation<NewTarget, NewSent, NewValue> {
        switch self {
        case .navigate(let destination, let method): return .navigate(try target(destination), method: method)
        case .back: return .back
        case .pop(let count): return .pop(count)
        case .popTo(let destination): return .popTo(try target(destination))
        case .popToRoot: return .popToRoot
        case .dismiss: return .dismiss
        case .dismissAll: return .dismissAll
        case .replaceStack(let destinations):
            var targets: [NewTarget] = []
            for destination in destinations { targets.append(try target(destination)) }
            return .replaceStack(targets)
        case .swap(let destination): return .swap(try target(destination))
        case .reset: return .reset
        case .selectTab(let name): return .selectTab(name)
        case .returnToCheckpoint(let name, let operand):
            return .returnToCheckpoint(name, value: try value(operand))
        case .send(let values): return .send(try sent(values))
        case .resume: return .resume
        }
    }

    package func mapTargets<NewTarget, Failure: Error>(
        _ target: (Target) throws(Failure) -> NewTarget
    ) throws(Failure) -> NavigationOperation<NewTarget, Sent, Value> {
        try map(
            target: target, sent: { (sent) throws(Failure) in sent }, value: { (value) throws(Failure) in value })
    }

    /// The operations without operands, each with its word, and with the help for a user's step of that word; nil if
    /// users have no such step.
    package static var plain: [(word: String, operation: Self, help: String?)] {
        [
            ("back", .back, "pop, else dismiss"), ("root", .popToRoot, "pop to the root of the stack"),
            ("dismiss", .dismiss, "dismiss the topmost modal"), ("dismissAll", .dismissAll, "dismiss every modal"),
            ("reset", .reset, nil), ("resume", .resume, nil),
        ]
    }

    /// The word of an operation without operands; nil for any other.
    package var word: String? {
        switch self {
        case .back: "back"
        case .popToRoot: "root"
        case .dismiss: "dismiss"
        case .dismissAll: "dismissAll"
        case .reset: "reset"
        case .resume: "resume"
        case .navigate, .pop, .popTo, .replaceStack, .swap, .selectTab, .returnToCheckpoint, .send: nil
        }
    }

    /// The destination whose screen is on top after the operation; nil if there is none.
    package var target: Target? {
        switch self {
        case .navigate(let place, _), .swap(let place): place
        case .replaceStack(let places): places.last
        default: nil
        }
    }
}

/// The method that shows a destination. The raw value is the word in manifests, wiring files and steps.
///
/// - SeeAlso: `sy_method` in FeatureABI.h
public enum NavigationMethod: String, Hashable, Sendable, CaseIterable {
    /// Pushes the destination onto the current stack.
    case push
    /// Shows the destination over the current screens, as a separate task that can be dismissed. Its screens may push
    /// onto it; replacing the stack removes it.
    case sheet
    /// A ``sheet`` with its own stack, which is the one that its screens replace.
    case managedSheet
    /// Covers everything; otherwise like ``sheet``.
    case cover
    /// A ``cover`` with its own stack.
    case managedCover
    /// Shows a box that asks for a decision.
    case alert
    /// Shows a box that offers a choice of actions.
    case confirmation
    /// Shows nothing: the destination goes to its receiver, as sent values do.
    case send
}
