import FeatureContract

/// A feature as a host knows it before the feature runs.
public struct InstalledFeature: Hashable, Sendable {
    /// Its id, by which the wiring and destinations name it, such as `character`: also the destination of its main
    /// screen.
    public let id: String
    /// Its version, as its author writes it.
    public let version: String
    /// The path of its file.
    public let path: String
    /// The destinations that it shows, such as `character/detail?identifier={int}`; what may be left out has a `?`
    /// behind its type.
    public let incoming: [String]
    /// The destinations that it wants and the wiring is to lead elsewhere, in the same form.
    public let outgoing: [String]

    init(_ entry: Catalog.Entry) {
        let manifest = entry.manifest
        id = manifest.id
        version = manifest.version
        path = entry.path ?? ""
        incoming = manifest.incoming.map { $0.shape(of: manifest.id) }
        outgoing = manifest.outgoing.map { $0.shape(of: manifest.id) }
    }
}

extension RouteDeclaration {
    /// `character/detail?identifier={int}`; what may be left out has a `?` behind its type.
    package func shape(of feature: String) -> String {
        let items = arguments.map { "\($0.name)={\($0.type)\($0.isRequired ? "" : "?")}" }
        return "\(feature)/\(name)" + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }
}
