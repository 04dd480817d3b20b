/// The method by which a destination is shown. The raw value is the word in manifests, wiring files and steps.
///
/// - SeeAlso: `sy_method` in FeatureABI.h
public enum NavigationMethod: String, Hashable, Sendable, CaseIterable {
    /// Pushes the destination onto the current stack.
    case push
    /// Shows the destination over the current screens, as a task of its own that can be dismissed. Its screens may push
    /// onto it; replacing the stack removes it.
    case sheet
    /// A ``sheet`` with a stack of its own, which is the stack that its screens replace.
    case managedSheet
    /// Covers everything; otherwise like ``sheet``.
    case cover
    /// A ``cover`` with a stack of its own.
    case managedCover
    /// Shows a box that asks for a decision.
    case alert
    /// Shows a box that offers a choice of actions.
    case confirmation
    /// Shows nothing: the destination goes to its receiver, as sent values do.
    case send
}
