import Glibc

/// Where it is kept what follows from an app: beside the registry, in files of its own, so that apps which are used in
/// turn do not take each other's place.
struct KeptFolder {
    let registry: RegistryFolder
    /// What tells the app's files from those of others: of its plugins directories and its wiring file.
    private let app: String

    /// Of how many apps something is kept.
    static let maximumApps = 16

    /// - Parameters:
    ///   - registry: The directory of the registry.
    ///   - wiring: The path of the wiring file.
    init(_ registry: String, of plugins: [PluginsDirectory], wiring: String?) {
        self.registry = RegistryFolder(registry)
        var writer = FlatWriter()
        writer.append(list: plugins.map { Self.absolute($0.path) }) { writer, path in writer.append(path) }
        writer.append(optional: wiring.map(Self.absolute)) { writer, path in writer.append(path) }
        app = String(writer.bytes.withUnsafeBytes { XXHash64.hash($0) }, radix: 16)
    }

    /// The path of the app's file of that name.
    func path(_ name: String) -> String { Path.join(registry.path, "\(name)-\(app)") }

    /// Removes the oldest files of that name, where there are those of too many apps.
    func prune(_ name: String) {
        // One that is being written has another name for as long.
        let names = (try? FileSystem.names(in: registry.path)) ?? []
        let paths = names.filter { $0.hasPrefix("\(name)-") && !$0.contains(".") }
            .map { Path.join(registry.path, $0) }
        guard paths.count > Self.maximumApps else { return }
        let oldest = paths.map { (path: $0, time: FileSystem.modified($0) ?? 0) }.sorted { $0.time < $1.time }
        for file in oldest.dropLast(Self.maximumApps) { unlink(file.path) }
    }

    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : Path.join(Path.resolved(".") ?? "/", path)
    }
}
