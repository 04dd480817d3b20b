import Dispatch
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("A registry with several hosts", .blocking)
struct RegistryWritersTests {
    @Test("two hosts keep each other's entries, and learn them at their next record")
    func two() throws {
        let directory = try RegistryDirectory()
        let (first, second) = (
            Registry.open(RegistryFolder(directory.path)), Registry.open(RegistryFolder(directory.path))
        )
        var all: [RegistryEntry] = []
        for round in 100..<200 {
            for (registry, name) in [(first, "\(round)a.so"), (second, "\(round)b.so")] {
                let entry = RegistryEntry.feature(name)
                all.append(entry)
                try registry.record(entry)
                #expect(registry.entries == all)
            }
        }
        #expect(Registry.open(RegistryFolder(directory.path)).entries == all)
        #expect(Registry.open(RegistryFolder(directory.path)).health == second.health)
    }

    @Test("the later record of a path wins, even if its host has read an older entry")
    func samePath() throws {
        let directory = try RegistryDirectory()
        let (first, second) = (
            Registry.open(RegistryFolder(directory.path)), Registry.open(RegistryFolder(directory.path))
        )
        for version in 1...10 {
            try first.record(.feature("a.so", version: Int64(version)))
            try second.record(.feature("a.so", version: Int64(-version)))
            #expect(
                Registry.open(RegistryFolder(directory.path)).entries == [.feature("a.so", version: Int64(-version))])
        }
        try first.record(.feature("b.so"))
        #expect(first.entries == [.feature("a.so", version: -10), .feature("b.so")])
    }

    @Test("a host follows a file that another host compacts, prunes or replaces")
    func replaced() throws {
        let directory = try RegistryDirectory()
        let (first, second) = (
            Registry.open(RegistryFolder(directory.path)), Registry.open(RegistryFolder(directory.path))
        )
        let manifest = String(repeating: "m", count: 40_000)
        try first.record(.feature("a.so"))
        for version in 1...30 {
            try second.record(.feature("b.so", version: Int64(version), manifest: manifest))
            if version % 7 == 0 { try first.record(.feature("c.so", version: Int64(version))) }
        }
        #expect(second.health.size < 200_000)
        try first.record(.feature("d.so"))
        #expect(first.entries.map(\.identity) == [.version(1), .version(30), .version(28), .version(1)])
        #expect(try second.prune { $0.hasSuffix("b.so") } == 1)
        try first.record(.feature("e.so"))
        #expect(first.entries.map(\.path) == ["a", "c", "d", "e"].map { "/plugins/\($0).so" })
        #expect(Registry.open(RegistryFolder(directory.path)).entries == first.entries)
    }

    @Test("concurrent records of many threads lose no entry")
    func threads() throws {
        let directory = try RegistryDirectory()
        let path = directory.path
        let rounds = 100
        DispatchQueue.concurrentPerform(iterations: 4) { writer in
            RegistryWriter(path, number: writer, rounds: rounds).run()
        }
        try RegistryWriter.check(path, writers: 0..<4, rounds: rounds)
    }

    @Test("concurrent records of many processes lose no entry", .deep)
    func processes() async throws {
        let directory = try RegistryDirectory()
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    await #expect(processExitsWith: .success) {
                        [path = directory.path as String, writer = writer as Int] in
                        RegistryWriter(path, number: writer, rounds: 100).run()
                    }
                }
            }
        }
        try RegistryWriter.check(directory.path, writers: 0..<4, rounds: 100)
    }

    // MARK: Killed

    @Test("a host that is killed at any step loses no entry of others, and does not block them", .deep)
    func killedAtAStep() async throws {
        for (index, step) in RegistryPlaceTests.steps.enumerated() {
            for isThere in [false, true] {
                let directory = try RegistryDirectory()
                if isThere { try Registry.open(RegistryFolder(directory.path)).record(.feature("a.so")) }
                // An existing registry is not replaced, and nothing is appended to a missing one.
                let isReplacing = if case .replace = step { true } else { false }
                let isReached = step == .lock || isReplacing != isThere
                await #expect(processExitsWith: isReached ? .signal(SIGKILL) : .success) {
                    [path = directory.path as String, index = index as Int] in
                    let registry = Registry.open(RegistryFolder(path))
                    registry.beforeStep = { if $0 == RegistryPlaceTests.steps[index] { kill(getpid(), SIGKILL) } }
                    try registry.record(.feature("b.so"))
                }
                let registry = Registry.open(RegistryFolder(directory.path))
                #expect(registry.health.state == .good || !isThere && registry.health.state == .missing)
                try registry.record(.feature("c.so"))
                let paths = Set(registry.entries.map(\.path)).subtracting(["/plugins/b.so"])
                #expect(paths == Set((isThere ? ["a.so", "c.so"] : ["c.so"]).map { "/plugins/\($0)" }))
                #expect(try File.names(in: directory.path) == ["registry", "registry.lock"])
            }
        }
    }

    @Test("hosts that are killed at any moment lose no entry of another", .deep)
    func killedAtAnyMoment() async throws {
        let directory = try RegistryDirectory()
        let rounds = 300
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await #expect(processExitsWith: .success) {
                    [path = directory.path as String, rounds = rounds as Int] in
                    let registry = Registry.open(RegistryFolder(path), patience: .seconds(3600))
                    for round in 0..<rounds {
                        #expect(recording(.feature("\(round).so"), in: registry) == nil)
                        usleep(1000)
                    }
                }
            }
            group.addTask {
                for round in 0..<20 {
                    await #expect(processExitsWith: .signal(SIGKILL)) {
                        [path = directory.path as String, round = round as Int] in
                        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(round)) {
                            kill(getpid(), SIGKILL)
                        }
                        let registry = Registry.open(RegistryFolder(path))
                        let manifest = String(repeating: "m", count: 20_000)
                        for version in (0 as Int64)... {
                            try registry.record(.feature("killed.so", version: version, manifest: manifest))
                        }
                    }
                }
            }
        }
        let registry = Registry.open(RegistryFolder(directory.path))
        for round in 0..<rounds { #expect(registry.entry(like: .feature("\(round).so")) != nil) }
    }

    // MARK: Waiting

    @Test("a host waits once for a lock that another host keeps, and then no more")
    func stuckLock() throws {
        let directory = try RegistryDirectory.holding([.feature("a.so")])
        let registry = Registry.open(RegistryFolder(directory.path), patience: .milliseconds(200))
        try whileLocked(directory("registry.lock"), content: "") {
            // A wait for each record would exceed the test's time limit.
            for number in 1...1000 {
                let error = recording(.feature("\(number).so"), in: registry)
                #expect(error == SystemError(code: EWOULDBLOCK, operation: "flock"))
            }
            #expect(registry.entry(like: .feature("1.so")) != nil)
            // Reading needs no lock.
            #expect(Registry.open(RegistryFolder(directory.path)).entries == [.feature("a.so")])
        }
        try registry.record(.feature("b.so"))
        #expect(registry.health.count == 1002)
        #expect(Registry.open(RegistryFolder(directory.path)).entries == registry.entries)
    }

    @Test(
        "an incomplete end of the file is read again when the host that may be writing it is done")
    func beingWritten() throws {
        let directory = try RegistryDirectory.holding([.feature("a.so"), .feature("b.so")])
        let (path, lock, bytes) = (directory.path, directory("registry.lock"), try directory.registryBytes())
        try directory.writeRegistry(Array(bytes.dropLast(10)))
        let isLocked = DispatchSemaphore(value: 0)
        let isWritten = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            defer { isWritten.signal() }
            let written = Result {
                try whileLocked(lock, content: "") {
                    isLocked.signal()
                    usleep(50_000)
                    try File.write(bytes, to: Path.join(path, "registry"))
                }
            }
            #expect(throws: Never.self) { try written.get() }
        }
        isLocked.wait()
        let registry = Registry.open(RegistryFolder(path), patience: .seconds(60))
        isWritten.wait()
        #expect(registry.entries == [.feature("a.so"), .feature("b.so")])
        #expect(registry.health.state == .good)
    }

    @Test("a lock whose file was removed during the wait does not count")
    func removedWhileWaiting() throws {
        let directory = try RegistryDirectory.holding([.feature("a.so")])
        let (path, lock) = (directory.path, directory("registry.lock"))
        let isDone = DispatchSemaphore(value: 0)
        try whileLocked(directory("other.lock"), content: "") {
            try whileLocked(lock, content: "") {
                DispatchQueue.global().async {
                    let registry = Registry.open(RegistryFolder(path), patience: .milliseconds(300))
                    let error = recording(.feature("b.so"), in: registry)
                    #expect(error == SystemError(code: EWOULDBLOCK, operation: "flock"))
                    isDone.signal()
                }
                // Until the other thread has opened the file.
                usleep(50_000)
                // Another host has removed the file, made a new one, and locked that.
                #expect(rename(directory("other.lock"), lock) == 0)
            }
            isDone.wait()
        }
        #expect(Registry.open(RegistryFolder(path)).entries == [.feature("a.so")])
    }

    @Test("a lock whose file was removed is taken anew")
    func removedLock() throws {
        let directory = try RegistryDirectory()
        let registry = Registry.open(RegistryFolder(directory.path))
        try registry.record(.feature("a.so"))
        #expect(unlink(directory("registry.lock")) == 0)
        try registry.record(.feature("b.so"))
        #expect(Registry.open(RegistryFolder(directory.path)).entries == [.feature("a.so"), .feature("b.so")])
    }
}

