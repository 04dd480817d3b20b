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
    /// `onDismiss` is called once the sheet is gone.
    public func sheet(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
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
    /// `onDismiss` is called once the sheet is gone.
    public func sheet<Item: Identifiable>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping (Item) -> some View
    ) -> ModifiedView<Self> {
        modal(.sheet, Presented(item), onDismiss) {
            if let item = item.wrappedValue { content(item).ofItem(item.id) }
        }
    }

    /// Shows views in place of the whole screen while `isPresented` is true.
    public func fullScreenCover(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping () -> some View
    ) -> ModifiedView<Self> {
        modal(.cover, Presented(isPresented), onDismiss, content)
    }

    /// Shows views for a value in place of the whole screen while there is one.
    public func fullScreenCover<Item: Identifiable>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping (Item) -> some View
    ) -> ModifiedView<Self> {
        modal(.cover, Presented(item), onDismiss) {
            if let item = item.wrappedValue { content(item).ofItem(item.id) }
        }
    }

    /// Pushes views while `isPresented` is true, as a screen of the feature's own that no link leads to. For one that others
    /// may lead to, add a case to the feature's Incoming.
    public func navigationDestination(
        isPresented: Binding<Bool>, @ViewBuilder destination: @escaping () -> some View
    ) -> ModifiedView<Self> {
        pushing(Presented(isPresented), destination)
    }

    /// Pushes views for a value while there is one.
    public func navigationDestination<Item: Hashable>(
        item: Binding<Item?>, @ViewBuilder destination: @escaping (Item) -> some View
    ) -> ModifiedView<Self> {
        pushing(Presented(item)) { if let item = item.wrappedValue { destination(item) } }
    }

    /// Sets the views that ``NavigationLink``s to values of a type push, as a screen of the feature's own that no link of
    /// others leads to.
    ///
    /// ```swift
    /// List(notes) { NavigationLink($0.title, value: $0) }
    ///     .navigationDestination(for: Note.self) { NoteView(note: $0) }
    /// ```
    ///
    /// The values that are shown come again after a restart where they are `Codable`.
    public func navigationDestination<Item: Hashable>(
        for type: Item.Type, @ViewBuilder destination: @escaping (Item) -> some View
    ) -> ModifiedView<Self> {
        noting { renderer in
            renderer.destinations.append(
                ValueDestination(for: type, environment: renderer.environment) { AnyView(destination($0)) })
        }
    }

    private func pushing(
        _ presented: Presented, @ViewBuilder _ content: @escaping () -> some View
    ) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, view in
            renderer.child(0, view)
            renderer.child(1) { renderer.push(presented) { content().render(in: renderer) } }
        }
    }

    private func modal(
        _ kind: NodeKind, _ presented: Presented, _ onDismiss: (() -> Void)?,
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
    let isPresented: () -> Bool
    let close: () -> Void
    /// The value that brings the sheet back after a restart. Nil while there is no sheet, and for a value that cannot be
    /// encoded.
    let saved: () -> Value?
    var restore: (Value) -> Void = { _ in }
}

extension Presented {
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
        // An item that cannot be decoded has not been saved either.
        restore = { value in if Item.self is any Codable.Type { binding.wrappedValue = value.saved(as: Item.self) } }
    }
}

extension View {
    /// Gives the views of a sheet to its item: another item begins with states and tasks of its own. The place is the same
    /// after a restart, unlike that of a hash value.
    fileprivate func ofItem(_ id: some Hashable) -> ModifiedView<Self> {
        let place = "\(id)".utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
        return ModifiedView(self) { renderer, content in renderer.child(place, content) }
    }
}

extension ViewRenderer {
    /// Shows a modal of the screen, which is a screen of its own for the user: its title is the one that a view in it sets.
    func modal(_ kind: NodeKind, _ presented: Presented, _ onDismiss: (() -> Void)? = nil, _ content: () -> Void) {
        keep(presented)
        if let onDismiss {
            onChange(of: presented.isPresented(), initial: false) { _, isPresented in
                if !isPresented { onDismiss() }
            }
        }
        guard presented.isPresented() else { return }
        let close = actionWithoutValue { presented.close() }
        let outer = work
        work = ViewWork()
        let modal = screen(closedBy: presented) { collect { navigationStack(nil, content) } }
        workOfSheets.add(work)
        work = outer
        node(Node(kind, text: modal.title, detail: modal.lock, action: close)) { replay(modal.nodes) }
    }

    /// Renders a part of the screen that is a screen of its own for the user, with its own title and lock. Its lock holds
    /// what it stands on too.
    func screen(
        closedBy presented: Presented, _ content: () -> CollectedNodes
    ) -> (nodes: CollectedNodes, title: String, lock: String) {
        let outer = (title, lock, selection)
        (title, lock, selection) = (nil, "", nil)
        var nodes = CollectedNodes()
        with(environment: { $0.dismiss = DismissAction { presented.close() } }) { nodes = content() }
        let own = (title ?? "", lock)
        (title, lock, selection) = (outer.0, outer.1.isEmpty ? lock : outer.1, outer.2)
        return (nodes, own.0, own.1)
    }
}
