import FeatureContract
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The file of a snapshot")
struct SnapshotFileTests {
    @Test("a snapshot with a truncated or damaged head is not used")
    func damaged() throws {
        try HostTestSupport.TemporaryDirectory.with { directory in
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

    @Test("a snapshot whose manifests are cut off or damaged is made anew")
    func damagedManifest() throws {
        try HostTestSupport.TemporaryDirectory.with { directory in
            let app = try KnownApp(directory)
            let first = try app.open()
            let bytes = try File.read(app.snapshot)
            var other = bytes
            other[Self.endOfHead(bytes) + 1] ^= 1
            for damaged in [other, Array(bytes.dropLast())] {
                try File.write(damaged, to: app.snapshot)
                let host = try app.open()
                #expect(!host.isFromSnapshot)
                #expect(host.features == first.features)
                #expect(try app.open().isFromSnapshot)
            }
        }
    }

    @Test("a snapshot that is damaged while a host runs refuses the feature, and says what to do")
    func damagedLater() throws {
        try HostTestSupport.TemporaryDirectory.with { directory in
            let app = try KnownApp(directory)
            _ = try app.open()
            let host = try app.open()
            #expect(truncate(app.snapshot, 100) == 0)
            #expect(host.catalog.feature("home") == nil)
            #expect(
                host.catalog.absence(of: "home").description
                    == "the feature 'home' is refused: '\(app.plugins)/libhome.so': its manifest in the snapshot "
                    + "'\(app.snapshot)' was damaged while this host ran; run the command again")
        }
    }

    @Test("two files whose names are one text to Unicode, and a directory that is named twice, are two files")
    func equivalentNames() throws {
        try HostTestSupport.TemporaryDirectory.with { directory in
            let app = try KnownApp(directory)
            try app.install("one", as: "e\u{301}")
            try app.install("two", as: "\u{E9}")
            for isFromSnapshot in [false, true] {
                let host = try app.open()
                #expect(host.isFromSnapshot == isFromSnapshot)
                #expect(host.catalog.ids == ["home", "notes", "one", "two"])
                #expect(host.features.count == 4)
            }
        }
    }

    @Test("a snapshot with a limit of a worker that is below zero is not believed")
    func negativeLimit() throws {
        var writer = BinaryWriter()
        let options = Wiring.FeatureOptions(
            isolation: nil, deadline: nil, memory: -1, openFiles: nil, httpBody: nil, settings: nil, links: nil,
            allow: .none, deny: .none)
        writer.append(coded: Wiring.Content.deciding(["home": options]))
        #expect(throws: BinaryError("the number -1, where a count is expected")) {
            var reader = BinaryReader(writer.bytes)
            _ = try reader.decode(Wiring.Content.self)
        }
    }

    @Test("a snapshot of random bytes gives only features of the requested id, and never crashes the host")
    func anyBytes() throws {
        try HostTestSupport.TemporaryDirectory.with { directory in
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
        try HostTestSupport.TemporaryDirectory.with { directory in
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
