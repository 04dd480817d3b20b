import Glibc
import HostSystem

/// Removes files from the host's cache directory that no host finds any more: private copies, registry entries and
/// snapshots of missing files, copies of earlier versions, and files of killed hosts.
///
/// Safe while other hosts run: copies in use are locked, and the registry is changed under its lock.
package struct CacheUpkeep: Sendable {
    private let options: HostOptions

    package init(_ options: HostOptions) {
        self.options = options
    }

    package struct Removed: Hashable, Sendable {
        package var copies = RemovedFiles()
        package var entries = RemovedFiles()
        package var snapshots = RemovedFiles()
        /// Temporary folders of killed hosts.
        package var temporary = RemovedFiles()
        package var problem: Discovery.Warning?

        /// The size of all removed files, in bytes.
        package var bytes: Int64 { copies.bytes + entries.bytes + snapshots.bytes + temporary.bytes }
    }

    package func run() -> Removed {
        var removed = Removed()
        removed.copies = options.copies.removeUnreferenced()
        removed.temporary = TemporaryCopies.removeLeftOver()
        removed.snapshots = SnapshotFile.removeUnreferenced(in: RegistryFolder(options.cacheDirectory))
        for registry in Registry.all(in: options.cacheDirectory) {
            let size = registry.health.size
            do {
                removed.entries.count += try registry.prune(isGone: FileSystem.isGone)
                removed.entries.bytes += Int64(size - registry.health.size)
            } catch {
                removed.problem = .registryNotWritten(path: registry.path, error)
            }
        }
        return removed
    }

    /// Runs unless a host has done so within a day.
    func runIfDue() {
        let path = Path.join(options.cacheDirectory, "upkeep")
        guard FileSystem.modified(path) == nil || FileSystem.isOlder(path, than: 24 * 3600),
            let lock = try? FileLock(path, isMade: true, patience: .zero)
        else { return }
        defer { lock.release() }
        utimes(path, nil)
        _ = run()
    }
}
