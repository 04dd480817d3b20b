internal import FeatureContract

// A sheet by a binding is shown while the binding says so. The host shows it as a modal of its own, closes it by `back`,
// and has it in its navigation state; it comes again with its screen after a crash, a reload and a restart.

extension View {
    /// Shows views as a sheet over the screen while `isPresented` is true.
    ///
    /// ```swift
    /// .sheet(isPresented: $isAdding) { NewNoteView() }
    /// ```
    ///
    /// - Parameter onDismiss: Called once the sheet is gone.
    public func sheet(
        isPresented: Binding<Bool>, onDismiss: (@MainActor () -> Void)? = nil,
        @ViewBuilder content: @escaping () -> some View
    ) -> ModifiedView<Self> {
        modal(.sheet, Presented(isPresented), onDismiss, content)
    }

    /// Shows views for a value as a sheet over the screen while there is one.
    ///
    /// ```swift
    /// .sheet(item: $selected) { note in NoteView(note: note) }
    /// ```
    ///
    /// A sheet comes again after a restart where the item is `Codable`.
    ///
    /// - Parameter onDismiss: Called once the sheet is gone.
    public func sheet<Item: Identifiable>(
        item: Binding<Item?>, onDismiss: (@MainActor () -> Void)? = nil,
        @ViewBuilder content: @escaping (Item) -> some View
    ) -> ModifiedView<Self> {
        modal(.sheet, Presented(item), onDismiss) { if let item = item.wrappedValue { content(item) } }
    }

    /// Shows views in place of the whole screen while `isPresented` is true.
    public func fullScreenCover(
        isPresented: Binding<Bool>, onDismiss: (@MainActor () -> Void)? = nil,
        @ViewBuilder content: @escaping () -> some View
    ) -> ModifiedView<Self> {
        modal(.cover, Presented(isPresented), onDismiss, content)
    }

    /// Shows views for a value in place of the whole screen while there is one.
    public func fullScreenCover<Item: Identifiable>(
        item: Binding<Item?>, onDismiss: (@MainActor () -> Void)? = nil,
        @ViewBuilder content: @escaping (Item) -> some View
    ) -> ModifiedView<Self> {
        modal(.cover, Presented(item), onDismiss) { if let item = item.wrappedValue { content(item) } }
    }

    /// Shows the same as ``sheet(isPresented:onDismiss:content:)``.
    public func popover(
        isPresented: Binding<Bool>, @ViewBuilder content: @escaping () -> some View
    ) -> ModifiedView<Self> {
        sheet(isPresented: isPresented, content: content)
    }

    /// Shows views in place of the whole screen while `isPresented` is true, as a screen of the feature's own that no link
    /// leads to. For one that others may lead to, add a case to the feature's Incoming.
    public func navigationDestination(
        isPresented: Binding<Bool>, @ViewBuilder destination: @escaping () -> some View
    ) -> ModifiedView<Self> {
        modal(.cover, Presented(isPresented), nil, destination)
    }

    /// Shows views for a value in place of the whole screen while there is one.
    public func navigationDestination<Item: Hashable>(
        item: Binding<Item?>, @ViewBuilder destination: @escaping (Item) -> some View
    ) -> ModifiedView<Self> {
        modal(.cover, Presented(item), nil) { if let item = item.wrappedValue { destination(item) } }
    }

    private func modal(
        _ kind: NodeKind, _ presented: Presented, _ onDismiss: (@MainActor () -> Void)?,
        @ViewBuilder _ content: @escaping () -> some View
    ) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, view in
            renderer.child(0, view)
            renderer.child(1) { renderer.modal(kind, presented, onDismiss) { content().render(in: renderer) } }
        }
    }
}

/// The binding by which a sheet is shown.
@MainActor
struct Presented {
    let isPresented: @MainActor () -> Bool
    let close: @MainActor () -> Void
    /// The value that brings the sheet back after a restart. Nil while there is no sheet, and for a value that cannot be
    /// encoded.
    let saved: @MainActor () -> Value?
    let restore: @MainActor (Value) -> Void

    init(_ binding: Binding<Bool>) {
        isPresented = { binding.wrappedValue }
        close = { binding.wrappedValue = false }
        saved = { binding.wrappedValue ? .bool(true) : nil }
        restore = { _ in binding.wrappedValue = true }
    }

    init<Item>(_ binding: Binding<Item?>) {
        isPresented = { binding.wrappedValue != nil }
        close = { binding.wrappedValue = nil }
        saved = {
            guard let item = binding.wrappedValue as? any Codable else { return nil }
            return try? ValueEncoder.encode(item, at: .saved("")).value
        }
        restore = { value in
            guard let type = Item.self as? any Codable.Type else { return }
            func decode<Content: Codable>(_ type: Content.Type) -> Any? {
                try? ValueDecoder(value, at: .saved("")).decode(type)
            }
            binding.wrappedValue = decode(type) as? Item
        }
    }
}

extension ViewRenderer {
    /// Shows a modal of the screen, which is a screen of its own for the user: its title is the one that a view in it sets.
    fileprivate func modal(
        _ kind: NodeKind, _ presented: Presented, _ onDismiss: (@MainActor () -> Void)?, _ content: () -> Void
    ) {
        keep(presented)
        if let onDismiss {
            onChange(of: presented.isPresented(), initial: false) { _, isPresented in
                if !isPresented { onDismiss() }
            }
        }
        guard presented.isPresented() else { return }
        let close = actionWithoutValue { presented.close() }
        let (nodes, title) = collect {
            with(environment: { $0.dismiss = DismissAction { presented.close() } }, content)
        }
        node(Node(kind, text: title, action: close)) { replay(nodes) }
    }
}
