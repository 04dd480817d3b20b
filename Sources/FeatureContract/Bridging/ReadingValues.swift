package import FeatureABI
import Glibc

/// Counts texts from the other side that were not valid UTF-8.
package enum RepairedText {
    /// The number of texts on this thread that were repaired with U+FFFD, for comparison before and after a call to the
    /// other side.
    package static var count: Int { Int(bitPattern: pthread_getspecific(key)) }

    fileprivate static func add() {
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: count &+ 1))
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()
}

extension String {
    /// Copies a text from the other side. Invalid UTF-8 becomes U+FFFD and is counted in ``RepairedText``.
    package init(abi string: sy_string) throws(CallFailure) {
        let bytes = try string.checkedBytes()
        guard !bytes.isEmpty else {
            self = ""
            return
        }
        do {
            self = String(copying: try UTF8Span(validating: bytes.assumingMemoryBound(to: UInt8.self).span))
        } catch {
            RepairedText.add()
            self = String(decoding: bytes, as: UTF8.self)
        }
    }
}

extension String {
    /// Copies a text that the other side passed by a pointer.
    package init(abi pointer: UnsafePointer<sy_string>?) throws(CallFailure) {
        guard let pointer else { throw CallFailure(malformed: "sy_string is null") }
        try self.init(abi: pointer.pointee)
    }
}

extension sy_string {
    /// The bytes from the other side, which need not be UTF-8.
    package func checkedBytes() throws(CallFailure) -> UnsafeRawBufferPointer {
        guard count != 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        guard let data else {
            throw CallFailure(malformed: "a string of \(UInt(bitPattern: count)) bytes is null")
        }
        // A size_t beyond Int.max is negative here.
        guard (1...ABILimit.stringSize).contains(count) else {
            let count = UInt(bitPattern: count)
            throw CallFailure(malformed: "a string of \(count) bytes; at most \(ABILimit.stringSize) are taken")
        }
        return UnsafeRawBufferPointer(start: data, count: count)
    }
}

extension Value {
    /// Reads a node's value; null for a kind of a later minor version.
    package init(ofNode value: sy_value) throws(CallFailure) {
        self = value.kind > UInt32(SY_VALUE_BYTES) ? .null : try Value(abi: value)
    }

    /// Reads an optional value: a null pointer gives ``Value/null``.
    package init(abi pointer: UnsafePointer<sy_value>?) throws(CallFailure) {
        guard let pointer else {
            self = .null
            return
        }
        guard Int(bitPattern: pointer) % MemoryLayout<sy_value>.alignment == 0 else {
            throw CallFailure(malformed: "sy_value is not aligned")
        }
        self = try Value(abi: pointer.pointee)
    }

    package init(abi value: sy_value) throws(CallFailure) {
        var room = ValueRoom()
        self = try Value(abi: value, &room)
    }

    private init(abi value: sy_value, _ room: inout ValueRoom) throws(CallFailure) {
        switch Int(value.kind) {
        case SY_VALUE_NULL: self = .null
        case SY_VALUE_BOOL: self = .bool(value.integer != 0)
        case SY_VALUE_INT: self = .integer(value.integer)
        case SY_VALUE_DOUBLE:
            guard value.number.isFinite else {
                throw CallFailure(malformed: "a value is \(value.number), which is not finite")
            }
            self = .double(value.number)
        case SY_VALUE_STRING:
            try room.charge(bytes: value.text.count)
            self = .string(try String(abi: value.text))
        case SY_VALUE_BYTES:
            try room.charge(bytes: value.text.count)
            self = .bytes([UInt8](try value.text.checkedBytes()))
        case SY_VALUE_LIST:
            let items = try room.enter(value)
            var values: [Value] = []
            values.reserveCapacity(items.count)
            for item in items { values.append(try Value(abi: item, &room)) }
            room.depth -= 1
            self = .list(values)
        case SY_VALUE_RECORD:
            let items = try room.enter(value)
            let names = try ABILimit.checkedArray(value.names, value.item_count, of: "names of a record's fields")
            guard Int(bitPattern: names) % MemoryLayout<sy_string>.alignment == 0 else {
                throw CallFailure(malformed: "the names of a record's fields are not aligned")
            }
            var values: [String: Value] = [:]
            for (name, item) in zip(UnsafeBufferPointer(start: names, count: items.count), items) {
                try room.charge(bytes: name.count)
                let name = try String(abi: name)
                guard values.updateValue(try Value(abi: item, &room), forKey: name) == nil else {
                    throw CallFailure(malformed: "the field '\(name)' stands twice in a record")
                }
            }
            room.depth -= 1
            self = .record(values.filter { !$0.value.isNull })
        default: throw CallFailure(malformed: "a value is of the unknown kind \(value.kind)")
        }
    }
}

