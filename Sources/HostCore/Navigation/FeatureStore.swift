import FeatureABI
import FeatureContract
import Glibc
import JSONText

/// Activates features when they are first needed, and keeps them.
@MainActor
package final class FeatureStore {
    /// Starts one feature.
    package typealias Activation = @MainActor (any FeatureHost) throws(CallFailure) -> any FeatureInstance

    private var activations: [String: Activation]
    /// How a feature is started that is not among them yet.
    private var find: @MainActor (String) -> Activation?
    private var catalog: Catalog
    private var system: SystemFeature
    private var instances: [String: any FeatureInstance] = [:]

    /// - Parameter activations: How each feature is started, by its id.
    package init(_ activations: [String: Activation], catalog: Catalog) {
        self.activations = activations
        find = { _ in nil }
        self.catalog = catalog
        system = SystemFeature(catalog: catalog)
    }

    /// - Parameter find: Tells how a feature is started, once for each that is to be.
    init(catalog: Catalog, finding find: @escaping @MainActor (String) -> Activation?) {
        activations = [:]
        self.find = find
        self.catalog = catalog
        system = SystemFeature(catalog: catalog)
    }

    /// How the features of files are started; of several with one id the first.
    static func activations(
        of files: [FeatureFile], wiring: Wiring, options: HostOptions
    ) -> [String: Activation] {
        Dictionary(files.map { ($0.manifest.id, activation(of: $0, wiring: wiring, options: options)) }) { first, _ in
            first
        }
    }

    /// How the feature of a file is started.
    static func activation(of file: FeatureFile, wiring: Wiring, options: HostOptions) -> Activation {
        let id = file.manifest.id
        let decided = wiring.options(of: id)
        let settings = (decided?.settings ?? .object([:])).text()
        let dataDirectory = options.environment.dataHome.map { Path.join($0, "switchyard/features/\(id)") } ?? ""
        let copy = RunningCopy(of: file, options)
        switch options.isolation ?? decided?.isolation ?? .process {
        case .inline:
            return { (host) throws(CallFailure) in
                let library: UnsafePointer<sy_library>
                do throws(LibraryError) {
                    library = try load(copy).entry()
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
                    dataDirectory: dataDirectory, settings: settings, ended: copy.forgetIfDamaged
                ) { () throws(CallFailure) in
                    let path: String
                    do throws(LibraryError) {
                        path = try copy.path()
                    } catch {
                        throw CallFailure(.unavailable, error.description)
                    }
                    do throws(SystemError) {
                        return (try WorkerProcess.start(executable: options.worker, name: file.path), path)
                    } catch {
                        throw CallFailure(
                            .unavailable, "no process can be started for it (\(error.reasonOfNoProcess))")
                    }
                })
            return { (host) throws(CallFailure) in
                do throws(CallFailure) {
                    try feature.activate(host)
                } catch {
                    guard copy.isFoundDamaged() else { throw error }
                    // That it did not start says nothing about the library.
                    feature.reenable()
                    try feature.activate(host)
                }
                return feature
            }
        }
    }

    /// Loads a library into this process; a second time where its copy was damaged.
    private static func load(_ copy: RunningCopy) throws(LibraryError) -> SharedLibrary {
        let path = try copy.path()
        do throws(LibraryError) {
            return try SharedLibrary(loading: path)
        } catch {
            guard copy.isFoundDamaged() else { throw error }
            return try SharedLibrary(loading: copy.path())
        }
    }

    /// The feature, activated.
    package func instance(of id: String, host: any FeatureHost) throws(CallFailure) -> any FeatureInstance {
        if id == Manifest.systemID { return system }
        if let instance = instances[id] { return instance }
        guard let activate = activations[id] ?? find(id) else {
            throw CallFailure(.unavailable, "no feature '\(id)' is installed")
        }
        // One that does not start may try again, and it counts how often.
        activations[id] = activate
        do {
            let instance = try activate(host)
            instances[id] = instance
            return instance
        } catch {
            throw CallFailure(error.code, didNotStart(id, error.reason))
        }
    }

    /// Whether a feature has been activated.
    func isActive(_ id: String) -> Bool { instances[id] != nil }

    /// Puts other features in the place of those that there are.
    ///
    /// - Parameters:
    ///   - started: Those of them that run already.
    ///   - unchanged: The ids of those that stay as they are, and go on where they run. One that has been deactivated
    ///     may try again.
    /// - Returns: The features that ran until now and are to be ended.
    func replace(
        by activations: [String: Activation], catalog: Catalog, started: [String: any FeatureInstance],
        unchanged: Set<String>
    ) -> [any FeatureInstance] {
        let ended = instances.filter { !unchanged.contains($0.key) }
        instances = instances.filter { unchanged.contains($0.key) }.merging(started) { _, new in new }
        for case let worker as WorkerFeature in instances.values { worker.reenable() }
        self.activations = activations
        find = { _ in nil }
        self.catalog = catalog
        system = SystemFeature(catalog: catalog)
        return ended.keys.sorted().compactMap { ended[$0] }
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
