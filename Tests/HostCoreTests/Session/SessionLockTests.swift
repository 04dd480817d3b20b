import Dispatch
import Glibc
import HostSystem
import Synchronization
import TestSupport
import Testing

@testable import HostCore

@Suite("The session store's lock", .blocking)
struct SessionLockTests {
    @Test("a second store is refused with the process of the first, until the first is closed or released")
    func secondStore() throws {
        let directory = try SessionDirectory()
        var first: SessionStore? = try SessionStore(path: directory.file)
        func second() -> SessionError? {
            sessionProblem { () throws(SessionError) in _ = try SessionStore(path: directory.file) }
        }
        #expect(second() == .inUse(getpid()))
        // The refused store has not released the lock.
        #expect(second() == .inUse(getpid()))
        _ = try first?.save(.numbered(1))
        first?.close()
        #expect(second() == nil)
        first = try SessionStore(path: directory.file)
        #expect(second() == .inUse(getpid()))
        first = nil
        #expect(second() == nil)
        #expect(try directory.names() == ["session.json"])
    }

    @Test("a closed store refuses to read and save, and may be closed again")
    func closed() throws {
        let directory = try SessionDirectory()
        let store = try SessionStore(path: directory.file)
        store.close()
        store.close()
        #expect(sessionProblem { () throws(SessionError) in _ = try store.read() } == .closed)
        #expect(sessionProblem { () throws(SessionError) in _ = try store.save(.numbered(1)) } == .closed)
        #expect(try directory.names() == [])
    }

    @Test(
        "another process's lock is respected, with any content of the lock file",
        arguments: [("4711\n", 4711), ("", nil), ("47", nil), ("x\n", nil), ("-1\n", nil), ("0\n", nil)]
            as [(
                String, pid_t?
            )])
    func otherProcess(content: String, process: pid_t?) throws {
        let directory = try SessionDirectory()
        let lock = directory("session.json.lock")
        try whileLocked(lock, content: content) { () throws in
            #expect(
                sessionProblem { () throws(SessionError) in _ = try SessionStore(path: directory.file) }
                    == .inUse(process))
            #expect(try File.read(lock) == Array(content.utf8))
            // Reading needs no lock.
            #expect(try Session.read(directory.file) == nil)
        }
        #expect(try SessionStore(path: directory.file).read() == .missing)
    }

    @Test("the lock of a killed process is no obstacle", arguments: ["4711\n", "", "99999999999999999\n"])
    func leftOver(content: String) throws {
        let directory = try SessionDirectory()
        try File.write(content, to: directory("session.json.lock"))
        let store = try SessionStore(path: directory.file)
        #expect(try File.read(directory("session.json.lock")) == Array("\(getpid())\n".utf8))
        store.close()
        #expect(try directory.names() == [])
    }

    @Test("two names of one file share one lock")
    func links() throws {
        let directory = try SessionDirectory()
        #expect(symlink("session.json", directory("link")) == 0)
        let store = try SessionStore(path: directory("link"))
        #expect(
            sessionProblem { () throws(SessionError) in _ = try SessionStore(path: directory.file) }
                == .inUse(getpid()))
        _ = try store.save(.numbered(1))
        #expect(
            sessionProblem { () throws(SessionError) in _ = try SessionStore(path: "\(directory.path)/./link") }
                == .inUse(getpid()))
    }

    @Test("a store whose lock file was removed takes the lock again before it writes")
    func removedLock() throws {
        let directory = try SessionDirectory()
        let lock = directory("session.json.lock")
        let store = try SessionStore(path: directory.file)
        _ = try store.save(.numbered(1))
        #expect(unlink(lock) == 0)
        _ = try store.save(.numbered(2))
        #expect(try File.read(lock) == Array("\(getpid())\n".utf8))
        #expect(unlink(lock) == 0)
        try whileLocked(lock, content: "4711\n") { () throws in
            #expect(
                sessionProblem { () throws(SessionError) in _ = try store.save(.numbered(3)) } == .inUse(4711))
            #expect(try Session.read(directory.file) == .numbered(2))
            // The store does not release the other's lock when it closes.
            store.close()
            #expect(access(lock, F_OK) == 0)
        }
    }

    @Test("only one of many concurrent stores holds the lock at a time", .blocking)
    func race() throws {
        let directory = try SessionDirectory()
        let file = directory.file
        let holders = Atomic(0)
        let crowded = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            var taken = 0
            while taken < 100 {
                do throws(SessionError) {
                    let store = try SessionStore(path: file)
                    taken += 1
                    let count = holders.add(1, ordering: .sequentiallyConsistent).newValue
                    if count > 1 { crowded.add(1, ordering: .relaxed) }
                    // Held long enough for another store to come in.
                    for _ in 0..<10 { sched_yield() }
                    holders.subtract(1, ordering: .sequentiallyConsistent)
                    store.close()
                } catch {
                    guard case .inUse = error else {
                        Issue.record(error)
                        return
                    }
                }
                sched_yield()
            }
        }
        #expect(crowded.load(ordering: .relaxed) == 0)
        #expect(try directory.names() == [])
    }

    @Test("a directory, link or pipe in the lock's place is an error that names it")
    func noLock() throws {
        let directory = try SessionDirectory()
        let lock = directory("session.json.lock")
        let makings: [(FileKind, () -> Int32)] = [
            (.directory, { mkdir(lock, 0o700) }),
            (.symbolicLink, { symlink("precious", lock) }),
            (.pipe, { mkfifo(lock, 0o600) }),
        ]
        for (kind, make) in makings {
            #expect(make() == 0)
            #expect(
                sessionProblem { () throws(SessionError) in _ = try SessionStore(path: directory.file) }
                    == .lockNotRegularFile(path: lock, kind))
            #expect(try directory.names() == ["session.json.lock"])
            #expect(remove(lock) == 0)
        }
    }
}
