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
@MainActor
public final class ModifiedContent: PrimitiveView {
    /// The view in this render: a modifier's body that is kept shows what is modified now.
    var view: AnyView?

    public func render(in renderer: ViewRenderer) { view?.render(in: renderer) }
}

extension View {
    /// Shows the view as a modifier makes it.
    public func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> ModifiedView<Self> {
        let content = AnyView(self)
        return ModifiedView(self) { renderer, _ in
            renderer.body(of: modifier, content: content) { modifier.body(content: $0) }.render(in: renderer)
        }
    }
}
