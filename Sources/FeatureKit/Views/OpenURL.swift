internal import Observation

/// Asks the user to open a URL, when it is called: `openURL(url)`. The screen shows a sheet with a ``Link`` to it, since a
/// feature opens nothing by itself.
@MainActor
public struct OpenURLAction: Sendable {
    private let opened: OpenedLink?

    nonisolated init(_ opened: OpenedLink? = nil) {
        self.opened = opened
    }

    /// Shows the link to a URL, a text or Foundation's `URL`.
    public func callAsFunction(_ url: some CustomStringConvertible) { opened?.url = url.description }
}

/// The URL that a screen asks the user to open.
@MainActor
@Observable
final class OpenedLink {
    fileprivate(set) var url: String?
}

extension ViewRenderer {
    /// Renders a whole screen.
    func screen(_ view: some View, openedLink: OpenedLink) {
        navigationStack { view.render(in: self) }
        defer { work.add(workOfSheets) }
        guard let url = openedLink.url else { return }
        child(1 << 49) {
            modal(.sheet, Presented(Binding(get: { openedLink.url != nil }, set: { _ in openedLink.url = nil }))) {
                title = text(of: "Open Link")
                Link(LocalizedStringKey(verbatim: url), destination: url).render(in: self)
            }
        }
    }
}
