import FeatureABI
import FeatureContract
import Testing

@Suite struct MalformedTests {
    private let memory = CMemory()

    /// Expects a read to fail with a message that contains the fragment, and to read nothing that is not there.
    private func expectMalformed(
        _ fragment: String, at location: SourceLocation = #_sourceLocation, _ read: () throws -> Void
    ) {
        let error = #expect(throws: CallFailure.self, sourceLocation: location) { try read() }
        if let error { #expect(error.description.contains(fragment), "\(error)", sourceLocation: location) }
    }

    private func value(_ kind: Int, _ change: (inout sy_value) -> Void = { _ in }) -> sy_value {
        var value = sy_value()
        value.kind = UInt32(kind)
        change(&value)
        return value
    }

    @Test("a null pointer where something must stand is malformed")
    func nulls() {
        expectMalformed("sy_destination is null") { _ = try Destination(abi: nil, sender: "a") }
        expectMalformed("sy_resume is null") { _ = try Resume(abi: nil, sender: "a") }
        expectMalformed("a string of 3 bytes is null") { _ = try String(abi: sy_string(data: nil, count: 3)) }
        expectMalformed("an array of 2 sy_value is null") {
            _ = try Value(abi: value(SY_VALUE_LIST) { $0.item_count = 2 })
        }
        var destination = sy_destination.sized
        destination.argument_count = 1
        expectMalformed("an array of 1 sy_argument is null") {
            _ = try withUnsafePointer(to: destination) { try Destination(abi: $0, sender: "a") }
        }
        var message = sy_message.sized
        message.kind = UInt32(SY_MESSAGE_DESTINATION)
        expectMalformed("sy_destination is null") { _ = try Message(abi: message, sender: "a") }
        var resume = sy_resume.sized
        resume.message_count = 1
        expectMalformed("an array of 1 sy_message is null") {
            _ = try withUnsafePointer(to: resume) { try Resume(abi: $0, sender: "a") }
        }
    }

    @Test("a count of 0 needs no pointer, and its pointer is not read")
    func counts() throws {
        #expect(try Value(abi: value(SY_VALUE_LIST)) == .list([]))
        let nowhere = UnsafePointer<sy_argument>(bitPattern: 1)
        #expect(try sy_argument.readArray(nowhere, 0).isEmpty)
        #expect(try String(abi: sy_string(data: UnsafePointer(bitPattern: 1), count: 0)) == "")
    }

    // A size_t that is too large for an Int arrives as a negative one.
    @Test("a huge count is malformed before anything is read", arguments: [100_001, .max, .min, -1])
    func hugeCounts(count: Int) {
        let one = value(SY_VALUE_NULL)
        withUnsafePointer(to: one) { pointer in
            expectMalformed("at most 100000 are taken") {
                _ = try sy_argument.readArray(memory.array([sy_argument.sized], extra: 0), count)
            }
            expectMalformed("at most 100000 are taken") {
                _ = try Value(abi: value(SY_VALUE_LIST) { ($0.items, $0.item_count) = (pointer, count) })
            }
        }
    }

    @Test("a huge string is malformed before anything is read", arguments: [(16 << 20) + 1, .max, .min, -1])
    func hugeStrings(count: Int) {
        let text = memory.string([0x61])
        expectMalformed("at most 16777216 are taken") { _ = try String(abi: sy_string(data: text.data, count: count)) }
    }

    @Test("a struct whose size is smaller than in the first release is malformed", arguments: [0, 1, 4, 55, -1])
    func smallSizes(change: Int) {
        let full = MemoryLayout<sy_argument>.size
        let size = change < 0 ? full + change : min(change, full - 1)
        var small = sy_argument.sized
        small.size = UInt32(size)
        withUnsafePointer(to: small) { pointer in
            expectMalformed("sy_argument says that it has \(size) bytes, and it needs \(full)") {
                _ = try sy_argument.read(pointer)
            }
            expectMalformed("sy_argument says that it has \(size) bytes") { _ = try sy_argument.readArray(pointer, 1) }
        }
    }

    @Test("the size of each struct is checked", arguments: [0, 8])
    func smallStructs(size: UInt32) {
        var destination = sy_destination.sized
        destination.size = size
        expectMalformed("sy_destination says") {
            _ = try withUnsafePointer(to: destination) { try Destination(abi: $0, sender: "a") }
        }
        var resume = sy_resume.sized
        resume.size = size
        expectMalformed("sy_resume says") {
            _ = try withUnsafePointer(to: resume) { try Resume(abi: $0, sender: "a") }
        }
        var argument = sy_argument.sized
        argument.size = size
        withUnsafePointer(to: argument) { argument in
            var destination = sy_destination.sized
            destination.arguments = argument
            destination.argument_count = 1
            expectMalformed("sy_argument says") {
                _ = try withUnsafePointer(to: destination) { try Destination(abi: $0, sender: "a") }
            }
        }
    }

    @Test("a larger struct is of a later version: an array of it has that stride", arguments: [8, 16, 64, 4096])
    func largerStructs(extra: Int) throws {
        let values = (0..<5).map { index in value(SY_VALUE_INT) { $0.integer = Int64(index) } }
        var arguments: [sy_argument] = []
        for (index, value) in values.enumerated() {
            var argument = sy_argument.sized
            argument.name = memory.string(Array("a\(index)".utf8))
            argument.value = value
            arguments.append(argument)
        }
        var destination = sy_destination.sized
        destination.feature = memory.string(Array("f".utf8))
        destination.arguments = memory.array(arguments, extra: extra)
        destination.argument_count = arguments.count
        let back = try Destination(abi: memory.array([destination], extra: extra), sender: "a")
        #expect(back.text == "f?a0=0&a1=1&a2=2&a3=3&a4=4")

        var resume = sy_resume.sized
        resume.kind = UInt32(SY_RESUME_APPENDING)
        var messages: [sy_message] = []
        for value in values {
            var message = sy_message.sized
            message.value = value
            messages.append(message)
        }
        resume.messages = memory.array(messages, extra: extra)
        resume.message_count = messages.count
        #expect(
            try Resume(abi: memory.array([resume], extra: extra), sender: "a")
                == .appending((0..<5).map { .value(type: "", .integer($0)) }))
    }

