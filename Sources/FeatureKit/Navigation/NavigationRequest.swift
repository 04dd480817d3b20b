/// One thing that a feature asks of the host's navigation.
public enum NavigationRequest: Sendable {
    /// Without a method: as the wiring or the destination says.
    case navigate(AnyNavigation, method: NavigationMethod?)
    /// Pops, else dismisses what the screen is in.
    case back
    /// How many screens.
    case pop(Int)
    /// Removes what is above the topmost screen of that destination.
    case popTo(AnyNavigation)
    /// Removes all screens above the stack's root.
    case popToRoot
    /// Dismisses the topmost modal, with all that is in it.
    case dismiss
    /// Dismisses every modal.
    case dismissAll
    /// Makes these the screens above the root, keeping those alive that the old stack begins with too.
    case replaceStack([AnyNavigation])
    /// Dismisses all and pops to the root.
    case reset
    /// The tab's name in the wiring.
    case selectTab(String)
    /// The checkpoint's name, and the value where it takes one.
    case returnToCheckpoint(String, value: NavigationRawValue?)
    /// Sends values, in order, each to the one receiver of its type.
    case send([any NavigationSendable])
    /// Goes on with the values that a receiver has paused.
    case resume
}

extension NavigationRequest: Hashable {
    public static func == (left: NavigationRequest, right: NavigationRequest) -> Bool {
        left.parts == right.parts
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(parts)
    }

    /// What tells it from others. Values that are sent are equal when they cross alike.
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

/// Why the host refused a request.
public struct NavigationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of refusal it is.
    public enum Kind: Hashable, Sendable {
        /// The case is not among the samples of its navigation type.
        case unknownRoute
        /// An argument is missing, unknown, or of a type that cannot be passed.
        case invalidArgument
        /// It is another feature's destination.
        case notAllowed
        /// There is no such checkpoint, tab or screen.
        case notFound
        /// A value of another type than the checkpoint takes.
        case wrongType
        /// A screen that would be removed holds a navigation lock.
        case locked
        /// There is nothing to pop or dismiss.
        case nothingToDo
        /// Nothing receives a value that was sent.
        case noReceiver
        /// The wiring leads nowhere from that outgoing destination.
        case unconnected
        /// Everything else: the reason says it.
        case other
    }

    /// What kind of refusal this is.
    public let kind: Kind
    /// One sentence for a person.
    public let reason: String

    /// An error of that kind, for a mock to throw.
    public init(_ kind: Kind, reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// The reason.
    public var description: String { reason }
}
