import Glibc
import HostSystem
import JSONText
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The session store", .blocking)
struct SessionStoreTests {
    @Test("a saved session is read by the next store, and without a store")
    func roundTrip() throws {
        let directory = try SessionDirectory()
        let session = Session(state: SessionTests.state)
        do {
            let store = try SessionStore(path: directory.file)
            #expect(try store.save(session) == nil)
            #expect(try store.read() == .session(session))
            #expect(try Session.read(directory.file) == session)
            #expect(try directory.names() == ["session.json", "session.json.lock"])
        }
        #expect(try directory.names() == ["session.json"])
        #expect(try SessionStore(path: directory.file).read() == .session(session))
        #expect(try File.read(directory.file) == session.bytes)
    }

    @Test("a missing file means no session, and reading does not create one")
    func missing() throws {
        let directory = try SessionDirectory()
        #expect(try SessionStore(path: directory.file).read() == .missing)
        #expect(try Session.read(directory.file) == nil)
        #expect(try directory.names() == [])
    }

    @Test("only the user may read the file and its lock")
    func permissionsOfFiles() throws {
        let directory = try SessionDirectory()
        try File.write("{}", to: directory("session.json.new"))
        #expect(chmod(directory("session.json.new"), 0o666) == 0)
        let store = try SessionStore(path: directory.file)
        #expect(try store.save(.numbered(1)) == nil)
        #expect(permissions(directory.file) == 0o600)
        #expect(permissions(directory("session.json.lock")) == 0o600)
    }

    @Test("unchanged content is not written again, whether it was saved or read")
    func unchanged() throws {
        let directory = try SessionDirectory()
        for _ in 1...2 {
            let store = try SessionStore(path: directory.file)
            _ = try store.read()
            _ = try store.save(.numbered(1))
            let identity = FileSystem.identity(directory.file)
            #expect(identity != nil)
            #expect(try store.save(.numbered(1)) == nil)
            #expect(FileSystem.identity(directory.file) == identity)
            _ = try store.save(.numbered(2))
            #expect(FileSystem.identity(directory.file) != identity)
            #expect(try Session.read(directory.file) == .numbered(2))
            _ = try store.save(.numbered(1))
        }
    }

    @Test("a file that another program removed or replaced is written again")
    func replacedByOthers() throws {
        let directory = try SessionDirectory()
        let store = try SessionStore(path: directory.file)
        _ = try store.save(.numbered(1))
        #expect(unlink(directory.file) == 0)
        #expect(try store.save(.numbered(1)) == nil)
        #expect(try Session.read(directory.file) == .numbered(1))
        try File.write(Session.numbered(5).bytes, to: directory("other"))
        #expect(rename(directory("other"), directory.file) == 0)
        #expect(try store.save(.numbered(1)) == nil)
        #expect(try Session.read(directory.file) == .numbered(1))
    }

    @Test(
        "the atomic file of a crashed host is no obstacle",
        arguments: ["file", "read-only file", "link", "dangling link", "pipe"])
    func leftOver(kind: String) throws {
        let directory = try SessionDirectory()
        let (left, precious) = (directory("session.json.new"), directory("precious"))
        try File.write("precious", to: precious)
        switch kind {
        case "file": try File.write("half", to: left)
        case "read-only file":
            try File.write("half", to: left)
            #expect(chmod(left, 0o400) == 0)
        case "link": #expect(symlink(precious, left) == 0)
        case "dangling link": #expect(symlink(directory("nowhere"), left) == 0)
        default: #expect(mkfifo(left, 0o600) == 0)
        }
        let store = try SessionStore(path: directory.file)
        #expect(try store.save(.numbered(1)) == nil)
        #expect(try Session.read(directory.file) == .numbered(1))
        #expect(permissions(directory.file) == 0o600)
        #expect(try File.read(precious) == Array("precious".utf8))
        #expect(try directory.names() == ["precious", "session.json", "session.json.lock"])
    }

    @Test("a directory under the atomic file's name is an error, and the old session stays")
    func leftDirectory() throws {
        let directory = try SessionDirectory()
        let store = try SessionStore(path: directory.file)
        _ = try store.save(.numbered(1))
        #expect(mkdir(directory("session.json.new"), 0o700) == 0)
        let problem = sessionProblem { () throws(SessionError) in _ = try store.save(.numbered(2)) }
        let inTheWay = SystemError(code: EISDIR, operation: "unlink")
        #expect(problem == .inTheWay(path: directory("session.json.new"), inTheWay))
        #expect(try Session.read(directory.file) == .numbered(1))
    }

