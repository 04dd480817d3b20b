import HostSystem
import Testing

@testable import HostTestSupport

// What the macro has to find its way through: comments and texts with words and brackets, generic and optional types,
// attributes, values, observers, and properties that are not stored.

@BinaryCoded
private struct Everything: Hashable {
    /// A `case` in a comment is none: "{ case a".
    @BinaryCoded
    enum Kind: Hashable {
        case none, number(Int32)
        case named(String, size: UInt64?)
        case mapped([String: [Int]], _ more: Dictionary<String, Int> = [:], at: Double)

        static let all = [Kind.none]
        var isNone: Bool {
            switch self {
            case .none: true
            case .number, .named, .mapped: false
            }
        }
    }

    static let word = "let var { case"
    var kinds: [Kind] = [
        .none, .number(.min), .named("\u{0}é", size: nil), .named("", size: .max), .mapped(["a": [1]], at: -0.5),
    ]
    /* let never: Int */
    var bytes: [UInt8] = [0, 255]
    var counts: [String: [Int]] = ["b": [1, .max], "a": []]  // var late: Int
    var names: Set<String> = ["x {", "\"}"]
    let text = "a constant"
    var missing: Double?
    var there: Bool? = false
    var nested: [Everything]?
    var generic: Dictionary<String, Int> = [:]
    private(set) var fraction = -0.5 { didSet { _ = fraction } }
    var small: UInt16 = .max
    var sum: Int { counts.values.joined().count }
    var isEmpty: Bool
    {
        get { bytes.isEmpty }
    }
    func double() -> Int {
        let two = 2
        return two * sum
    }
}

@BinaryCoded
private indirect enum Tree: Hashable {
    case leaf
    case node(Tree)

    init(depth: Int) { self = depth == 0 ? .leaf : .node(Tree(depth: depth - 1)) }
}

@Suite("Values as bytes")
struct BinaryCoderTests {
    private func bytes(_ value: some BinaryCoded) -> [UInt8] { BinaryWriter.bytes { $0.append(coded: value) } }

    private func read<Value: BinaryCoded>(_ type: Value.Type, _ bytes: [UInt8]) throws(BinaryError) -> Value {
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
