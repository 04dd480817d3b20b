internal import Observation

/// A row that leads to a destination by a push, unless the host's wiring gives the redirect another method.
///
/// ```swift
/// NavigationLink("Characters", to: HomeOutgoingNavigation.characters)
/// NavigationLink(to: CharacterIncomingNavigation.detail(identifier: 42)) { Label("Elizabeth", systemImage: "person") }
/// ```
public struct NavigationLink<Content: View>: PrimitiveView {
    @usableFromInline let title: LocalizedStringKey
    @usableFromInline let target: LinkTarget
    @usableFromInline let label: Content

    @usableFromInline
    init(_ title: LocalizedStringKey, _ target: LinkTarget, _ label: Content) {
        self.title = title
        self.target = target
        self.label = label
    }

    /// A link that shows views.
    @inlinable
    public init(to destination: any Navigation, @ViewBuilder label: () -> Content) {
        self.init("", .destination(destination), label())
    }

    /// A link to a value, which ``View/navigationDestination(for:destination:)`` shows. A value that is a ``Navigation`` is
    /// a destination as with `to:`. Nil disables the link.
    public init(value: (some Hashable)?, @ViewBuilder label: () -> Content) {
        self.init("", LinkTarget(value), label())
    }

    /// A link that pushes views of the feature's own. No link of others leads to them: for that, add a case to the feature's
    /// Incoming, and lead there by `to:`.
    public init(@ViewBuilder destination: @escaping () -> some View, @ViewBuilder label: () -> Content) {
        self.init("", .views(nil) { AnyView(destination()) }, label())
    }

    /// A link that pushes a view of the feature's own.
    public init(
        destination: @autoclosure @escaping () -> some View, isActive: Binding<Bool>? = nil,
        @ViewBuilder label: () -> Content
    ) {
        self.init("", .views(isActive) { AnyView(destination()) }, label())
    }

    @inlinable
    public func render(in renderer: ViewRenderer) {
        renderer.link(title, to: target) { label.render(in: renderer) }
    }
}

/// The place that a ``NavigationLink`` leads to.
@usableFromInline
enum LinkTarget {
    case destination(any Navigation)
    case value(AnyHashable?)
    case views(Binding<Bool>?, () -> AnyView)

    init(_ value: (some Hashable)?) {
        if let destination = value as? any Navigation {
            self = .destination(destination)
        } else {
            self = .value(value.map { AnyHashable($0) })
        }
    }
}

/// Whether the views of a link are shown.
@MainActor
@Observable
private final class LinkState {
    var isShown = false
}

extension ViewRenderer {
    @usableFromInline
    func link(_ title: LocalizedStringKey, to target: LinkTarget, _ label: () -> Void) {
        switch target {
        case .destination(let destination):
            let destination = self.destination(destination)
            linked(label) { node(Node(.link, text: text(of: title), destination: destination), children: $0) }
        case .value(let value):
            // In a list with a selection, the link selects.
            let press = value.map { selection?.select($0) ?? show($0) } ?? {}
            with(disabled: value == nil) { linked(label) { button(title, nil, press, $0) } }
        case .views(let binding, let views):
            let state = states.object(
                at: ViewStates.Place(view: place, type: ObjectIdentifier(LinkState.self), property: 0)
            ) { LinkState() }
            let isShown = binding ?? Binding(get: { state.isShown }, set: { state.isShown = $0 })
            linked(label) { button(title, nil, { isShown.wrappedValue = true }, $0) }
            child(1 << 50) { push(Presented(isShown)) { views().render(in: self) } }
        }
    }

    /// Renders a link with its label. Controls in the label stand beside the link.
    private func linked(_ label: () -> Void, _ link: (_ label: () -> Void) -> Void) {
        let nodes = collect(label)
        let all = { link { self.replay(nodes) } }
        pressable(nodes, or: all, link)
    }
}

extension NavigationLink where Content == EmptyView {
    /// A link that shows a text.
    @inlinable
    public init(_ titleKey: LocalizedStringKey, to destination: any Navigation) {
        self.init(titleKey, .destination(destination), EmptyView())
    }

    /// A link that shows a text, to a value, which ``View/navigationDestination(for:destination:)`` shows.
    public init(_ titleKey: LocalizedStringKey, value: (some Hashable)?) {
        self.init(titleKey, LinkTarget(value), EmptyView())
    }

    /// A link that shows a text, and pushes views of the feature's own.
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: @escaping () -> some View) {
        self.init(titleKey, .views(nil) { AnyView(destination()) }, EmptyView())
    }

    /// A link that shows a text, and pushes a view of the feature's own.
    public init(
        _ titleKey: LocalizedStringKey, destination: @autoclosure @escaping () -> some View,
        isActive: Binding<Bool>? = nil
    ) {
        self.init(titleKey, .views(isActive) { AnyView(destination()) }, EmptyView())
    }

    /// A link that shows a text that is not looked up.
    @_disfavoredOverload
    @inlinable
    public init(_ title: some StringProtocol, to destination: any Navigation) {
        self.init(LocalizedStringKey(verbatim: title), to: destination)
    }
}

/// A link to a URL, outside the app or one that the host opens.
///
/// ```swift
/// Link("Help", destination: "https://example.com/help")
/// ```
public struct Link: PrimitiveView {
    private let title: ViewTitle
    private let url: String

    /// Makes a link with a title to a URL, a text or Foundation's `URL`.
    public init(_ titleKey: LocalizedStringKey, destination url: some CustomStringConvertible) {
        title = ViewTitle(titleKey)
        self.url = url.description
    }

    /// Makes a link with the texts of views as its title.
    public init(destination url: some CustomStringConvertible, @ViewBuilder label: () -> some View) {
        title = ViewTitle(of: label())
        self.url = url.description
    }

    public func render(in renderer: ViewRenderer) {
        renderer.node(Node(.urlLink, text: title.text(in: renderer), url: url))
    }
}

/// A text or a URL for the user to take along. A host has no other app to share it with, so it is shown.
public struct ShareLink: PrimitiveView {
    private let title: ViewTitle
    private let item: String

    /// Shows a text or a URL under a title.
    public init(
        _ titleKey: LocalizedStringKey, item: some CustomStringConvertible, subject: Text? = nil, message: Text? = nil
    ) {
        title = ViewTitle(titleKey)
        self.item = item.description
    }

    /// Shows a text or a URL under the texts of views.
    public init(
        item: some CustomStringConvertible, subject: Text? = nil, message: Text? = nil,
        @ViewBuilder label: () -> some View
    ) {
        title = ViewTitle(of: label())
        self.item = item.description
    }

    public func render(in renderer: ViewRenderer) {
        let title = title.text(in: renderer)
        guard item.prefix(while: { $0 != ":" }).allSatisfy(\.isLetter), item.contains("://") else {
            return renderer.node(Node(.label, text: title, detail: item))
        }
        renderer.node(Node(.urlLink, text: title, url: item))
    }
}

/// The screen of a destination, embedded in this place. The destination is usually an outgoing one, which the host's
/// wiring redirects to the feature that provides the screen.
public struct EmbeddedView: PrimitiveView {
    private let destination: any Navigation

    /// Embeds the screen of a destination.
    public init(_ destination: any Navigation) {
        self.destination = destination
    }

    public func render(in renderer: ViewRenderer) {
        renderer.node(Node(.embedded, destination: renderer.destination(destination)))
    }
}
