import FeatureABI
import Glibc
import HostSystem
import JSONText
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("Damaged registry files", .blocking)
struct RegistryDamageTests {
    private static let entries: [RegistryEntry] = [
        .feature("a.so"), .refused("b.so", WorkerExit(.signal(11), during: "manifest", frames: ["f"])),
        RegistryEntry(
            path: "/plugins/c.so", identity: .version(3), siblings: [.init(name: "libd.so", identity: nil)],
            answer: .manifest(Array("{}".utf8))),
    ]

    /// A registry of the three entries, with the ends of its header and of each record.
    private static func whole() throws -> (bytes: [UInt8], ends: [Int]) {
        let directory = try RegistryDirectory()
        let registry = Registry.open(RegistryFolder(directory.path))
        let ends = try entries.map { entry in
            try registry.record(entry)
            return registry.health.size
        }
        return (try directory.registryBytes(), [RegistryHeader.size] + ends)
    }

    private static func why(_ registry: Registry) -> String? {
        if case .rebuilt(let why) = registry.health.state { why } else { nil }
    }

    @Test("a truncated file keeps its whole entries, and the next entry is recorded behind them")
    func truncated() throws {
        let (bytes, ends) = try Self.whole()
        let new = RegistryEntry.feature("new.so")
        for count in 0..<bytes.count {
            let directory = try RegistryDirectory()
            try directory.writeRegistry(Array(bytes.prefix(count)))
            let registry = Registry.open(RegistryFolder(directory.path))
            let whole = ends.count { $0 <= count }
            let known = Array(Self.entries.prefix(max(whole - 1, 0)))
            #expect(registry.entries == known, "\(count) bytes")
            #expect(registry.health.size == count)
            #expect((registry.health.state == .good) == ends.contains(count), "\(count) bytes")
            try registry.record(new)
            for again in [registry, Registry.open(RegistryFolder(directory.path))] {
                #expect(again.entries == known + [new], "\(count) bytes")
                #expect(again.health.size == (try directory.registryBytes().count))
            }
            #expect(Registry.open(RegistryFolder(directory.path)).health.state == .good)
        }
    }

    @Test("a changed byte costs the entries from there on, and makes up no other entry")
    func flipped() throws {
        let (bytes, ends) = try Self.whole()
        let directory = try RegistryDirectory()
        for index in bytes.indices {
            for change in [0x01, 0x80, 0xFF] as [UInt8] {
                var damaged = bytes
                damaged[index] ^= change
                try directory.writeRegistry(damaged)
                let registry = Registry.open(RegistryFolder(directory.path))
                let whole = ends.count { $0 <= index }
                #expect(registry.entries == Array(Self.entries.prefix(max(whole - 1, 0))), "byte \(index)")
                #expect(Self.why(registry) != nil)
            }
        }
    }

    @Test("any bytes behind the header are read without a trap, and recorded over")
    func anyBytes() throws {
        var generator = SeededGenerator(seed: 3)
        let (bytes, _) = try Self.whole()
        let directory = try RegistryDirectory()
        for round in 0..<300 {
            var damaged = bytes
            if round % 2 == 0 {
                damaged.removeSubrange(RegistryHeader.size...)
                damaged += (0..<Int.random(in: 0...200, using: &generator)).map { _ in
                    // Often zero, since small counts are valid.
                    Bool.random(using: &generator) ? 0 : .random(in: .min ... .max, using: &generator)
                }
            } else {
                let start = Int.random(in: RegistryHeader.size..<damaged.count, using: &generator)
                damaged.removeSubrange(start..<Int.random(in: start...damaged.count, using: &generator))
            }
            try directory.writeRegistry(damaged)
            let registry = Registry.open(RegistryFolder(directory.path))
            #expect(registry.entries.allSatisfy(Self.entries.contains))
            try registry.record(.feature("new.so"))
            #expect(Registry.open(RegistryFolder(directory.path)).entries.contains(.feature("new.so")))
        }
    }

