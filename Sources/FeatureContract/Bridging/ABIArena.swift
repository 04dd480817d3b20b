package import FeatureABI

/// Memory for the C form of Swift values during one call.
///
/// The results of its functions stay valid until the arena is destroyed or ``reset()``.
///
///     var arena = ABIArena()
///     let c = arena.destination(destination)
///     withUnsafePointer(to: c) { host.pointee.navigate(host, screen, $0, method, error) }
package struct ABIArena: ~Copyable {
    private var chunks: [UnsafeMutableRawBufferPointer] = []
    private var current = 0
    private var used = 0

    package init() {}

    deinit {
        for chunk in chunks { chunk.deallocate() }
    }

    /// Makes all memory available again; earlier results become invalid.
    package mutating func reset() {
        current = 0
        used = 0
    }

    package mutating func string(_ text: String) -> sy_string {
        guard !text.isEmpty else { return sy_string() }
        var text = text
        let count = text.utf8.count
        let memory = allocate(count, alignment: 1)
        text.withUTF8 {
            UnsafeMutableRawBufferPointer(start: memory, count: count).copyMemory(from: UnsafeRawBufferPointer($0))
        }
        return sy_string(data: UnsafePointer(memory.assumingMemoryBound(to: CChar.self)), count: count)
    }

    package mutating func bytes(_ bytes: [UInt8]) -> sy_string {
        guard !bytes.isEmpty else { return sy_string() }
        let memory = allocate(bytes.count, alignment: 1)
        bytes.withUnsafeBytes {
            memory.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(memory), byteCount: $0.count)
        }
        return sy_string(data: UnsafePointer(memory.assumingMemoryBound(to: CChar.self)), count: bytes.count)
    }

    package mutating func value(_ value: Value) -> sy_value {
        var result = sy_value()
        switch value {
        case .null:
            result.kind = UInt32(SY_VALUE_NULL)
        case .bool(let bool):
            result.kind = UInt32(SY_VALUE_BOOL)
            result.integer = bool ? 1 : 0
        case .integer(let integer):
            result.kind = UInt32(SY_VALUE_INT)
            result.integer = integer
        case .double(let double):
            result.kind = UInt32(SY_VALUE_DOUBLE)
            result.number = double
        case .string(let text):
            result.kind = UInt32(SY_VALUE_STRING)
            result.text = string(text)
        case .list(let items):
            result.kind = UInt32(SY_VALUE_LIST)
            let values = items.map { self.value($0) }
            result.items = array(values)
            result.item_count = values.count
        case .bytes(let bytes):
            result.kind = UInt32(SY_VALUE_BYTES)
            result.text = self.bytes(bytes)
        case .record(let fields):
            result.kind = UInt32(SY_VALUE_RECORD)
            let fields = fields.sorted { $0.key < $1.key }
            let names = fields.map { string($0.key) }
            let values = fields.map { self.value($0.value) }
            result.names = array(names)
            result.items = array(values)
            result.item_count = values.count
        }
        return result
    }

    package mutating func destination(_ destination: Destination) -> sy_destination {
        var result = sy_destination.sized
        result.feature = string(destination.feature)
        result.route = string(destination.route)
        var arguments: [sy_argument] = []
        for argument in destination.arguments {
            var c = sy_argument.sized
            c.name = string(argument.name)
            c.value = value(argument.value)
            arguments.append(c)
        }
        result.arguments = array(arguments)
        result.argument_count = arguments.count
        return result
    }

    package mutating func message(_ message: Message) -> sy_message {
        var result = sy_message.sized
        switch message {
        case .value(let type, let value):
            result.kind = UInt32(SY_MESSAGE_VALUE)
            result.name = string(type)
            result.value = self.value(value)
        case .destination(let destination):
            result.kind = UInt32(SY_MESSAGE_DESTINATION)
            result.destination = pointer(to: self.destination(destination))
        case .tab(let name):
            result.kind = UInt32(SY_MESSAGE_TAB)
            result.value = value(.string(name))
        }
        return result
    }

    package mutating func resume(_ resume: Resume) -> sy_resume {
        var result = sy_resume.sized
        var messages: [Message] = []
        switch resume {
        case .auto: result.kind = UInt32(SY_RESUME_AUTO)
        case .immediately: result.kind = UInt32(SY_RESUME_IMMEDIATELY)
        case .after(let seconds):
            result.kind = UInt32(SY_RESUME_AFTER)
            result.seconds = seconds
        case .inserting(let inserted):
            result.kind = UInt32(SY_RESUME_INSERTING)
            messages = inserted
        case .appending(let appended):
            result.kind = UInt32(SY_RESUME_APPENDING)
            messages = appended
        case .replacing(let replacing):
            result.kind = UInt32(SY_RESUME_REPLACING)
            messages = replacing
        case .pause: result.kind = UInt32(SY_RESUME_PAUSE)
        case .cancel: result.kind = UInt32(SY_RESUME_CANCEL)
        }
        let values = messages.map { message($0) }
        result.messages = array(values)
        result.message_count = values.count
        return result
    }

    package mutating func event(_ action: UInt64, _ value: Value) -> sy_event {
        var result = sy_event.sized
        result.action = action
        result.value = pointer(toPresent: value)
        return result
    }

    package mutating func returned(to checkpoint: String, with value: Value) -> sy_return {
        var result = sy_return.sized
        result.name = string(checkpoint)
        result.value = pointer(toPresent: value)
        return result
    }

    /// No value is a null pointer: FeatureABI.h, *No value*.
    private mutating func pointer(toPresent value: Value) -> UnsafePointer<sy_value>? {
        value == .null ? nil : pointer(to: self.value(value))
    }

    package mutating func state(_ state: ScreenState) -> sy_state {
        var result = sy_state.sized
        result.state_version = state.version
        result.bytes = bytes(state.bytes)
        return result
    }

    package mutating func pointer<T>(to value: T) -> UnsafePointer<T> {
        let memory = allocate(MemoryLayout<T>.size, alignment: MemoryLayout<T>.alignment)
        memory.initializeMemory(as: T.self, to: value)
        return UnsafePointer(memory.assumingMemoryBound(to: T.self))
    }

    /// A copy of `values` as a C array; nil if it is empty.
    package mutating func array<T>(_ values: [T]) -> UnsafePointer<T>? {
        guard !values.isEmpty else { return nil }
        let memory = allocate(MemoryLayout<T>.stride * values.count, alignment: MemoryLayout<T>.alignment)
        let typed = memory.bindMemory(to: T.self, capacity: values.count)
        for (index, value) in values.enumerated() { (typed + index).initialize(to: value) }
        return UnsafePointer(typed)
    }

    private mutating func allocate(_ size: Int, alignment: Int) -> UnsafeMutableRawPointer {
        while current < chunks.count {
            let start = (used + alignment - 1) & ~(alignment - 1)
            if let base = chunks[current].baseAddress, start + size <= chunks[current].count {
                used = start + size
                return base + start
            }
            current += 1
            used = 0
        }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(size, 4096), alignment: 16)
        chunks.append(UnsafeMutableRawBufferPointer(start: memory, count: max(size, 4096)))
        used = size
        return memory
    }
}
