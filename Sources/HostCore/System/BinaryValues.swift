import FeatureContract

// The binary form of the values that host and features pass to each other. A reader enforces the limits of the ABI
// whatever the bytes say, since a feature may have overwritten its worker's memory.

extension BinaryWriter {
    package mutating func append(_ value: Value) {
        switch value {
        case .null: append(UInt8(0))
        case .bool(let bool):
            append(UInt8(1))
            append(bool)
        case .integer(let integer):
            append(UInt8(2))
            append(integer)
        case .double(let double):
            append(UInt8(3))
            append(double)
        case .string(let string):
            append(UInt8(4))
            append(string)
        case .list(let items):
            append(UInt8(5))
            append(list: items) { $0.append($1) }
        case .bytes(let bytes):
            append(UInt8(6))
            append(bytes)
        case .record(let values):
            append(UInt8(7))
            append(list: values.sorted { $0.key < $1.key }) { writer, field in
                writer.append(field.key)
                writer.append(field.value)
            }
        }
    }

    package mutating func append(_ destination: Destination) {
        append(destination.feature)
        append(destination.route)
        append(list: destination.arguments) { writer, argument in
            writer.append(argument.name)
            writer.append(argument.value)
        }
    }

    package mutating func append(_ method: NavigationMethod?) {
        append(UInt8(method.flatMap { NavigationMethod.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0))
    }

    package mutating func append(_ message: Message) {
        switch message {
        case .value(let type, let value):
            append(UInt8(0))
            append(type)
            append(value)
        case .destination(let destination):
            append(UInt8(1))
            append(destination)
        case .tab(let name):
            append(UInt8(2))
            append(name)
        }
    }

    package mutating func append(_ messages: [Message]) {
        append(list: messages) { $0.append($1) }
    }

    package mutating func append(_ resume: Resume) {
        switch resume {
        case .auto: append(UInt8(0))
        case .immediately: append(UInt8(1))
        case .after(let seconds):
            append(UInt8(2))
            append(seconds)
        case .inserting(let messages):
            append(UInt8(3))
            append(messages)
        case .appending(let messages):
            append(UInt8(4))
            append(messages)
        case .replacing(let messages):
            append(UInt8(5))
            append(messages)
        case .pause: append(UInt8(6))
        case .cancel: append(UInt8(7))
        }
    }

    package mutating func append(_ state: ScreenState) {
        append(state.version)
        append(state.bytes)
    }

    package mutating func append(_ failure: CallFailure) {
        append(failure.code.rawValue)
        // A reason may quote the whole request.
        append(failure.reason.cut(toBytes: ABILimit.reasonSize))
    }
}

extension BinaryReader {
    package mutating func value() throws(BinaryError) -> Value { try value(depth: 0) }

    private mutating func value(depth: Int) throws(BinaryError) -> Value {
        guard depth <= ValueType.maximumDepth else {
            throw BinaryError("a value is nested more than \(ValueType.maximumDepth) deep")
        }
        switch try uint8() {
        case 0: return .null
        case 1: return .bool(try bool())
        case 2: return .integer(try int64())
        case 3:
            let double = try double()
            guard double.isFinite else { throw BinaryError("a value is \(double), which is not finite") }
            return .double(double)
        case 4: return .string(try text())
        case 5:
            return .list(
                try list(limit: ABILimit.arrayCount) { (reader) throws(BinaryError) in
                    try reader.value(depth: depth + 1)
                })
        case 6: return .bytes(try data())
        case 7:
            var values: [String: Value] = [:]
            let fields = try list(limit: ABILimit.arrayCount) { (reader) throws(BinaryError) in
                (try reader.text(), try reader.value(depth: depth + 1))
            }
            for (name, value) in fields where values.updateValue(value, forKey: name) != nil {
                throw BinaryError("the field '\(name)' stands twice in a record")
            }
            return .record(values)
        case let kind: throw BinaryError("a value is of the unknown kind \(kind)")
        }
    }

