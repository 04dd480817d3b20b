import FeatureContract
import HostSystem

/// Activates features when they are first needed, and keeps them.
@MainActor
package final class FeatureStore {
    /// Starts one feature.
    package struct Activation {
        package typealias Start = @MainActor (any FeatureHost) throws(CallFailure) -> any FeatureInstance

        /// The settings, language and directories that the feature receives at its start.
        package let context: ActivationContext
        private let start: Start

        package init(_ context: ActivationContext = ActivationContext(), _ start: @escaping Start) {
            self.context = context
            self.start = start
        }

        @MainActor
        package func callAsFunction(_ host: any FeatureHost) throws(CallFailure) -> any FeatureInstance {
            try start(host)
        }
    }

    private var activations: [String: Activation]
    /// Finds how to start a feature that is not in ``activations`` yet.
    private var find: @MainActor (String) -> Activation?
    private var catalog: Catalog
    private let directories: [String]
    private var system: SystemFeature
    private var instances: [String: any FeatureInstance] = [:]
    /// The replaced features that may still have to end.
    private var retired: [Retired] = []

    private struct Retired {
        weak var instance: (any FeatureInstance)?
    }

    weak var observer: (any CoordinatorObserver)?

    /// - Parameter activations: The function that starts each feature, by its id.
    package init(_ activations: [String: Activation], catalog: Catalog) {
        self.activations = activations
        find = { _ in nil }
        self.catalog = catalog
        directories = []
        system = SystemFeature(catalog: catalog, directories: [])
    }

    /// - Parameters:
    ///   - directories: The paths of the plugins directories.
    ///   - find: Returns how to start a feature, which the store then keeps; nil if there is no such feature.
    init(catalog: Catalog, directories: [String], finding find: @escaping @MainActor (String) -> Activation?) {
        activations = [:]
        self.find = find
        self.catalog = catalog
        self.directories = directories
        system = SystemFeature(catalog: catalog, directories: directories)
    }

    func instance(of id: String, host: any FeatureHost) throws(CallFailure) -> any FeatureInstance {
        if id == Manifest.systemID { return system }
        if let instance = instances[id] { return instance }
        guard let activate = activations[id] ?? find(id) else {
            throw CallFailure(.unavailable, "no feature '\(id)' is installed")
        }
        // A failed start may be tried again; the activation counts the attempts.
        activations[id] = activate
        do {
            let instance = try start(id, activate, host: host)
            instances[id] = instance
            return instance
        } catch {
            let file = catalog.feature(id)?.path.map { " (\($0))" } ?? ""
            throw error.saying("the feature '\(id)'\(file) did not start: \(error.reason)")
        }
    }

    /// Starts a feature, observed if there is an observer or a trace.
    func start(
        _ id: String, _ activate: Activation, host: any FeatureHost
    ) throws(CallFailure) -> any FeatureInstance {
        guard observer != nil || Trace.isWritten else { return try activate(host) }
        return try ObservedFeature(id, host: host, observer: observer, activate)
    }

    func isActive(_ id: String) -> Bool { instances[id] != nil }

    /// Replaces the features.
    ///
    /// - Parameters:
    ///   - started: The new features that run already.
    ///   - unchanged: The features that keep running. One that was deactivated may start again.
    /// - Returns: The running features that were replaced or removed, for the caller to end.
    package func replace(
        by activations: [String: Activation], catalog: Catalog, started: [String: any FeatureInstance],
        unchanged: Set<String>
    ) -> [any FeatureInstance] {
        let ended = instances.filter { !unchanged.contains($0.key) }
        instances = instances.filter { unchanged.contains($0.key) }.merging(started) { _, new in new }
        for instance in instances.values { instance.reenable() }
        self.activations = activations
        find = { _ in nil }
        self.catalog = catalog
        system = SystemFeature(catalog: catalog, directories: directories)
        return ended.keys.sorted().compactMap { ended[$0] }
    }

    /// Lets tasks started during the features' last calls run to their first suspension.
    func runTurns() {
        for id in instances.keys.sorted() { instances[id]?.runTurns() }
    }

    /// Ends busy features before the app ends, all with the same deadline.
    func endBusy() {
        for instance in instances.values { instance.beginEnd() }
        let end = ContinuousClock.now.advanced(by: WorkerFeature.graceToEnd)
        for id in instances.keys.sorted() { instances[id]?.endIfBusy(at: end) }
    }

    /// Deactivates a replaced feature. ``deactivateAll()`` waits for its end.
    func retire(_ instance: any FeatureInstance) {
        instance.deactivate()
        retired.removeAll { $0.instance == nil }
        retired.append(Retired(instance: instance))
    }

    /// Ends every activated feature at the same time. Waits for their ends, and for those of replaced features.
    func deactivateAll() {
        let ending = instances.keys.sorted().compactMap { instances[$0] }
        for instance in ending { instance.deactivate() }
        for instance in retired.compactMap(\.instance) + ending { instance.waitForEnd() }
        (instances, retired) = ([:], [])
    }
}
