import FeatureContract

/// Decides where a link of a page leads.
struct HTMLLinks {
    private let catalog: Catalog
    private let wiring: Wiring
    private let redirector: Redirector
    /// The schemes of links that the host itself opens.
    private let schemes: Set<String>
    /// The screens that the page holds, with what leads to them on it.
    private let anchors: [(destination: Destination, anchor: String)]

    /// What a browser follows, and what can do no more than that.
    static let outside: Set<String> = ["http", "https", "mailto"]
    /// What runs or holds a document of its own in a browser, and that no feature gets by declaring links of it.
    private static let neverFollowed: Set<String> = [
        "javascript", "data", "vbscript", "blob", "file", "filesystem", "about", "view-source", "chrome", "resource",
    ]

    init(
        catalog: Catalog, wiring: Wiring, redirector: Redirector,
        anchors: [(destination: Destination, anchor: String)] = []
    ) {
        self.catalog = catalog
        self.wiring = wiring
        self.redirector = redirector
        self.anchors = anchors
        let own = wiring.schemes ?? catalog.links().sites.map(\.scheme)
        schemes = Set(own.map { $0.lowercased() }).subtracting(Self.neverFollowed)
    }

    /// Where a destination that a feature or the wiring names leads: to its screen on the page, else to its URL; nil
    /// where it has neither.
    func reference(to destination: Destination) -> String? {
        guard let checked = try? catalog.checked(destination), let end = try? redirector.resolve(checked).end else {
            return nil
        }
        return anchor(of: end) ?? url(of: end).flatMap(reference(toURL:))
    }

    /// The canonical link to a destination; nil where it has none that the host takes.
    func url(of destination: Destination) -> String? { catalog.url(for: destination, takenBy: wiring) }

    /// The same for a link on a screen of a feature, which leads to that feature's own destinations only, incoming or
    /// outgoing. The host's screens lead anywhere.
    func reference(to destination: Destination, shownBy feature: String?) -> String? {
        feature == destination.feature || feature == Manifest.systemID ? reference(to: destination) : nil
    }

    /// The URL, where it may be followed; nil for every other one.
    func reference(toURL url: String) -> String? {
        let (scheme, rest) = url.splitOnce(at: ":")
        // A browser passes over control characters and space in a URL, so that those could hide its scheme.
        guard rest != nil, LinkURL.isScheme(scheme),
            url.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0 != "\u{7F}" })
        else { return nil }
        let name = scheme.lowercased()
        return Self.outside.contains(name) || schemes.contains(name) ? url : nil
    }

    private func anchor(of destination: Destination) -> String? {
        let manifest = catalog.feature(destination.feature)?.manifest
        return anchors.last { $0.destination == destination || manifest?.areSame($0.destination, destination) == true }
            .map { "#\($0.anchor)" }
    }
}