    @Test("a failed save leaves the old file, and no other", arguments: AtomicFile.Step.allCases)
    func failing(step: AtomicFile.Step) throws {
        let directory = try SessionDirectory()
        let store = try SessionStore(path: directory.file)
        _ = try store.save(.numbered(1))
        let failure = SystemError(code: ENOSPC, operation: step.rawValue)
        store.beforeStep = { (next) throws(SystemError) in if next == step { throw failure } }
        let problem = sessionProblem { () throws(SessionError) in _ = try store.save(.numbered(2)) }
        #expect(problem == .notSaved(failure, nil))
        // After the rename the new file is whole, though a power cut may undo that.
        #expect(try Session.read(directory.file) == .numbered(step == .fsyncDirectory ? 2 : 1))
        #expect(try directory.names() == ["session.json", "session.json.lock"])
        store.beforeStep = { _ in }
        let identity = FileSystem.identity(directory.file)
        #expect(try store.save(.numbered(2)) == nil)
        #expect(FileSystem.identity(directory.file) != identity)
        #expect(try Session.read(directory.file) == .numbered(2))
    }

    @Test("a damaged file stays in place if there is no room for the new one")
    func failingOverDamaged() throws {
        let directory = try SessionDirectory()
        try File.write("{", to: directory.file)
        let store = try SessionStore(path: directory.file)
        let failure = SystemError(code: ENOSPC, operation: "write")
        store.beforeStep = { (step) throws(SystemError) in if step == .write { throw failure } }
        let problem = sessionProblem { () throws(SessionError) in _ = try store.save(.numbered(1)) }
        #expect(problem == .notSaved(failure, nil))
        #expect(
            SessionError.notSaved(failure, nil).message(path: directory.file)
                == "the session cannot be saved in '\(directory.file)': write: No space left on device; "
                + "what is in the file is whole; free space on its disk, or name another file")
        #expect(try directory.names() == ["session.json", "session.json.lock"])
        #expect(try File.read(directory.file) == Array("{".utf8))
    }

    @Test("a save that fails after it quarantined a file names the file's new place")
    func failingAfterQuarantine() throws {
        let directory = try SessionDirectory()
        try File.write("{", to: directory.file)
        let store = try SessionStore(path: directory.file)
        let failure = SystemError(code: EIO, operation: "rename")
        store.beforeStep = { (step) throws(SystemError) in if step == .rename { throw failure } }
        let error = try #require(throws: SessionError.self) { _ = try store.save(.numbered(1)) }
        #expect(error.message(path: directory.file).contains("is kept as '\(directory("session.json.damaged"))'"))
        #expect(try File.read(directory("session.json.damaged")) == Array("{".utf8))
        #expect(try directory.names() == ["session.json.damaged", "session.json.lock"])
    }

    @Test("a session that could not be read again is not written", arguments: [.null, [], "text", .array([[:]]), deep])
    func notReadable(state: JSON) throws {
        let directory = try SessionDirectory()
        let store = try SessionStore(path: directory.file)
        _ = try store.save(.numbered(1))
        let problem = sessionProblem { () throws(SessionError) in _ = try store.save(Session(state: state)) }
        guard case .notSavable = problem else {
            Issue.record("not refused: \(String(describing: problem))")
            return
        }
        #expect(try Session.read(directory.file) == .numbered(1))
    }

    @Test("a session of more than 16 MiB is not written", .deep)
    func tooLarge() throws {
        let directory = try SessionDirectory()
        let store = try SessionStore(path: directory.file)
        let state: JSON = ["text": .string(String(repeating: "x", count: Session.maximumSize))]
        let problem = sessionProblem { () throws(SessionError) in _ = try store.save(Session(state: state)) }
        #expect(problem == .notSavable(.tooLarge(limit: Session.maximumSize)))
        #expect(try directory.names() == ["session.json.lock"])
    }

    private static let deep: JSON = ["a": (0..<127).reduce(.null) { value, _ in .array([value]) }]

    @Test("a read during a save gets one session or the next, whole")
    func readingWhileSaving() async throws {
        let directory = try SessionDirectory()
        let path = directory("session.json")
        let text = JSON.string(String(repeating: "x", count: 100_000))
        let sessions = (0..<30).map { Session(state: ["number": .integer($0), "text": text]) }
        _ = try SessionStore(path: path).save(sessions[0])
        let reader = Task {
            for _ in 0..<60 {
                guard let session = try Session.read(path) else { return false }
                guard sessions.contains(session) else { return false }
                await Task.yield()
            }
            return true
        }
        let store = try SessionStore(path: path)
        for session in sessions {
            _ = try store.save(session)
            await Task.yield()
        }
        #expect(try await reader.value)
    }
}
