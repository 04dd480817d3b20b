import FeatureContract
import Glibc
import HostCore
import HostSystem
import Synchronization

/// The standard streams of a test's process, replaced by nameless files that keep a feature's output.
enum StandardStreams {
    /// Replaces standard input by a file with one empty line.
    static func watchInput() {
        replace(STDIN_FILENO, named: "standard-input")
        pwrite(STDIN_FILENO, "\n", 1, 0)
    }

    static func tellOfInput() {
        if lseek(STDIN_FILENO, 0, SEEK_CUR) > 0 {
            Reporter.found(.failed, "it reads from standard input, which is the host's")
        }
    }

    static func watchOutput() { replace(STDOUT_FILENO, named: "standard-output") }

    /// Replaces standard error; the report of a crash is lost.
    static func watchError() { replace(STDERR_FILENO, named: "standard-error") }

    static func tellOfOutput() {
        fflush(nil)
        if let written = written(to: STDOUT_FILENO) {
            Reporter.found(.failed, "it writes to standard output, where the host's data goes: \(written)")
        }
    }

    static func tellOfError() {
        fflush(nil)
        if let written = written(to: STDERR_FILENO) {
            Reporter.found(.warning, "it writes to standard error; the host's log has a place for it: \(written)")
        }
    }

    /// A writable directory.
    private static let directory = Mutex("")

    /// Sets the directory for the nameless files in place of the streams.
    static func use(directory: String) { self.directory.withLock { $0 = directory } }

    private static func replace(_ number: Int32, named name: String) {
        let path = Path.join(directory.withLock(\.self), name)
        guard let file = try? FileDescriptor(opening: path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600) else { return }
        unlink(path)
        dup2(file.number, number)
        watched.withLock { _ = $0.insert(number) }
    }

    private static let watched = Mutex<Set<Int32>>([])

    /// The contents of such a file, quoted for a message; nil if it is empty.
    private static func written(to number: Int32) -> String? {
        guard watched.withLock({ $0.contains(number) }) else {
            Reporter.found(.skipped, "the directory of the test cannot be written to")
            return nil
        }
        var status = stat()
        guard fstat(number, &status) == 0, status.st_size > 0 else { return nil }
        var beginning = [UInt8](repeating: 0, count: min(60, Int(status.st_size)))
        let count = beginning.withUnsafeMutableBytes { pread(number, $0.baseAddress, $0.count, 0) }
        let text = String(decoding: beginning.prefix(max(0, count)), as: UTF8.self)
        let escaped = text.unicodeScalars.map { $0.escaped(asASCII: false) }.joined()
        return "\"\(escaped)\(status.st_size > 60 ? "…" : "")\" (\(status.st_size) bytes)"
    }
}
