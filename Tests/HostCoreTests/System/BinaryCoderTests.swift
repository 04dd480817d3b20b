import HostSystem
import Testing

@Suite("What is Codable as bytes")
struct BinaryCoderTests {
    private struct Everything: Codable, Hashable {
        enum Kind: Codable, Hashable { case none, number(Int32), named(String, size: UInt64?) }
        var kinds: [Kind] = [.none, .number(.min), .named("\u{0}é", size: nil), .named("", size: .max)]
        var bytes: [UInt8] = [0, 255]
        var counts: [String: [Int]] = ["b": [1, .max], "a": []]
        var missing: Double?
        var there: Bool? = false
        var nested: [Everything]?
        var fraction = -0.5
        var small: UInt16 = .max
    }

    private indirect enum Tree: Codable, Hashable {
        case leaf
        case node(Tree)

        init(depth: Int) { self = depth == 0 ? .leaf : .node(Tree(depth: depth - 1)) }
    }

    private func bytes(_ value: some Encodable) -> [UInt8] { BinaryWriter.bytes { $0.append(coded: value) } }

    private func read<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws(BinaryError) -> Value {
        var reader = BinaryReader(bytes)
        let value = try reader.decode(type)
        try reader.requireEnd()
        return value
    }

    @Test("every kind of member is read as it was written, and no shorter bytes are read")
    func roundTrip() throws {
        let value = Everything(nested: [Everything(), Everything(missing: 1e6)])
        let bytes = bytes(value)
        #expect(try read(Everything.self, bytes) == value)
        for count in bytes.indices {
            #expect(throws: BinaryError.self) { try read(Everything.self, Array(bytes[..<count])) }
        }
    }

    @Test("the same content has the same bytes, whatever the order of a dictionary")
    func order() {
        let names = (0..<100).map { "\($0)" }
        let pairs = names.map { ($0, [1]) }
        let one = Everything(counts: Dictionary(uniqueKeysWithValues: pairs))
        let other = Everything(counts: Dictionary(uniqueKeysWithValues: pairs.reversed()))
        #expect(bytes(one) == bytes(other))
    }

    @Test("a changed byte is read as another value or refused, without a trap")
    func damaged() {
        let bytes = bytes(Everything(nested: [Everything()]))
        for index in bytes.indices {
            for value in [0, 1, 127, 255] as [UInt8] {
                var damaged = bytes
                damaged[index] = value
                _ = try? read(Everything.self, damaged)
            }
        }
    }

    @Test("what is nested too deep is refused, and does not take the stack")
    func deep() throws {
        #expect(try read(Tree.self, bytes(Tree(depth: 20))) == Tree(depth: 20))
        #expect(throws: BinaryError("values are nested more than 32 deep")) {
            try read(Tree.self, BinaryWriter.bytes { for _ in 0..<100_000 { $0.append("node") } })
        }
    }

    @Test("a list that announces more than there is takes no memory for it")
    func announced() {
        #expect(throws: BinaryError.self) { try read([String].self, [0xFF, 0xFF, 0x0F, 0]) }
        #expect(throws: BinaryError.self) { try read([String].self, [0xFF, 0xFF, 0xFF, 0xFF]) }
    }

    @Test("a text is cut at its limit between characters, and a longer one is refused")
    func limit() throws {
        let bytes = BinaryWriter.bytes { $0.append(coded: ["aéééé"], textLimit: 7) }
        #expect(try read([String].self, bytes) == ["aé…"])
        var reader = BinaryReader(bytes)
        #expect(throws: BinaryError("a text of 6 bytes; at most 5 are taken")) {
            try reader.decode([String].self, textLimit: 5)
        }
    }
}
