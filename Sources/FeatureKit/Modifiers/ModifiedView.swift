/// A view with a modifier on it. Made by the modifiers of ``View``.
public struct ModifiedView<Content: View>: View {
    private let content: Content
    private let modify: @MainActor (ViewRenderer, () -> Void) -> Void

    /// - Parameter modify: Gets the renderer and a closure that renders the content.
    init(_ content: Content, modify: @escaping @MainActor (ViewRenderer, () -> Void) -> Void) {
        self.content = content
        self.modify = modify
    }

    public var body: EmptyView { EmptyView() }

    public func render(in renderer: ViewRenderer) {
        modify(renderer) { content.render(in: renderer) }
    }
}
