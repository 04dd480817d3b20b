extension View {
    /// Shows an alert while `isPresented` is true. A button closes it after its action.
    ///
    /// ```swift
    /// .alert("Delete the note?", isPresented: $viewModel.asksToDelete) {
    ///     Button("Delete", role: .destructive) { viewModel.delete() }
    ///     Button("Keep", role: .cancel) {}
    /// } message: {
    ///     Text("It cannot be brought back.")
    /// }
    /// ```
    public func alert(
        _ title: String, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> some View,
        @ViewBuilder message: @escaping () -> some View = { EmptyView() }
    ) -> ModifiedView<Self> {
        box(.alert, title, isPresented, actions, message)
    }

    /// Shows a choice of actions while `isPresented` is true; see ``alert(_:isPresented:actions:message:)``.
    public func confirmationDialog(
        _ title: String, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> some View,
        @ViewBuilder message: @escaping () -> some View = { EmptyView() }
    ) -> ModifiedView<Self> {
        box(.confirmation, title, isPresented, actions, message)
    }

    private func box(
        _ kind: Node.Kind, _ title: String, _ isPresented: Binding<Bool>, _ actions: @escaping () -> some View,
        _ message: @escaping () -> some View
    ) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in
            content()
            guard isPresented.wrappedValue else { return }
            let detail = renderer.plainText(of: message())
            let close = renderer.actionWithoutValue { isPresented.wrappedValue = false }
            renderer.node(Node(kind, text: title, detail: detail, action: close)) {
                renderer.closing(isPresented) { actions().render(in: renderer) }
            }
        }
    }
}
