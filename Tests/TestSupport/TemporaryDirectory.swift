import Glibc

/// A new directory, removed when this object is.
package final class TemporaryDirectory: Sendable {
    package let path: String

    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(_ operation: String, _ path: String) {
            description = "\(operation) \(path): \(String(cString: strerror(errno)))"
        }
    }

    package init() throws {
        let parent = Self.parent
        guard let made = mkdtemp(strdup("\(parent)/switchyard-tests-XXXXXX")) else { throw Failure("mkdtemp", parent) }
        defer { free(made) }
        // Without symbolic links, as the host prints paths.
        guard let resolved = realpath(made, nil) else { throw Failure("realpath", parent) }
        defer { free(resolved) }
        path = String(cString: resolved)
    }

    deinit {
        Self.remove(path)
    }

    /// The parent of new directories: TMPDIR. Without it the first tier works in memory if it can, since each test
    /// copies libraries of several megabytes and the host waits until the disk has its own copies of them; the deep
    /// tier works on the disk.
    private static let parent: String = {
        if let chosen = getenv("TMPDIR") { return String(cString: chosen) }
        let memory = "/dev/shm"
        var system = statvfs()
        guard Tier.current == .first, access(memory, W_OK) == 0, statvfs(memory, &system) == 0 else { return "/tmp" }
        // ST_NOEXEC of statvfs(3), which Glibc's module leaves out.
        let runsPrograms = system.f_flag & 8 == 0
        return runsPrograms && system.f_bavail * system.f_frsize >= 2 << 30 ? memory : "/tmp"
    }()

    /// Returns the path of a name in this directory.
    package func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes a directory in this one.
    @discardableResult
    package func makeDirectory(_ name: String) throws -> String {
        guard mkdir(self(name), 0o755) == 0 else { throw Failure("mkdir", self(name)) }
        return self(name)
    }

    /// Removes a file or a directory with everything in it.
    package static func remove(_ path: String) {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            for name in (try? File.names(in: path)) ?? [] { remove("\(path)/\(name)") }
        }
        Glibc.remove(path)
    }
}

/// Reading and writing of files as bytes.
package enum File {
    package static func read(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "rbe") else { throw TemporaryDirectory.Failure("open", path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&block, 1, block.count, file), count > 0 { bytes += block.prefix(count) }
        return bytes
    }

    /// Writes into an existing file, or into a new one.
    package static func write(_ bytes: [UInt8], to path: String) throws {
        guard let file = fopen(path, "wbe") else { throw TemporaryDirectory.Failure("open", path) }
        let written = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, written == bytes.count else { throw TemporaryDirectory.Failure("write", path) }
    }

    package static func write(_ text: String, to path: String) throws {
        try write(Array(text.utf8), to: path)
    }

    package static func copy(_ source: String, to path: String) throws {
        try write(read(source), to: path)
    }

    /// The names in a directory, sorted, without `.` and `..`.
    package static func names(in path: String) throws -> [String] {
        guard let directory = opendir(path) else { throw TemporaryDirectory.Failure("opendir", path) }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            // The name is read in place: its type has 256 bytes, and readdir's buffer may end with the name.
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
                })
        }
        return names.filter { $0 != "." && $0 != ".." }.sorted()
    }
}
