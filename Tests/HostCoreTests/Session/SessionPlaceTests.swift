import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The session file's place", .blocking)
struct SessionPlaceTests {
    /// The problems of a path: for a store, and for a mere reader.
    private func problems(_ path: String) -> [SessionError?] {
        [
            sessionProblem { () throws(SessionError) in _ = try SessionStore(path: path).read() },
            sessionProblem { () throws(SessionError) in _ = try Session.read(path) },
        ]
    }

    @Test("a symbolic link stays a link, and its target is read, saved and locked", arguments: [true, false])
    func link(isDangling: Bool) throws {
        let directory = try SessionDirectory()
        #expect(mkdir(directory("there"), 0o700) == 0)
        let target = directory("there/kept.json")
        #expect(symlink("there/second", directory("session.json")) == 0)
        #expect(symlink("kept.json", directory("there/second")) == 0)
        if !isDangling { try File.write(Session.numbered(1).bytes, to: target) }
        let store = try SessionStore(path: directory.file)
        #expect(try store.read() == (isDangling ? .missing : .session(.numbered(1))))
        _ = try store.save(.numbered(2))
        #expect(try Session.read(directory.file) == .numbered(2))
        #expect(try File.names(in: directory("there")) == ["kept.json", "kept.json.lock", "second"])
        #expect(try directory.names() == ["session.json", "there"])
        try File.write("damaged", to: target)
        guard case .quarantined(let quarantined) = try store.read() else {
            Issue.record("not quarantined")
            return
        }
        #expect(quarantined.path == "\(target).damaged")
        _ = try store.save(.numbered(3))
        #expect(try Session.read(target) == .numbered(3))
        #expect(try #require(Path.resolved(directory.file)) == target)
    }

    @Test("a circular link, and a link into a missing directory, are errors")
    func badLinks() throws {
        let directory = try SessionDirectory()
        #expect(symlink("circle", directory("circle")) == 0)
        let circle = SessionError.notReachable(SystemError(code: ELOOP, operation: "stat"))
        #expect(problems(directory("circle")) == [circle, circle])
        #expect(symlink("no/where", directory("nowhere")) == 0)
        let nowhere = SessionError.notFound(directory: directory("no"))
        #expect(problems(directory("nowhere")) == [nowhere, nowhere])
        #expect(symlink("no/", directory("slash")) == 0)
        let slash = SessionError.notFound(directory: directory("no/"))
        #expect(problems(directory("slash")) == [slash, slash])
        #expect(try directory.names() == ["circle", "nowhere", "slash"])
    }

    @Test("a file that is not regular is refused without a lock and without a wait")
    func kinds() throws {
        let directory = try SessionDirectory()
        #expect(mkdir(directory("directory"), 0o700) == 0)
        #expect(mkfifo(directory("pipe"), 0o600) == 0)
        #expect(symlink("pipe", directory("link")) == 0)
        let socket = try bind(directory("socket"))
        defer { Glibc.close(socket) }
        let before = try directory.names()
        let table: [(String, FileKind)] = [
            (directory("directory"), .directory), (directory.path + "/.", .directory), (".", .directory),
            (directory("pipe"), .pipe), (directory("link"), .pipe), (directory("socket"), .socket),
            ("/dev/null", .characterDevice), ("/dev/zero", .characterDevice),
        ]
        for (path, kind) in table {
            #expect(problems(path) == [.notRegularFile(kind), .notRegularFile(kind)], "\(path)")
        }
        #expect(try directory.names() == before)
        #expect(access("/dev/null.lock", F_OK) != 0)
    }

    @Test("a path that names no file is refused", arguments: ["", "/", "directory/", "a\u{0}b"])
    func noName(path: String) {
        #expect(problems(path) == [.noFileName, .noFileName])
    }

