// The public types of the contract are part of FeatureKit: whoever imports FeatureKit uses them without another import.
@_exported public import FeatureContract

/// One request of a feature to the host's navigation.
public enum NavigationRequest: Sendable {
    /// Goes to a destination. Without a method, the wiring or the destination decides how it is shown.
    case navigate(AnyNavigation, method: NavigationMethod?)
    /// Pops a screen; if there is none to pop, dismisses the modal that the screen is in.
    case back
    /// Removes this many screens from the top of the stack.
    case pop(Int)
    /// Removes the screens above the topmost screen of this destination.
    case popTo(AnyNavigation)
    /// Removes all screens above the stack's root.
    case popToRoot
    /// Dismisses the modal that the screen is in, and all above it.
    case dismiss
    /// Dismisses every modal of the tab.
    case dismissAll
    /// Replaces the screens above the root. Screens that the old stack begins with too stay alive.
    case replaceStack([AnyNavigation])
    /// Dismisses every modal and pops to the root.
    case reset
    /// Selects a tab by its name in the wiring.
    case selectTab(String)
    /// Returns to a checkpoint by its name, with a value if it takes one.
    case returnToCheckpoint(String, value: NavigationRawValue?)
    /// Sends values, in order, each to the one receiver of its type.
    case send([any NavigationSendable])
    /// Continues with the values that a receiver has paused.
    case resume
}

extension NavigationRequest: Hashable {
    public static func == (left: NavigationRequest, right: NavigationRequest) -> Bool {
        left.parts == right.parts
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(parts)
    }

    /// The parts that are compared. Sent values are equal if they cross to the host in equal form.
    private var parts: [AnyHashable] {
        switch self {
        case .navigate(let navigation, let method): ["navigate", navigation, method]
        case .back: ["back"]
        case .pop(let count): ["pop", count]
        case .popTo(let navigation): ["popTo", navigation]
        case .popToRoot: ["popToRoot"]
        case .dismiss: ["dismiss"]
        case .dismissAll: ["dismissAll"]
        case .replaceStack(let navigations): ["replaceStack", navigations]
        case .reset: ["reset"]
        case .resume: ["resume"]
        case .selectTab(let name): ["selectTab", name]
        case .returnToCheckpoint(let name, let value): ["returnToCheckpoint", name, value]
        case .send(let values):
            ["send"] + values.map { AnyHashable(try? $0.navigationMessage(from: NavigationSender(id: ""))) }
        }
    }
}

/// The host's refusal of a request.
public struct NavigationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a refusal.
    public enum Kind: Hashable, Sendable {
        /// The case is not among the samples of its navigation type.
        case unknownRoute
        /// An argument is missing, unknown, or of a type that cannot be passed.
        case invalidArgument
        /// The destination belongs to another feature.
        case notAllowed
        /// No such checkpoint, tab or screen exists.
        case notFound
        /// The value is of another type than the checkpoint takes.
        case wrongType
        /// A screen that would be removed holds a navigation lock.
        case locked
        /// Nothing can be popped or dismissed.
        case nothingToDo
        /// Nothing receives a value that was sent.
        case noReceiver
        /// The wiring leads nowhere from this outgoing destination.
        case unconnected
        /// Any other refusal, which the reason explains.
        case other
    }

    /// The kind of this refusal.
    public let kind: Kind
    /// The reason, as one sentence for the user.
    public let reason: String

    /// Makes an error, for a mock to throw.
    public init(_ kind: Kind, reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// The reason.
    public var description: String { reason }
}
