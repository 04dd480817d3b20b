internal import FeatureContract
internal import Observation

/// Views that the user chooses from, one at a time. Above it stands the choice: the titles of the views, or the numbers of
/// pages without a title.
///
/// ```swift
/// TabView {
///     NotesView().tabItem { Label("Notes", systemImage: "note") }
///     SettingsView().tabItem { Label("Settings", systemImage: "gear") }
/// }
/// ```
///
/// These tabs are within one screen. Those of the whole app, each with a stack of its own, are the host's: `tabs` in the
/// wiring file.
public struct TabView<Content: View>: PrimitiveView {
    private let content: Content
    private let selection: ListSelection?

    /// The views that the closure lists. The first is shown first.
    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
        selection = nil
    }

    /// Shows the one of the closure's views that has the selection's ``View/tag(_:includeOptional:)``.
    public init<Selection: Hashable>(selection: Binding<Selection>, @ViewBuilder content: () -> Content) {
        self.content = content()
        self.selection = ListSelection(
            isSelected: { $0 == AnyHashable(selection.wrappedValue) },
            select: { tag in (tag.base as? Selection).map { tag in { selection.wrappedValue = tag } } })
    }

    public func render(in renderer: ViewRenderer) { renderer.tabs(content, selection) }
}

/// A view of a ``TabView`` with its title.
public struct Tab<Content: View>: View {
    fileprivate let title: LocalizedStringKey
    fileprivate let tag: AnyHashable?
    private let content: Content

    /// The views that the closure lists, with a title and a symbol.
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String = "", role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) {
        title = titleKey
        tag = nil
        self.content = content()
    }

    /// The views that the closure lists, with a title and a symbol, which a value selects.
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String = "", value: some Hashable, role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) {
        title = titleKey
        tag = AnyHashable(value)
        self.content = content()
    }

    public var body: Content { content }
}

/// The purpose of a tab.
public enum TabRole: Hashable, Sendable { case search }

/// Tabs that belong together.
public struct TabSection<Content: View>: View {
    fileprivate let content: Content

    /// The tabs that the closure lists. The title is not shown.
    public init(_ titleKey: LocalizedStringKey = "", @ViewBuilder content: () -> Content) { self.content = content() }

    public var body: Content { content }
}

extension View {
    /// Sets the title of the view in a ``TabView``.
    public func tabItem(@ViewBuilder _ label: () -> some View) -> ModifiedView<Self> {
        let label = label()
        return noting { renderer in
            if let tab = renderer.tab, tab.title == nil { tab.title = renderer.plainText(of: label) }
        }
    }
}

/// The title, the badge and the tag of a view in a ``TabView``, as its modifiers say them: the outermost counts.
@MainActor
final class TabTraits {
    fileprivate(set) var title: String?
    private(set) var badge: String?
    private(set) var tag: AnyHashable?
    /// Whether a tag or a badge is the view's own, and not one of a view in it.
    fileprivate var takesTags = true

    func adopt(_ tag: AnyHashable) {
        if takesTags, self.tag == nil { self.tag = tag }
    }

    func adopt(badge: String) {
        if takesTags, self.badge == nil { self.badge = badge }
    }
}

/// A view that stands for others in a list of views.
@MainActor
private protocol ViewList {
    func forEach(_ body: (any View, AnyHashable?) -> Void)
}

@MainActor
private func visit(_ view: some View, _ id: AnyHashable? = nil, _ body: (any View, AnyHashable?) -> Void) {
    if let list = view as? any ViewList { list.forEach(body) } else { body(view, id) }
}

extension EmptyView: ViewList {
    fileprivate func forEach(_ body: (any View, AnyHashable?) -> Void) {}
}

extension PairView: ViewList {
    fileprivate func forEach(_ body: (any View, AnyHashable?) -> Void) {
        visit(views, nil, body)
        visit(next, nil, body)
    }
}

extension Optional: ViewList where Wrapped: View {
    fileprivate func forEach(_ body: (any View, AnyHashable?) -> Void) { if let self { visit(self, nil, body) } }
}

extension ConditionalView: ViewList {
    fileprivate func forEach(_ body: (any View, AnyHashable?) -> Void) {
        switch self {
        case .first(let view): visit(view, nil, body)
        case .second(let view): visit(view, nil, body)
        }
    }
}

extension Group: ViewList {
    fileprivate func forEach(_ body: (any View, AnyHashable?) -> Void) { visit(content, nil, body) }
}

