import FeatureCore

/// A choice of a colour, among the meanings that a host has.
public struct ColorPicker: View {
    private let picker: AnyView

    /// Makes a choice with a title.
    public init(_ titleKey: LocalizedStringKey, selection: Binding<Color>, supportsOpacity: Bool = true) {
        picker = AnyView(Picker(titleKey, selection: selection) { Self.meanings })
    }

    /// Makes a choice with the texts of views as its title.
    public init(selection: Binding<Color>, supportsOpacity: Bool = true, @ViewBuilder label: () -> some View) {
        picker = AnyView(Picker(selection: selection, content: { Self.meanings }, label: label))
    }

    public var body: AnyView { picker }

    @ViewBuilder private static var meanings: some View {
        Text("Primary").tag(Color.primary)
        Text("Secondary").tag(Color.secondary)
        Text("Accent").tag(Color.accent)
        Text("Success").tag(Color.success)
        Text("Warning").tag(Color.warning)
        Text("Danger").tag(Color.danger)
    }
}

/// Controls of a toolbar.
public struct ToolbarItem<Content: View>: View {
    private let content: Content
    private let placement: ToolbarItemPlacement

    /// The controls that the closure lists.
    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.content = content()
        self.placement = placement
    }

    /// The controls that the closure lists, for a toolbar that the user may change. Here it is as the code has it.
    public init(id: String, placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.init(placement: placement, content: content)
    }

    /// Those of a keyboard on a screen are not shown: no host has one.
    @ViewBuilder public var body: some View {
        if placement.isBelow {
            content.belowView()
        } else if placement != .keyboard {
            content
        }
    }
}

/// Several controls of a toolbar.
public typealias ToolbarItemGroup = ToolbarItem

/// Views for a tree of elements. The user opens the children of each.
///
/// ```swift
/// List(folders, children: \.folders) { Text($0.name) }
/// ```
public struct OutlineGroup<Data: RandomAccessCollection, Row: View>: View where Data.Element: Identifiable {
    private let data: Data
    private let children: KeyPath<Data.Element, Data?>
    private let content: (Data.Element) -> Row

    /// A view for each element, below which the user opens its children. Without any, the view stands alone.
    public init(
        _ data: Data, children: KeyPath<Data.Element, Data?>, @ViewBuilder content: @escaping (Data.Element) -> Row
    ) {
        self.data = data
        self.children = children
        self.content = content
    }

    public var body: some View {
        ForEach(data) { element in
            if let inner = element[keyPath: children] {
                DisclosureGroup {
                    AnyView(OutlineGroup(inner, children: children, content: content))
                } label: {
                    content(element)
                }
            } else {
                content(element)
            }
        }
    }
}

/// Views under a title.
public struct GroupBox<Content: View>: View {
    private let section: Section<Content>

    /// The views that the closure lists, under a title.
    public init(_ titleKey: LocalizedStringKey = "", @ViewBuilder content: () -> Content) {
        section = Section(titleKey, content: content)
    }

    /// The views that the closure lists, under the texts of others.
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> some View) {
        section = Section(content: content, header: label)
    }

    public var body: Section<Content> { section }
}

/// Controls that belong together.
public typealias ControlGroup = HStack

/// The words of a screen that has nothing to show.
///
/// ```swift
/// ContentUnavailableView("No Notes", systemImage: "note", description: Text("Notes that you add are listed here."))
/// ContentUnavailableView {
///     Label("No Connection", systemImage: "wifi.slash")
/// } description: {
///     Text("Look after the network.")
/// } actions: {
///     Button("Try Again") { viewModel.load() }
/// }
/// ```
public struct ContentUnavailableView<Title: View, Description: View, Actions: View>: View {
    private let title: Title
    private let description: Description
    private let actions: Actions

    /// A title, and below it a description and buttons.
    public init(
        @ViewBuilder label: () -> Title, @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) {
        title = label()
        self.description = description()
        self.actions = actions()
    }

    public var body: some View {
        Group {
            title
            description.foregroundStyle(.secondary)
            actions
        }
    }
}

extension ContentUnavailableView where Title == Label, Description == Text?, Actions == EmptyView {
    /// A title with a symbol, and a description.
    public init(_ titleKey: LocalizedStringKey, systemImage: String, description: Text? = nil) {
        title = Label(titleKey, systemImage: systemImage)
        self.description = description
        actions = EmptyView()
    }
}

/// A text of several lines to edit.
///
/// ```swift
/// TextEditor(text: $note.text).accessibilityLabel("Note")
/// ```
public struct TextEditor: View {
    private let text: Binding<String>

    /// Makes a field that edits a text.
    public init(text: Binding<String>) {
        self.text = text
    }

    public var body: TextField { TextField("", text: text, axis: .vertical) }
}

/// Views one below the other. All are rendered, since the host asks for whole screens.
public typealias LazyVStack = VStack

/// Views one beside the other. All are rendered, since the host asks for whole screens.
public typealias LazyHStack = HStack

/// A row of a ``Grid``: each view in it stands in a column.
public typealias GridRow = HStack

/// Rows of controls, as a ``List`` shows them.
public typealias Form = List

/// Views in rows on a phone, as a ``LazyVGrid`` has them here.
public typealias LazyHGrid = LazyVGrid

/// The content of a screen, by its older name in SwiftUI.
public typealias NavigationView = NavigationStack
