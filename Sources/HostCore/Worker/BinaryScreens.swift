import FeatureContract
import HostSystem

// The binary form of a screen: its information, and its differences from the last screen on this connection, which both
// ends keep. In each list of nodes, the unchanged ones at the beginning and at the end are only counted. If the number
// of nodes between them stays, each of these is written as a change too.

extension BinaryWriter {
    /// - Parameter base: The last screen that the reader has; an empty one for the first.
    mutating func append(_ screen: RenderedScreen, against base: RenderedScreen = RenderedScreen()) {
        append(screen.title)
        append(optional: screen.lock) { $0.append($1) }
        append(screen.isLoading)
        append(list: screen.checkpoints) { writer, checkpoint in
            writer.append(checkpoint.name)
            writer.append(checkpoint.type?.description ?? "")
        }
        append(list: screen.receivers) { $0.append($1) }
        append(screen.nodes, against: base.nodes)
    }

    private mutating func append(_ nodes: [ViewNode], against base: [ViewNode]) {
        let kept = KeptNodes(of: base, in: nodes)
        if !base.isEmpty {
            append(count: kept.first)
            append(count: kept.last)
        }
        append(count: nodes.count - kept.count)
        let hasPairs = nodes.count == base.count
        let (base, nodes) = (base.span, nodes.span)
        for index in kept.first..<nodes.count - kept.last {
            let change: NodeChange =
                hasPairs ? nodes[index].hasSameContent(as: base[index]) ? .children : .content : .new
            if !base.isEmpty { append(change.rawValue) }
            if change != .children { append(contentOf: nodes[index]) }
            append(nodes[index].children, against: change == .new ? [] : base[index].children)
        }
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

    mutating func append(contentOf node: borrowing ViewNode) {
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
        append(node.shortcut)
        node.value.write(binary: &self)
        append(optional: node.destination) { $1.write(binary: &$0) }
        append(node.elementCount | (node.reveal == 0 ? 0 : BinaryReader.reveals))
        if node.elementCount > 0 { append(node.elementOffset) }
        if node.reveal != 0 { append(node.reveal) }
    }
}

extension BinaryReader {
    /// - Parameter base: The last screen that was read; an empty one for the first.
    mutating func screen(against base: RenderedScreen = RenderedScreen()) throws(BinaryError) -> RenderedScreen {
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
        var content = ScreenContent(size: screen.informationSize)
        try content.require()
        screen.nodes = try nodes(depth: 1, against: base.nodes, &content)
        return screen
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

    private mutating func nodes(
        depth: Int, against base: [ViewNode], _ content: inout ScreenContent
    ) throws(BinaryError) -> [ViewNode] {
        let first = base.isEmpty ? 0 : Int(try uint32())
        let last = base.isEmpty ? 0 : Int(try uint32())
        guard first + last <= base.count else {
            throw BinaryError("\(first + last) nodes as before, where there were \(base.count)")
        }
        let span = base.span
        for index in 0..<first { try content.add(whole: span[index]) }
        for index in base.count - last..<base.count { try content.add(whole: span[index]) }
        var index = first
        let others = try list(limit: ViewCollector.maximumNodes) { (reader) throws(BinaryError) in
            guard depth <= ViewCollector.maximumDepth else {
                throw BinaryError("nodes that nest deeper than \(ViewCollector.maximumDepth)")
            }
            let change = base.isEmpty ? NodeChange.new : try reader.nodeChange()
            guard change == .new || index < base.count - last else {
                throw BinaryError("a change of node \(index), where there were \(base.count - last)")
            }
            var node = change == .children ? base[index] : try reader.node()
            try content.add(node)
            node.children = try reader.nodes(
                depth: depth + 1, against: change == .new ? [] : base[index].children, &content)
            index += 1
            return node
        }
        // An unchanged list shares its memory: a recording may contain it a thousand times.
        if others.isEmpty, first + last == base.count { return base }
        return first + last == 0 ? others : base.prefix(first) + others + base.suffix(last)
    }

    private mutating func nodeChange() throws(BinaryError) -> NodeChange {
        let number = try uint8()
        guard let change = NodeChange(rawValue: number) else {
            throw BinaryError("a node is changed in the unknown way \(number)")
        }
        return change
    }

    /// The bit of a count of elements, which are fewer, that says whether the number to reveal follows. Few nodes have
    /// one, and recordings of 0.2.0 have none.
    fileprivate static let reveals: UInt64 = 1 << 63

    mutating func node() throws(BinaryError) -> ViewNode {
        var node = ViewNode(
            kindNumber: try uint32(), flags: ViewNode.Flags(rawValue: try uint32()),
            role: ViewNode.Role(rawValue: try uint32()) ?? .primary, action: try uint64(),
            text: try text(), detail: try text(), key: try text(),
            symbol: try text(), badge: try text(), accessibilityLabel: try text(),
            url: try text(), shortcut: try text(), value: try Value(binary: &self),
            destination: try bool() ? Destination(binary: &self) : nil)
        let count = try uint64()
        node.elementCount = count & ~Self.reveals
        if node.elementCount > 0 { node.elementOffset = try uint64() }
        if count & Self.reveals != 0 { node.reveal = try uint64() }
        guard node.elementCount <= ViewCollector.maximumElements, node.elementOffset <= node.elementCount else {
            throw BinaryError("a list of \(node.elementCount) elements, shown from \(node.elementOffset) on")
        }
        return node
    }
}

extension BinaryWriter {
    /// Writes a reply, with a screen as its difference from the last one.
    package mutating func append(_ reply: FeatureReply, against last: RenderedScreen) {
        if case .screen(let screen) = reply {
            append(true)
            append(screen, against: last)
        } else {
            append(false)
            append(coded: reply)
        }
    }
}

extension BinaryReader {
    package mutating func reply(against last: RenderedScreen) throws(BinaryError) -> FeatureReply {
        try bool() ? .screen(try screen(against: last)) : try decode(FeatureReply.self)
    }
}

// Without a base: a screen is written as a whole, and a node without its children.

extension RenderedScreen: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) { writer.append(self) }
    package init(binary reader: inout BinaryReader) throws(BinaryError) { self = try reader.screen() }
}