extension TabSection: ViewList {
    fileprivate func forEach(_ body: (any View, AnyHashable?) -> Void) { visit(content, nil, body) }
}

extension ForEach: ViewList where Content: View {
    fileprivate func forEach(_ body: (any View, AnyHashable?) -> Void) {
        for element in data { visit(content(element), AnyHashable(id(element)), body) }
    }
}

@MainActor
private protocol ModifierChain {
    /// Runs the modifiers, and calls `inner` with the view that they are on.
    func walk(_ renderer: ViewRenderer, _ inner: (any View) -> Void)
}

extension ModifiedView: ModifierChain {
    fileprivate func walk(_ renderer: ViewRenderer, _ inner: (any View) -> Void) {
        modify(renderer) { renderer.walk(content, inner) }
    }
}

@MainActor
private protocol TitledTab {
    var title: LocalizedStringKey { get }
    var tag: AnyHashable? { get }
}

extension Tab: TitledTab {}

/// The tab that is shown where the code has no binding for it.
@MainActor
@Observable
private final class OwnTab {
    var index = 0
}

extension ViewRenderer {
    fileprivate func walk(_ view: some View, _ inner: (any View) -> Void) {
        if let chain = view as? any ModifierChain { chain.walk(self, inner) } else { inner(view) }
    }

    /// Takes what the modifiers of a tagged view say about its tab.
    func walkTagged(_ view: some View) { walk(view) { readTitle(of: $0) } }

    private func readTitle(of view: any View) {
        guard let tab else { return }
        if let titled = view as? any TitledTab {
            tab.title = tab.title ?? text(of: titled.title)
            if let tag = titled.tag { tab.adopt(tag) }
        } else if tab.title == nil {
            // The body of a view of the author's own may say it.
            tab.takesTags = false
            view.render(in: self)
        }
    }

    /// Returns what the modifiers of a view in a ``TabView`` say. A page has no title.
    private func traits(of view: any View) -> TabTraits {
        let traits = TabTraits()
        nested(CollectedNodes()) { renderer in
            renderer.tab = traits
            renderer.walk(view) { renderer.readTitle(of: $0) }
        }
        return traits
    }

    fileprivate func tabs(_ content: some View, _ selection: ListSelection?) {
        // A title is looked for in the views around this one.
        guard tab == nil else { return }
        let own = states.object(at: ViewStates.Place(view: place, type: ObjectIdentifier(OwnTab.self), property: 0)) {
            OwnTab()
        }
        var views: [any View] = []
        var titles: [String] = []
        var badges: [String] = []
        var tags: [AnyHashable?] = []
        visit(content) { view, id in
            let traits = traits(of: view)
            let title = traits.title ?? ""
            views.append(view)
            titles.append(title.isEmpty ? name(ofTag: traits.tag) ?? "" : title)
            badges.append(traits.badge ?? "")
            tags.append(traits.tag ?? id)
        }
        guard !views.isEmpty else { return }
        let chosen: Int
        if let selection {
            chosen = tags.firstIndex { $0.map(selection.isSelected) ?? false } ?? 0
        } else {
            chosen = min(own.index, views.count - 1)
        }
        if views.count > 1 {
            let isPaged = titles.allSatisfy(\.isEmpty)
            let action = action { value in
                guard case .integer(let number) = value, let index = Int(exactly: number), views.indices.contains(index)
                else { throw CallFailure.wrongValue("one of the tabs") }
                guard let selection else { return own.index = index }
                if let tag = tags[index] { selection.select(tag)?() }
            }
            let name = text(of: isPaged ? "Page" : "Tab")
            node(Node(.picker, text: name, value: .integer(Int64(chosen)), action: action)) {
                for (index, title) in titles.enumerated() {
                    let shown = title.isEmpty ? "\(index + 1)" : title
                    with(badge: badges[index]) {
                        node(Node(.option, text: shown, value: .integer(Int64(index))))
                    }
                }
            }
        }
        for (index, view) in views.enumerated() {
            child(UInt64(index) + 1) {
                guard index == chosen else { return keepStates(of: view) }
                // The badge that its modifiers say stands at the tab.
                isBadgeOfTab = true
                walk(view) { content in
                    isBadgeOfTab = false
                    content.render(in: self)
                }
                isBadgeOfTab = false
            }
        }
    }

    /// The name of a view without a title whose tag has one: a text, or the case of an enumeration.
    private func name(ofTag tag: AnyHashable?) -> String? {
        guard let base = tag?.base, base is String || Mirror(reflecting: base).displayStyle == .enum else { return nil }
        return String(describing: base)
    }
}
