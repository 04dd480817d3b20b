import Glibc

/// The reason why two programs of one user cannot connect by a socket.
package enum LocalSocketError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `XDG_RUNTIME_DIR` is unset or not an absolute path.
    case noRuntimeDirectory
    /// Another user owns the file or may write to it, or it is of another kind.
    case unsafe(path: String, problem: String)
    case inUse
    case noListener
    case foreignPeer(user: UInt32)
    case timeout
    /// The file name of a socket exceeds the limit, in bytes. The path of its directory may have any length.
    case nameTooLong(String, limit: Int)
    case system(path: String, SystemError)

    package var description: String {
        switch self {
        case .noRuntimeDirectory:
            "the environment variable XDG_RUNTIME_DIR names no directory; set it, for both programs, to a directory that "
                + "is yours alone (mode 0700), as a login session does: /run/user/\(geteuid())"
        case .unsafe(let path, let problem): "'\(path)' is not trusted: \(problem)"
        case .inUse: "another process listens there already"
        case .noListener: "no process listens there"
        case .foreignPeer(let user):
            "the process at the other end belongs to \(InsecureFile.name(of: user)), not to you"
        case .timeout: "the process at the other end did not answer in time"
        case .nameTooLong(let name, let limit):
            "the name of a socket has at most \(limit) bytes, and '\(name)' has \(name.utf8.count); name a shorter one, in a "
                + "directory of any length"
        case .system(let path, let error): "'\(path)' cannot be used: \(error.operation): \(error)"
        }
    }
}

