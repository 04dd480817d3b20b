import Glibc

/// A file that a script is read from.
struct ScriptFile {
    /// The largest script, in bytes.
    static let maximumSize = 1 << 20

    /// `-` for standard input.
    let path: String

    var name: String { path == "-" ? "standard input" : path }

    func read() throws(ScriptFileError) -> [UInt8] {
        guard path != "-" else { return try read(STDIN_FILENO) }
        guard !path.utf8.contains(0) else { throw notReadable(ENOENT) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw notReadable(errno) }
        defer { close(descriptor) }
        return try read(descriptor)
    }

    private func read(_ descriptor: Int32) throws(ScriptFileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &block, block.count)
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN {
                StandardDescriptors.wait(for: descriptor, POLLIN)
                continue
            }
            guard count >= 0 else { throw notReadable(errno) }
            if count == 0 { return bytes }
            bytes += block.prefix(count)
            guard bytes.count <= Self.maximumSize else {
                throw ScriptFileError(
                    message: "\(name): a script has at most \(Self.maximumSize >> 20) MiB, and this one has more",
                    code: .dataError)
            }
        }
    }

    private func notReadable(_ code: Int32) -> ScriptFileError {
        ScriptFileError(
            message: "the script '\(name)' cannot be read: \(String(cString: strerror(code)))", code: .noInput)
    }
}

/// Why a script could not be read.
struct ScriptFileError: Error {
    let message: String
    let code: ExitCode
}
