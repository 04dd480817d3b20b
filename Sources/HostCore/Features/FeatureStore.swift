import FeatureABI
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

    /// - Parameter files: Of several with one id the first.
    package convenience init(_ files: [FeatureFile], catalog: Catalog, wiring: Wiring, options: HostOptions) {
        self.init(
            Dictionary(
                files.map { ($0.manifest.id, Self.activation(of: $0, wiring: wiring, options: options)) },
                uniquingKeysWith: { first, _ in first }),
            catalog: catalog)
    }

    private static func activation(of file: FeatureFile, wiring: Wiring, options: HostOptions) -> Activation {
        let id = file.manifest.id
        let decided = wiring.features[id]
        let settings = (decided?.settings ?? .object([:])).text()
        let dataDirectory = options.environment.dataHome.map { Path.join($0, "switchyard/features/\(id)") } ?? ""
        let copy: @MainActor () throws(CallFailure) -> String = { () throws(CallFailure) in
            do throws(LibraryError) {
                return try options.copies.copy(
                    of: file.path, file.identity, allowingInsecure: options.allowsInsecure)
            } catch {
                throw CallFailure(.unavailable, error.description)
            }
        }
        switch options.isolation ?? decided?.isolation ?? .process {
        case .inline:
            return { (host) throws(CallFailure) in
                let path = try copy()
                let library: UnsafePointer<sy_library>
                do throws(LibraryError) {
                    library = try SharedLibrary(loading: path).entry()
                    guard try LibraryManifest.read(from: library).text == file.text else {
                        throw .malformed("it gives another manifest than before, which is a defect of it")
                    }
                } catch {
                    throw CallFailure(.unavailable, error.description)
                }
                return try InlineFeature(
                    library, manifest: file.manifest, host: host, dataDirectory: dataDirectory, settings: settings)
            }
        case .process:
            // It outlives a start that fails, so that too many are counted.
            let feature = WorkerFeature(
                manifest: file.manifest, text: file.text,
                launch: WorkerFeature.Launch(
                    limits: WorkerLimits(
                        memory: decided?.memory ?? WorkerLimits.usual.memory,
                        openFiles: decided?.openFiles ?? WorkerLimits.usual.openFiles),
                    deadline: decided?.deadline ?? wiring.deadline ?? Wiring.usualDeadline,
                    dataDirectory: dataDirectory, settings: settings
                ) { () throws(CallFailure) in
                    let path = try copy()
                    do throws(SystemError) {
                        return (try WorkerProcess(executable: options.worker, name: file.path), path)
                    } catch {
                        throw CallFailure(.unavailable, "no process can be started for it (\(error))")
                    }
                })
            return { (host) throws(CallFailure) in
                try feature.activate(host)
                return feature
            }
        }
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
            throw CallFailure(error.code, didNotStart(id, error.reason))
        }
    }

    private func didNotStart(_ id: String, _ reason: String) -> String {
        let subject = "the feature '\(id)'"
        let file = catalog.feature(id)?.path.map { " (\($0))" } ?? ""
        // What is told of the feature itself names it too, and once is enough.
        let told = reason.hasPrefix("\(subject) ") ? "it" + reason.dropFirst(subject.count) : reason
        return "\(subject)\(file) did not start: \(told)"
    }

    /// Lets work that features have just started elsewhere run up to its first suspension.
    package func takeTurns() {
        for id in instances.keys.sorted() { instances[id]?.takeTurns() }
    }

    /// Ends every feature that has been activated.
    package func deactivateAll() {
        for id in instances.keys.sorted() { instances[id]?.deactivate() }
        instances = [:]
    }
}