    package mutating func destination() throws(BinaryError) -> Destination {
        let feature = try text()
        let route = try text()
        var names: Set<String> = []
        let arguments = try list(limit: ABILimit.arrayCount) { (reader) throws(BinaryError) in
            let name = try reader.text()
            guard names.insert(name).inserted else {
                throw BinaryError("the argument '\(name)' is given twice")
            }
            return Destination.Argument(name, try reader.value())
        }
        return Destination(feature: feature, route: route, arguments: arguments)
    }

    package mutating func method() throws(BinaryError) -> NavigationMethod? {
        let index = Int(try uint8())
        guard index <= NavigationMethod.allCases.count else { throw BinaryError("the unknown method \(index)") }
        return index == 0 ? nil : NavigationMethod.allCases[index - 1]
    }

    package mutating func message() throws(BinaryError) -> Message {
        switch try uint8() {
        case 0: return .value(type: try text(), try value())
        case 1: return .destination(try destination())
        case 2: return .tab(try text())
        case let kind: throw BinaryError("a message is of the unknown kind \(kind)")
        }
    }

    package mutating func messages() throws(BinaryError) -> [Message] {
        try list(limit: ABILimit.arrayCount) { (reader) throws(BinaryError) in try reader.message() }
    }

    package mutating func resume() throws(BinaryError) -> Resume {
        switch try uint8() {
        case 0: return .auto
        case 1: return .immediately
        // A number that is not a valid time means no wait.
        case 2: return .after(seconds: try double())
        case 3: return .inserting(try messages())
        case 4: return .appending(try messages())
        case 5: return .replacing(try messages())
        case 6: return .pause
        case 7: return .cancel
        case let kind: throw BinaryError("the unknown kind \(kind) of resuming")
        }
    }

    package mutating func state() throws(BinaryError) -> ScreenState {
        let (version, bytes) = (try uint32(), try data())
        guard bytes.count <= ScreenState.maximumSize else { throw BinaryError("a state of \(bytes.count) bytes") }
        return ScreenState(version: version, bytes: bytes)
    }

    package mutating func failure() throws(BinaryError) -> CallFailure {
        CallFailure(FailureCode(rawValue: try uint32()), try text(limit: ABILimit.reasonSize))
    }
}

extension BinaryWriter {
    package mutating func append(_ endpoint: Endpoint) {
        append(endpoint.host)
        append(UInt32(endpoint.port))
    }
}

extension BinaryReader {
    package mutating func endpoint() throws(BinaryError) -> Endpoint {
        let (host, number) = (try text(), try uint32())
        guard let port = UInt16(exactly: number), let endpoint = Endpoint(host: host, port: port) else {
            throw BinaryError("the address '\(host)' with the port \(number)")
        }
        return endpoint
    }
}

// MARK: As parts of other values

extension Value: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) { writer.append(self) }
    package init(binary reader: inout BinaryReader) throws(BinaryError) { self = try reader.value() }
}

extension Destination: BinaryCoded {
    package static var listLimit: Int { ABILimit.arrayCount }
    package func write(binary writer: inout BinaryWriter) { writer.append(self) }
    package init(binary reader: inout BinaryReader) throws(BinaryError) { self = try reader.destination() }
}

extension Message: BinaryCoded {
    package static var listLimit: Int { ABILimit.arrayCount }
    package func write(binary writer: inout BinaryWriter) { writer.append(self) }
    package init(binary reader: inout BinaryReader) throws(BinaryError) { self = try reader.message() }
}

extension Resume: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) { writer.append(self) }
    package init(binary reader: inout BinaryReader) throws(BinaryError) { self = try reader.resume() }
}

extension ScreenState: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) { writer.append(self) }
    package init(binary reader: inout BinaryReader) throws(BinaryError) { self = try reader.state() }
}

extension CallFailure: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) { writer.append(self) }
    package init(binary reader: inout BinaryReader) throws(BinaryError) { self = try reader.failure() }
}

