import Glibc

/// A failed system call, or a file that the host refuses for its nature.
@BinaryCoded
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The fault of a file for which no call failed.
    @BinaryCoded
    package enum Fault: Hashable, Sendable {
        /// The path is not a file name.
        case noName
        /// The host does not use this kind of file.
        case kind(FileKind)
        /// A file to write to has content that must not be lost.
        case otherContent
        /// A file to write to belongs to another user.
        case otherOwner
        /// The file is a pipe to which no program has written in time.
        case nobodyWrites
        /// The file lies on a file system from which no code may be loaded: mount(8).
        case noExec
    }

    package let code: Int32
    /// The name of the call, such as "open".
    package let operation: String
    /// Nil if the call failed.
    package let fault: Fault?

    package init(code: Int32, operation: String) {
        self.code = code
        self.operation = operation
        fault = nil
    }

    /// A file that was not opened, with the code EINVAL.
    package init(_ fault: Fault) {
        code = EINVAL
        operation = "open"
        self.fault = fault
    }

    /// The message of the error, such as `No such file or directory`.
    package var description: String {
        switch fault {
        case .noName: return "it is no name of a file"
        case .kind(let kind): return "it is \(kind), and no file"
        case .otherContent: return "it has other content"
        case .otherOwner: return "it belongs to another user"
        case .nobodyWrites: return "it is a pipe, and nobody writes to it"
        case .noExec: return "its file system is mounted noexec"
        case nil: break
        }
        let text = String(cString: strerror(code))
        guard code == EMFILE else { return text }
        return "\(text): this process may have \(DescriptorLimit.current), and 'ulimit -n' allows more"
    }

    /// Whether the disk or the user's quota is full.
    package var isWantOfSpace: Bool { code == ENOSPC || code == EDQUOT }
}

extension SystemError {
    /// Whether a process could not start because /proc is missing, through which the host finds its own program.
    package var isForWantOfProc: Bool { code == ENOENT && LinuxProcess.missingProc != nil }

    /// The reason why no process could start, for a message's brackets.
    package var reasonOfNoProcess: String {
        code == ENOENT ? LinuxProcess.missingProc ?? description : description
    }
}

/// Runs a call that returns -1 and sets `errno` on failure. Repeats it while a signal interrupts it.
@discardableResult
package func systemCall<Result: SignedInteger>(_ operation: String, _ call: () -> Result) throws(SystemError) -> Result
{
    while true {
        let result = call()
        if result != -1 { return result }
        guard errno == EINTR else { throw SystemError(code: errno, operation: operation) }
    }
}

/// An open file, closed with this value.
package struct FileDescriptor: ~Copyable {
    package let number: Int32

    /// Opens a file with open(2), close-on-exec.
    package init(opening path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) {
        number = try systemCall("open") { open(path, flags | O_CLOEXEC, mode) }
    }

    /// Adopts an open, close-on-exec descriptor.
    package init(taking number: Int32) { self.number = number }

    /// Opens a file in an open directory with openat(2), close-on-exec.
    package init(opening name: String, in folder: Int32, _ flags: Int32) throws(SystemError) {
        number = try systemCall("openat") { openat(folder, name, flags | O_CLOEXEC) }
    }

    deinit {
        close(number)
    }

    package func status() throws(SystemError) -> stat {
        var status = stat()
        try systemCall("fstat") { fstat(number, &status) }
        return status
    }

    /// Returns the result of fstat(2) once any later change would show in it: the kernel's clock for files stands still
    /// for some milliseconds, in which a file may change twice with equal times.
    package func statusAtRest() throws(SystemError) -> stat {
        // A file dated in the future, as after the clock was set back, is not waited for.
        for _ in 0..<30 {
            let status = try status()
            var now = timespec()
            clock_gettime(CLOCK_REALTIME_COARSE, &now)
            let changed = status.st_ctim
            if (now.tv_sec, now.tv_nsec) > (changed.tv_sec, changed.tv_nsec) { return status }
            usleep(1000)
        }
        return try status()
    }

    /// Reads the whole content, up to `limit` bytes. A larger file throws EFBIG.
    package func readAll(limit: Int) throws(SystemError) -> [UInt8] {
        let expected = Int(try status().st_size)
        guard expected <= limit else { throw SystemError(code: EFBIG, operation: "read") }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: max(4096, min(expected + 1, 1 << 20)))
        while true {
            let count: Int
            do {
                count = try systemCall("read") { read(number, &chunk, chunk.count) }
            } catch {
                // A pipe opened with O_NONBLOCK has a writer, but no input yet.
                guard error.code == EAGAIN else { throw error }
                try waitForInput()
                continue
            }
            if count == 0 { return bytes }
            bytes += chunk.prefix(count)
            guard bytes.count <= limit else { throw SystemError(code: EFBIG, operation: "read") }
        }
    }

    /// The hash of a file's content: XXH64 of the XXH64 of each MiB. The position in the file stays.
    ///
    /// - Throws: EFBIG if the file has more than `limit` bytes.
    package func contentHash(limit: Int) throws(SystemError) -> UInt64 {
        var hashes: [UInt64] = []
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        var (offset, filled, count) = (0, 0, 0)
        repeat {
            count = try systemCall("pread") {
                piece.withUnsafeMutableBytes {
                    pread(number, $0.baseAddress?.advanced(by: filled), $0.count - filled, offset)
                }
            }
            offset += count
            filled += count
            guard offset <= limit else { throw SystemError(code: EFBIG, operation: "pread") }
            if filled == piece.count || count == 0 {
                hashes.append(piece[..<filled].withUnsafeBytes { XXHash64.hash($0) })
                filled = 0
            }
        } while count > 0
        return hashes.withUnsafeBytes { XXHash64.hash($0) }
    }

    /// Reads the first `count` bytes of a file, or all if it is shorter.
    package func readBeginning(_ count: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = try systemCall("pread") { pread(number, &bytes, count, 0) }
        return Array(bytes.prefix(read))
    }

    package func writeAll(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try systemCall("write") {
                write(number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            }
            rest = rest.dropFirst(count)
        }
    }
}

extension [UInt8] {
    /// Calls `withUnsafeBytes`, but keeps the type of the error.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeBufferPointer { (buffer) throws(Failure) in try body(UnsafeRawBufferPointer(buffer)) }
    }
}
