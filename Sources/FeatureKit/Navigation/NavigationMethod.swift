/// How a destination is shown.
public enum NavigationMethod: String, Hashable, Sendable, CaseIterable {
    /// On the current stack.
    case push
    /// Over what is there, as a task of its own that can be dismissed. Its screens may push on it; what replaces the
    /// stack takes it away.
    case sheet
    /// A ``sheet`` with a stack of its own: what its screens replace is that.
    case managedSheet
    /// Over everything; else as ``sheet``.
    case cover
    /// A ``cover`` with a stack of its own.
    case managedCover
    /// As a box that asks for a decision.
    case alert
    /// As a box that offers a choice of actions.
    case confirmation
    /// Not shown: handed to whoever receives it, as ``NavigatorContract/send(_:)`` does.
    case send
}
