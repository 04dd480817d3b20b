/// A modifier of the author's own.
///
/// ```swift
/// struct Card: ViewModifier {
///     func body(content: Content) -> some View { Section("Card") { content } }
/// }
///
/// Text("Hello").modifier(Card())
/// ```
@MainActor
public protocol ViewModifier {
    /// The view that is modified.
    typealias Content = ModifiedContent
    /// The type of ``body(content:)``.
    associatedtype Body: View
    /// Makes the views that stand for the modified one.
    @ViewBuilder func body(content: Content) -> Body
}

/// The view that a ``ViewModifier`` modifies.
public struct ModifiedContent: View {
    let content: AnyView

    public var body: AnyView { content }
}

extension View {
    /// Shows the view as a modifier makes it.
    public func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> ModifiedView<Self> {
        let content = ModifiedContent(content: AnyView(self))
        return ModifiedView(self) { renderer, _ in
            renderer.connect(modifier)
            modifier.body(content: content).render(in: renderer)
        }
    }
}