/// The remaining room for a value while it is read: pointers could lead to the same items again and again.
private struct ValueRoom {
    var depth = 0
    private var items = ABILimit.arrayCount
    private var bytes = ABILimit.stringSize

    mutating func charge(bytes count: Int) throws(CallFailure) {
        // A size_t beyond Int.max is negative here, and is refused when the string is read.
        bytes -= max(count, 0)
        guard bytes >= 0 else {
            throw CallFailure(malformed: "a value holds more than \(ABILimit.stringSize) bytes of text in all")
        }
    }

    /// Begins a list or a record, and returns its items.
    mutating func enter(_ value: sy_value) throws(CallFailure) -> UnsafeBufferPointer<sy_value> {
        depth += 1
        guard depth <= ValueType.maximumDepth else {
            throw CallFailure(malformed: "a value is nested more than \(ValueType.maximumDepth) deep")
        }
        let start = try ABILimit.checkedArray(value.items, value.item_count, of: "sy_value")
        guard Int(bitPattern: start) % MemoryLayout<sy_value>.alignment == 0 else {
            throw CallFailure(malformed: "sy_value is not aligned")
        }
        items -= value.item_count
        guard items >= 0 else {
            throw CallFailure(malformed: "a value holds more than \(ABILimit.arrayCount) others in all")
        }
        return UnsafeBufferPointer(start: start, count: start == nil ? 0 : value.item_count)
    }
}

extension Destination {
    /// Reads a destination from the other side. An empty feature id stands for `sender`, the feature that passed it.
    package init(abi pointer: UnsafePointer<sy_destination>?, sender: String) throws(CallFailure) {
        try self.init(abi: sy_destination.read(pointer), sender: sender)
    }

    /// Converts a destination struct that has already been read, such as an element of an array. An empty feature id
    /// stands for `sender`.
    package init(abi destination: sy_destination, sender: String) throws(CallFailure) {
        let feature = try String(abi: destination.feature)
        var arguments: [Argument] = []
        var names: Set<String> = []
        for argument in try sy_argument.readArray(destination.arguments, destination.argument_count) {
            let name = try String(abi: argument.name)
            guard names.insert(name).inserted else {
                throw CallFailure(malformed: "the argument '\(name)' is given twice")
            }
            arguments.append(Argument(name, try Value(abi: argument.value)))
        }
        self.init(
            feature: feature.isEmpty ? sender : feature, route: try String(abi: destination.route),
            arguments: arguments)
    }
}

extension Message {
    package init(abi message: sy_message, sender: String) throws(CallFailure) {
        let value = try Value(abi: message.value)
        switch Int(message.kind) {
        case SY_MESSAGE_VALUE:
            self = .value(type: try String(abi: message.name), value)
        case SY_MESSAGE_DESTINATION:
            self = .destination(try Destination(abi: message.destination, sender: sender))
        case SY_MESSAGE_TAB:
            guard case .string(let name) = value else {
                throw CallFailure(malformed: "the name of a tab is not a string")
            }
            self = .tab(name)
        default: throw CallFailure(malformed: "a message is of the unknown kind \(message.kind)")
        }
    }
}

extension ScreenState {
    package init(abi pointer: UnsafePointer<sy_state>?) throws(CallFailure) {
        let state = try sy_state.read(pointer)
        let bytes = try state.bytes.checkedBytes()
        guard bytes.count <= Self.maximumSize else {
            throw CallFailure(.limit, "a state of \(bytes.count) bytes; at most \(Self.maximumSize) are kept")
        }
        self.init(version: state.state_version, bytes: [UInt8](bytes))
    }
}

extension Resume {
    package init(abi pointer: UnsafePointer<sy_resume>?, sender: String) throws(CallFailure) {
        let resume = try sy_resume.read(pointer)
        var messages: [Message] = []
        for message in try sy_message.readArray(resume.messages, resume.message_count) {
            messages.append(try Message(abi: message, sender: sender))
        }
        switch Int(resume.kind) {
        case SY_RESUME_AUTO: self = .auto
        case SY_RESUME_IMMEDIATELY: self = .immediately
        case SY_RESUME_AFTER:
            guard resume.seconds >= 0, resume.seconds.isFinite else {
                throw CallFailure(malformed: "\(resume.seconds) seconds is not a time to resume after")
            }
            self = .after(seconds: resume.seconds)
        case SY_RESUME_INSERTING: self = .inserting(messages)
        case SY_RESUME_APPENDING: self = .appending(messages)
        case SY_RESUME_REPLACING: self = .replacing(messages)
        case SY_RESUME_PAUSE: self = .pause
        case SY_RESUME_CANCEL: self = .cancel
        default: throw CallFailure(malformed: "the unknown kind \(resume.kind) of resuming")
        }
    }
}
