import FeatureCore

extension View {
    /// Shows a view that SwiftUI draws over the view, below it. A shape or a colour shows nothing.
    public func overlay(_ overlay: some View, alignment: Alignment = .center) -> ModifiedView<Self> {
        self.overlay(alignment: alignment) { overlay }
    }
    /// Shows views that stand at the side of a phone's screen after the view, or before it.
    public func safeAreaBar(
        edge: Edge, alignment: Alignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> some View
    ) -> ModifiedView<Self> {
        safeAreaInset(edge: edge, content: content)
    }
    /// Hides the view. It still appears, and its tasks run.
    public func hidden() -> ModifiedView<Self> { opacity(0) }
    /// Shows a count beside the view; nothing for 0.
    public func badge(_ count: Int) -> ModifiedView<Self> {
        badge(count == 0 ? "" : String(count))
    }
    /// Sets the text that is read out instead of the view's text, to a string that is not looked up.
    @_disfavoredOverload
    public func accessibilityLabel(_ label: some StringProtocol) -> ModifiedView<Self> {
        accessibilityLabel(LocalizedStringKey(verbatim: label))
    }
    /// Sets the text that is read out instead of the view's text.
    public func accessibilityLabel(_ label: Text) -> ModifiedView<Self> { accessibilityLabel(label.content) }
    /// Runs an action with a value when it has changed since the last render.
    public func onChange<Value: Equatable>(
        of value: Value, perform action: @escaping (_ new: Value) -> Void
    ) -> ModifiedView<Self> {
        onChange(of: value) { _, new in action(new) }
    }
    /// Runs an action without arguments when a value has changed since the last render.
    public func onChange(
        of value: some Equatable, initial: Bool = false, _ action: @escaping () -> Void
    ) -> ModifiedView<Self> {
        onChange(of: value, initial: initial) { _, _ in action() }
    }
    /// Sets the screen's title to a string that is not looked up.
    @_disfavoredOverload
    public func navigationTitle(_ title: some StringProtocol) -> ModifiedView<Self> {
        navigationTitle(LocalizedStringKey(verbatim: title))
    }
    /// Sets the screen's title to a text.
    public func navigationTitle(_ title: Text) -> ModifiedView<Self> { navigationTitle(title.content) }
    /// Sets the screen's title to a text that the user edits in its place in SwiftUI. Here it is only shown.
    public func navigationTitle(_ title: Binding<String>) -> ModifiedView<Self> {
        navigationTitle(LocalizedStringKey(verbatim: title.wrappedValue))
    }
    /// Sets the screen's title.
    public func navigationBarTitle(
        _ titleKey: LocalizedStringKey, displayMode: TitleDisplayMode = .automatic
    ) -> ModifiedView<Self> { navigationTitle(titleKey) }
    /// Sets the screen's title to a string that is not looked up.
    @_disfavoredOverload
    public func navigationBarTitle(
        _ title: some StringProtocol, displayMode: TitleDisplayMode = .automatic
    ) -> ModifiedView<Self> { navigationTitle(title) }
    /// Sets the screen's title to a text.
    public func navigationBarTitle(_ title: Text, displayMode: TitleDisplayMode = .automatic) -> ModifiedView<Self> {
        navigationTitle(title)
    }
    /// Shows a quieter text above the view that is not looked up.
    @_disfavoredOverload
    public func navigationSubtitle(_ subtitle: some StringProtocol) -> ModifiedView<Self> {
        navigationSubtitle(LocalizedStringKey(verbatim: subtitle))
    }
    /// Shows controls of the whole screen, as ``toolbar(content:)`` does.
    public func navigationBarItems(leading: some View, trailing: some View = EmptyView()) -> ModifiedView<Self> {
        toolbar {
            leading
            trailing
        }
    }
    /// Shows controls of the whole screen, as ``toolbar(content:)`` does.
    public func navigationBarItems(trailing: some View) -> ModifiedView<Self> { toolbar { trailing } }
    /// Shows the same as ``sheet(isPresented:onDismiss:content:)``.
    public func popover(
        isPresented: Binding<Bool>, attachmentAnchor: UnitPoint = .center, arrowEdge: Edge = .top,
        @ViewBuilder content: @escaping () -> some View
    ) -> ModifiedView<Self> {
        sheet(isPresented: isPresented, content: content)
    }
    /// Shows the same as ``sheet(item:onDismiss:content:)``.
    public func popover<Item: Identifiable>(
        item: Binding<Item?>, attachmentAnchor: UnitPoint = .center, arrowEdge: Edge = .top,
        @ViewBuilder content: @escaping (Item) -> some View
    ) -> ModifiedView<Self> {
        sheet(item: item, content: content)
    }
    /// Shows the same as ``sheet(isPresented:onDismiss:content:)``.
    public func inspector(
        isPresented: Binding<Bool>, @ViewBuilder content: @escaping () -> some View
    ) -> ModifiedView<Self> {
        sheet(isPresented: isPresented, content: content)
    }
    /// Shows a field above the view in which the user types what to look for. The field is always there.
    public func searchable(
        text: Binding<String>, isPresented: Binding<Bool>, placement: SearchFieldPlacement = .automatic,
        prompt: LocalizedStringKey = "Search"
    ) -> ModifiedView<Self> {
        searchable(text: text, prompt: prompt)
    }
    /// Shows a field above the view in which the user types what to look for, and below it texts to choose.
    public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey = "Search",
        @ViewBuilder suggestions: () -> some View
    ) -> ModifiedView<ModifiedView<Self>> {
        searchable(text: text, prompt: prompt).searchSuggestions(suggestions)
    }
    /// Shows a field above the view in which the user types what to look for, with a title that is not looked up.
    @_disfavoredOverload
    public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: some StringProtocol
    ) -> ModifiedView<Self> {
        searchable(text: text, prompt: LocalizedStringKey(verbatim: prompt))
    }
    /// Shows a field above the view in which the user types what to look for, with a text as its title.
    public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text?
    ) -> ModifiedView<Self> {
        searchable(text: text, prompt: prompt?.content ?? "Search")
    }
    /// Shows the same controls as ``swipeActions(edge:allowsFullSwipe:content:)``. The preview is not shown.
    public func contextMenu(
        @ViewBuilder menuItems: () -> some View, @ViewBuilder preview: () -> some View
    ) -> ModifiedView<Self> {
        contextMenu(menuItems: menuItems)
    }
    /// Shows controls of the whole screen, as ``toolbar(content:)`` does.
    public func toolbar(id: String, @ViewBuilder content: () -> some View) -> ModifiedView<Self> {
        toolbar(content: content)
    }
    /// Shows controls of the whole screen, as ``toolbar(content:)`` does.
    public func toolbarTitleMenu(@ViewBuilder content: () -> some View) -> ModifiedView<Self> {
        toolbar(content: content)
    }
}

/// Controls of a screen's title, which a toolbar shows.
public typealias ToolbarTitleMenu = Group

/// The controls of a toolbar, for a property or a function of the author's own.
public typealias ToolbarContent = View

/// Combines the controls of a toolbar.
public typealias ToolbarContentBuilder = ViewBuilder

extension View {
    /// Puts the focus into the field with a value as the view appears.
    public func defaultFocus<Value: Hashable>(_ binding: Binding<Value>, _ value: Value) -> some View {
        onAppear { binding.wrappedValue = value }
    }
}
