import Glibc
import HostCore
import HostSystem

/// A folder for this process alone, which exists until it is removed.
package struct TemporaryFolder {
    package let path: String

    /// Makes the folder in `TMPDIR`, or else in /tmp: mkdtemp(3).
    package init() throws(SystemError) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        var template = Array(Path.join(parent.isEmpty ? "/tmp" : parent, "switchyard-check-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError(code: errno, operation: "mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes the folder with its contents; targets of symbolic links stay.
    package func remove() { Self.remove(path) }

    private static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        // A feature may have removed the owner's permissions.
        chmod(path, 0o700)
        for name in (try? FileSystem.names(in: path)) ?? [] { remove(Path.join(path, name)) }
        rmdir(path)
    }
}