    @Test("the error names a missing directory")
    func missingDirectory() throws {
        let directory = try SessionDirectory()
        let path = directory("a/b/session.json")
        let problem = SessionError.notFound(directory: directory("a/b"))
        #expect(problems(path) == [problem, problem])
        #expect(
            problem.message(path: path)
                == "the session file '\(path)' needs the directory '\(directory("a/b"))', which is missing; "
                + "make it, or name another file")
        try File.write("", to: directory("file"))
        let noDirectory = SessionError.notReachable(SystemError(code: ENOTDIR, operation: "stat"))
        #expect(problems(directory("file/session.json")) == [noDirectory, noDirectory])
    }

    @Test("a name that leaves no room for the lock's suffix is an error")
    func longName() throws {
        let directory = try SessionDirectory()
        let path = directory(String(repeating: "n", count: 253))
        #expect(
            sessionProblem { () throws(SessionError) in _ = try SessionStore(path: path) }
                == .notWritable(
                    directory: directory.path, SystemError(code: ENAMETOOLONG, operation: "open")))
        #expect(try Session.read(path) == nil)
    }

    // Only the kernel's own directories are read-only to root.
    @Test("a directory of the kernel takes no session file, even from root", .enabled(if: access("/sys", F_OK) == 0))
    func kernelDirectory() {
        let problem = sessionProblem { () throws(SessionError) in _ = try SessionStore(path: "/sys/session.json") }
        guard case .notWritable("/sys", _) = problem else {
            Issue.record("not refused: \(String(describing: problem))")
            return
        }
    }

    @Test(
        "the error for a missing permission names the directory or the file",
        .enabled(if: geteuid() != 0, "root may read and write everything"))
    func permissions() throws {
        let directory = try SessionDirectory()
        try File.write(Session.numbered(1).bytes, to: directory.file)
        try File.write("", to: directory("session.json.lock"))
        #expect(chmod(directory.path, 0o500) == 0)
        let denied = SystemError(code: EACCES, operation: "access")
        #expect(
            sessionProblem { () throws(SessionError) in _ = try SessionStore(path: directory.file) }
                == .notWritable(directory: directory.path, denied))
        #expect(try Session.read(directory.file) == .numbered(1))
        #expect(chmod(directory.path, 0o000) == 0)
        let unreachable = SessionError.notReachable(SystemError(code: EACCES, operation: "stat"))
        #expect(problems(directory.file) == [unreachable, unreachable])
        #expect(chmod(directory.path, 0o700) == 0)

        #expect(chmod(directory.file, 0o000) == 0)
        let unreadable = SessionError.notReadable(SystemError(code: EACCES, operation: "open"))
        #expect(problems(directory.file) == [unreadable, unreadable])
        let store = try SessionStore(path: directory.file)
        // An unreadable file is not overwritten.
        #expect(sessionProblem { () throws(SessionError) in _ = try store.save(.numbered(2)) } == unreadable)
        store.close()
        #expect(chmod(directory.file, 0o400) == 0)
        #expect(try Session.read(directory.file) == .numbered(1))

        try File.write("", to: directory("session.json.lock"))
        #expect(chmod(directory("session.json.lock"), 0o000) == 0)
        #expect(
            sessionProblem { () throws(SessionError) in _ = try SessionStore(path: directory.file) }
                == .lockNotUsable(
                    path: directory("session.json.lock"), SystemError(code: EACCES, operation: "open")))
    }

    @Test("every message names the file, and has a remedy")
    func messages() throws {
        let failure = SystemError(code: EIO, operation: "write")
        let damage = SessionDamage.tooLarge(limit: 16 << 20)
        let newer = SessionDamage.newer(found: 2, known: 1, host: nil)
        let aside = QuarantinedFile(original: "FILE", path: "FILE.damaged", damage: damage)
        let problems: [SessionError] = [
            .noFileName, .notFound(directory: "DIRECTORY"), .notReachable(failure), .notRegularFile(.pipe),
            .notReadable(failure), .damaged(damage), .damaged(newer), .notQuarantined(damage, failure),
            .notWritable(directory: "DIRECTORY", failure), .inUse(4711), .inUse(nil),
            .lockNotUsable(path: "FILE.lock", failure), .lockNotRegularFile(path: "FILE.lock", .pipe),
            .inTheWay(path: "FILE.new", failure), .notSavable(damage), .notSaved(failure, nil),
            .notSaved(failure, aside), .closed,
        ]
        for problem in problems {
            let message = problem.message(path: "FILE")
            #expect(message.contains("'FILE'"))
            #expect(message.contains(";"))
        }
        #expect(
            SessionError.inUse(4711).message(path: "FILE")
                == "the session file 'FILE' is in use by process 4711; end that one, or name another file")
    }

    /// A socket with a name.
    private func bind(_ path: String) throws -> Int32 {
        let number = try systemCall("socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let code = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.bind(number, $0, size) }
        }
        guard code == 0 else { throw SystemError(code: errno, operation: "bind") }
        return number
    }
}