/// One of several writers that record at the same time: entries of its own, and one that all of them replace.
private struct RegistryWriter {
    let registry: Registry
    let number: Int
    let rounds: Int

    init(_ directory: String, number: Int, rounds: Int) {
        registry = Registry.open(RegistryFolder(directory), patience: .seconds(3600))
        self.number = number
        self.rounds = rounds
    }

    /// Large enough that the file is compacted again and again.
    private static let manifest = String(repeating: "m", count: 3000)

    func run() {
        for round in 0..<rounds {
            let shared = RegistryEntry.feature("shared.so", version: Int64(round), manifest: Self.manifest)
            #expect(recording(.feature("\(number)-\(round).so"), in: registry) == nil)
            #expect(recording(shared, in: registry) == nil)
        }
    }

    static func check(_ directory: String, writers: Range<Int>, rounds: Int) throws {
        let registry = Registry.open(RegistryFolder(directory))
        #expect(registry.health.state == .good)
        #expect(registry.health.count == writers.count * rounds + 1)
        for writer in writers {
            for round in 0..<rounds { #expect(registry.entry(like: .feature("\(writer)-\(round).so")) != nil) }
        }
        #expect(registry.entry(like: .feature("shared.so", version: Int64(rounds - 1), manifest: manifest)) != nil)
        #expect(try File.names(in: directory) == ["registry", "registry.lock"])
    }
}
