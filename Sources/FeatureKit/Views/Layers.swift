internal import FeatureContract

/// Views that SwiftUI draws one over the other. They stand one below the other here, the lowest first.
public struct ZStack<Content: View>: PrimitiveView {
    @usableFromInline let content: Content

    /// The views that the closure lists.
    @inlinable
    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    @inlinable
    public func render(in renderer: ViewRenderer) {
        renderer.group { content.render(in: renderer) }
    }
}

/// Views in columns, from left to right and then in the next row. A host without room for the columns shows one view
/// below the other.
///
/// ```swift
/// LazyVGrid(columns: [GridItem(), GridItem(), GridItem()]) { ForEach(days) { day in Button(day.name) { … } } }
/// ```
public struct LazyVGrid<Content: View>: PrimitiveView {
    private let content: Content
    /// The number of columns; nil for as many as there is room for.
    private let columns: Int?

    /// The views that the closure lists. With an adaptive column, as many stand beside one another as there is room for.
    public init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: Double? = nil,
        pinnedViews: PinnedScrollableViews = [], @ViewBuilder content: () -> Content
    ) {
        self.content = content()
        self.columns = columns.contains(where: \.isAdaptive) || columns.isEmpty ? nil : columns.count
    }

    public func render(in renderer: ViewRenderer) {
        let nodes = renderer.collectCells(columns: columns) { content.render(in: renderer) }
        guard let columns else { return renderer.stack { renderer.replay(nodes) } }
        // A part of a collection is a part of the grid, where nothing stands beside it.
        if nodes.parts.count == 1, let part = nodes.parts[0].list {
            var grid = part.list
            grid.kind = .grid
            return renderer.node(grid) { renderer.lines(of: part.elements, columns) }
        }
        renderer.node(Node(.grid)) { renderer.lines(of: nodes.parts, columns) }
    }
}

extension ViewRenderer {
    /// Passes the cells of a grid on, line by line. A section, and what else takes lines of its own, stands by itself.
    fileprivate func lines(of cells: [ArraySlice<Node?>], _ columns: Int) {
        var cells = cells[...]
        while let first = cells.first {
            let line = first.isCell ? cells.prefix(columns).prefix(while: \.isCell) : cells.prefix(1)
            cells.removeFirst(line.count)
            if first.isCell {
                child(0, key: first.first??.key ?? "") { stack { for cell in line { replay(cell) } } }
            } else if let part = first.list {
                node(part.list) { lines(of: part.elements, columns) }
            } else {
                replay(first)
            }
        }
    }
}

extension ArraySlice<Node?> {
    /// Whether a node with all below it may stand in a line with others.
    fileprivate var isCell: Bool {
        ![.section, .table, .list].contains(first??.kind) && list == nil
    }

    /// A node with a part of its elements.
    fileprivate var list: (list: Node, elements: [ArraySlice<Node?>])? {
        guard let node = first ?? nil, node.elementCount > 0 else { return nil }
        return (node, dropFirst().dropLast().parts)
    }
}

/// A column of a ``LazyVGrid``. The host decides how wide it is.
public struct GridItem: Sendable {
    /// The width of a column.
    public enum Size: Sendable {
        case fixed(Double), flexible(minimum: Double = 10, maximum: Double = .infinity)
        case adaptive(minimum: Double, maximum: Double = .infinity)
    }

    let isAdaptive: Bool

    /// A column.
    public init(_ size: Size = .flexible(), spacing: Double? = nil, alignment: Alignment? = nil) {
        if case .adaptive = size { isAdaptive = true } else { isAdaptive = false }
    }
}

extension View {
    /// Shows views that SwiftUI draws over the view, below it. A shape or a colour shows nothing.
    ///
    /// ```swift
    /// List(notes) { … }.overlay { if notes.isEmpty { ContentUnavailableView("No Notes", systemImage: "note") } }
    /// ```
    public func overlay(
        alignment: Alignment = .center, @ViewBuilder content: () -> some View
    ) -> ModifiedView<Self> {
        let above = content()
        return ModifiedView(self) { renderer, content in
            var (base, over) = (CollectedNodes(), CollectedNodes())
            renderer.child(0) { base = renderer.collect(content) }
            renderer.child(1) { over = renderer.collect { above.render(in: renderer) } }
            if over.steps.isEmpty { return renderer.replay(base) }
            renderer.node(Node(.group)) {
                renderer.replay(base)
                renderer.replay(over)
            }
        }
    }

    /// Shows views that stand at the side of a phone's screen after the view, or before it.
    public func safeAreaInset(
        edge: Edge, alignment: Alignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> some View
    ) -> ModifiedView<Self> {
        let inset = content()
        return ModifiedView(self) { renderer, view in
            let order: [UInt64] = edge == .top || edge == .leading ? [1, 0] : [0, 1]
            for part in order {
                renderer.child(part) { if part == 0 { view() } else { inset.render(in: renderer) } }
            }
        }
    }

    /// Shows nothing of the view for 0. How strong it is otherwise, the host decides.
    public func opacity(_ opacity: Double) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in if opacity > 0 { content() } else { renderer.hidden(content) } }
    }
}

extension ViewRenderer {
    /// Renders views for what they do, and passes only what they present on.
    fileprivate func hidden(_ content: () -> Void) {
        let wasLoading = isLoading
        replay(collect(content).boxes)
        isLoading = wasLoading
    }
}
