import FeatureABI
import FeatureContract
import TestSupport
import Testing

@Suite struct RoundTripTests {
    private let memory = CMemory()

    @Test("values cross to C and back", arguments: 1...4 as ClosedRange<UInt64>)
    func values(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var arena = ABIArena()
        for round in 0..<500 {
            if round % 50 == 0 { arena.reset() }
            let value = generator.anyValue()
            #expect(try Value(abi: arena.value(value)) == value)
        }
    }

    @Test("doubles and integers keep their bits")
    func numbers() throws {
        var arena = ABIArena()
        for double in [0, -0.0, .pi, .leastNonzeroMagnitude, -.greatestFiniteMagnitude] as [Double] {
            guard case .double(let back) = try Value(abi: arena.value(.double(double))) else {
                Issue.record("\(double) is no double")
                continue
            }
            #expect(back.bitPattern == double.bitPattern)
        }
        for integer in [.min, -1, 0, .max] as [Int64] {
            #expect(try Value(abi: arena.value(.integer(integer))) == .integer(integer))
        }
    }

    @Test("destinations cross to C and back", arguments: 1...4 as ClosedRange<UInt64>)
    func destinations(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var arena = ABIArena()
        for round in 0..<300 {
            if round % 40 == 0 { arena.reset() }
            let destination = generator.anyDestination()
            let pointer = arena.pointer(to: arena.destination(destination))
            let back = try Destination(abi: pointer, sender: "sender")
            #expect(back == destination)
            #expect(back.arguments.map(\.name) == destination.arguments.map(\.name))
        }
    }

    @Test("messages cross to C and back", arguments: 1...4 as ClosedRange<UInt64>)
    func messages(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var arena = ABIArena()
        for _ in 0..<300 {
            let message = generator.anyMessage()
            #expect(try Message(abi: arena.message(message), sender: "sender") == message)
        }
    }

    @Test("answers to a checkpoint cross to C and back", arguments: 1...4 as ClosedRange<UInt64>)
    func resumes(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            var arena = ABIArena()
            let messages = (0..<Int.random(in: 0...3, using: &generator)).map { _ in generator.anyMessage() }
            let seconds = Double(Int.random(in: 0...100, using: &generator)) / 8
            for resume in [
                .auto, .immediately, .after(seconds: seconds), .inserting(messages), .appending(messages),
                .replacing(messages), .pause, .cancel,
            ] as [Resume] {
                let pointer = arena.pointer(to: arena.resume(resume))
                #expect(try Resume(abi: pointer, sender: "sender") == resume)
            }
        }
    }

    @Test("large values take as much memory as they need")
    func large() throws {
        var arena = ABIArena()
        let text = String(repeating: "é", count: 100_000)
        let list = Value.list((0..<20_000).map { .string("\($0)") })
        let first = arena.value(.string(text))
        let second = arena.value(list)
        #expect(try Value(abi: first) == .string(text))
        #expect(try Value(abi: second) == list)
        arena.reset()
        let third = arena.value(list)
        #expect(try Value(abi: third) == list)
    }

    @Test("text may hold a NUL, and an empty one needs no pointer")
    func strings() throws {
        var arena = ABIArena()
        #expect(try String(abi: arena.string("a\0b")) == "a\0b")
        #expect(arena.string("").count == 0)
        #expect(try String(abi: sy_string(data: nil, count: 0)) == "")
        #expect(try String(abi: memory.string([])) == "")
    }

    @Test("an empty feature means the feature that passes the destination")
    func sender() throws {
        var arena = ABIArena()
        let own = Destination(feature: "", route: "detail", arguments: [.init("id", .integer(1))])
        let pointer = arena.pointer(to: arena.destination(own))
        #expect(try Destination(abi: pointer, sender: "character").text == "character/detail?id=1")
        let message = arena.message(.destination(own))
        #expect(
            try Message(abi: message, sender: "home")
                == .destination(Destination(feature: "home", route: "detail", arguments: own.arguments)))
    }

    @Test("every struct that the arena makes begins with its size, where it has one")
    func sizes() {
        var arena = ABIArena()
        #expect(arena.destination(Destination(feature: "a")).size == UInt32(MemoryLayout<sy_destination>.size))
        #expect(arena.resume(.auto).size == UInt32(MemoryLayout<sy_resume>.size))
        for message in [.tab("a"), .value(type: "a", .null), .destination(Destination(feature: "a"))] as [Message] {
            let c = arena.message(message)
            #expect(c.size == UInt32(MemoryLayout<sy_message>.size))
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func anyValue(isItem: Bool = false) -> Value {
        switch Int.random(in: 0...(isItem ? 4 : 6), using: &self) {
        case 0: .null
        case 1: value(of: .bool)
        case 2: value(of: .int)
        case 3: value(of: .double)
        case 4: value(of: .string)
        default: .list((0..<Int.random(in: 0...4, using: &self)).map { _ in anyValue(isItem: true) })
        }
    }

    fileprivate mutating func anyDestination() -> Destination {
        let arguments = (0..<Int.random(in: 0...4, using: &self)).map { index in
            Destination.Argument("\(index)" + text(), anyValue())
        }
        return Destination(feature: "f" + text(), route: text(), arguments: arguments)
    }

    fileprivate mutating func anyMessage() -> Message {
        switch Int.random(in: 0...2, using: &self) {
        case 0: .value(type: text(), anyValue())
        case 1: .destination(anyDestination())
        default: .tab(text())
        }
    }
}
