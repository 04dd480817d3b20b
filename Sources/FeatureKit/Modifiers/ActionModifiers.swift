internal import FeatureContract

extension RangeReplaceableCollection where Self: RandomAccessCollection {
    /// Removes the elements at these positions.
    public mutating func remove(atOffsets offsets: some Sequence<Int>) {
        for offset in Set(offsets).sorted().reversed() { remove(at: index(startIndex, offsetBy: offset)) }
    }
}

/// Rows that can be deleted. Made by `onDelete(perform:)` of ``ForEach``.
public struct DeletableRows<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
    let rows: ForEach<Data, ID, Content>
    let delete: @MainActor (Int) -> Void

    public var body: EmptyView { EmptyView() }

    public func render(in renderer: ViewRenderer) {
        rows.render(in: renderer) { renderer, element, offset in
            renderer.withActions(element) {
                renderer.button("Delete", .destructive, { delete(offset) }, {})
            }
        }
    }
}

extension ForEach {
    /// Shows a button with each element that deletes it.
    ///
    /// ```swift
    /// ForEach(notes) { NoteRow(note: $0) }.onDelete { notes.remove(atOffsets: $0) }
    /// ```
    ///
    /// - Parameter action: Gets the element's position in a set.
    public func onDelete(perform action: @escaping @MainActor (Set<Int>) -> Void) -> DeletableRows<Data, ID, Content> {
        DeletableRows(rows: self) { action([$0]) }
    }

    /// Shows a button with each element that deletes it.
    ///
    /// - Parameter action: Gets the element's position in a set of another type, such as Foundation's `IndexSet`.
    @_disfavoredOverload
    public func onDelete<Offsets: SetAlgebra>(
        perform action: @escaping @MainActor (Offsets) -> Void
    ) -> DeletableRows<Data, ID, Content> where Offsets.Element == Int {
        DeletableRows(rows: self) { offset in
            var offsets = Offsets()
            offsets.insert(offset)
            action(offsets)
        }
    }
}

/// The side of a row that actions are on. The host decides that.
public enum HorizontalEdge: Hashable, Sendable {
    /// A side.
    case leading, trailing
}

/// The place of a toolbar's item. The host decides where it is.
public enum ToolbarItemPlacement: Hashable, Sendable {
    /// A place.
    case automatic, principal, navigation, primaryAction, secondaryAction, status, confirmationAction
    /// A place.
    case cancellationAction, destructiveAction, topBarLeading, topBarTrailing, navigationBarLeading
    /// A place.
    case navigationBarTrailing, bottomBar, keyboard
}

/// Controls of a toolbar.
public struct ToolbarItem<Content: View>: View {
    private let content: Content

    /// The controls that the closure lists.
    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    public var body: Content { content }
}

/// Several controls of a toolbar.
public typealias ToolbarItemGroup = ToolbarItem

extension View {
    /// Shows controls with a row, beside it where there is room.
    ///
    /// ```swift
    /// NoteRow(note: note).swipeActions {
    ///     Button("Delete", role: .destructive) { delete(note) }
    /// }
    /// ```
    public func swipeActions(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> some View
    ) -> ModifiedView<Self> {
        let actions = content()
        return ModifiedView(self) { renderer, row in renderer.withActions(row) { actions.render(in: renderer) } }
    }

    /// Shows the same controls as ``swipeActions(edge:allowsFullSwipe:content:)``.
    public func contextMenu(@ViewBuilder menuItems: () -> some View) -> ModifiedView<Self> {
        swipeActions(content: menuItems)
    }

    /// Shows controls of the whole screen, beside one another below the view.
    ///
    /// ```swift
    /// .toolbar {
    ///     ToolbarItem(placement: .primaryAction) { Button("Add", systemImage: "plus") { isAdding = true } }
    /// }
    /// ```
    public func toolbar(@ViewBuilder content: () -> some View) -> ModifiedView<Self> {
        let controls = content()
        return ModifiedView(self) { renderer, view in
            renderer.child(0, view)
            renderer.child(1) { renderer.stack { controls.render(in: renderer) } }
        }
    }
}

extension ViewRenderer {
    /// Renders controls beside a row.
    fileprivate func withActions(_ row: () -> Void, _ actions: () -> Void) {
        stack {
            child(0, row)
            child(2) { node(Node(.spacer)) }
            child(1, actions)
        }
    }
}
