/// A row that leads to a destination by a push, unless the host's wiring gives the redirect another method.
///
/// ```swift
/// NavigationLink("Characters", to: HomeOutgoingNavigation.characters)
/// NavigationLink(to: CharacterIncomingNavigation.detail(identifier: 42)) { Label("Elizabeth", systemImage: "person") }
/// ```
public struct NavigationLink<Content: View>: View {
    private let title: String
    private let destination: any Navigation
    private let label: Content

    /// A link that shows views.
    public init(to destination: any Navigation, @ViewBuilder label: () -> Content) {
        title = ""
        self.destination = destination
        self.label = label()
    }

    public var body: EmptyView { EmptyView() }

    public func render(in renderer: ViewRenderer) {
        renderer.node(Node(.link, text: title, destination: renderer.destination(destination))) {
            label.render(in: renderer)
        }
    }
}

extension NavigationLink where Content == EmptyView {
    /// A link that shows a text.
    public init(_ title: some StringProtocol, to destination: any Navigation) {
        self.title = String(title)
        self.destination = destination
        label = EmptyView()
    }
}

/// A link by its URL: out of the app, or to a link that the host opens.
public struct Link: View {
    private let title: String
    private let url: String

    /// A link of that title to that URL.
    public init(_ title: some StringProtocol, destination url: String) {
        self.title = String(title)
        self.url = url
    }

    public var body: EmptyView { EmptyView() }

    public func render(in renderer: ViewRenderer) {
        renderer.node(Node(.urlLink, text: title, url: url))
    }
}

/// The screen of a destination, in this place: usually an outgoing one, which the host's wiring gives to whoever
/// provides it.
public struct EmbeddedView: View {
    private let destination: any Navigation

    /// The screen of that destination.
    public init(_ destination: any Navigation) {
        self.destination = destination
    }

    public var body: EmptyView { EmptyView() }

    public func render(in renderer: ViewRenderer) {
        renderer.node(Node(.embedded, destination: renderer.destination(destination)))
    }
}
