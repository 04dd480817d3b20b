import Glibc
import HostSystem

/// Removes from the host's cache directory what no host finds any more: private copies, registry entries and snapshots
/// of files that are gone, copies of earlier versions, and what killed hosts have left.
///
/// It is safe while other hosts run: a copy that a host uses is locked, and the registry is changed under its lock.
package struct CacheUpkeep: Sendable {
    private let options: HostOptions

    package init(_ options: HostOptions) {
        self.options = options
    }

    /// The files that were removed.
    package struct Removed: Hashable, Sendable {
        package var copies = RemovedFiles()
        package var entries = RemovedFiles()
        package var snapshots = RemovedFiles()
        /// Temporary folders of hosts that were killed.
        package var temporary = RemovedFiles()
        /// The reason why registry entries could not be removed.
        package var problem: Discovery.Warning?

        /// The size of everything that was removed, in bytes.
        package var bytes: Int64 { copies.bytes + entries.bytes + snapshots.bytes + temporary.bytes }
    }

    /// Removes everything that can be removed now.
    package func run() -> Removed {
        var removed = Removed()
        removed.copies = options.copies.removeUnreferenced()
        removed.temporary = TemporaryCopies.removeLeftOver()
        removed.snapshots = SnapshotFile.removeUnreferenced(in: RegistryFolder(options.cacheDirectory))
        let registry = Registry.open(directory: options.cacheDirectory)
        let size = registry.health.size
        do {
            removed.entries.count = try registry.prune(isGone: FileSystem.isGone)
            removed.entries.bytes = Int64(size - registry.health.size)
        } catch {
            removed.problem = .registryNotWritten(path: registry.path, error)
        }
        return removed
    }

    /// Removes everything that can be removed, if no host has done so for a day.
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
