internal import FeatureContract

/// A view with a modifier on it. Made by the modifiers of ``View``.
public struct ModifiedView<Content: View>: PrimitiveView {
    @usableFromInline let content: Content
    @usableFromInline let modify: (ViewRenderer, () -> Void) -> Void

    /// - Parameter modify: Gets the renderer and a closure that renders the content.
    package init(_ content: Content, modify: @escaping (ViewRenderer, () -> Void) -> Void) {
        self.content = content
        self.modify = modify
    }

    @inlinable
    public func render(in renderer: ViewRenderer) {
        modify(renderer) { content.render(in: renderer) }
    }
}

extension View {
    /// Lets the renderer note something before it renders the view.
    func noting(_ note: @escaping (ViewRenderer) -> Void) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in
            note(renderer)
            content()
        }
    }

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
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> some View,
        @ViewBuilder message: @escaping () -> some View = { EmptyView() }
    ) -> ModifiedView<Self> {
        box(.alert, titleKey, isPresented, actions, message)
    }

    /// Shows a choice of actions while `isPresented` is true, as an alert does.
    public func confirmationDialog(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: @escaping () -> some View,
        @ViewBuilder message: @escaping () -> some View = { EmptyView() }
    ) -> ModifiedView<Self> {
        box(.confirmation, titleKey, isPresented, actions, message)
    }

    private func box(
        _ kind: NodeKind, _ title: LocalizedStringKey, _ isPresented: Binding<Bool>,
        _ actions: @escaping () -> some View,
        _ message: @escaping () -> some View
    ) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in
            content()
            guard isPresented.wrappedValue else { return }
            let detail = renderer.plainText(of: message())
            let close = renderer.actionWithoutValue { isPresented.wrappedValue = false }
            renderer.node(Node(kind, text: renderer.text(of: title), detail: detail, action: close)) {
                renderer.closing(isPresented) {
                    let buttons = renderer.collect { actions().render(in: renderer) }
                    renderer.replay(buttons)
                    let canCancel = buttons.steps.contains { $0?.flags.contains(.cancel) == true }
                    if kind == .confirmation, !canCancel { Button("Cancel", role: .cancel) {}.render(in: renderer) }
                }
            }
        }
    }
}

/// The meaning of a text. The host chooses the colour, if it has any.
public enum ForegroundStyle: UInt32, Hashable, Sendable {
    /// Ordinary text.
    case primary
    /// Less important text.
    case secondary
    /// Text that should catch the eye.
    case accent
    /// A success, or a good state.
    case success
    /// A problem that is not an error yet.
    case warning
    /// An error, or something that cannot be undone.
    case danger
}

extension View {
    /// Shows the view and everything in it in the style of a meaning.
    public func foregroundStyle(_ style: ForegroundStyle) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in renderer.with(role: style, content) }
    }

    /// Shows a short text beside the view, such as a count.
    public func badge(_ text: String) -> ModifiedView<Self> {
        badge(Text(verbatim: text))
    }

    /// Shows a short text beside the view; nothing for nil.
    public func badge(_ label: Text?) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in
            let text = label.map { renderer.text(of: $0.content) } ?? ""
            renderer.tab?.adopt(badge: text)
            if renderer.isBadgeOfTab { content() } else { renderer.with(badge: text, content) }
        }
    }

    /// Disables the view and everything in it while `disabled` is true; the host still shows them.
    public func disabled(_ disabled: Bool) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in renderer.with(disabled: disabled, content) }
    }

    /// Sets the text that is read out instead of the view's text.
    public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in
            renderer.with(accessibilityLabel: renderer.text(of: labelKey), content)
        }
    }

    /// Makes the view an option of a ``Picker``.
    public func tag(_ tag: some Hashable, includeOptional: Bool = true) -> ModifiedView<Self> {
        let view = self
        return ModifiedView(self) { renderer, content in renderer.tagged(AnyHashable(tag), view, content) }
    }
}

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
    public func task(
        priority: TaskPriority = .userInitiated, _ work: @escaping @MainActor () async -> Void
    ) -> ModifiedView<Self> {
        noting { $0.task(work) }
    }

    /// Runs asynchronous work like ``task(priority:_:)``, and cancels it and starts it again when `id` changes.
    ///
    /// ```swift
    /// .task(id: viewModel.query) { await viewModel.search() }
    /// ```
    public func task(
        id: some Hashable, priority: TaskPriority = .userInitiated, _ work: @escaping @MainActor () async -> Void
    ) -> ModifiedView<Self> {
        noting { $0.task(id: AnyHashable(id), work) }
    }

    /// Runs an action each time the view appears.
    public func onAppear(perform action: (() -> Void)? = nil) -> ModifiedView<Self> {
        noting { renderer in if let action { renderer.onAppear(action) } }
    }

    /// Runs an action when the view disappears: its screen does, or a render no longer has the view.
    public func onDisappear(perform action: (() -> Void)? = nil) -> ModifiedView<Self> {
        noting { renderer in if let action { renderer.onDisappear(action) } }
    }

    /// Runs an action when a value has changed since the last render.
    ///
    /// ```swift
    /// .onChange(of: filter) { old, new in viewModel.search(new) }
    /// ```
    ///
    /// With `initial` it also runs after the view's first render, with the same value twice.
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (_ old: Value, _ new: Value) -> Void
    ) -> ModifiedView<Self> {
        noting { $0.onChange(of: value, initial: initial, action) }
    }

    /// Gives the view an identity besides its place: with another id, its ``State`` begins anew and its tasks start
    /// again. A ``ScrollViewProxy`` finds the view by it.
    public func id(_ id: some Hashable) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in
            renderer.child(UInt64(bitPattern: Int64(id.hashValue))) { renderer.view(with: id, content) }
        }
    }
}
