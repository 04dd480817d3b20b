import Glibc
import HostSystem

/// Files that were removed from the cache.
package struct RemovedFiles: Hashable, Sendable {
    /// The number of copies, snapshots, folders or other files.
    package var count = 0
    /// The size in bytes.
    var bytes: Int64 = 0

    mutating func add(_ bytes: Int64) {
        count += 1
        self.bytes += bytes
    }
}

extension PrivateCopies {
    /// Removes the copies that no host finds any more: of missing files, of earlier versions, without a commit marker.
    /// Copies in use stay.
    func removeUnreferenced() -> RemovedFiles {
        var removed = RemovedFiles()
        guard (try? requireOwnDirectory()) != nil, let names = try? FileSystem.names(in: directory) else {
            return removed
        }
        // The folders to which the markers of existing files lead, by the file's prefix.
        var current: [Substring: String] = [:]
        for name in names where name.hasSuffix(Self.markerSuffix) {
            guard let marker = Self.marker(at: Path.join(directory, name)), !FileSystem.isGone(marker.original) else {
                continue
            }
            current[name.dropLast(Self.markerSuffix.count)] = folder(of: marker)
        }
        for name in names {
            let path = Path.join(directory, name)
            if name == Self.siblings { continue }
            let prefix = name.prefix { $0 != "-" && $0 != "." }
            if name == prefix + Self.markerSuffix {
                if current[prefix] == nil { unlink(path) }
            } else if current[prefix] != path, !name.contains(".") || FileSystem.isOlder(path, than: 60) {
                // A name with a dot is that of a copy or marker that a host is writing, or was writing when it was
                // killed.
                if let bytes = Self.removeUnused(path) { removed.add(bytes) } else { unlink(path) }
            }
        }
        removeUnusedSiblings(&removed)
        return removed
    }

    /// Removes the sibling libraries to which no copy has a link.
    private func removeUnusedSiblings(_ removed: inout RemovedFiles) {
        let folder = Path.join(directory, Self.siblings)
        for name in (try? FileSystem.names(in: folder)) ?? [] {
            let path = Path.join(folder, name)
            var status = stat()
            guard lstat(path, &status) == 0, status.st_nlink == 1, unlink(path) == 0 else { continue }
            removed.add(Int64(status.st_size))
        }
    }
}
