import FeatureContract

/// Chooses the targets of a page's links.
struct HTMLLinks {
    private let catalog: Catalog
    private let wiring: Wiring
    private let redirector: Redirector
    /// The schemes of links that the host itself opens.
    private let schemes: Set<String>
    /// The screens on the page, with the anchors that lead to them.
    private let anchors: [(place: Place, anchor: String)]

    /// The schemes of links out of the app, which a browser follows and which can do nothing else.
    static let outside: Set<String> = ["http", "https", "mailto"]
    /// Schemes that run code or contain a document in a browser. Features cannot allow them by declaring links.
    private static let neverFollowed: Set<String> = [
        "javascript", "data", "vbscript", "blob", "file", "filesystem", "about", "view-source", "chrome", "resource",
    ]

    init(
        catalog: Catalog, wiring: Wiring, redirector: Redirector,
        anchors: [(place: Place, anchor: String)] = []
    ) {
        self.catalog = catalog
        self.wiring = wiring
        self.redirector = redirector
        self.anchors = anchors
        let own = wiring.schemes ?? catalog.links().sites.map(\.scheme)
        schemes = Set(own.map { $0.lowercased() }).subtracting(Self.neverFollowed)
    }

    /// The reference to a destination of a feature or the wiring: its screen on the page, else its URL; nil if it has
    /// neither.
    func reference(to destination: Destination) -> String? {
        (try? catalog.place(of: destination)).flatMap(reference)
    }

    /// The reference to the end of a place's redirects.
    func reference(to place: Place) -> String? {
        guard place.isKnown, let end = try? redirector.resolve(place).end else { return nil }
        return anchor(of: end) ?? url(of: end).flatMap(reference(toURL:))
    }

    /// The canonical link to a place; nil if the host accepts no link to it.
    func url(of place: Place) -> String? { catalog.url(for: place, takenBy: wiring) }

    /// The reference for a link on a feature's screen, which may only lead to that feature's own destinations, incoming
    /// or outgoing. The host's screens may lead anywhere.
    func reference(to destination: Destination, shownBy feature: String?) -> String? {
        feature == destination.feature || feature == Manifest.systemID ? reference(to: destination) : nil
    }

    /// The URL if it may be followed, else nil.
    func reference(toURL url: String) -> String? {
        let (scheme, rest) = url.splitOnce(at: ":")
        // A browser ignores control characters and spaces in a URL, so these could hide its scheme.
        guard rest != nil, LinkURL.isScheme(scheme),
            url.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0 != "\u{7F}" })
        else { return nil }
        let name = scheme.lowercased()
        return Self.outside.contains(name) || schemes.contains(name) ? url : nil
    }

    private func anchor(of place: Place) -> String? {
        anchors.last { $0.place.isSameScreen(as: place) }.map { "#\($0.anchor)" }
    }
}
