internal import Glibc

/// A file beside the library, or in the data directory.
enum SmallFile {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads a file; nil if there is none. One of more than 1 MiB, or that is no regular file, is refused.
    static func read(_ path: String) throws(Failure) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw Failure(description: "the file cannot be opened: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= 1 << 20 else {
            throw Failure(description: "expected a regular file of at most 1 MiB")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let size = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
            }
            if size < 0, errno == EINTR { continue }
            guard size >= 0 else {
                throw Failure(description: "the file cannot be read: \(String(cString: strerror(errno)))")
            }
            if size == 0 { break }
            count += size
        }
        return Array(bytes[..<count])
    }
}
