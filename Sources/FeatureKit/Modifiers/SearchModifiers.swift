internal import FeatureContract

extension View {
    /// Shows a field above the view in which the user types what to look for.
    ///
    /// ```swift
    /// List(viewModel.found) { … }.searchable(text: $viewModel.query, prompt: "Notes")
    /// ```
    public func searchable(text: Binding<String>, prompt: LocalizedStringKey = "Search") -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in
            renderer.child(1) { renderer.field(prompt, text, symbol: "magnifyingglass") }
            renderer.child(0, content)
        }
    }

    /// Shows a field above the view in which the user types what to look for, with a title that is not looked up.
    @_disfavoredOverload
    public func searchable(text: Binding<String>, prompt: some StringProtocol) -> ModifiedView<Self> {
        searchable(text: text, prompt: LocalizedStringKey(verbatim: prompt))
    }

    /// Shows a button below the view that loads its content again.
    ///
    /// ```swift
    /// List(viewModel.messages) { … }.refreshable { await viewModel.load() }
    /// ```
    public func refreshable(action: @escaping @MainActor @Sendable () async -> Void) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in
            renderer.child(0, content)
            renderer.child(1) {
                let load = renderer.actionWithoutValue { Task { await action() } }
                renderer.node(
                    Node(.button, text: renderer.text(of: "Refresh"), symbol: "arrow.clockwise", action: load))
            }
        }
    }
}
