import Dispatch
import Glibc
import HostSystem
import Synchronization
import TestSupport
import Testing

@testable import HostTestSupport

@Suite("Sockets between programs of one user", .blocking)
struct LocalSocketTests {
    /// The directory that `XDG_RUNTIME_DIR` would name.
    private let runtime: TestSupport.TemporaryDirectory

    init() throws {
        runtime = try TestSupport.TemporaryDirectory()
    }

    private func listen(in path: String? = nil) throws -> LocalListener {
        try SocketDirectory(in: path ?? runtime.path, isMade: true).listen("app.sock")
    }

    private func connect(in path: String? = nil) throws -> LocalConnection {
        try SocketDirectory(in: path ?? runtime.path, isMade: false).connect("app.sock", until: .now)
    }

    private var folder: String { runtime("switchyard") }

    @Test("two ends exchange bytes, and each knows the other's process and user")
    func exchange() throws {
        let listener = try listen()
        #expect(try listener.accept() == nil)
        let client = try connect()
        let accepted = try listener.accept()
        let server = try #require(accepted)
        for end in [client, server] {
            #expect(end.peer.process == getpid())
            #expect(end.peer.user == geteuid())
            #expect(end.read() == nil)
        }
        #expect(client.write(Array("one".utf8)) == 3)
        #expect(server.wait(for: POLLIN, until: .now.advanced(by: .seconds(300))))
        #expect(server.read() == Array("one".utf8))
        #expect(!server.wait(for: POLLIN, until: .now))
    }

    @Test("a socket takes connections from the moment that its file is there")
    func noMomentBetween() throws {
        try #require(mkdir(folder, 0o700) == 0)
        for _ in 0..<1000 {
            let path = "\(folder)/app.sock"
            let (begins, ends) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let problem = Mutex(ENOENT)
            DispatchQueue(label: "connects").async {
                begins.signal()
                var code = ENOENT
                while code == ENOENT { code = Self.connect(path) }
                problem.withLock { $0 = code }
                ends.signal()
            }
            begins.wait()
            let listener = try listen()
            ends.wait()
            let code = problem.withLock { $0 }
            #expect(code == 0)
            withExtendedLifetime(listener) {}
        }
    }

