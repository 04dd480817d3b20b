/// Views one below the other.
///
/// ```swift
/// VStack(alignment: .leading) {
///     Text(note.title).font(.headline)
///     Text(note.text)
/// }
/// ```
///
/// The host decides how views are laid out, so the alignment, the spacing and what stays in sight are not used.
public struct VStack<Content: View>: PrimitiveView {
    @usableFromInline let content: Content

    /// The views that the closure lists.
    @inlinable
    public init(
        alignment: HorizontalAlignment = .center, spacing: Double? = nil, pinnedViews: PinnedScrollableViews = [],
        @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }

    @inlinable
    public func render(in renderer: ViewRenderer) {
        renderer.group { content.render(in: renderer) }
    }
}

/// Views one beside the other where there is room, else one below the other.
///
/// ```swift
/// HStack {
///     Text(note.title)
///     Spacer()
///     Text(note.date).foregroundStyle(.secondary)
/// }
/// ```
///
/// The host decides how views are laid out, so the alignment and the spacing are not used.
public struct HStack<Content: View>: PrimitiveView {
    @usableFromInline let content: Content

    /// The views that the closure lists.
    @inlinable
    public init(
        alignment: VerticalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }

    @inlinable
    public func render(in renderer: ViewRenderer) {
        renderer.stack { content.render(in: renderer) }
    }
}

extension ViewRenderer {
    @usableFromInline
    func stack(_ content: () -> Void) { node(Node(.hstack), children: content) }
}

/// The room that is left in an ``HStack``, so that what follows stands at its end.
public struct Spacer: PrimitiveView {
    /// The room that is left.
    public init(minLength: Double? = nil) {}

    public func render(in renderer: ViewRenderer) {
        renderer.node(Node(.spacer))
    }
}

/// Rows of views that stand in columns.
///
/// ```swift
/// Grid {
///     GridRow {
///         Text("Name")
///         TextField("Name", text: $name)
///     }
///     Divider()
/// }
/// ```
///
/// A view that is no ``GridRow`` takes the whole width. For data with titles of columns, see ``Table``.
public struct Grid<Content: View>: PrimitiveView {
    private let content: Content

    /// The rows that the closure lists.
    public init(
        alignment: Alignment = .center, horizontalSpacing: Double? = nil, verticalSpacing: Double? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }

    public func render(in renderer: ViewRenderer) {
        renderer.node(Node(.grid)) { content.render(in: renderer) }
    }
}

/// Views that can be scrolled, as every screen can.
public struct ScrollView<Content: View>: PrimitiveView {
    @usableFromInline let content: Content

    /// The views that the closure lists.
    @inlinable
    public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    @inlinable
    public func render(in renderer: ViewRenderer) {
        renderer.group { content.render(in: renderer) }
    }
}
