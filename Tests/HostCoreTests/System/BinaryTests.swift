import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The binary reader and writer")
struct BinaryTests {
    @Test("nested lists share one limit of elements, since one byte may become many", .deep)
    func allElements() throws {
        func read(_ lists: Int, of count: Int) throws(BinaryError) -> Int {
            var writer = BinaryWriter()
            writer.append(count: lists)
            for _ in 0..<lists {
                writer.append(count: count)
                for _ in 0..<count { writer.append(0 as UInt8) }
            }
            var reader = BinaryReader(writer.bytes)
            return try reader.list(limit: 100) { (reader) throws(BinaryError) in
                try reader.list(limit: 100_000) { (reader) throws(BinaryError) in try reader.uint8() }.count
            }.reduce(0, +)
        }
        #expect(try read(19, of: 100_000) == 1_900_000)
        #expect(throws: BinaryError("lists of more than 2000000 elements in all")) { try read(20, of: 100_000) }
    }

    /// One value of every kind, as it is written and read.
    private struct Everything: Equatable {
        var small: UInt8 = 0
        var yes = false
        var number: UInt32 = 0
        var signed: Int32 = 0
        var large: UInt64 = 0
        var largeSigned: Int64 = 0
        var real: Double = 0
        var text = ""
        var data: [UInt8] = []
        var missing: String?
        var list: [String] = []
        var nested: [[Int32?]] = []

        func write(binary writer: inout BinaryWriter) {
            writer.append(small)
            writer.append(yes)
            writer.append(number)
            writer.append(signed)
            writer.append(large)
            writer.append(largeSigned)
            writer.append(real)
            writer.append(text)
            writer.append(data)
            writer.append(optional: missing) { $0.append($1) }
            writer.append(list: list) { $0.append($1) }
            writer.append(list: nested) { writer, inner in
                writer.append(list: inner) { writer, number in
                    writer.append(optional: number) { $0.append($1) }
                }
            }
        }

        init() {}

        init(binary reader: inout BinaryReader) throws(BinaryError) {
            small = try reader.uint8()
            yes = try reader.bool()
            number = try reader.uint32()
            signed = try reader.int32()
            large = try reader.uint64()
            largeSigned = try reader.int64()
            real = try reader.double()
            text = try reader.text()
            data = try reader.data()
            missing = try reader.optional { (reader) throws(BinaryError) in try reader.text() }
            list = try reader.list(limit: 10) { (reader) throws(BinaryError) in try reader.text() }
            nested = try reader.list(limit: 10) { (reader) throws(BinaryError) in
                try reader.list(limit: 10) { (reader) throws(BinaryError) in
                    try reader.optional { (reader) throws(BinaryError) in try reader.int32() }
                }
            }
        }

        var bytes: [UInt8] {
            var writer = BinaryWriter()
            write(binary: &writer)
            return writer.bytes
        }

        /// A value with content in each member.
        static var full: Everything {
            var value = Everything()
            (value.small, value.yes, value.number, value.signed) = (.max, true, .max, .min)
            (value.large, value.largeSigned, value.real) = (.max, .min, -.infinity)
            (value.text, value.data) = ("détail\u{0}🎭", [0, 255])
            (value.missing, value.list, value.nested) = ("", ["a", "", "é"], [[], [1, nil, .min]])
            return value
        }
    }

    @Test("every kind of value is read as it was written, to the last byte")
    func roundTrip() throws {
        for value in [Everything(), .full] {
            var reader = BinaryReader(value.bytes)
            #expect(try Everything(binary: &reader) == value)
            #expect(reader.remaining == 0)
            try reader.requireEnd()
        }
    }

    @Test("a slice of an array is read like an array of its own")
    func slice() throws {
        let bytes = Everything.full.bytes
        var reader = BinaryReader(([1, 2, 3] + bytes + [4, 5])[3..<(3 + bytes.count)])
        #expect(try Everything(binary: &reader) == .full)
        try reader.requireEnd()
    }

