import FoundationEssentials

// The design that Switchyard began from, as one program without SwiftUI: a view is a small tree of strings.

protocol Navigation: Hashable, Sendable {}

protocol NavigatorContract {
    func navigate(to destination: any Navigation)
    func goBack()
}

protocol NavigationRedirectContract: Sendable {
    func redirect(_ navigation: any Navigation) -> (any Navigation)?
}

protocol DeepLinkHandler: Sendable {
    var scheme: String { get }
    var host: String { get }
    func resolve(_ url: URL) -> (any Navigation)?
}

protocol Feature {
    var deepLinkHandler: (any DeepLinkHandler)? { get }
    func makeMainView(navigator: any NavigatorContract) -> ViewNode
    func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> ViewNode?
}

final class NavigationCoordinator: NavigatorContract {
    private(set) var path: [AnyHashable] = []
    private let redirector: any NavigationRedirectContract

    init(redirector: any NavigationRedirectContract) { self.redirector = redirector }

    func navigate(to destination: any Navigation) {
        let resolved = redirector.redirect(destination) ?? destination
        path.append(AnyHashable(resolved))
    }

    func goBack() {
        guard !path.isEmpty else { return }
        path.removeLast()
    }
}

/// A node in place of SwiftUI's AnyView.
struct ViewNode {
    let kind: String
    let text: String
    var children: [ViewNode] = []

    func render(into out: inout String, depth: Int = 0) {
        for _ in 0..<depth { out += "  " }
        out += kind
        out += ": "
        out += text
        out += "\n"
        for child in children { child.render(into: &out, depth: depth + 1) }
    }
}

@inline(never) func listView(_ name: String) -> ViewNode {
    ViewNode(
        kind: "List", text: name,
        children: [
            ViewNode(kind: "Row", text: "one"), ViewNode(kind: "Row", text: "two"),
            ViewNode(kind: "Row", text: "three"),
        ])
}

@inline(never) func detailView(_ name: String, _ identifier: Int) -> ViewNode {
    ViewNode(
        kind: "Detail", text: name,
        children: [
            ViewNode(kind: "Title", text: "item \(identifier)"),
            ViewNode(kind: "Text", text: "a text of some length here"),
            ViewNode(kind: "Button", text: "back"),
        ])
}

extension URL {
    func queryParameter(_ name: String) -> String? {
        URLComponents(url: self, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == name }?.value
    }
}