    @Test("a struct of an absurd size is malformed in an array")
    func absurdSizes() {
        for size in [UInt32(ABILimit.structSize) + 1, .max] {
            var absurd = sy_argument.sized
            absurd.size = size
            withUnsafePointer(to: absurd) { pointer in
                expectMalformed("sy_argument says that it has \(size) bytes") {
                    _ = try sy_argument.readArray(pointer, 2)
                }
            }
        }
    }

    @Test("elements of different sizes are malformed", arguments: [-8, 8])
    func unequalSizes(change: Int) {
        let first = sy_argument.sized
        let size = MemoryLayout<sy_argument>.size
        let array = memory.array([first, first], extra: 16)
        let second = UnsafeMutableRawPointer(mutating: array) + size + 16
        second.storeBytes(of: UInt32(size + 16 + change), as: UInt32.self)
        expectMalformed("sy_argument") { _ = try sy_argument.readArray(array, 2) }
    }

    @Test("a pointer that is not aligned is malformed", arguments: [1, 2, 4])
    func misaligned(offset: Int) {
        expectMalformed("sy_argument is not aligned") {
            _ = try sy_argument.read(memory.misaligned(sy_argument.sized, by: offset))
        }
        expectMalformed("sy_argument is not aligned") {
            _ = try sy_argument.readArray(memory.misaligned(sy_argument.sized, by: offset), 1)
        }
        expectMalformed("sy_destination is not aligned") {
            _ = try Destination(abi: memory.misaligned(sy_destination.sized, by: offset), sender: "a")
        }
        // The stride misaligns the second element.
        expectMalformed("sy_argument is not aligned") {
            _ = try sy_argument.readArray(memory.array([sy_argument.sized, sy_argument.sized], extra: offset), 2)
        }
    }

