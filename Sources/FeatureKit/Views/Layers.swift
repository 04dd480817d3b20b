internal import FeatureContract

/// Views that SwiftUI draws one over the other. They stand one below the other here, the lowest first.
public struct ZStack<Content: View>: View {
    @usableFromInline let content: Content

    /// The views that the closure lists.
    @inlinable
    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    public var body: EmptyView { EmptyView() }

    @inlinable
    public func render(in renderer: ViewRenderer) {
        renderer.group { content.render(in: renderer) }
    }
}

/// Views that are made for the size of their place. A screen has no size here, so this is always that of a phone.
public struct GeometryReader<Content: View>: View {
    private let content: (GeometryProxy) -> Content

    /// The views that the closure lists for the size.
    public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {
        self.content = content
    }

    public var body: Content { content(GeometryProxy()) }
}

/// The size of a view's place, in points.
public struct GeometryProxy: Sendable {
    /// A size.
    public struct Size: Hashable, Sendable {
        /// A length.
        public let width: Double, height: Double
    }

    /// A place.
    public struct Frame: Hashable, Sendable {
        /// The size of the place.
        public let size: Size
        /// A side of the place.
        public var minX: Double { 0 }
        /// A side of the place.
        public var minY: Double { 0 }
        /// The middle of the place.
        public var midX: Double { size.width / 2 }
        /// The middle of the place.
        public var midY: Double { size.height / 2 }
        /// A side of the place.
        public var maxX: Double { size.width }
        /// A side of the place.
        public var maxY: Double { size.height }
        /// A length.
        public var width: Double { size.width }
        /// A length.
        public var height: Double { size.height }
    }

    /// The size of a phone.
    public var size: Size { Size(width: 390, height: 844) }
    /// No space.
    public var safeAreaInsets: EdgeInsets { EdgeInsets() }
    /// The place of a phone's whole screen.
    public func frame(in space: CoordinateSpace) -> Frame { Frame(size: size) }
}

/// Views that code can scroll to. The host decides what is in sight.
public struct ScrollViewReader<Content: View>: View {
    private let content: (ScrollViewProxy) -> Content

    /// The views that the closure lists.
    public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {
        self.content = content
    }

    public var body: Content { content(ScrollViewProxy()) }
}

/// The way to what is scrolled. The host decides what is in sight.
public struct ScrollViewProxy: Sendable {
    /// Does nothing.
    @available(
        *, deprecated, message: "the host decides what is in sight: put first what matters, or push a screen of its own"
    )
    public func scrollTo(_ id: some Hashable, anchor: UnitPoint? = nil) {}
}

/// Views in columns, from left to right and then in the next row. A host without room for the columns shows one view
/// below the other.
///
/// ```swift
/// LazyVGrid(columns: [GridItem(), GridItem(), GridItem()]) { ForEach(days) { day in Button(day.name) { … } } }
/// ```
public struct LazyVGrid<Content: View>: View {
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

    /// The views that the closure lists, of a `LazyHGrid`: as many stand beside one another as there is room for.
    public init(
        rows: [GridItem], alignment: VerticalAlignment = .center, spacing: Double? = nil,
        pinnedViews: PinnedScrollableViews = [], @ViewBuilder content: () -> Content
    ) {
        self.content = content()
        columns = nil
    }

    public var body: EmptyView { EmptyView() }

    public func render(in renderer: ViewRenderer) {
        let nodes = renderer.collect { content.render(in: renderer) }
        guard let columns else { return renderer.stack { renderer.replay(nodes) } }
        renderer.node(Node(.grid)) {
            var cells = nodes.parts[...]
            while let first = cells.first {
                // A section, and what else takes lines of its own, stands by itself.
                let row = first.isCell ? cells.prefix(columns).prefix(while: \.isCell) : cells.prefix(1)
                cells.removeFirst(row.count)
                if first.isCell {
                    renderer.stack { for cell in row { renderer.replay(cell) } }
                } else {
                    renderer.replay(first)
                }
            }
        }
    }
}

extension ArraySlice<Node?> {
    /// Whether a node with all below it may stand in a line with others.
    fileprivate var isCell: Bool {
        first??.kind != .section && first??.kind != .table && first??.kind != .list
    }
}

/// Views in rows on a phone, as a ``LazyVGrid`` has them here.
public typealias LazyHGrid = LazyVGrid

/// A column of a ``LazyVGrid``. The host decides how wide it is.
public struct GridItem: Sendable {
    /// The width of a column.
    public enum Size: Sendable {
        /// A width.
        case fixed(Double), flexible(minimum: Double = 10, maximum: Double = .infinity)
        /// A width.
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

    /// Shows a view that SwiftUI draws over the view, below it. A shape or a colour shows nothing.
    public func overlay(_ overlay: some View, alignment: Alignment = .center) -> ModifiedView<Self> {
        self.overlay(alignment: alignment) { overlay }
    }

    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func overlay(_ style: ForegroundStyle, ignoresSafeAreaEdges edges: Edge.Set = .all) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func overlay(_ style: ForegroundStyle, in shape: some Shape) -> Self { self }

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

    /// Shows views that stand at the side of a phone's screen after the view, or before it.
    public func safeAreaBar(
        edge: Edge, alignment: Alignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> some View
    ) -> ModifiedView<Self> {
        safeAreaInset(edge: edge, content: content)
    }

    /// Shows nothing of the view, which is there all the same: it appears, and its tasks run.
    public func hidden() -> ModifiedView<Self> { opacity(0) }

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
