import FeatureContract

// The binary form of values between host and features. A reader enforces the limits of the ABI for any bytes, since a
// feature may have overwritten its worker's memory.

extension Value: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) {
        switch self {
        case .null: writer.append(UInt8(0))
        case .bool(let bool):
            writer.append(UInt8(1))
            writer.append(bool)
        case .integer(let integer):
            writer.append(UInt8(2))
            writer.append(integer)
        case .double(let double):
            writer.append(UInt8(3))
            writer.append(double)
        case .string(let string):
            writer.append(UInt8(4))
            writer.append(string)
        case .list(let items):
            writer.append(UInt8(5))
            writer.append(list: items) { $1.write(binary: &$0) }
        case .bytes(let bytes):
            writer.append(UInt8(6))
            writer.append(bytes)
        case .record(let values):
            writer.append(UInt8(7))
            writer.append(list: values.sorted { $0.key < $1.key }) { writer, field in
                writer.append(field.key)
                field.value.write(binary: &writer)
            }
        }
    }

    package init(binary reader: inout BinaryReader) throws(BinaryError) { try self.init(binary: &reader, depth: 0) }

    private init(binary reader: inout BinaryReader, depth: Int) throws(BinaryError) {
        guard depth <= ValueType.maximumDepth else {
            throw BinaryError("a value is nested more than \(ValueType.maximumDepth) deep")
        }
        switch try reader.uint8() {
        case 0: self = .null
        case 1: self = .bool(try reader.bool())
        case 2: self = .integer(try reader.int64())
        case 3:
            let double = try reader.double()
            guard double.isFinite else { throw BinaryError("a value is \(double), which is not finite") }
            self = .double(double)
        case 4: self = .string(try reader.text())
        case 5:
            self = .list(
                try reader.list(limit: ABILimit.arrayCount) { (reader) throws(BinaryError) in
                    try Value(binary: &reader, depth: depth + 1)
                })
        case 6: self = .bytes(try reader.data())
        case 7:
            var values: [String: Value] = [:]
            let fields = try reader.list(limit: ABILimit.arrayCount) { (reader) throws(BinaryError) in
                (try reader.text(), try Value(binary: &reader, depth: depth + 1))
            }
            for (name, value) in fields where values.updateValue(value, forKey: name) != nil {
                throw BinaryError("the field '\(name)' stands twice in a record")
            }
            self = .record(values)
        case let kind: throw BinaryError("a value is of the unknown kind \(kind)")
        }
    }
}

extension Destination: BinaryCoded {
    package static var listLimit: Int { ABILimit.arrayCount }

    package func write(binary writer: inout BinaryWriter) {
        writer.append(feature)
        writer.append(route)
        writer.append(list: arguments) { writer, argument in
            writer.append(argument.name)
            argument.value.write(binary: &writer)
        }
    }

    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        let (feature, route) = (try reader.text(), try reader.text())
        var names: Set<String> = []
        let arguments = try reader.list(limit: ABILimit.arrayCount) { (reader) throws(BinaryError) in
            let name = try reader.text()
            guard names.insert(name).inserted else {
                throw BinaryError("the argument '\(name)' is given twice")
            }
            return Destination.Argument(name, try reader.read())
        }
        self.init(feature: feature, route: route, arguments: arguments)
    }
}

extension Message: BinaryCoded {
    package static var listLimit: Int { ABILimit.arrayCount }

    package func write(binary writer: inout BinaryWriter) {
        switch self {
        case .value(let type, let value):
            writer.append(UInt8(0))
            writer.append(type)
            value.write(binary: &writer)
        case .destination(let destination):
            writer.append(UInt8(1))
            destination.write(binary: &writer)
        case .tab(let name):
            writer.append(UInt8(2))
            writer.append(name)
        }
    }

    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        switch try reader.uint8() {
        case 0: self = .value(type: try reader.text(), try reader.read())
        case 1: self = .destination(try reader.read())
        case 2: self = .tab(try reader.text())
        case let kind: throw BinaryError("a message is of the unknown kind \(kind)")
        }
    }
}

