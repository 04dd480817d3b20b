/// The choice among the rows of a ``List`` or the views of a ``TabView``.
@MainActor
@usableFromInline
struct ListSelection {
    let isSelected: (AnyHashable) -> Bool
    /// Returns what a press of a row does, by the row's tag; nil for a tag of another type than the selection's.
    let select: (AnyHashable) -> (() -> Void)?
    /// Shows the selection in a ``NavigationSplitView``; nil where several are selected.
    var presented: Presented?

    /// The badge of what is selected.
    static let mark = "✓"
}

extension ListSelection {
    init<Tag: Hashable>(_ binding: Binding<Tag?>) {
        self.init(
            isSelected: { tag in binding.wrappedValue.map { AnyHashable($0) } == tag },
            select: { tag in (tag.base as? Tag).map { tag in { binding.wrappedValue = tag } } },
            presented: Presented(binding))
    }

    init<Tag: Hashable>(_ binding: Binding<Set<Tag>>) {
        self.init(
            isSelected: { tag in (tag.base as? Tag).map { binding.wrappedValue.contains($0) } ?? false },
            select: { tag in (tag.base as? Tag).map { tag in { binding.wrappedValue.formSymmetricDifference([tag]) } } }
        )
    }
}

extension ViewRenderer {
    /// Renders the rows of a list whose presses select them.
    @usableFromInline
    func selectable(_ selection: ListSelection, _ rows: () -> Void) {
        let outer = self.selection
        self.selection = selection
        shownSelection = shownSelection ?? selection.presented
        rows()
        self.selection = outer
    }

    /// Whether presses of rows select them.
    @usableFromInline var isSelecting: Bool { selection != nil }

    /// Renders the row of an element, which its id selects unless a view in it has a tag.
    @usableFromInline
    func row(_ content: some View, id: AnyHashable) {
        if options(of: content).isEmpty {
            row(tagged: id) { content.render(in: self) }
        } else {
            content.render(in: self)
        }
    }

    /// Renders a row that is selected by its press. A control in it keeps its own.
    func row(tagged tag: AnyHashable, _ content: () -> Void) {
        guard let selection, let select = selection.select(tag) else { return content() }
        with(badge: selection.isSelected(tag) ? ListSelection.mark : "") { pressable(content, select) }
    }
}

/// Two or three columns of a large screen: a list, and what is selected in it. On a screen of one column, as here, the list
/// stands alone, and its selection is pushed onto it.
///
/// ```swift
/// NavigationSplitView {
///     List(notes, selection: $selected) { Text($0.title) }
/// } detail: {
///     if let selected { NoteView(id: selected) }
/// }
/// ```
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: PrimitiveView {
    private let sidebar: Sidebar
    private let content: Content?
    private let detail: Detail

    /// A list, and what is selected in it.
    public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) where Content == EmptyView {
        self.sidebar = sidebar()
        content = nil
        self.detail = detail()
    }

    /// A list, a list of what is selected in it, and what is selected there.
    public init(
        @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
    ) {
        self.sidebar = sidebar()
        self.content = content()
        self.detail = detail()
    }

    public func render(in renderer: ViewRenderer) {
        renderer.navigationStack {
            renderer.column(sidebar) {
                guard let content else { return detail.render(in: renderer) }
                renderer.column(content) { detail.render(in: renderer) }
            }
        }
    }
}

extension ViewRenderer {
    /// Renders a column, and above it the next one while something is selected.
    fileprivate func column(_ column: some View, _ next: @escaping () -> Void) {
        let outer = shownSelection
        shownSelection = nil
        child(0) { column.render(in: self) }
        let selection = shownSelection
        shownSelection = outer
        if let selection { child(1) { push(selection, next) } }
    }
}
