import FeatureCore

extension List {
    /// A row for each element. A press of a row selects it.
    public init<Data: RandomAccessCollection, Selection: Hashable, Row: View>(
        _ data: Data, selection: Binding<Selection?>?, @ViewBuilder row: @escaping (Data.Element) -> Row
    ) where Content == ForEach<Data, Data.Element.ID, Row>, Data.Element: Identifiable {
        self.init(selection: selection) { ForEach(data, content: row) }
    }
    /// A row for each element. A press of a row selects it besides the others, or no longer.
    public init<Data: RandomAccessCollection, Selection: Hashable, Row: View>(
        _ data: Data, selection: Binding<Set<Selection>>?, @ViewBuilder row: @escaping (Data.Element) -> Row
    ) where Content == ForEach<Data, Data.Element.ID, Row>, Data.Element: Identifiable {
        self.init(selection: selection) { ForEach(data, content: row) }
    }
    /// A row for each element, which is identified by `id`. A press of a row selects it.
    public init<Data: RandomAccessCollection, ID: Hashable, Selection: Hashable, Row: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, selection: Binding<Selection?>?,
        @ViewBuilder row: @escaping (Data.Element) -> Row
    ) where Content == ForEach<Data, ID, Row> {
        self.init(selection: selection) { ForEach(data, id: id, content: row) }
    }
    /// A row for each element, which is identified by `id`. A press of a row selects it besides the others, or no longer.
    public init<Data: RandomAccessCollection, ID: Hashable, Selection: Hashable, Row: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, selection: Binding<Set<Selection>>?,
        @ViewBuilder row: @escaping (Data.Element) -> Row
    ) where Content == ForEach<Data, ID, Row> {
        self.init(selection: selection) { ForEach(data, id: id, content: row) }
    }
    /// A row for each element, below which the user opens its children.
    public init<Data: RandomAccessCollection, Row: View>(
        _ data: Data, children: KeyPath<Data.Element, Data?>, @ViewBuilder row: @escaping (Data.Element) -> Row
    ) where Content == OutlineGroup<Data, Row>, Data.Element: Identifiable {
        self.init { OutlineGroup(data, children: children, content: row) }
    }
    /// A row for each element, which the row can change.
    public init<Data: MutableCollection & RandomAccessCollection, Row: View>(
        _ data: Binding<Data>, @ViewBuilder row: @escaping (Binding<Data.Element>) -> Row
    ) where Content == ForEach<[Binding<Data.Element>], Data.Element.ID, Row>, Data.Element: Identifiable {
        self.init { ForEach(data, content: row) }
    }
}
