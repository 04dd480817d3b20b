import Glibc

/// Where it is kept what follows from an app: beside the registry, in files of its own, so that apps which are used in
/// turn do not take each other's place.
struct KeptFolder {
    let registry: RegistryFolder
    /// What tells the app's files from those of others: a hash of the paths of its plugins directories and its wiring
    /// file, equal in every run.
    let app: String

    /// Of how many apps something is kept.
    static let maximumApps = 16

    /// - Parameters:
    ///   - registry: The directory of the registry.
    ///   - wiring: The path of the wiring file.
    init(_ registry: String, of plugins: [PluginsDirectory], wiring: String?) {
        self.registry = RegistryFolder(registry)
        var writer = BinaryWriter()
        writer.append(list: plugins.map { Self.absolute($0.path) }) { writer, path in writer.append(path) }
        writer.append(optional: wiring.map(Self.absolute)) { writer, path in writer.append(path) }
        app = String(writer.bytes.withUnsafeBytes { XXHash64.hash($0) }, radix: 16)
    }

    /// The path of the app's file of that name.
    func path(_ name: String) -> String { Path.join(registry.path, "\(name)-\(app)") }

    /// Removes the files of that name that have not changed for longest, where there are those of too many apps, and
    /// what hosts have left that were killed as they wrote one.
    func prune(_ name: String) {
        let names = ((try? FileSystem.names(in: registry.path)) ?? []).filter { $0.hasPrefix("\(name)-") }
        // One that is being written has a dot in its name for as long.
        let unfinished = names.filter { $0.contains(".") }
        let paths = names.filter { !$0.contains(".") }.map { Path.join(registry.path, $0) }
        for path in unfinished.map({ Path.join(registry.path, $0) }) where isLeftOver(path) { unlink(path) }
        guard paths.count > Self.maximumApps else { return }
        let oldest = paths.map { (path: $0, time: FileSystem.modified($0) ?? 0) }.sorted { $0.time < $1.time }
        for file in oldest.dropLast(Self.maximumApps) { unlink(file.path) }
    }

    /// Whether nobody has written to a file for an hour.
    private func isLeftOver(_ path: String) -> Bool {
        FileSystem.modified(path).map { time(nil) - Int($0 / 1_000_000_000) > 3600 } ?? false
    }

    /// Returns the path from the root on, without what makes no other path of it. Symbolic links stay: where one leads
    /// may change, and the app is the one that is named.
    private static func absolute(_ path: String) -> String {
        let whole = path.hasPrefix("/") ? path : Path.join(Path.resolved(".") ?? "/", path)
        return "/" + whole.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }
}