    @Test("an unknown kind is malformed, never a guess", arguments: [8, 9, 255, .max] as [UInt32])
    func unknownKinds(kind: UInt32) {
        var value = sy_value()
        value.kind = kind
        expectMalformed("a value is of the unknown kind \(kind)") { _ = try Value(abi: value) }
        var message = sy_message.sized
        message.kind = kind
        expectMalformed("a message is of the unknown kind \(kind)") { _ = try Message(abi: message, sender: "a") }
        var resume = sy_resume.sized
        resume.kind = kind
        expectMalformed("the unknown kind \(resume.kind) of resuming") {
            _ = try withUnsafePointer(to: resume) { try Resume(abi: $0, sender: "a") }
        }
    }

    @Test("lists and records nest 16 deep, and not deeper, even one that holds itself", arguments: [false, true])
    func nesting(inRecords: Bool) throws {
        func nested(_ depth: Int) -> Value {
            (0..<depth).reduce(.integer(1)) { inner, _ in inRecords ? .record(["x": inner]) : .list([inner]) }
        }
        var arena = ABIArena()
        let deepest = nested(16)
        #expect(try Value(abi: arena.value(deepest)) == deepest)
        let deeper = arena.value(nested(17))
        expectMalformed("a value is nested more than 16 deep") { _ = try Value(abi: deeper) }
        let name = arena.array([arena.string("x")])
        var itself = value(inRecords ? SY_VALUE_RECORD : SY_VALUE_LIST) { ($0.item_count, $0.names) = (1, name) }
        withUnsafeMutablePointer(to: &itself) { pointer in
            pointer.pointee.items = UnsafePointer(pointer)
            expectMalformed("a value is nested more than 16 deep") { _ = try Value(abi: pointer.pointee) }
        }
    }

    @Test("a string of 1 MiB, an array of 10,000 elements, and a value that holds 10,000 others are taken")
    func promisedLimits() throws {
        var arena = ABIArena()
        let text = String(repeating: "x", count: 1 << 20)
        #expect(try Value(abi: arena.value(.string(text))) == .string(text))
        let arguments = (0..<10_000).map { Destination.Argument("a\($0)", .integer(Int64($0))) }
        let destination = arena.pointer(to: arena.destination(Destination(feature: "f", arguments: arguments)))
        #expect(try Destination(abi: destination, sender: "f").arguments.count == 10_000)
        // 100 lists of 99 items, and the lists themselves.
        let list = Value.list(Array(repeating: .list(Array(repeating: .integer(1), count: 99)), count: 100))
        #expect(try Value(abi: arena.value(list)) == list)
    }

    @Test("items that are passed again and again count each time")
    func repeatedItems() {
        var arena = ABIArena()
        var list = value(SY_VALUE_INT)
        for _ in 0..<4 {
            let items = arena.array(Array(repeating: list, count: 50))
            list = value(SY_VALUE_LIST) { ($0.items, $0.item_count) = (items, 50) }
        }
        let all = list
        expectMalformed("a value holds more than 100000 others in all") { _ = try Value(abi: all) }
        let text = arena.value(.string(String(repeating: "x", count: 1 << 20)))
        let texts = arena.array(Array(repeating: text, count: 17))
        expectMalformed("a value holds more than 16777216 bytes of text in all") {
            _ = try Value(abi: value(SY_VALUE_LIST) { ($0.items, $0.item_count) = (texts, 17) })
        }
    }

    @Test("a record's fields have unique names, and one that is null is left out")
    func records() throws {
        var arena = ABIArena()
        let values = arena.array([value(SY_VALUE_INT) { $0.integer = 1 }, value(SY_VALUE_NULL)])
        func record(_ names: [String]) -> sy_value {
            let names = arena.array(names.map { arena.string($0) })
            return value(SY_VALUE_RECORD) { ($0.names, $0.items, $0.item_count) = (names, values, 2) }
        }
        #expect(try Value(abi: record(["b", "a"])) == .record(["b": .integer(1)]))
        let twice = record(["a", "a"])
        expectMalformed("the field 'a' stands twice in a record") { _ = try Value(abi: twice) }
        let nameless = value(SY_VALUE_RECORD) { ($0.items, $0.item_count) = (values, 2) }
        expectMalformed("an array of 2 names of a record's fields is null") { _ = try Value(abi: nameless) }
    }

