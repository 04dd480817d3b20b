import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The registry's entries", .blocking)
struct RegistryTests {
    static let everyKind: [RegistryEntry] =
        [
            RegistryEntry(
                path: "/plugins/détail 🎭.so", identity: .version(.min + 1),
                siblings: [
                    .init(name: "libz.so.1", identity: .version(7)), .init(name: "liba.so", identity: nil),
                    .init(name: "", identity: .version(.max)),
                ],
                answer: .manifest(Array(#"{"id": "détail"}"#.utf8))),
            RegistryEntry(path: "", identity: .version(0), siblings: [], answer: .manifest([])),
            RegistryEntry(
                path: "/plugins/bytes.so", identity: .version(0), siblings: [], answer: .manifest([0, 0xFF])),
            .refused("other.so", hasEntry: false),
            RegistryEntry(
                path: "/plugins/quiet.so", identity: .version(1), siblings: [],
                answer: .refused(RegistryRefusal(.malformed("")))),
        ] + WorkerExitBinaryTests.exits.enumerated().map { .refused("ending\($0.offset).so", $0.element) }

    @Test("an entry is known as it was recorded, to this host and the next")
    func roundTrip() throws {
        let directory = try RegistryDirectory()
        let registry = Registry.open(RegistryFolder(directory.path))
        for entry in Self.everyKind {
            #expect(registry.entry(like: entry) == nil)
            try registry.record(entry)
            #expect(registry.entry(like: entry) == entry)
            #expect(Registry.open(RegistryFolder(directory.path)).entry(like: entry) == entry)
        }
        let sorted = Self.everyKind.sorted { $0.path < $1.path }
        #expect(registry.entries == sorted)
        #expect(Registry.open(RegistryFolder(directory.path)).entries == sorted)
    }

    @Test("the registry knows a file's feature from its manifest, and later from its refusal")
    func featureID() throws {
        let directory = try RegistryDirectory()
        func id(_ name: String) -> String? {
            Registry.open(RegistryFolder(directory.path)).featureID(ofFile: "/plugins/\(name)")
        }
        let registry = Registry.open(RegistryFolder(directory.path))
        #expect(id("a.so") == nil)
        try registry.record(.feature("a.so", manifest: #"{"id": "notes", "links": "none"}"#))
        #expect(id("a.so") == "notes")
        try registry.record(.refused("a.so"))
        #expect(id("a.so") == "notes")
        for manifest in ["{}", "no JSON", #"{"id": "No id"}"#, #"{"id": "system"}"#, #"{"id": 3}"#] {
            try registry.record(.feature("b.so", manifest: manifest))
            #expect(id("b.so") == nil)
        }
    }

    @Test("several entries in one record are known like single ones")
    func batch() throws {
        let directory = try RegistryDirectory.holding(Self.everyKind)
        #expect(Registry.open(RegistryFolder(directory.path)).entries == Self.everyKind.sorted { $0.path < $1.path })
        try Registry.open(RegistryFolder(directory.path)).record([])
    }

    @Test("sibling libraries are in the order of their names, whatever order they are given in")
    func siblings() {
        let entry = RegistryEntry(
            path: "/a", identity: .version(1),
            siblings: ["b", "c", "a"].map { SiblingLibrary(name: $0, identity: nil) }, answer: .manifest([]))
        #expect(entry.siblings.map(\.name) == ["a", "b", "c"])
    }

    @Test("a file that differs in any part of its identity, or in its path, is unknown")
    func otherVersion() throws {
        let known = FileIdentity(device: 1, inode: 2, size: 3, modified: 4, changed: 5)
        let entry = RegistryEntry(path: "/plugins/a.so", identity: known, siblings: [], answer: .manifest([]))
        let directory = try RegistryDirectory()
        let recording = Registry.open(RegistryFolder(directory.path))
        try recording.record(entry)
        for registry in [recording, Registry.open(RegistryFolder(directory.path))] {
            for (device, inode, size, modified, changed) in [
                (9, 2, 3, 4, 5), (1, 9, 3, 4, 5), (1, 2, 9, 4, 5), (1, 2, 3, 9, 5), (1, 2, 3, 4, 9),
            ] as [(UInt64, UInt64, Int64, Int64, Int64)] {
                let other = FileIdentity(device: device, inode: inode, size: size, modified: modified, changed: changed)
                #expect(registry.entry(for: entry.path, other) == nil)
            }
            #expect(registry.entry(for: "/plugins/b.so", known) == nil)
            #expect(registry.entry(for: entry.path, known) == entry)
        }
    }

    @Test("the last entry of a path counts")
    func lastWins() throws {
        let directory = try RegistryDirectory()
        let registry = Registry.open(RegistryFolder(directory.path))
        let versions: [RegistryEntry] = [
            .feature("a.so", version: 1), .feature("a.so", version: 2), .refused("a.so"), .feature("a.so", version: 3),
        ]
        for (index, entry) in versions.enumerated() {
            try registry.record([.feature("b.so"), entry])
            for known in [registry, Registry.open(RegistryFolder(directory.path))] {
                #expect(known.entries == [entry, .feature("b.so")])
                #expect(versions[..<index].allSatisfy { $0.identity == entry.identity || known.entry(like: $0) == nil })
            }
        }
    }

    @Test("paths that look alike and differ in their bytes are two paths")
    func exactPaths() throws {
        let entries: [RegistryEntry] = [.feature("caf\u{E9}.so"), .feature("cafe\u{301}.so", manifest: "{ }")]
        let directory = try RegistryDirectory.holding(entries)
        let registry = Registry.open(RegistryFolder(directory.path))
        for entry in entries { #expect(registry.entry(like: entry)?.answer == entry.answer) }
        #expect(registry.health.count == 2)
    }

    @Test("a known entry is not written again, and a new answer for its path is")
    func unchanged() throws {
        let directory = try RegistryDirectory.holding([.feature("a.so"), .feature("b.so")])
        let before = FileSystem.identity(directory.registryFile)
        let registry = Registry.open(RegistryFolder(directory.path))
        try registry.record(.feature("a.so"))
        try registry.record([.feature("b.so"), .feature("a.so")])
        #expect(FileSystem.identity(directory.registryFile) == before)
        try registry.record(.feature("a.so", manifest: "{ }"))
        #expect(FileSystem.identity(directory.registryFile) != before)
        #expect(
            Registry.open(RegistryFolder(directory.path)).entries == [
                .feature("a.so", manifest: "{ }"), .feature("b.so"),
            ])
    }

    @Test("a missing registry knows nothing, and reading does not create it")
    func missing() throws {
        let parent = try RegistryDirectory()
        for path in [parent.path, parent("cache"), parent("cache/switchyard")] {
            let registry = Registry.open(RegistryFolder(path))
            #expect(registry.entries == [])
            #expect(registry.entry(like: .feature("a.so")) == nil)
            #expect(try registry.prune { _ in true } == 0)
            #expect(registry.health == RegistryHealth(path: "\(path)/registry", size: 0, count: 0, state: .missing))
        }
        #expect(try File.names(in: parent.path) == [])
    }

    @Test("the health names the file, its size and the number of known entries")
    func health() throws {
        let directory = try RegistryDirectory()
        let registry = Registry.open(RegistryFolder(directory.path))
        for (count, entry) in [(1, .feature("a.so")), (2, .refused("b.so")), (2, .feature("b.so", version: 2))]
            as [(Int, RegistryEntry)]
        {
            try registry.record(entry)
            let health = RegistryHealth(
                path: directory.registryFile, size: try directory.registryBytes().count, count: count, state: .good)
            #expect(registry.health == health)
            #expect(Registry.open(RegistryFolder(directory.path)).health == health)
        }
    }

    // MARK: Forgetting

    @Test("pruning forgets entries whose files are gone, on the disk too")
    func prune() throws {
        let names = (0..<10).map { "\($0).so" }
        let directory = try RegistryDirectory.holding(names.map { .feature($0) })
        let registry = Registry.open(RegistryFolder(directory.path))
        var asked: Set<String> = []
        let isGone = { (path: String) in
            asked.insert(path)
            return path.hasSuffix("3.so") || path.hasSuffix("7.so")
        }
        #expect(try registry.prune(isGone: isGone) == 2)
        #expect(asked == Set(names.map { "/plugins/\($0)" }))
        let kept = names.filter { $0 != "3.so" && $0 != "7.so" }.map { RegistryEntry.feature($0) }
        for known in [registry, Registry.open(RegistryFolder(directory.path))] {
            #expect(known.entries == kept)
            #expect(known.health.size == (try directory.registryBytes().count))
            #expect(known.health.state == .good)
        }
        try registry.record(.feature("3.so"))
        #expect(Registry.open(RegistryFolder(directory.path)).entries.count == 9)
    }

    @Test("pruning writes nothing if no file is gone")
    func pruneNothing() throws {
        let directory = try RegistryDirectory.holding([.feature("a.so")])
        let before = FileSystem.identity(directory.registryFile)
        #expect(try Registry.open(RegistryFolder(directory.path)).prune { _ in false } == 0)
        #expect(FileSystem.identity(directory.registryFile) == before)
    }

    @Test("pruning keeps an entry that another host has recorded meanwhile")
    func pruneRace() throws {
        let directory = try RegistryDirectory.holding([.feature("a.so"), .feature("b.so"), .feature("c.so")])
        let registry = Registry.open(RegistryFolder(directory.path))
        let other = Registry.open(RegistryFolder(directory.path))
        let count = try registry.prune { path in
            // The file is back, and another host has scanned it.
            if path.hasSuffix("a.so") { #expect(recording(.feature("a.so", version: 2), in: other) == nil) }
            return !path.hasSuffix("c.so")
        }
        #expect(count == 2)
        let kept: [RegistryEntry] = [.feature("a.so", version: 2), .feature("c.so")]
        #expect(registry.entries == kept)
        #expect(Registry.open(RegistryFolder(directory.path)).entries == kept)
    }

    // MARK: Compacting

    @Test("a file of mostly superseded entries is compacted to those that count")
    func compaction() throws {
        let directory = try RegistryDirectory()
        let registry = Registry.open(RegistryFolder(directory.path))
        let manifest = String(repeating: "m", count: 1000)
        var largest = 0
        var smaller = 0
        for round in 1...60 {
            let before = registry.health.size
            try registry.record((0..<10).map { .feature("\($0).so", version: Int64(round), manifest: manifest) })
            let size = try directory.registryBytes().count
            #expect(registry.health.size == size)
            largest = max(largest, size)
            if size < before { smaller += 1 }
            for known in [registry, Registry.open(RegistryFolder(directory.path))] {
                #expect(
                    known.entries == (0..<10).map { .feature("\($0).so", version: Int64(round), manifest: manifest) })
                #expect(known.health.state == .good)
            }
        }
        // 600 KB were written, of which 10 KB count.
        #expect(largest < 100_000)
        #expect(smaller > 5)
        #expect(try File.names(in: directory.path) == ["registry", "registry.lock"])
    }

    @Test("a small file, and one of which more than half counts, are not compacted")
    func noCompaction() throws {
        let directory = try RegistryDirectory()
        let registry = Registry.open(RegistryFolder(directory.path))
        func inode() -> UInt64? { FileSystem.identity(directory.registryFile)?.inode }
        for version in 1...100 { try registry.record(.feature("a.so", version: Int64(version))) }
        let first = inode()
        try registry.record(.feature("large.so", manifest: String(repeating: "m", count: 200_000)))
        #expect(inode() == first)
        try registry.record(.feature("large.so", version: 2, manifest: String(repeating: "m", count: 170_000)))
        #expect(inode() != first)
        #expect(Registry.open(RegistryFolder(directory.path)).entries.map(\.identity) == [.version(100), .version(2)])
    }

    @Test("a failed compaction loses nothing, and is tried again")
    func failingCompaction() throws {
        let directory = try RegistryDirectory()
        let registry = Registry.open(RegistryFolder(directory.path))
        try registry.record(.feature("a.so"))
        registry.beforeStep = { (step) throws(SystemError) in
            if case .replace(.fsync) = step { throw SystemError(code: ENOSPC, operation: "fsync") }
        }
        let manifest = String(repeating: "m", count: 100_000)
        for version in 1...4 {
            try registry.record(.feature("b.so", version: Int64(version), manifest: manifest))
            #expect(
                Registry.open(RegistryFolder(directory.path)).entries.map(\.identity) == [
                    .version(1), .version(Int64(version)),
                ])
        }
        #expect(registry.health.size > 400_000)
        registry.beforeStep = { _ in }
        try registry.record(.feature("b.so", version: 5, manifest: manifest))
        #expect(registry.health.size < 110_000)
        #expect(Registry.open(RegistryFolder(directory.path)).entries.map(\.identity) == [.version(1), .version(5)])
        #expect(try File.names(in: directory.path) == ["registry", "registry.lock"])
    }

    // MARK: Limits

    @Test("an entry that is too large is known to this host only, and the next one is written")
    func tooLarge() throws {
        let directory = try RegistryDirectory()
        let registry = Registry.open(RegistryFolder(directory.path))
        let large = RegistryEntry(
            path: "/plugins/a.so", identity: .version(1), siblings: [],
            answer: .manifest([UInt8](repeating: 32, count: RegistryLog.maximumPayload)))
        let many = RegistryEntry(
            path: "/plugins/b.so", identity: .version(1),
            siblings: (0...RegistryEntry.maximumSiblings).map { .init(name: "\($0)", identity: nil) },
            answer: .manifest([]))
        for entry in [large, many] {
            #expect(recording(entry, in: registry) == SystemError(code: EFBIG, operation: "write"))
            #expect(registry.entry(like: entry) == entry)
        }
        #expect(access(directory.registryFile, F_OK) != 0)
        try registry.record(.feature("c.so"))
        #expect(registry.entries.map(\.path) == ["/plugins/a.so", "/plugins/b.so", "/plugins/c.so"])
        #expect(registry.health.count == 3)
        #expect(Registry.open(RegistryFolder(directory.path)).entries == [.feature("c.so")])
        try registry.record(.feature("a.so", version: 2))
        #expect(
            Registry.open(RegistryFolder(directory.path)).entries == [.feature("a.so", version: 2), .feature("c.so")])
        #expect(try registry.prune { $0 == "/plugins/b.so" } == 1)
        #expect(registry.health.count == 2)
    }

    @Test("an entry just below the largest size is written and read", .deep)
    func large() throws {
        let entry = RegistryEntry(
            path: "/plugins/a.so", identity: .version(1), siblings: [],
            answer: .manifest([UInt8](repeating: 32, count: RegistryLog.maximumPayload - 100)))
        let directory = try RegistryDirectory.holding([entry])
        #expect(Registry.open(RegistryFolder(directory.path)).entry(like: entry) == entry)
    }

    @Test("the registry keeps the beginning of a reason that is too long")
    func longReason() throws {
        func entry(_ reason: String) -> RegistryEntry {
            RegistryEntry(
                path: "/plugins/a.so", identity: .version(1), siblings: [],
                answer: .refused(RegistryRefusal(.malformed(reason))))
        }
        let directory = try RegistryDirectory.holding([entry(String(repeating: "é", count: 100_000))])
        #expect(
            Registry.open(RegistryFolder(directory.path)).entries == [entry(String(repeating: "é", count: 32766) + "…")]
        )
    }
}