extension Endpoint: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) { writer.append(self) }
    package init(binary reader: inout BinaryReader) throws(BinaryError) { self = try reader.endpoint() }
}

extension Permissions: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) {
        writer.append(list: ports.sorted()) { $0.append(UInt32($1)) }
        writer.append(list: endpoints.sorted { $0.text < $1.text }) { $0.append($1) }
        for texts in [read, write, environment] { writer.append(list: texts.sorted()) { $0.append($1) } }
        writer.append(run)
    }
    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        func texts(_ reader: inout BinaryReader) throws(BinaryError) -> Set<String> {
            Set(try reader.list(limit: ABILimit.arrayCount) { (reader) throws(BinaryError) in try reader.text() })
        }
        let ports = try reader.list(limit: Int(UInt16.max)) { (reader) throws(BinaryError) in
            let number = try reader.uint32()
            guard let port = UInt16(exactly: number) else { throw BinaryError("the port \(number)") }
            return port
        }
        let endpoints = try reader.list(limit: ABILimit.arrayCount) { (reader) throws(BinaryError) in
            try reader.endpoint()
        }
        let (read, write, environment) = (try texts(&reader), try texts(&reader), try texts(&reader))
        self.init(
            ports: Set(ports), endpoints: Set(endpoints), read: read, write: write, run: try reader.bool(),
            environment: environment)
    }
}

extension NavigationMethod: BinaryCoded {}

extension HostVersion: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) { writer.append(text) }
    package init(binary reader: inout BinaryReader) throws(BinaryError) { self.init(unchecked: try reader.text()) }
}

extension Manifest.Requirements: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) {
        host.write(binary: &writer)
        extensions.write(binary: &writer)
    }
    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        self.init(host: try reader.read(), extensions: try reader.read())
    }
}

extension NavigationOperation: BinaryCoded where Target: BinaryCoded, Sent: BinaryCoded, Value: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) {
        switch self {
        case .navigate(let target, let method):
            writer.append(UInt8(0))
            target.write(binary: &writer)
            writer.append(method)
        case .back: writer.append(UInt8(1))
        case .pop(let count):
            writer.append(UInt8(2))
            writer.append(Int64(count))
        case .popTo(let target):
            writer.append(UInt8(3))
            target.write(binary: &writer)
        case .popToRoot: writer.append(UInt8(4))
        case .dismiss: writer.append(UInt8(5))
        case .dismissAll: writer.append(UInt8(6))
        case .replaceStack(let targets):
            writer.append(UInt8(7))
            targets.write(binary: &writer)
        case .reset: writer.append(UInt8(8))
        case .selectTab(let name):
            writer.append(UInt8(9))
            writer.append(name)
        case .returnToCheckpoint(let name, let value):
            writer.append(UInt8(10))
            writer.append(name)
            value.write(binary: &writer)
        case .send(let messages):
            writer.append(UInt8(11))
            messages.write(binary: &writer)
        case .resume: writer.append(UInt8(12))
        case .swap(let target):
            writer.append(UInt8(13))
            target.write(binary: &writer)
        }
    }

    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        switch try reader.uint8() {
        case 0: self = .navigate(try Target(binary: &reader), method: try reader.method())
        case 1: self = .back
        case 2:
            let count = try reader.int64()
            guard (0...Int64(UInt32.max)).contains(count) else { throw BinaryError("\(count) screens to pop") }
            self = .pop(Int(count))
        case 3: self = .popTo(try Target(binary: &reader))
        case 4: self = .popToRoot
        case 5: self = .dismiss
        case 6: self = .dismissAll
        case 7: self = .replaceStack(try reader.read())
        case 8: self = .reset
        case 9: self = .selectTab(try reader.text())
        case 10: self = .returnToCheckpoint(try reader.text(), value: try Value(binary: &reader))
        case 11: self = .send(try Sent(binary: &reader))
        case 12: self = .resume
        case 13: self = .swap(try Target(binary: &reader))
        case let kind: throw BinaryError("the unknown request \(kind)")
        }
    }
}
