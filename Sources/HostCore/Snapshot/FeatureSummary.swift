import FeatureContract

/// The line of a feature in `list`.
package struct FeatureSummary: Hashable, Sendable {
    package let id: String
    package let version: String
    /// The path of its file.
    package let path: String
    /// The number of its incoming routes.
    package let incoming: Int
    /// The number of its outgoing routes.
    package let outgoing: Int
    /// The number of its outgoing routes that the wiring leads nowhere.
    package let unconnected: Int
}

extension FeatureSummary {
    init(_ entry: Catalog.Entry, _ check: WiringCheck) {
        let manifest = entry.manifest
        self.init(
            id: manifest.id, version: manifest.version, path: entry.path ?? "", incoming: manifest.incoming.count,
            outgoing: manifest.outgoing.count, unconnected: check.unconnected(of: manifest).count)
    }

    /// The summary of a file that is not used, since its id is another one's: the wiring says nothing of it.
    init(shadowed file: FeatureFile) {
        let manifest = file.manifest
        self.init(
            id: manifest.id, version: manifest.version, path: file.path, incoming: manifest.incoming.count,
            outgoing: manifest.outgoing.count, unconnected: 0)
    }
}