extension Resume: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) {
        switch self {
        case .auto: writer.append(UInt8(0))
        case .immediately: writer.append(UInt8(1))
        case .after(let seconds):
            writer.append(UInt8(2))
            writer.append(seconds)
        case .inserting(let messages):
            writer.append(UInt8(3))
            messages.write(binary: &writer)
        case .appending(let messages):
            writer.append(UInt8(4))
            messages.write(binary: &writer)
        case .replacing(let messages):
            writer.append(UInt8(5))
            messages.write(binary: &writer)
        case .pause: writer.append(UInt8(6))
        case .cancel: writer.append(UInt8(7))
        }
    }

    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        switch try reader.uint8() {
        case 0: self = .auto
        case 1: self = .immediately
        // An invalid time means no wait.
        case 2: self = .after(seconds: try reader.double())
        case 3: self = .inserting(try reader.read())
        case 4: self = .appending(try reader.read())
        case 5: self = .replacing(try reader.read())
        case 6: self = .pause
        case 7: self = .cancel
        case let kind: throw BinaryError("the unknown kind \(kind) of resuming")
        }
    }
}

extension ScreenState: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) {
        writer.append(version)
        writer.append(bytes)
    }

    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        let (version, bytes) = (try reader.uint32(), try reader.data())
        guard bytes.count <= ScreenState.maximumSize else { throw BinaryError("a state of \(bytes.count) bytes") }
        self.init(version: version, bytes: bytes)
    }
}

extension CallFailure: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) {
        writer.append(code.rawValue)
        // A reason may quote the whole request.
        writer.append(reason.cut(toBytes: ABILimit.reasonSize))
    }

    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        self.init(FailureCode(rawValue: try reader.uint32()), try reader.text(limit: ABILimit.reasonSize))
    }
}

extension Endpoint: BinaryCoded {
    package static var listLimit: Int { ABILimit.arrayCount }

    package func write(binary writer: inout BinaryWriter) {
        writer.append(host)
        writer.append(UInt32(port))
    }

    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        let (host, number) = (try reader.text(), try reader.uint32())
        guard let port = UInt16(exactly: number), let endpoint = Endpoint(host: host, port: port) else {
            throw BinaryError("the address '\(host)' with the port \(number)")
        }
        self = endpoint
    }
}

extension Permissions: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) {
        writer.append(list: ports.sorted()) { $0.append(UInt32($1)) }
        endpoints.sorted { $0.text < $1.text }.write(binary: &writer)
        for texts in [Set(origins.map(\.text)), read, write, environment] {
            writer.append(list: texts.sorted()) { $0.append($1) }
        }
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
        let endpoints: [Endpoint] = try reader.read()
        var origins: Set<OriginPattern> = []
        for text in try texts(&reader) {
            guard let origin = try? OriginPattern(text) else { throw BinaryError("the origin '\(text)'") }
            origins.insert(origin)
        }
        let (read, write, environment) = (try texts(&reader), try texts(&reader), try texts(&reader))
        self.init(
            ports: Set(ports), endpoints: Set(endpoints), origins: origins, read: read, write: write,
            run: try reader.bool(), environment: environment)
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
            writer.append(name: "navigate")
            target.write(binary: &writer)
            method.write(binary: &writer)
        case .pop(let count):
            writer.append(name: "pop")
            writer.append(UInt32(clamping: count))
        case .popTo(let target):
            writer.append(name: "popTo")
            target.write(binary: &writer)
        case .replaceStack(let targets):
            writer.append(name: "replaceStack")
            targets.write(binary: &writer)
        case .swap(let target):
            writer.append(name: "swap")
            target.write(binary: &writer)
        case .selectTab(let name):
            writer.append(name: "selectTab")
            writer.append(name)
        case .returnToCheckpoint(let name, let value):
            writer.append(name: "returnToCheckpoint")
            writer.append(name)
            value.write(binary: &writer)
        case .send(let messages):
            writer.append(name: "send")
            messages.write(binary: &writer)
        default: writer.append(name: word ?? "")
        }
    }

    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        let word = try reader.text()
        switch word {
        case "navigate": self = .navigate(try reader.read(), method: try reader.read())
        case "pop": self = .pop(Int(try reader.uint32()))
        case "popTo": self = .popTo(try reader.read())
        case "replaceStack": self = .replaceStack(try reader.read())
        case "swap": self = .swap(try reader.read())
        case "selectTab": self = .selectTab(try reader.text())
        case "returnToCheckpoint": self = .returnToCheckpoint(try reader.text(), value: try reader.read())
        case "send": self = .send(try reader.read())
        default:
            guard let plain = Self.plain.first(where: { $0.word == word }) else { throw BinaryError(unknownCase: word) }
            self = plain.operation
        }
    }
}
