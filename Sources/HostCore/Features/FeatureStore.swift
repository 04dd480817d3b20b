import FeatureContract
import JSONText

/// Activates features when they are first needed, and keeps them.
@MainActor
package final class FeatureStore {
    /// Starts one feature.
    package typealias Activation = @MainActor (any FeatureHost) throws(CallFailure) -> any FeatureInstance

    private let activations: [String: Activation]
    private let catalog: Catalog
    private let system: SystemFeature
    private var instances: [String: any FeatureInstance] = [:]

    /// - Parameter activations: How each feature is started, by its id.
    package init(_ activations: [String: Activation], catalog: Catalog) {
        self.activations = activations
        self.catalog = catalog
        system = SystemFeature(catalog: catalog)
    }

    /// - Parameter dataHome: The folder in which each feature's data directory stands; nil where there is none.
    package convenience init(_ files: [FeatureFile], catalog: Catalog, wiring: Wiring, dataHome: String?) {
        let activations = files.map { file -> (String, Activation) in
            let id = file.manifest.id
            let settings = wiring.features[id]?.settings ?? .object([:])
            let dataDirectory = dataHome.map { Path.join($0, "switchyard/features/\(id)") } ?? ""
            return (
                id,
                { (host) throws(CallFailure) in
                    try InlineFeature(
                        file.library, manifest: file.manifest, host: host, dataDirectory: dataDirectory,
                        settings: settings.text())
                }
            )
        }
        self.init(Dictionary(activations) { first, _ in first }, catalog: catalog)
    }

    /// The feature, activated.
    package func instance(of id: String, host: any FeatureHost) throws(CallFailure) -> any FeatureInstance {
        if id == Manifest.systemID { return system }
        if let instance = instances[id] { return instance }
        guard let activate = activations[id] else {
            throw CallFailure(.unavailable, "no feature '\(id)' is installed")
        }
        do {
            let instance = try activate(host)
            instances[id] = instance
            return instance
        } catch {
            let file = catalog.feature(id)?.path.map { " (\($0))" } ?? ""
            throw CallFailure(error.code, "the feature '\(id)'\(file) did not start: \(error.reason)")
        }
    }

    /// Ends every feature that has been activated.
    package func deactivateAll() {
        for id in instances.keys.sorted() { instances[id]?.deactivate() }
        instances = [:]
    }
}