    @Test("numbers are little-endian, and text and lists begin with their count in 32 bits")
    func layout() {
        var writer = BinaryWriter(capacity: 100)
        writer.append(0x0102_0304 as UInt32)
        writer.append(-2 as Int64)
        writer.append(1.0)
        writer.append("é")
        writer.append(list: [true, false]) { $0.append($1) }
        #expect(
            writer.bytes == [4, 3, 2, 1, 0xFE] + [UInt8](repeating: 0xFF, count: 7) + [0, 0, 0, 0, 0, 0, 0xF0, 0x3F]
                + [2, 0, 0, 0, 0xC3, 0xA9] + [2, 0, 0, 0, 1, 0])
    }

    @Test("a floating-point number keeps its bits, even if it is not a number")
    func bits() throws {
        let table = [0, -0.0, .pi, .nan, .signalingNaN, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
        for value in table {
            var writer = BinaryWriter()
            writer.append(value)
            var reader = BinaryReader(writer.bytes)
            #expect(try reader.double().bitPattern == value.bitPattern)
        }
    }

    @Test("bytes that end too early are an error at any length")
    func truncated() {
        let bytes = Everything.full.bytes
        for count in 0..<bytes.count {
            #expect(throws: BinaryError.self, "\(count) bytes") {
                var reader = BinaryReader(bytes[..<count])
                _ = try Everything(binary: &reader)
            }
        }
    }

    @Test("bytes that are left over are an error")
    func leftOver() {
        var reader = BinaryReader([1, 2, 3])
        #expect(throws: BinaryError("2 bytes are left over")) {
            _ = try reader.uint8()
            try reader.requireEnd()
        }
    }

    @Test(
        "a count that exceeds the remaining bytes is refused", arguments: [4, 5, 1 << 16, 1 << 31, .max] as [UInt32])
    func counts(count: UInt32) {
        var writer = BinaryWriter()
        writer.append(count)
        let bytes = writer.bytes + [1, 2, 3]
        let error = BinaryError("\(count) bytes are announced, and 3 are there")
        #expect(throws: error) {
            var reader = BinaryReader(bytes)
            _ = try reader.text()
        }
        #expect(throws: error) {
            var reader = BinaryReader(bytes)
            _ = try reader.data()
        }
        let reason =
            count <= BinaryReader.maximumElements
            ? "1 bytes are expected, and 0 are there"
            : "lists of more than \(BinaryReader.maximumElements) elements in all"
        #expect(throws: BinaryError(reason)) {
            var reader = BinaryReader(bytes)
            _ = try reader.list(limit: .max) { (reader) throws(BinaryError) in try reader.uint8() }
        }
    }

    @Test("a list with more elements than the reader's limit is refused")
    func limit() throws {
        var writer = BinaryWriter()
        writer.append(list: [1, 2, 3] as [UInt8]) { $0.append($1) }
        for (limit, isTaken) in [(0, false), (2, false), (3, true), (.max, true)] {
            var reader = BinaryReader(writer.bytes)
            let read = Result { try reader.list(limit: limit) { (reader) throws(BinaryError) in try reader.uint8() } }
            switch read {
            case .success(let list): #expect(isTaken && list == [1, 2, 3])
            case .failure(let error):
                #expect(!isTaken && error as? BinaryError == BinaryError("a list of 3; at most \(limit) are taken"))
            }
        }
    }

    @Test(
        "a Bool, or the mark of an optional value, must be 0 or 1", arguments: 2...255 as ClosedRange<UInt8>)
    func bools(byte: UInt8) {
        let error = BinaryError("\(byte) stands where 0 or 1 is expected")
        #expect(throws: error) {
            var reader = BinaryReader([byte])
            _ = try reader.bool()
        }
        #expect(throws: error) {
            var reader = BinaryReader([byte, 0])
            _ = try reader.optional { (reader) throws(BinaryError) in try reader.uint8() }
        }
    }

    @Test("bytes that are not UTF-8 become U+FFFD, and the bytes behind them are read")
    func invalidText() throws {
        let table: [([UInt8], String)] = [
            ([0xFF], "\u{FFFD}"), ([0x61, 0xC3], "a\u{FFFD}"), ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0xC0, 0x80, 0x62], "\u{FFFD}\u{FFFD}b"),
        ]
        for (bytes, text) in table {
            var writer = BinaryWriter()
            writer.append(bytes)
            writer.append(42 as UInt8)
            var reader = BinaryReader(writer.bytes)
            #expect(try reader.text() == text)
            #expect(try reader.uint8() == 42)
        }
    }

    @Test("any bytes are read or refused, without a trap")
    func anyBytes() throws {
        var generator = SeededGenerator(seed: 5)
        let full = Everything.full.bytes
        for _ in 0..<2000 {
            var bytes = full
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
                    in: .min ... .max, using: &generator)
            }
            var reader = BinaryReader(bytes)
            guard let value = try? Everything(binary: &reader) else { continue }
            var again = BinaryReader(value.bytes)
            // The bytes are compared, since a member may be not a number.
            #expect(try Everything(binary: &again).bytes == value.bytes)
        }
    }
}