    @Test("bytes cross as they are, which need not be UTF-8")
    func bytes() throws {
        var arena = ABIArena()
        for bytes: [UInt8] in [[], [0], [255, 254, 0, 1], Array(repeating: 200, count: 5000)] {
            #expect(try Value(abi: arena.value(.bytes(bytes))) == .bytes(bytes))
        }
    }

    @Test("a double that is not finite is malformed", arguments: [.infinity, -.infinity, .nan] as [Double])
    func notFinite(double: Double) {
        expectMalformed("which is not finite") { _ = try Value(abi: value(SY_VALUE_DOUBLE) { $0.number = double }) }
        var arena = ABIArena()
        let list = arena.value(.list([.double(double)]))
        expectMalformed("which is not finite") { _ = try Value(abi: list) }
    }

    @Test(
        "a time that is negative or not finite is malformed", arguments: [-1, -.infinity, .infinity, .nan] as [Double])
    func times(seconds: Double) {
        var resume = sy_resume.sized
        resume.kind = UInt32(SY_RESUME_AFTER)
        resume.seconds = seconds
        expectMalformed("is not a time to resume after") {
            _ = try withUnsafePointer(to: resume) { try Resume(abi: $0, sender: "a") }
        }
    }

    @Test("an argument that is given twice is malformed")
    func duplicateArguments() {
        var arena = ABIArena()
        let destination = arena.destination(
            Destination(feature: "f", arguments: [.init("x", .integer(1)), .init("y", .null), .init("x", .integer(2))]))
        expectMalformed("the argument 'x' is given twice") {
            _ = try withUnsafePointer(to: destination) { try Destination(abi: $0, sender: "a") }
        }
    }

    @Test("the name of a tab is a string")
    func tabNames() {
        var message = sy_message.sized
        message.kind = UInt32(SY_MESSAGE_TAB)
        message.value = value(SY_VALUE_INT)
        expectMalformed("the name of a tab is not a string") { _ = try Message(abi: message, sender: "a") }
    }

    @Test("a malformed part makes its list, argument or message malformed")
    func within() {
        let bad = value(99)
        let list = value(SY_VALUE_LIST) {
            ($0.items, $0.item_count) = (memory.plainArray([value(SY_VALUE_INT), bad]), 2)
        }
        expectMalformed("the unknown kind 99") { _ = try Value(abi: list) }
        var argument = sy_argument.sized
        argument.value = bad
        var destination = sy_destination.sized
        destination.arguments = memory.array([argument], extra: 0)
        destination.argument_count = 1
        expectMalformed("the unknown kind 99") {
            _ = try Destination(abi: memory.array([destination], extra: 0), sender: "a")
        }
        var message = sy_message.sized
        message.kind = UInt32(SY_MESSAGE_DESTINATION)
        message.destination = memory.array([destination], extra: 0)
        var resume = sy_resume.sized
        resume.messages = memory.array([message], extra: 0)
        resume.message_count = 1
        expectMalformed("the unknown kind 99") { _ = try Resume(abi: memory.array([resume], extra: 0), sender: "a") }
    }

    @Test(
        "bytes that are not UTF-8 become U+FFFD",
        arguments: [
            ([0x61, 0xFF, 0x62], "a\u{FFFD}b"), ([0xC3], "\u{FFFD}"), ([0xC3, 0x28], "\u{FFFD}("),
            ([0x80, 0x61], "\u{FFFD}a"), ([0xC3, 0xA9], "é"), ([0x00], "\0"),
            ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
        ] as [([UInt8], String)])
    func invalidUTF8(bytes: [UInt8], text: String) throws {
        #expect(try String(abi: memory.string(bytes)) == text)
        let string = value(SY_VALUE_STRING) { $0.text = memory.string(bytes) }
        #expect(try Value(abi: string) == .string(text))
    }

    @Test("a bool is true for every integer but 0", arguments: [(0, false), (1, true), (2, true), (-1, true)])
    func bools(integer: Int64, bool: Bool) throws {
        #expect(try Value(abi: value(SY_VALUE_BOOL) { $0.integer = integer }) == .bool(bool))
    }
}
