/// A list of rows.
///
/// ```swift
/// List(viewModel.characters) { character in
///     NavigationLink(character.name, to: CharacterIncomingNavigation.detail(identifier: character.id))
/// }
/// ```
public struct List<Content: View>: PrimitiveView {
    @usableFromInline let content: Content
    @usableFromInline let selection: ListSelection?

    /// The rows that the closure lists.
    @inlinable
    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
        selection = nil
    }

    /// A row for each element.
    @inlinable
    public init<Data: RandomAccessCollection, Row: View>(
        _ data: Data, @ViewBuilder row: @escaping (Data.Element) -> Row
    ) where Content == ForEach<Data, Data.Element.ID, Row>, Data.Element: Identifiable {
        content = ForEach(data, content: row)
        selection = nil
    }

    /// A row for each element, which is identified by `id`.
    @inlinable
    public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder row: @escaping (Data.Element) -> Row
    ) where Content == ForEach<Data, ID, Row> {
        content = ForEach(data, id: id, content: row)
        selection = nil
    }

    /// A row for each number.
    @inlinable
    public init<Row: View>(
        _ data: Range<Int>, @ViewBuilder row: @escaping (Int) -> Row
    ) where Content == ForEach<Range<Int>, Int, Row> {
        content = ForEach(data, content: row)
        selection = nil
    }

    /// The rows that the closure lists. A press of a row sets the selection to its ``View/tag(_:includeOptional:)``, to the
    /// id of its element in a ``ForEach``, or to the value of its ``NavigationLink``.
    ///
    /// ```swift
    /// List(selection: $selected) { ForEach(notes) { Text($0.title) } }
    /// ```
    ///
    /// In a ``NavigationSplitView`` the selection is shown.
    public init<Selection: Hashable>(
        selection: Binding<Selection?>?, @ViewBuilder content: () -> Content
    ) {
        self.content = content()
        self.selection = selection.map { ListSelection($0) }
    }

    /// The rows that the closure lists. A press of a row selects it besides the others, or no longer.
    public init<Selection: Hashable>(selection: Binding<Set<Selection>>?, @ViewBuilder content: () -> Content) {
        self.content = content()
        self.selection = selection.map { ListSelection($0) }
    }

    @inlinable
    public func render(in renderer: ViewRenderer) {
        renderer.list {
            guard let selection else { return content.render(in: renderer) }
            renderer.selectable(selection) { content.render(in: renderer) }
        }
    }
}

/// Rows under a header.
public struct Section<Content: View>: PrimitiveView {
    @usableFromInline let header: ViewTitle
    @usableFromInline let footer: ViewTitle
    @usableFromInline let content: Content

    /// The rows that the closure lists, under a header and above a footer.
    @inlinable
    public init(
        _ headerKey: LocalizedStringKey = "", footer: LocalizedStringKey = "", @ViewBuilder content: () -> Content
    ) {
        header = ViewTitle(headerKey)
        self.footer = ViewTitle(footer)
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

    @inlinable
    public func render(in renderer: ViewRenderer) {
        renderer.section(header, footer: footer) { content.render(in: renderer) }
    }

    /// The rows that the closure lists, between the texts of other views.
    public init(
        @ViewBuilder content: () -> Content, @ViewBuilder header: () -> some View, @ViewBuilder footer: () -> some View
    ) {
        self.header = ViewTitle(of: header())
        self.footer = ViewTitle(of: footer())
        self.content = content()
    }
}

extension ViewRenderer {
    @usableFromInline
    func list(_ rows: () -> Void) { node(Node(.list), children: rows) }

    @usableFromInline
    func section(_ header: ViewTitle, footer: ViewTitle, _ rows: () -> Void) {
        node(Node(.section, text: header.text(in: self), detail: footer.text(in: self)), children: rows)
    }
}

/// A view for each element of a collection. The element's id keeps its place on the screen when others come and go.
@MainActor
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    @usableFromInline let data: Data
    @usableFromInline let id: (Data.Element) -> ID
    @usableFromInline let content: (Data.Element) -> Content

