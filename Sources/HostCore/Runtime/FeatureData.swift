import FeatureContract
import Glibc
import HostSystem

/// The data directory of a running feature, with the right to use it: the lock of a file beside it, `ID.lock`.
///
/// One instance at a time uses the directory, as FeatureABI.h promises. The lock belongs to the host, since a worker
/// may not write to the lock's file. Instances in one host share the right: a new version of a feature starts while the
/// old one still runs, and with its data. A feature with `sharesData` in its manifest takes no lock.
@MainActor
package struct FeatureData {
    /// The feature's directory; empty if it has none.
    let path: String
    private var right: Right?

    /// The lock of a directory, released with the last instance that uses it.
    private final class Right {
        private let path: String
        private let lock: FileLock

        init(_ path: String) throws(SystemError) {
            lock = try FileLock(path, isMade: true, patience: .zero)
            self.path = path
            lock.note(getpid())
        }

        deinit {
            // While it is held: a process that opened the file earlier sees that it is gone, and makes a new one.
            if lock.isInPlace { unlink(path) }
        }
    }

    /// The rights of instances in this process, by the paths of their locks.
    private static var rights: [String: WeakRight] = [:]

    private struct WeakRight {
        weak var right: Right?
    }

    /// Takes the right to use a feature's data directory.
    ///
    /// If another process has it, a feature without any data starts without a directory: instances of a feature that
    /// never stores data do not exclude each other. If the lock's file cannot be made, as in a directory that is not
    /// writable or on a file system without flock(2), nothing is locked.
    ///
    /// - Throws: The process that has the directory, if there is data in it.
    static func claim(
        _ directory: String, of manifest: Manifest, log: (String) -> Void
    ) throws(CallFailure) -> FeatureData {
        guard !directory.isEmpty, !manifest.sharesData else { return FeatureData(path: directory) }
        let path = directory + ".lock"
        if let right = rights[path]?.right { return FeatureData(path: directory, right: right) }
        do throws(SystemError) {
            if let parent = Path.parent(directory) { try FileSystem.makeDirectories(parent) }
            let right = try Right(path)
            rights[path] = WeakRight(right: right)
            try? FileSystem.makeDirectory(directory)
            return FeatureData(path: directory, right: right)
        } catch {
            if error.fault != nil || [EISDIR, ELOOP].contains(error.code) {
                throw CallFailure(
                    .unavailable, "its data cannot be locked, since '\(path)' is no regular file; move it away")
            }
            guard error.code == EWOULDBLOCK else { return FeatureData(path: directory) }
            let holder = FileLock.holder(of: path).map(LinuxProcess.name(of:)) ?? "another process"
            guard isEmpty(directory) else {
                throw CallFailure(
                    .unavailable,
                    "its data is in use by \(holder), and one instance at a time may use it; go to the app that runs there, "
                        + "with links by '\(HostName.name) open', or end it first")
            }
            log("it has no data directory, and keeps nothing: \(holder) has the directory")
            return FeatureData(path: "")
        }
    }

    /// Whether a directory is missing or empty.
    private static func isEmpty(_ directory: String) -> Bool {
        do throws(SystemError) {
            return try FileSystem.names(in: directory).isEmpty
        } catch {
            return error.code == ENOENT
        }
    }
}
