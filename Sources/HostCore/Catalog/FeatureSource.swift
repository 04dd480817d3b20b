import FeatureContract

/// The origin of a catalog's features: a discovery (``DiscoveredFeatures``), or the snapshot of an earlier one. Both
/// give equal answers, so a catalog's callers need not distinguish them.
protocol FeatureSource: Sendable {
    var ids: [String] { get }
    /// The files that are not used, in the order of discovery. Those whose id another file has come last.
    var refusals: [FileRefusal] { get }
    /// Returns the feature with an id; nil if there is none. A snapshot reads the manifest now; if it is damaged, the
    /// file becomes a refusal.
    func feature(_ id: String) -> Catalog.Entry?
    /// Returns every feature, sorted by id.
    func features() -> [Catalog.Entry]
    /// Returns the files with a usable feature, in the order of discovery, including shadowed ones.
    func files() -> [FeatureFile]
    /// Returns an index with the same match for this link as the index of all links.
    func links(for url: LinkURL) -> LinkIndex
    /// Returns an index with all links of this link's scheme and host.
    func links(atSiteOf url: LinkURL) -> LinkIndex
    func links() -> LinkIndex
}

/// Features whose manifests have all been read.
final class DiscoveredFeatures: FeatureSource {
    let ids: [String]
    let refusals: [FileRefusal]
    private let entries: [Catalog.Entry]
    private let entriesByID: [String: Catalog.Entry]
    private let usable: [FeatureFile]
    private let index: LinkIndex

    /// - Parameter found: Usable features in the order of discovery: the first with an id is used.
    init(_ found: [Catalog.Entry], refusals: [FileRefusal]) {
        var taken: [String: Catalog.Entry] = [:]
        var shadowed: [FileRefusal] = []
        for entry in found {
            if let first = taken[entry.manifest.id] {
                shadowed.append(
                    FileRefusal(
                        path: entry.path ?? "",
                        reason: .shadowed(id: entry.manifest.id, by: first.path ?? "the host")))
            } else {
                taken[entry.manifest.id] = entry
            }
        }
        entries = taken.values.sorted { $0.manifest.id < $1.manifest.id }
        ids = entries.map(\.manifest.id)
        entriesByID = taken
        usable = found.compactMap(\.file)
        self.refusals = refusals + shadowed
        index = LinkIndex(entries)
    }

    func feature(_ id: String) -> Catalog.Entry? { entriesByID[id] }
    func features() -> [Catalog.Entry] { entries }
    func files() -> [FeatureFile] { usable }
    func links(for url: LinkURL) -> LinkIndex { index }
    func links(atSiteOf url: LinkURL) -> LinkIndex { index }
    func links() -> LinkIndex { index }
}