/// A directory with sockets for programs of one user: `switchyard` in `XDG_RUNTIME_DIR`, or a directory named by the
/// user.
///
/// The directory stays open, and its files are reached through `/proc/self/fd`. So it remains the checked directory
/// even if its path changes, and its path may be longer than the 107 bytes of unix(7).
package struct SocketDirectory: ~Copyable {
    package let path: String
    private let folder: FileDescriptor

    /// - Parameters:
    ///   - runtime: The value of `XDG_RUNTIME_DIR`.
    ///   - isMade: Whether to create a missing directory `switchyard`. Otherwise that throws
    ///     ``LocalSocketError/noListener``.
    package init(in runtime: String?, isMade: Bool) throws(LocalSocketError) {
        guard let runtime, runtime.hasPrefix("/") else { throw .noRuntimeDirectory }
        let path = Path.join(runtime, "switchyard")
        let folder = try Self.open(in: Self.open(runtime), path: path, isMade: isMade)
        self.folder = folder
        self.path = path
    }

    /// Opens an existing directory, for a socket of another name.
    package init(at path: String) throws(LocalSocketError) {
        folder = try Self.open(path)
        self.path = path
    }

    private static func open(_ runtime: String) throws(LocalSocketError) -> FileDescriptor {
        let folder: FileDescriptor
        do throws(SystemError) {
            folder = try FileDescriptor(opening: runtime, O_RDONLY | O_DIRECTORY)
        } catch {
            throw .system(path: runtime, error)
        }
        try check(folder, .directory, path: runtime)
        return folder
    }

    private static func open(
        in parent: borrowing FileDescriptor, path: String, isMade: Bool
    ) throws(LocalSocketError) -> FileDescriptor {
        let name = Path.name(path)
        let folder: FileDescriptor
        do throws(SystemError) {
            if isMade, mkdirat(parent.number, name, 0o700) != 0, errno != EEXIST {
                throw SystemError(code: errno, operation: "mkdir")
            }
            folder = try FileDescriptor(
                opening: name, in: parent.number, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        } catch {
            switch error.code {
            case ENOENT where !isMade: throw .noListener
            case ELOOP, ENOTDIR: throw .unsafe(path: path, problem: "it is no directory")
            default: throw .system(path: path, error)
            }
        }
        try check(folder, .directory, path: path)
        return folder
    }

    /// The longest name of a socket, in bytes. unix(7) has room for 107, which include `/proc/self/fd/NUMBER/` and
    /// `.new`.
    private static let longestName = 80

    /// Starts to listen at a socket of this name. Holds the lock beside the socket meanwhile, so that only one process
    /// replaces a socket left by a killed process. A socket with a listener is not replaced.
    package consuming func listen(_ name: String) throws(LocalSocketError) -> LocalListener {
        guard name.utf8.count <= Self.longestName else { throw .nameTooLong(name, limit: Self.longestName) }
        // Before the lock is made, which belongs only beside a socket.
        if let status = status(name) { try Self.check(status, .socket, path: Path.join(path, name)) }
        let lock = try lock(name + ".lock")
        guard try !hasListener(name) else {
            unlink(file(name + ".lock"))
            throw .inUse
        }
        do throws(SystemError) {
            let socket = try Self.socket()
            // unix(7) says that bind(2) gives the file the socket's mode.
            try systemCall("fchmod") { fchmod(socket.number, 0o600) }
            // The socket gets its name once it listens: until then the kernel refuses connections to it.
            let (made, path) = (file(name + ".new"), file(name))
            unlink(made)
            try systemCall("bind") { Self.withAddress(of: made) { bind(socket.number, $0, $1) } }
            try systemCall("listen") { Glibc.listen(socket.number, 128) }
            // The sticky bit protects both files from cleanup, by the XDG Base Directory Specification.
            try systemCall("chmod") { chmod(made, 0o1600) }
            try systemCall("rename") { rename(made, path) }
            try systemCall("fchmod") { fchmod(lock.file.number, 0o1600) }
            return LocalListener(socket, lock, self, name: name)
        } catch {
            throw .system(path: Path.join(path, name), error)
        }
    }

    /// Whether any program listens at a socket of this name.
    private borrowing func hasListener(_ name: String) throws(LocalSocketError) -> Bool {
        do throws(LocalSocketError) {
            _ = try connect(name, until: .now)
            return true
        } catch {
            switch error {
            case .noListener: return false
            case .timeout: return true
            default: throw error
            }
        }
    }

    private borrowing func lock(_ name: String) throws(LocalSocketError) -> FileLock {
        let path = Path.join(path, name)
        let lock: FileLock
        do throws(SystemError) {
            lock = try FileLock(file(name), isMade: true, patience: .zero)
        } catch {
            throw error.code == EWOULDBLOCK ? .inUse : .system(path: path, error)
        }
        try Self.check(lock.file, .regularFile, path: path)
        return lock
    }

    /// Connects to the process that listens at a socket of this name.
    ///
    /// - Parameter deadline: The end of the wait for a process that accepts no more connections.
    package borrowing func connect(
        _ name: String, until deadline: ContinuousClock.Instant
    ) throws(LocalSocketError) -> LocalConnection {
        guard let status = status(name) else { throw .noListener }
        try Self.check(status, .socket, path: Path.join(path, name))
        let address = file(name)
        while true {
            let connection: LocalConnection
            do throws(SystemError) {
                let socket = try Self.socket()
                try systemCall("connect") { Self.withAddress(of: address) { Glibc.connect(socket.number, $0, $1) } }
                connection = try LocalConnection(socket)
            } catch {
                switch error.code {
                case ECONNREFUSED, ENOENT: throw .noListener
                // The kernel's queue of connections not accepted yet is full, and poll(2) cannot wait for room in it.
                case EAGAIN where ContinuousClock.now < deadline: usleep(10_000)
                case EAGAIN: throw .timeout
                default: throw .system(path: Path.join(path, name), error)
                }
                continue
            }
            try connection.requirePeer()
            return connection
        }
    }

    fileprivate borrowing func file(_ name: String) -> String { "/proc/self/fd/\(folder.number)/\(name)" }

    /// The status of a file in the directory, without following links; nil if there is none.
    private borrowing func status(_ name: String) -> stat? {
        var status = stat()
        return fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    // MARK: Checks

    private static func check(
        _ file: borrowing FileDescriptor, _ kind: FileKind, path: String
    ) throws(LocalSocketError) {
        let status: stat
        do throws(SystemError) {
            status = try file.status()
        } catch {
            throw .system(path: path, error)
        }
        try check(status, kind, path: path)
    }

    /// Refuses a file of another kind, and one that another user owns or may write to. Unlike a library, it may not
    /// even be root's: messages through the socket act for the user.
    package static func check(
        _ status: stat, _ kind: FileKind, path: String, user: uid_t = geteuid()
    ) throws(LocalSocketError) {
        let found = FileKind(status)
        guard found == kind else {
            throw .unsafe(path: path, problem: "it is \(found), and \(kind) was expected; name another, or remove it")
        }
        guard status.st_uid == user else {
            throw .unsafe(path: path, problem: "it belongs to \(InsecureFile.name(of: status.st_uid)), not to you")
        }
        guard status.st_mode & 0o022 == 0 else {
            let mode = String(status.st_mode & 0o7777, radix: 8)
            // A sticky directory is meant for all users, as /tmp is.
            let isShared = found == .directory && status.st_mode & S_ISVTX != 0
            let advice = isShared ? "name a directory that is yours alone" : "take that right away by chmod go-w"
            throw .unsafe(path: path, problem: "other users may write to it (mode 0\(mode)); \(advice)")
        }
    }

    // MARK: Calls

    private static func socket() throws(SystemError) -> OpenDescriptor {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        return OpenDescriptor(try systemCall("socket") { Glibc.socket(AF_UNIX, kind, 0) })
    }

    private static func withAddress(
        of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            errno = ENAMETOOLONG
            return -1
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// A listening socket. It is removed with this object, but stays if the process is killed.
package final class LocalListener {
    private let socket: OpenDescriptor
    private let lock: FileLock
    private let directory: SocketDirectory
    private let name: String
    private var isRemoved = false

    fileprivate init(
        _ socket: OpenDescriptor, _ lock: consuming FileLock, _ directory: consuming SocketDirectory,
        name: String
    ) {
        self.socket = socket
        self.lock = lock
        self.directory = directory
        self.name = name
    }

    deinit { remove() }

    /// Removes the socket's file, so that no further process connects.
    package func remove() {
        guard !isRemoved else { return }
        isRemoved = true
        // While the lock's file is in place, no other process has replaced the socket.
        if lock.isInPlace { unlink(directory.file(name)) }
        lock.release()
    }

    /// The descriptor, readable while a connection waits.
    package var descriptor: Int32 { socket.number }

    package var hasWaiting: Bool {
        var waiting = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) > 0
    }

    /// Accepts the next connection; nil if none waits.
    ///
    /// - Throws: ``LocalSocketError/foreignPeer(user:)`` if the other process runs as another user. The connection is
    ///   then closed.
    package func accept() throws(LocalSocketError) -> LocalConnection? {
        let connection: LocalConnection
        do throws(SystemError) {
            connection = try LocalConnection(try SocketCall.accept(at: socket.number))
        } catch {
            if error.code == EAGAIN || error.code == ECONNABORTED { return nil }
            throw .system(path: Path.join(directory.path, name), error)
        }
        try connection.requirePeer()
        return connection
    }
}

/// accept4(2), which Glibc's module leaves out.
enum SocketCall {
    private typealias Accept =
        @convention(c) (
            Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?, Int32
        ) -> Int32

    private static let accept4: Accept? = dlsym(nil, "accept4").map { unsafeBitCast($0, to: Accept.self) }

    /// Accepts a connection, which does not block and is close-on-exec.
    static func accept(at socket: Int32) throws(SystemError) -> OpenDescriptor {
        guard let accept4 else { throw SystemError(code: ENOSYS, operation: "accept") }
        let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        return OpenDescriptor(try systemCall("accept") { accept4(socket, nil, nil, flags) })
    }
}

/// One end of a connection. Only ``wait(for:until:)`` waits.
package final class LocalConnection {
    private let socket: OpenDescriptor
    /// The process at the other end; for a listener, the process that began to listen. The number is 0 if the process
    /// has none here, as in another container.
    package let peer: (process: Int32, user: UInt32)

    fileprivate init(_ socket: OpenDescriptor) throws(SystemError) {
        // struct ucred of unix(7), which Glibc's module leaves out: process, user, group.
        var credentials: (Int32, UInt32, UInt32) = (0, .max, .max)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        let number = socket.number
        try systemCall("getsockopt") { getsockopt(number, SOL_SOCKET, SO_PEERCRED, &credentials, &size) }
        peer = (credentials.0, credentials.1)
        self.socket = socket
    }

    package var descriptor: Int32 { socket.number }

    /// Refuses a process of another user at the other end.
    package func requirePeer(of user: uid_t = geteuid()) throws(LocalSocketError) {
        guard peer.user == user else { throw .foreignPeer(user: peer.user) }
    }

    /// Returns the bytes received; nil if there are none yet, empty if the other end is closed.
    package func read() -> [UInt8]? { socket.receive() }

    /// Writes as many bytes as the socket accepts, and returns their number; nil if the other end is closed.
    package func write(_ bytes: some Collection<UInt8>) -> Int? { socket.send(bytes) }

    /// Waits until the connection is ready for an event of poll(2); returns false at the deadline.
    package func wait(for event: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let rest = max(.zero, ContinuousClock.now.duration(to: deadline))
            var descriptor = pollfd(fd: socket.number, events: Int16(event), revents: 0)
            // Rounded up: with 0 ms, poll(2) would spin through the last millisecond.
            let milliseconds = Int32(min(rest / .milliseconds(1) + 1, 1e9))
            if poll(&descriptor, 1, rest == .zero ? 0 : milliseconds) > 0 { return true }
            if rest == .zero { return false }
        }
    }
}