    /// Connects as any program does, without a look at the file first. The error's number, or 0.
    private static func connect(_ path: String) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return result == 0 ? 0 : errno
    }

    @Test("a full connection takes no more bytes, and a closed one reports its end, without waiting")
    func fullAndClosed() throws {
        let listener = try listen()
        var client: LocalConnection? = try connect()
        let accepted = try listener.accept()
        let server = try #require(accepted)
        let block = [UInt8](repeating: 7, count: 1 << 16)
        var sent = 0
        while let count = client?.write(block), count > 0 { sent += count }
        #expect(sent > 0)
        var read = 0
        while let bytes = server.read() { read += bytes.count }
        #expect(read == sent)
        client = nil
        // A process that another test starts has the client's end too, until it runs its program.
        wait { server.read() != nil }
        #expect(server.read() == [])
        #expect(server.write(block) == nil)
    }

    @Test("the directory and the socket are the user's alone, and the socket goes with its listener")
    func modes() throws {
        do {
            let listener = try listen()
            #expect(listener.descriptor >= 0)
            var status = stat()
            #expect(lstat(folder, &status) == 0 && status.st_mode & 0o7777 == 0o700)
            #expect(lstat("\(folder)/app.sock", &status) == 0 && status.st_mode == S_IFSOCK | 0o1600)
        }
        #expect(access("\(folder)/app.sock", F_OK) != 0)
        #expect(throws: LocalSocketError.noListener) { try connect() }
    }

    @Test("a second listener is refused while the first one lives, and takes its place after that")
    func second() throws {
        do {
            let first = try listen()
            #expect(throws: LocalSocketError.inUse) { try listen() }
            _ = try connect()
            #expect(try first.accept() != nil)
        }
        let second = try listen()
        _ = try connect()
        #expect(try second.accept() != nil)
    }

    @Test("the socket that a killed process has left refuses connections, and is replaced")
    func stale() throws {
        _ = try listen()
        let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = "\(folder)/app.sock"
        try #require(path.utf8.count < 108)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        close(number)
        try #require(bound == 0 && chmod(path, 0o600) == 0)
        #expect(throws: LocalSocketError.noListener) { try connect() }
        let listener = try listen()
        _ = try connect()
        #expect(try listener.accept() != nil)
    }

    @Test("a path longer than a socket's address may be works")
    func longPath() throws {
        let long = try runtime.makeDirectory(String(repeating: "long", count: 60))
        let listener = try listen(in: long)
        _ = try connect(in: long)
        #expect(try listener.accept() != nil)
    }

    @Test(
        "a directory that is missing, relative or not named gives a reason",
        arguments: [nil, "relative", "/nonexistent/here"])
    func directory(path: String?) throws {
        for isMade in [true, false] {
            let error = #expect(throws: LocalSocketError.self) {
                _ = try SocketDirectory(in: path, isMade: isMade)
            }
            let isNamed = path?.hasPrefix("/") == true
            #expect((error == .noRuntimeDirectory) == !isNamed)
            #expect("\(try #require(error))".contains(isNamed ? "No such file or directory" : "XDG_RUNTIME_DIR"))
        }
    }

    /// What is wrong with a file, each with a part of the reason.
    private static let wrongs: [(@Sendable (String) throws -> Void, String)] = [
        ({ path in try #require(chmod(path, 0o777) == 0) }, "other users may write to it (mode 0777)"),
        ({ path in try #require(chmod(path, 0o720) == 0) }, "other users may write to it (mode 0720)"),
        (
            { path in
                TestSupport.TemporaryDirectory.remove(path)
                try File.write("", to: path)
            }, "it is "
        ),
        (
            { path in
                try #require(rename(path, path + ".elsewhere") == 0 && symlink(path + ".elsewhere", path) == 0)
            }, "it is "
        ),
    ]

    private func clear() {
        for path in [folder, folder + ".elsewhere"] { TestSupport.TemporaryDirectory.remove(path) }
    }

    @Test("what others may write to, or what is of another kind, is refused at both ends", arguments: wrongs.indices)
    func wrong(index: Int) throws {
        let (spoil, reason) = Self.wrongs[index]
        for name in ["switchyard", "switchyard/app.sock"] {
            clear()
            let listener = try listen()
            try spoil(runtime(name))
            let error = #expect(throws: LocalSocketError.self) { try connect() }
            #expect("\(try #require(error))".contains(reason), "\(name)")
            #expect("\(try #require(error))".contains(runtime(name)))
            withExtendedLifetime(listener) {}
        }
        clear()
        _ = try listen()
        try spoil(folder)
        let error = #expect(throws: LocalSocketError.self) { try listen() }
        #expect("\(try #require(error))".contains(reason))
    }

    @Test("a process whose lock file was removed keeps its socket, which is replaced after its end")
    func removedLock() throws {
        var first: LocalListener? = try listen()
        #expect(unlink("\(folder)/app.sock.lock") == 0)
        #expect(throws: LocalSocketError.inUse) { try listen() }
        _ = try connect()
        #expect(try first?.accept() != nil)
        first = nil
        let second = try listen()
        _ = try connect()
        #expect(try second.accept() != nil)
    }

    @Test("a socket at which another program listens is not replaced, and gets no lock")
    func otherProgram() throws {
        try #require(mkdir(folder, 0o700) == 0)
        let (number, path) = (socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0), "\(folder)/app.sock")
        defer { close(number) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && chmod(path, 0o600) == 0 && Glibc.listen(number, 0) == 0)
        // The second and the third one find the queue of connections full.
        for _ in 0..<3 { #expect(throws: LocalSocketError.inUse) { try listen() } }
        #expect(try FileSystem.names(in: folder) == ["app.sock"])
        #expect(accept(number, nil, nil) >= 0)
    }

    @Test("a file that is no socket is left alone, and gets no lock")
    func otherKind() throws {
        try #require(mkdir(folder, 0o700) == 0)
        try File.write("precious", to: "\(folder)/app.sock")
        let error = #expect(throws: LocalSocketError.self) { try listen() }
        #expect(try #require(error).description.hasSuffix("name another, or remove it"))
        #expect(try FileSystem.names(in: folder) == ["app.sock"])
        #expect(try File.read("\(folder)/app.sock") == Array("precious".utf8))
    }

    @Test("a runtime directory that others may write to is refused", arguments: [0o770, 0o707, 0o1777])
    func runtimeMode(mode: Int) throws {
        try #require(chmod(runtime.path, mode_t(mode)) == 0)
        #expect(throws: LocalSocketError.self) { try listen() }
        try #require(chmod(runtime.path, 0o755) == 0)
        _ = try listen()
    }

    @Test("a file of another user is refused, and so is a process of another user at the other end")
    func foreign() throws {
        var status = stat()
        try #require(lstat(runtime.path, &status) == 0)
        let (path, other) = ("/run/x", geteuid() + 1)
        try SocketDirectory.check(status, .directory, path: path)
        let error = #expect(throws: LocalSocketError.self) {
            try SocketDirectory.check(status, .directory, path: path, user: other)
        }
        #expect("\(try #require(error))".contains("it belongs to the user"))

        let listener = try listen()
        let client = try connect()
        let accepted = try listener.accept()
        for end in [client, try #require(accepted)] {
            try end.requirePeer()
            #expect(throws: LocalSocketError.foreignPeer(user: geteuid())) { try end.requirePeer(of: other) }
        }
    }

    @Test("a root's own user refuses the socket and the directory of another one", .enabled(if: geteuid() == 0))
    func foreignOwner() throws {
        let listener = try listen()
        for name in ["switchyard/app.sock", "switchyard", "."] {
            try #require(lchown(runtime(name), 65_534, 0) == 0)
            #expect(throws: LocalSocketError.self, "\(name)") { try connect() }
            try #require(lchown(runtime(name), 0, 0) == 0)
        }
        _ = try connect()
        #expect(try listener.accept() != nil)
    }
}
