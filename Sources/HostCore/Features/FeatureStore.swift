import FeatureContract
import JSONText

/// Activates features when they are first needed, and keeps them.
@MainActor
package final class FeatureStore {
    private let files: [String: FeatureFile]
    private let wiring: Wiring
    private let dataHome: String?
    private let system: SystemFeature
    private var instances: [String: any FeatureInstance] = [:]

    /// - Parameter dataHome: The folder in which each feature's data directory stands; nil where there is none.
    package init(_ files: [FeatureFile], catalog: Catalog, wiring: Wiring, dataHome: String?) {
        self.files = Dictionary(files.map { ($0.manifest.id, $0) }) { first, _ in first }
        self.wiring = wiring
        self.dataHome = dataHome
        system = SystemFeature(catalog: catalog)
    }

    /// The feature, activated.
    package func instance(of id: String, host: any FeatureHost) throws(CallFailure) -> any FeatureInstance {
        if id == Manifest.systemID { return system }
        if let instance = instances[id] { return instance }
        guard let file = files[id] else { throw CallFailure(.unavailable, "no feature '\(id)' is installed") }
        let settings = wiring.features[id]?.settings ?? .object([:])
        do {
            let instance = try InlineFeature(
                file.library, manifest: file.manifest, host: host,
                dataDirectory: dataHome.map { Path.join($0, "switchyard/features/\(id)") } ?? "",
                settings: settings.text())
            instances[id] = instance
            return instance
        } catch {
            throw CallFailure(error.code, "the feature '\(id)' (\(file.path)) did not start: \(error.reason)")
        }
    }

    /// Ends every feature that has been activated.
    package func deactivateAll() {
        for id in instances.keys.sorted() { instances[id]?.deactivate() }
        instances = [:]
    }
}