extension ViewNode: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) {
        writer.append(contentOf: self)
        writer.append(screen)
    }
    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        self = try reader.node()
        screen = try reader.uint64()
    }
}

/// The form in which a node is written, after comparison with the last node in its place.
private enum NodeChange: UInt8 {
    case new, content, children
}

/// The number of unchanged nodes at the beginning and at the end of a list.
private struct KeptNodes {
    private(set) var (first, last) = (0, 0)

    var count: Int { first + last }

    init(of base: [ViewNode], in nodes: [ViewNode]) {
        let (base, nodes) = (base.span, nodes.span)
        let most = min(base.count, nodes.count)
        while first < most, nodes[first].isIdentical(to: base[first]) { first += 1 }
        while count < most, nodes[nodes.count - 1 - last].isIdentical(to: base[base.count - 1 - last]) { last += 1 }
    }
}

/// The amount of a screen that was read, which is limited.
private struct ScreenContent {
    private var nodes = 0
    private var size: Int

    /// - Parameter size: The size without the nodes, in bytes.
    init(size: Int) {
        self.size = size
    }

    func require() throws(BinaryError) {
        guard nodes <= ViewCollector.maximumNodes else {
            throw BinaryError("a screen of more than \(ViewCollector.maximumNodes) nodes")
        }
        guard size <= ViewCollector.maximumContent else {
            throw BinaryError("a screen of more than \(ViewCollector.maximumContent >> 20) MiB of text and values")
        }
    }

    mutating func add(_ node: borrowing ViewNode) throws(BinaryError) {
        nodes += 1
        size += node.contentSize
        try require()
    }

    mutating func add(whole node: borrowing ViewNode) throws(BinaryError) {
        try add(node)
        let children = node.children.span
        for index in children.indices { try add(whole: children[index]) }
    }
}
