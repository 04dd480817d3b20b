import FeatureContract

/// The links of the features of a catalog. Of one that is kept only those are read that a link may be of.
package struct CatalogLinks: Sendable {
    private let source: Source

    private enum Source {
        case read(Catalog.Contents)
        case kept(KeptCatalog)
    }

    init(_ contents: Catalog.Contents) { source = .read(contents) }
    init(_ kept: KeptCatalog) { source = .kept(kept) }

    /// Those of all features.
    var whole: LinkIndex {
        switch source {
        case .read(let contents): contents.links
        case .kept(let kept): kept.whole.catalog.links.whole
        }
    }

    /// The destination of a link.
    package func match(_ url: LinkURL) -> LinkMatch {
        switch source {
        case .read(let contents): contents.links.match(url)
        case .kept(let kept): kept.links(for: url).match(url)
        }
    }

    /// Every pattern of the link's scheme and host, best rank first, with what became of it.
    package func trials(_ url: LinkURL) -> [LinkIndex.Trial] { whole.trials(url) }

    /// The schemes and hosts that any feature has links for.
    package var sites: [(scheme: String, host: String)] { whole.sites }

    /// Patterns of different features and one rank that a common link matches.
    package var comparison: LinkIndex.Comparison { whole.comparison }
}
