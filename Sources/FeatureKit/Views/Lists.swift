/// A list of rows.
///
/// ```swift
/// List(viewModel.characters) { character in
///     NavigationLink(character.name, to: CharacterIncomingNavigation.detail(identifier: character.id))
/// }
/// ```
public struct List<Content: View>: View {
    private let content: Content

    /// The rows that the closure lists.
    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    /// A row for each element.
    public init<Data: RandomAccessCollection, Row: View>(
        _ data: Data, @ViewBuilder row: @escaping (Data.Element) -> Row
    ) where Content == ForEach<Data, Data.Element.ID, Row>, Data.Element: Identifiable {
        content = ForEach(data, content: row)
    }

    public var body: EmptyView { EmptyView() }

    public func render(in renderer: ViewRenderer) {
        renderer.node(Node(.list)) { content.render(in: renderer) }
    }
}

/// Rows under a header.
public struct Section<Content: View>: View {
    private let header: String
    private let footer: String
    private let content: Content

    /// The rows that the closure lists, under a header and above a footer.
    public init(_ header: String = "", footer: String = "", @ViewBuilder content: () -> Content) {
        self.header = header
        self.footer = footer
        self.content = content()
    }

    public var body: EmptyView { EmptyView() }

    public func render(in renderer: ViewRenderer) {
        renderer.node(Node(.section, text: header, detail: footer)) { content.render(in: renderer) }
    }
}

/// A view for each element of a collection. The element's id keeps its place on the screen when others come and go.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
    private let data: Data
    private let id: (Data.Element) -> ID
    private let content: (Data.Element) -> Content

    /// Elements identified by `id`.
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.data = data
        self.id = { $0[keyPath: id] }
        self.content = content
    }

    /// Elements that are `Identifiable`.
    public init(
        _ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) where Data.Element: Identifiable, ID == Data.Element.ID {
        self.data = data
        id = \.id
        self.content = content
    }

    public var body: EmptyView { EmptyView() }

    public func render(in renderer: ViewRenderer) {
        for element in data {
            let id = id(element)
            renderer.child(UInt64(bitPattern: Int64(id.hashValue)), key: String(describing: id)) {
                content(element).render(in: renderer)
            }
        }
    }
}
