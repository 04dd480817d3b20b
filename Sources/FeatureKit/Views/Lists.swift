/// A list of rows.
///
/// ```swift
/// List(viewModel.characters) { character in
///     NavigationLink(character.name, to: CharacterIncomingNavigation.detail(identifier: character.id))
/// }
/// ```
public struct List<Content: View>: View {
    @usableFromInline let content: Content

    /// The rows that the closure lists.
    @inlinable
    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    /// A row for each element.
    @inlinable
    public init<Data: RandomAccessCollection, Row: View>(
        _ data: Data, @ViewBuilder row: @escaping (Data.Element) -> Row
    ) where Content == ForEach<Data, Data.Element.ID, Row>, Data.Element: Identifiable {
        content = ForEach(data, content: row)
    }

    public var body: EmptyView { EmptyView() }

    @inlinable
    public func render(in renderer: ViewRenderer) {
        renderer.list { content.render(in: renderer) }
    }
}

/// Rows under a header.
public struct Section<Content: View>: View {
    @usableFromInline let header: LocalizedStringKey
    @usableFromInline let footer: LocalizedStringKey
    @usableFromInline let content: Content

    /// The rows that the closure lists, under a header and above a footer.
    @inlinable
    public init(
        _ headerKey: LocalizedStringKey = "", footer: LocalizedStringKey = "", @ViewBuilder content: () -> Content
    ) {
        header = headerKey
        self.footer = footer
        self.content = content()
    }

    /// The rows that the closure lists, under a header and above a footer that are not looked up.
    @_disfavoredOverload
    @inlinable
    public init(_ header: some StringProtocol, footer: String = "", @ViewBuilder content: () -> Content) {
        self.init(LocalizedStringKey(verbatim: header), footer: LocalizedStringKey(verbatim: footer), content: content)
    }

    /// The rows that the closure lists, above a footer that is not looked up.
    @_disfavoredOverload
    @inlinable
    public init(_ headerKey: LocalizedStringKey = "", footer: String, @ViewBuilder content: () -> Content) {
        self.init(headerKey, footer: LocalizedStringKey(verbatim: footer), content: content)
    }

    public var body: EmptyView { EmptyView() }

    @inlinable
    public func render(in renderer: ViewRenderer) {
        renderer.section(header, footer: footer) { content.render(in: renderer) }
    }
}

extension ViewRenderer {
    @usableFromInline
    func list(_ rows: () -> Void) { node(Node(.list), children: rows) }

    @usableFromInline
    func section(_ header: LocalizedStringKey, footer: LocalizedStringKey, _ rows: () -> Void) {
        node(Node(.section, text: text(of: header), detail: text(of: footer)), children: rows)
    }
}

/// A view for each element of a collection. The element's id keeps its place on the screen when others come and go.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
    @usableFromInline let data: Data
    @usableFromInline let id: (Data.Element) -> ID
    @usableFromInline let content: (Data.Element) -> Content

    /// Elements identified by `id`.
    @inlinable
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.data = data
        self.id = { $0[keyPath: id] }
        self.content = content
    }

    /// Elements that are `Identifiable`.
    @inlinable
    public init(
        _ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) where Data.Element: Identifiable, ID == Data.Element.ID {
        self.data = data
        id = { $0.id }
        self.content = content
    }

    public var body: EmptyView { EmptyView() }

    @inlinable
    public func render(in renderer: ViewRenderer) {
        renderer.collection {
            for element in data {
                let id = id(element)
                renderer.child(UInt64(bitPattern: Int64(id.hashValue)), key: Self.key(of: id)) {
                    content(element).render(in: renderer)
                }
            }
        }
    }

    /// The text of an id. `String(describing:)` asks the runtime each time what the type conforms to, which the usual
    /// types of ids are spared.
    @inlinable
    static func key(of id: ID) -> String {
        switch id {
        case let id as String: id
        case let id as Int: String(id)
        default: String(describing: id)
        }
    }
}
