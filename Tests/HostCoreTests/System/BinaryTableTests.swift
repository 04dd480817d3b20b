import TestSupport
import Testing

@testable import HostCore

@Suite("Tables in flat bytes")
struct BinaryTableTests {
    /// A table of these texts, each with its hash.
    private func bytes(_ records: [(hash: UInt64, text: String)]) -> [UInt8] {
        var builder = BinaryTable.Builder()
        for record in records { builder.add(record.hash) { writer in writer.append(record.text) } }
        var writer = BinaryWriter()
        builder.write(binary: &writer)
        return writer.bytes
    }

    private func texts(_ hash: UInt64, in bytes: [UInt8]) throws(BinaryError) -> [String] {
        var reader = BinaryReader(bytes)
        let table = try BinaryTable(binary: &reader)
        try reader.requireEnd()
        var texts: [String] = []
        for var record in try table.records(of: hash) { texts.append(try record.text()) }
        return texts
    }

    @Test("a hash leads to all of its records, in the order in which they were added, and to no others")
    func found() throws {
        var random = SeededGenerator(seed: 11)
        for count in [0, 1, 2, 3, 7, 50] {
            let records = (0..<count).map { number in
                (hash: UInt64.random(in: 1...20, using: &random) &* (.max / 20), text: "record \(number)")
            }
            let bytes = bytes(records)
            for hash in Set(records.map(\.hash)).union([0, 1, .max]) {
                #expect(try texts(hash, in: bytes) == records.filter { $0.hash == hash }.map(\.text))
            }
        }
    }

    @Test("of a table that is cut off, or that leads out of itself, nothing is read")
    func malformed() throws {
        let whole = bytes([(1, "one"), (2, "two"), (2, "three")])
        for end in whole.indices {
            #expect(throws: BinaryError.self) { try texts(2, in: Array(whole[..<end])) }
        }
        // Any bytes may be another record or none, and nothing worse.
        for index in whole.indices {
            for byte: UInt8 in [0, 1, 0x7F, 0xFF] {
                var other = whole
                other[index] = byte
                for hash: UInt64 in 0...3 { _ = try? texts(hash, in: other) }
            }
        }
    }
}
