/// A table of rows and columns.
///
/// ```swift
/// Table(viewModel.works, destination: { WorkIncomingNavigation.detail(identifier: $0.id) }) {
///     TableColumn("Title", value: \.title)
///     TableColumn("Year") { Text(String($0.year)) }
/// }
/// ```
public struct Table<Row: Identifiable>: PrimitiveView {
    private let rows: [Row]
    private let columns: [TableColumn<Row>]
    private let destination: ((Row) -> (any Navigation)?)?
    private var selection: ListSelection?

    /// Makes a table of these rows. A row leads to the destination that `destination` returns for it, if any.
    public init(
        _ rows: [Row], destination: ((Row) -> (any Navigation)?)? = nil,
        @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
    ) {
        self.rows = rows
        self.columns = columns()
        self.destination = destination
    }

    /// Makes a table of these rows. A press of a row sets the selection to its id, and the row has a mark then.
    public init(
        _ rows: [Row], selection: Binding<Row.ID?>, @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
    ) {
        self.init(rows, columns: columns)
        self.selection = ListSelection(selection)
    }

    /// Makes a table of these rows. A press of a row adds its id to the selection, or takes it out.
    public init(
        _ rows: [Row], selection: Binding<Set<Row.ID>>, @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
    ) {
        self.init(rows, columns: columns)
        self.selection = ListSelection(selection)
    }

    public func render(in renderer: ViewRenderer) {
        guard let selection else { return table(in: renderer) }
        renderer.selectable(selection) { table(in: renderer) }
    }

    private func table(in renderer: ViewRenderer) {
        let part = renderer.part(of: rows.count) {
            renderer.sought(as: Row.ID.self).flatMap { id in rows.firstIndex { $0.id == id } }
        }
        var table = Node(.table)
        if let part { (table.elementCount, table.elementOffset) = (rows.count, part.lowerBound) }
        renderer.node(table) {
            renderer.node(Node(.row, flags: .header)) {
                for column in columns { renderer.node(Node(.text, text: renderer.text(of: column.title))) }
            }
            guard let part else { return rows.forEach { render($0, in: renderer) } }
            for row in rows[part] { renderer.element { render(row, in: renderer) } }
        }
    }

    private func render(_ row: Row, in renderer: ViewRenderer) {
        renderer.child(UInt64(bitPattern: Int64(row.id.hashValue)), key: String(describing: row.id)) {
            let target = destination?(row).flatMap { renderer.destination($0) }
            let select = selection?.select(row.id).map { renderer.actionWithoutValue($0) }
            let isSelected = selection?.isSelected(row.id) == true
            renderer.view(with: row.id) {
                renderer.node(Node(.row, action: select ?? 0, destination: target)) {
                    for (index, column) in columns.enumerated() {
                        renderer.child(UInt64(index)) {
                            guard isSelected, index == 0 else { return column.content(row).render(in: renderer) }
                            let cell = renderer.collect { column.content(row).render(in: renderer) }
                            cell.markSelected()
                            renderer.replay(cell)
                        }
                    }
                }
            }
        }
    }
}

/// A column of a ``Table``: its title, and the view of its cell in a row.
public struct TableColumn<Row> {
    let title: LocalizedStringKey
    let content: (Row) -> AnyView

    /// A column that shows a view.
    @MainActor
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping (Row) -> some View) {
        title = titleKey
        // The group makes one cell of however many views: cells are counted to find their column.
        self.content = { row in AnyView(Group { content(row) }) }
    }

    /// A column that shows a text of the row.
    @MainActor
    public init(_ titleKey: LocalizedStringKey, value: KeyPath<Row, String>) {
        title = titleKey
        content = { AnyView(Text($0[keyPath: value])) }
    }
}

/// Combines the columns of a ``Table``.
@resultBuilder
public enum TableColumnBuilder<Row> {
    /// Gives each column the type of its row, so that `\.title` needs no root.
    public static func buildExpression(_ column: TableColumn<Row>) -> TableColumn<Row> { column }
    /// The columns, in their order.
    public static func buildBlock(_ columns: TableColumn<Row>...) -> [TableColumn<Row>] { columns }
}
