import FeatureContract
import HostSystem

// The binary form of the content of a screen.

extension BinaryWriter {
    package mutating func append(_ screen: RenderedScreen) {
        append(screen.title)
        append(optional: screen.lock) { $0.append($1) }
        append(screen.isLoading)
        append(list: screen.checkpoints) { writer, checkpoint in
            writer.append(checkpoint.name)
            writer.append(checkpoint.type?.description ?? "")
        }
        append(list: screen.receivers) { $0.append($1) }
        append(list: screen.nodes) { $0.append($1) }
    }

    private mutating func append(_ receiver: RenderedScreen.Receiver) {
        switch receiver {
        case .value(let type):
            append(UInt8(0))
            append(type)
        case .destination: append(UInt8(1))
        case .tab: append(UInt8(2))
        case .selectTab: append(UInt8(3))
        case .navigate: append(UInt8(4))
        }
    }

    private mutating func append(_ node: ViewNode) {
        append(node.kindNumber)
        append(node.flags.rawValue)
        append(node.role.rawValue)
        append(node.action)
        append(node.text)
        append(node.detail)
        append(node.key)
        append(node.symbol)
        append(node.badge)
        append(node.accessibilityLabel)
        append(node.url)
        append(node.value)
        append(optional: node.destination) { $0.append($1) }
        append(list: node.children) { $0.append($1) }
    }
}

extension BinaryReader {
    package mutating func screen() throws(BinaryError) -> RenderedScreen {
        var screen = RenderedScreen(title: try text())
        screen.lock = try optional { (reader) throws(BinaryError) in try reader.text() }
        screen.isLoading = try bool()
        screen.checkpoints = try list(limit: ABILimit.arrayCount) { (reader) throws(BinaryError) in
            let name = try reader.text()
            let type = try reader.text()
            guard type.isEmpty || ValueType(type) != nil else {
                throw BinaryError("'\(DisplayText.safe(type))' is not a value's type")
            }
            return RenderedScreen.Checkpoint(name: name, type: ValueType(type))
        }
        screen.receivers = try list(limit: ABILimit.arrayCount) { (reader) throws(BinaryError) in
            try reader.receiver()
        }
        // The screen has no nodes yet, but its other content counts too.
        var (count, size) = (0, screen.informationSize)
        try Self.requireContent(size)
        screen.nodes = try nodes(depth: 1, &count, &size)
        return screen
    }

    private static func requireContent(_ size: Int) throws(BinaryError) {
        guard size <= ViewCollector.maximumContent else {
            throw BinaryError("a screen of more than \(ViewCollector.maximumContent >> 20) MiB of text and values")
        }
    }

    private mutating func receiver() throws(BinaryError) -> RenderedScreen.Receiver {
        switch try uint8() {
        case 0: return .value(type: try text())
        case 1: return .destination
        case 2: return .tab
        case 3: return .selectTab
        case 4: return .navigate
        case let kind: throw BinaryError("a receiver is of the unknown kind \(kind)")
        }
    }

    /// Reads a list of nodes.
    ///
    /// - Parameters:
    ///   - count: The number of nodes read so far.
    ///   - size: The size of their content so far, in bytes.
    private mutating func nodes(
        depth: Int, _ count: inout Int, _ size: inout Int
    ) throws(BinaryError) -> [ViewNode] {
        try list(limit: ViewCollector.maximumNodes) { (reader) throws(BinaryError) in
            count += 1
            guard count <= ViewCollector.maximumNodes else {
                throw BinaryError("a screen of more than \(ViewCollector.maximumNodes) nodes")
            }
            guard depth <= ViewCollector.maximumDepth else {
                throw BinaryError("nodes that nest deeper than \(ViewCollector.maximumDepth)")
            }
            var node = ViewNode(
                kindNumber: try reader.uint32(), flags: ViewNode.Flags(rawValue: try reader.uint32()),
                role: ViewNode.Role(rawValue: try reader.uint32()) ?? .primary, action: try reader.uint64(),
                text: try reader.text(), detail: try reader.text(), key: try reader.text(),
                symbol: try reader.text(), badge: try reader.text(), accessibilityLabel: try reader.text(),
                url: try reader.text(), value: try reader.value(),
                destination: try reader.optional { (reader) throws(BinaryError) in try reader.destination() })
            size += node.contentSize
            try Self.requireContent(size)
            node.children = try reader.nodes(depth: depth + 1, &count, &size)
            return node
        }
    }
}
