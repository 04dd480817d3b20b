import FeatureContract
import TestSupport
import Testing

@testable import HostCore

@MainActor
@Suite("The file of a snapshot")
struct SnapshotFileTests {
    @Test("a snapshot with a truncated or damaged head is not used")
    func damaged() throws {
        try HostCoreTests.TemporaryDirectory.with { directory in
            let app = try KnownApp(directory)
            _ = try app.open()
            let file = app.snapshotFile()
            let bytes = try File.read(app.snapshot)
            let end = Self.endOfHead(bytes)
            #expect(end < bytes.count)
            for index in 0..<end {
                try File.write(Array(bytes[..<index]), to: app.snapshot)
                #expect(try app.readSnapshot(file) == nil)
                var other = bytes
                other[index] ^= 1 << (index % 8)
                try File.write(other, to: app.snapshot)
                #expect(try app.readSnapshot(file) == nil)
            }
            try File.write(bytes, to: app.snapshot)
            #expect(try app.readSnapshot(file) != nil)
        }
    }

    @Test("a damaged manifest refuses its feature with a remedy, and removes the snapshot")
    func damagedManifest() throws {
        try HostCoreTests.TemporaryDirectory.with { directory in
            let app = try KnownApp(directory)
            _ = try app.open()
            let bytes = try File.read(app.snapshot)
            var other = bytes
            other[Self.endOfHead(bytes) + 1] ^= 1
            // The manifest of 'home' is the first, that of 'notes' the last.
            for (damaged, id, good) in [(other, "home", "notes"), (Array(bytes.dropLast()), "notes", "home")] {
                try File.write(damaged, to: app.snapshot)
                let host = try app.open()
                #expect(host.isFromSnapshot)
                #expect(host.catalog.feature(id) == nil)
                #expect(host.catalog.feature(good) != nil)
                #expect(
                    host.catalog.absence(of: id).description
                        == "the feature '\(id)' is refused: '\(app.plugins)/lib\(id).so': its manifest in the snapshot "
                        + "'\(app.snapshot)' is damaged, and the snapshot has been removed; run the command again")
                let next = try app.open()
                #expect(!next.isFromSnapshot)
                #expect(next.catalog.feature(id) != nil)
            }
        }
    }

    @Test("a snapshot of random bytes gives only features of the requested id, and never crashes the host")
    func anyBytes() throws {
        try HostCoreTests.TemporaryDirectory.with { directory in
            var random = SeededGenerator(seed: 17)
            let app = try KnownApp(directory)
            _ = try app.open()
            let bytes = try File.read(app.snapshot)
            for _ in 0..<300 {
                var other = bytes
                for _ in 0...Int.random(in: 0...3, using: &random) {
                    let index = Int.random(in: 24..<bytes.count, using: &random)
                    other[index] = Bool.random(using: &random) ? 0xFF : UInt8.random(in: .min ... .max, using: &random)
                }
                try File.write(Self.whole(other), to: app.snapshot)
                guard let snapshot = try? app.readSnapshot(app.snapshotFile()) else { continue }
                let catalog = Catalog(snapshot.features)
                for id in ["home", "notes"] { #expect(catalog.feature(id).map { $0.manifest.id == id } ?? true) }
                _ = catalog.features()
                _ = catalog.match(try LinkURL("s://h/x"))
                _ = snapshot.wiring.rules.rules(feature: "home", route: "notes")
            }
        }
    }

    /// The bytes with a header that fits them.
    private static func whole(_ bytes: [UInt8]) -> [UInt8] {
        let head = bytes[24..<endOfHead(bytes)]
        var header = BinaryWriter()
        header.append(UInt64(head.count))
        header.append(head.withUnsafeBytes { XXHash64.hash($0) })
        return bytes[..<8] + header.bytes + bytes[24...]
    }

    /// A file that only a host with a defect would write.
    @Test("an intact snapshot that cannot be read is a warning with its path, and is made anew")
    func notRead() throws {
        try HostCoreTests.TemporaryDirectory.with { directory in
            let app = try KnownApp(directory)
            _ = try app.open()
            let bytes = try File.read(app.snapshot)
            // The head ends with the number of warnings.
            var other = bytes
            other[Self.endOfHead(bytes) - 4] = 1
            try File.write(Self.whole(other), to: app.snapshot)
            let host = try app.open()
            #expect(
                host.warnings == [
                    "the snapshot '\(app.snapshot)' cannot be read, though it is whole (4 bytes are expected, and 0 are "
                        + "there): a defect of this program. It is made anew; please report it with that file"
                ])
            #expect(host.catalog.ids == ["home", "notes"])
            #expect(try app.open().isFromSnapshot)
        }
    }

    /// The offset of the manifests.
    private static func endOfHead(_ bytes: [UInt8]) -> Int {
        var reader = BinaryReader(bytes)
        return 24 + Int((try? (reader.uint64(), reader.uint64()).1) ?? 0)
    }
}