    @Test("a record of invalid content with a good checksum yields no invalid entry, and no trap")
    func badPayloads() throws {
        var generator = SeededGenerator(seed: 4)
        for entry in Self.entries {
            let payload = try #require(entry.payload)
            for _ in 0..<500 {
                var bad = payload
                switch Int.random(in: 0...2, using: &generator) {
                case 0: bad.removeLast(Int.random(in: 1...bad.count, using: &generator))
                case 1: bad += [0]
                default:
                    bad[Int.random(in: 0..<bad.count, using: &generator)] ^= .random(in: 1 ... .max, using: &generator)
                }
                let log = try RegistryLog(reading: RegistryLog().bytes + RegistryLog.record(bad))
                for known in log.entries { #expect(known.payload != nil) }
            }
            let left = try RegistryLog(reading: RegistryLog().bytes + RegistryLog.record(payload + [0]))
            #expect(left.entries == [])
            #expect(left.entry(ExactText(entry.path)) == nil)
        }
    }

    @Test("zeros, as a power cut leaves them, are no records")
    func zeros() throws {
        let (bytes, _) = try Self.whole()
        let directory = try RegistryDirectory()
        try directory.writeRegistry(bytes + [UInt8](repeating: 0, count: 5000))
        let registry = Registry.open(RegistryFolder(directory.path))
        #expect(registry.entries == Self.entries)
        #expect(Self.why(registry) == "its last 5000 bytes are no whole entries")
        try registry.record(.feature("new.so"))
        #expect(Registry.open(RegistryFolder(directory.path)).entries == Self.entries + [.feature("new.so")])
        #expect(Registry.open(RegistryFolder(directory.path)).health.state == .good)
    }

    /// A header that differs in one member, with a valid checksum.
    private static func header(
        format: UInt32 = RegistryHeader.format, major: UInt32 = SY_ABI_MAJOR, minor: UInt32 = SY_ABI_MINOR
    ) -> [UInt8] {
        var writer = BinaryWriter()
        writer.append(format)
        writer.append(major)
        writer.append(minor)
        writer.append(7 as UInt64)
        let header = RegistryHeader().bytes.prefix(8) + writer.bytes
        writer.append(header.withUnsafeBytes { XXHash64.hash($0) })
        return RegistryHeader().bytes.prefix(8) + writer.bytes
    }

    static let otherHeaders: [([UInt8], String)] = [
        (
            header(format: RegistryHeader.format + 1),
            "its format is \(RegistryHeader.format + 1), and this host's is \(RegistryHeader.format)"
        ),
        (header(major: 2, minor: 3), "a host has written it that speaks version 2.3 of the ABI"),
        (
            header(minor: SY_ABI_MINOR + 1),
            "a host has written it that speaks version \(SY_ABI_MAJOR).\(SY_ABI_MINOR + 1) of the ABI"
        ),
        (
            Array("{\"session\": 1, \"host\": \"switchyard\", \"state\": {}}".utf8),
            "it does not begin as a registry does"
        ),
        ([], "it does not begin as a registry does"),
        (Array(header().prefix(20)), "its header is damaged"),
        (header().dropLast() + [header()[35] ^ 1], "its header is damaged"),
    ]

    @Test(
        "a file of another kind or version counts as empty, and the next entry replaces it", arguments: otherHeaders
    )
    func otherVersion(header: [UInt8], why: String) throws {
        let (bytes, _) = try Self.whole()
        let directory = try RegistryDirectory()
        let file = header + bytes.dropFirst(RegistryHeader.size)
        try directory.writeRegistry(header.count < RegistryHeader.size ? header : file)
        let registry = Registry.open(RegistryFolder(directory.path))
        #expect(registry.entries == [])
        #expect(Self.why(registry) == why)
        #expect(registry.health.count == 0)
        try registry.record(.feature("new.so"))
        #expect(registry.entries == [.feature("new.so")])
        let again = Registry.open(RegistryFolder(directory.path))
        #expect(again.entries == [.feature("new.so")])
        #expect(again.health.state == .good)
    }

    @Test("a valid header is accepted")
    func rightHeader() throws {
        let (bytes, _) = try Self.whole()
        let directory = try RegistryDirectory()
        try directory.writeRegistry(Self.header() + bytes.dropFirst(RegistryHeader.size))
        #expect(Registry.open(RegistryFolder(directory.path)).entries == Self.entries)
    }

    @Test("a file that is larger than any registry is not read")
    func tooLarge() throws {
        let (bytes, _) = try Self.whole()
        let directory = try RegistryDirectory()
        try directory.writeRegistry(bytes)
        // A hole, which takes no space.
        #expect(truncate(directory.registryFile, RegistryLog.maximumSize + 1) == 0)
        let registry = Registry.open(RegistryFolder(directory.path))
        #expect(registry.entries == [])
        #expect(Self.why(registry) == "it is larger than 256 MiB")
        try registry.record(.feature("new.so"))
        #expect(Registry.open(RegistryFolder(directory.path)).health.state == .good)
    }

    @Test("damage in a part that the host has read is found at its next record, and whole entries stay")
    func damagedMeanwhile() throws {
        let (bytes, ends) = try Self.whole()
        let directory = try RegistryDirectory()
        try directory.writeRegistry(bytes)
        let registry = Registry.open(RegistryFolder(directory.path))
        let other = Registry.open(RegistryFolder(directory.path))
        // The second record is damaged. Another host repairs the file and records so much that it becomes longer than
        // before.
        var damaged = bytes
        damaged[ends[1] + 20] ^= 1
        try File.write(damaged, to: directory.registryFile)
        let repairing = Registry.open(RegistryFolder(directory.path))
        try repairing.record(.feature("long.so", manifest: String(repeating: "m", count: 1000)))
        try registry.record(.feature("new.so"))
        let long = RegistryEntry.feature("long.so", manifest: String(repeating: "m", count: 1000))
        #expect(Registry.open(RegistryFolder(directory.path)).entries == [Self.entries[0], long, .feature("new.so")])
        #expect(registry.entries == [Self.entries[0], long, .feature("new.so")])
        // This host finds the file shorter than it was.
        try File.write(Array(bytes.prefix(ends[1])), to: directory.registryFile)
        try other.record(.feature("newer.so"))
        #expect(other.entries == [Self.entries[0], .feature("newer.so")])
        #expect(Registry.open(RegistryFolder(directory.path)).entries == other.entries)
    }

    @Test("a file that replaced another is read whole, even if its records end at the same offsets")
    func sameEnds() throws {
        let directory = try RegistryDirectory.holding([.feature("a.so"), .feature("b.so")])
        let registry = Registry.open(RegistryFolder(directory.path))
        let other = try RegistryDirectory.holding([.feature("c.so"), .feature("d.so"), .feature("e.so")])
        try directory.writeRegistry(other.registryBytes())
        try registry.record(.feature("f.so"))
        #expect(registry.entries == ["c.so", "d.so", "e.so", "f.so"].map { .feature($0) })
        #expect(Registry.open(RegistryFolder(directory.path)).entries == registry.entries)
    }

    @Test("a record goes into the file that exists now, though the one that the host read was removed or replaced")
    func replacedMeanwhile() throws {
        let (bytes, _) = try Self.whole()
        let directory = try RegistryDirectory()
        try directory.writeRegistry(bytes)
        let registry = Registry.open(RegistryFolder(directory.path))
        #expect(unlink(directory.registryFile) == 0)
        try registry.record(.feature("new.so"))
        #expect(Registry.open(RegistryFolder(directory.path)).entries == [.feature("new.so")])
        #expect(registry.entries == [.feature("new.so")])
        // The new file is longer, and may have the inode of the old one.
        try directory.writeRegistry(bytes)
        try registry.record(.feature("newer.so"))
        #expect(Registry.open(RegistryFolder(directory.path)).entries == Self.entries + [.feature("newer.so")])
        #expect(registry.entries == Self.entries + [.feature("newer.so")])
        TestSupport.TemporaryDirectory.remove(directory.path)
        try registry.record(.feature("newest.so"))
        #expect(Registry.open(RegistryFolder(directory.path)).entries == [.feature("newest.so")])
    }
}
