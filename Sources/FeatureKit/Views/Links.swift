/// A row that leads to a destination by a push, unless the host's wiring gives the redirect another method.
///
/// ```swift
/// NavigationLink("Characters", to: HomeOutgoingNavigation.characters)
/// NavigationLink(to: CharacterIncomingNavigation.detail(identifier: 42)) { Label("Elizabeth", systemImage: "person") }
/// ```
public struct NavigationLink<Content: View>: View {
    @usableFromInline let title: LocalizedStringKey
    @usableFromInline let destination: any Navigation
    @usableFromInline let label: Content

    /// A link that shows views.
    @inlinable
    public init(to destination: any Navigation, @ViewBuilder label: () -> Content) {
        title = ""
        self.destination = destination
        self.label = label()
    }

    public var body: EmptyView { EmptyView() }

    @inlinable
    public func render(in renderer: ViewRenderer) {
        renderer.link(title, to: destination) { label.render(in: renderer) }
    }
}

extension ViewRenderer {
    @usableFromInline
    func link(_ title: LocalizedStringKey, to destination: any Navigation, _ label: () -> Void) {
        node(Node(.link, text: text(of: title), destination: self.destination(destination)), children: label)
    }
}

extension NavigationLink where Content == EmptyView {
    /// A link that shows a text.
    @inlinable
    public init(_ titleKey: LocalizedStringKey, to destination: any Navigation) {
        title = titleKey
        self.destination = destination
        label = EmptyView()
    }

    /// A link that shows a text that is not looked up.
    @_disfavoredOverload
    @inlinable
    public init(_ title: some StringProtocol, to destination: any Navigation) {
        self.init(LocalizedStringKey(verbatim: title), to: destination)
    }
}

/// A link to a URL, outside the app or one that the host opens.
public struct Link: View {
    private let title: LocalizedStringKey
    private let url: String

    /// Makes a link with a title to a URL.
    public init(_ titleKey: LocalizedStringKey, destination url: String) {
        title = titleKey
        self.url = url
    }

    /// Makes a link with a title that is not looked up.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, destination url: String) {
        self.init(LocalizedStringKey(verbatim: title), destination: url)
    }

    public var body: EmptyView { EmptyView() }

    public func render(in renderer: ViewRenderer) {
        renderer.node(Node(.urlLink, text: renderer.text(of: title), url: url))
    }
}

/// The screen of a destination, embedded in this place. The destination is usually an outgoing one, which the host's
/// wiring redirects to the feature that provides the screen.
public struct EmbeddedView: View {
    private let destination: any Navigation

    /// Embeds the screen of a destination.
    public init(_ destination: any Navigation) {
        self.destination = destination
    }

    public var body: EmptyView { EmptyView() }

    public func render(in renderer: ViewRenderer) {
        renderer.node(Node(.embedded, destination: renderer.destination(destination)))
    }
}
