internal import FeatureContract

/// Rows that can be deleted or moved. Made by `onDelete(perform:)` and `onMove(perform:)` of ``ForEach``.
public struct EditableRows<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
    let rows: ForEach<Data, ID, Content>
    var delete: ((Int) -> Void)?
    var move: ((_ offset: Int, _ destination: Int) -> Void)?

    public func render(in renderer: ViewRenderer) {
        let count = rows.data.count
        rows.render(in: renderer) { renderer, element, offset in
            renderer.hasOwnActions = false
            renderer.withActions(element) {
                if let move {
                    renderer.child(1) {
                        renderer.with(disabled: offset == 0) {
                            renderer.button("Move Up", nil, { move(offset, offset - 1) }, {})
                        }
                    }
                    renderer.child(2) {
                        renderer.with(disabled: offset == count - 1) {
                            // The destination is a place before the move.
                            renderer.button("Move Down", nil, { move(offset, offset + 2) }, {})
                        }
                    }
                }
                // The actions of a row's own take the place of it, as in SwiftUI.
                if let delete, !renderer.hasOwnActions {
                    renderer.button("Delete", .destructive, { delete(offset) }, {})
                }
            }
        }
    }

    /// Shows buttons with each element that move it up and down.
    public func onMove(perform action: ((Set<Int>, Int) -> Void)?) -> Self {
        var rows = self
        rows.move = action.map { action in { action(Set([$0]), $1) } }
        return rows
    }

    /// Shows a button with each element that deletes it.
    public func onDelete(perform action: ((Set<Int>) -> Void)?) -> Self {
        var rows = self
        rows.delete = action.map { action in { action(Set([$0])) } }
        return rows
    }
}

extension ForEach where Content: View {
    /// Shows a button with each element that deletes it.
    ///
    /// ```swift
    /// ForEach(notes) { NoteRow(note: $0) }.onDelete { notes.remove(atOffsets: $0) }
    /// ```
    ///
    /// - Parameter action: Gets the element's position in a set.
    public func onDelete(perform action: ((Set<Int>) -> Void)?) -> EditableRows<Data, ID, Content> {
        EditableRows(rows: self).onDelete(perform: action)
    }

    /// Shows buttons with each element that move it up and down.
    ///
    /// ```swift
    /// ForEach(notes) { NoteRow(note: $0) }.onMove { notes.move(fromOffsets: $0, toOffset: $1) }
    /// ```
    ///
    /// - Parameter action: Gets the element's position in a set, and the position before which it is put.
    public func onMove(perform action: ((Set<Int>, Int) -> Void)?) -> EditableRows<Data, ID, Content> {
        EditableRows(rows: self).onMove(perform: action)
    }
}

extension View {
    /// Shows controls with a row, at its end: one beside it, several in a menu.
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
        return ModifiedView(self) { renderer, row in
            renderer.withActions(row) { actions.render(in: renderer) }
            if edge == .trailing { renderer.hasOwnActions = true }
        }
    }

    /// Shows the same controls as ``swipeActions(edge:allowsFullSwipe:content:)``.
    public func contextMenu(@ViewBuilder menuItems: () -> some View) -> ModifiedView<Self> {
        let actions = menuItems()
        return ModifiedView(self) { renderer, row in renderer.withActions(row) { actions.render(in: renderer) } }
    }

    /// Shows controls of the whole screen, beside one another: above the view, so that a long list does not hide them,
    /// or below it, as `ToolbarItem` says by its placement.
    ///
    /// ```swift
    /// .toolbar {
    ///     ToolbarItem(placement: .primaryAction) { Button("Add", systemImage: "plus") { isAdding = true } }
    /// }
    /// ```
    public func toolbar(@ViewBuilder content: () -> some View) -> ModifiedView<Self> {
        let controls = content()
        return ModifiedView(self) { renderer, view in
            var parts: [ArraySlice<Node?>] = []
            renderer.child(1) { parts = renderer.collect { controls.render(in: renderer) }.parts }
            renderer.line(of: parts.filter { $0.first??.isBelow != true })
            renderer.child(0, view)
            renderer.line(of: parts.filter { $0.first??.isBelow == true })
        }
    }

    /// Places the controls of a toolbar below its view.
    package func belowView() -> ModifiedView<Self> {
        ModifiedView(self) { renderer, controls in
            let nodes = renderer.collect(controls)
            nodes.placeBelowView()
            renderer.replay(nodes)
        }
    }
}

extension ViewRenderer {
    /// Passes nodes on in one line.
    fileprivate func line(of parts: [ArraySlice<Node?>]) {
        if !parts.isEmpty { stack { for part in parts { replay(part) } } }
    }

    /// Renders the controls of a row at its end, in a menu without a title that has all of them.
    fileprivate func withActions(_ row: () -> Void, _ actions: () -> Void) {
        var (nodes, controls) = (CollectedNodes(), CollectedNodes())
        child(0) { nodes = collect(row) }
        child(1) { controls = collect(actions).withoutDividers }
        if controls.parts.isEmpty || nodes.append(controls) { return replay(nodes) }
        stack {
            replay(nodes)
            if !nodes.fillLine { child(2) { node(Node(.spacer)) } }
            child(3) { node(Node(.menu)) { replay(controls) } }
        }
    }
}
