extension View {
    /// Runs asynchronous work while the view is visible: it starts when the view appears and is cancelled when it
    /// disappears.
    ///
    /// ```swift
    /// List { … }.task { await viewModel.load() }
    /// ```
    ///
    /// A command that shows one screen and exits does not wait for the work by itself: show a ``ProgressView`` without
    /// a value while there is more to come.
    ///
    /// A view appears again when the user comes back to its screen, and the work starts again.
    public func task(_ work: @escaping @MainActor () async -> Void) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in
            renderer.task(work)
            content()
        }
    }

    /// Runs an action each time the view appears.
    public func onAppear(_ action: @escaping @MainActor () -> Void) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in
            renderer.onAppear(action)
            content()
        }
    }
}