    @usableFromInline
    init(data: Data, makingID id: @escaping (Data.Element) -> ID, content: @escaping (Data.Element) -> Content) {
        self.data = data
        self.id = id
        self.content = content
    }
}

extension ForEach: View where Content: View {
    /// Elements identified by `id`.
    @inlinable
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.init(data: data, makingID: { $0[keyPath: id] }, content: content)
    }

    /// Elements that are `Identifiable`.
    @inlinable
    public init(
        _ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) where Data.Element: Identifiable, ID == Data.Element.ID {
        self.init(data: data, makingID: { $0.id }, content: content)
    }

    /// Numbers that do not change.
    @inlinable
    public init(
        _ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content
    ) where Data == Range<Int>, ID == Int {
        self.init(data: data, makingID: { $0 }, content: content)
    }

    /// Elements that are `Identifiable`, which their views can change: `ForEach($items) { $item in … }`.
    public init<Elements: MutableCollection & RandomAccessCollection>(
        _ elements: Binding<Elements>, @ViewBuilder content: @escaping (Binding<Elements.Element>) -> Content
    ) where Data == [Binding<Elements.Element>], Elements.Element: Identifiable, ID == Elements.Element.ID {
        self.init(data: elements.elements, makingID: { $0.wrappedValue.id }, content: content)
    }

    public var body: EmptyView { EmptyView() }

    @inlinable
    public func render(in renderer: ViewRenderer) {
        render(in: renderer) { _, element, _ in element() }
    }

    /// - Parameter around: Renders an element, by its position.
    @inlinable
    func render(in renderer: ViewRenderer, around: (ViewRenderer, () -> Void, Int) -> Void) {
        guard let part = renderer.part(of: data.count, holding: { position(in: renderer) }) else {
            return renderer.collection {
                for (position, element) in data.enumerated() {
                    let id = id(element)
                    if renderer.isCollecting {
                        renderer.collect(content(element), id: AnyHashable(id))
                        continue
                    }
                    renderer.child(UInt64(bitPattern: Int64(id.hashValue)), key: Self.key(of: id)) {
                        render(element, id, at: position, in: renderer, around)
                    }
                }
            }
        }
        renderer.list(part, of: data.count) {
            var index = data.index(data.startIndex, offsetBy: part.lowerBound)
            for position in part {
                let element = data[index]
                let id = id(element)
                renderer.child(UInt64(bitPattern: Int64(id.hashValue)), key: Self.key(of: id)) {
                    renderer.element { render(element, id, at: position, in: renderer, around) }
                }
                data.formIndex(after: &index)
            }
        }
    }

    /// The position of the element that was scrolled to; nil if it is none of them.
    @inlinable
    func position(in renderer: ViewRenderer) -> Int? {
        guard let sought = renderer.sought(as: ID.self) else { return nil }
        // With numbers that follow one another the place is known, and no element is made in vain.
        if let number = sought as? Int, let first = data.first.flatMap({ id($0) as? Int }) {
            let (offset, isTooFar) = number.subtractingReportingOverflow(first)
            if !isTooFar, (0..<data.count).contains(offset),
                id(data[data.index(data.startIndex, offsetBy: offset)]) == sought
            {
                return offset
            }
        }
        return data.firstIndex { id($0) == sought }.map { data.distance(from: data.startIndex, to: $0) }
    }

    @inlinable
    func render(
        _ element: Data.Element, _ id: ID, at position: Int, in renderer: ViewRenderer,
        _ around: (ViewRenderer, () -> Void, Int) -> Void
    ) {
        let element = content(element)
        renderer.view(with: id) {
            guard renderer.isSelecting else { return around(renderer, { element.render(in: renderer) }, position) }
            around(renderer, { renderer.row(element, id: AnyHashable(id)) }, position)
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
