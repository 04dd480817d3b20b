import FeatureABI
import FeatureContract

/// Builds a ``RenderedScreen`` from a screen's calls to its view sink.
package struct ViewCollector {
    /// The most nodes of a screen. A render that passes more is stopped there.
    static let maximumNodes = 100_000
    /// The greatest depth of nested nodes.
    static let maximumDepth = 64
    /// The most bytes of all text and values of a screen.
    static let maximumContent = 32 << 20

    /// The most elements of a list, so that positions can be counted with.
    static let maximumElements: UInt64 = 1 << 40

    private let feature: String
    /// Whether lists may be given in parts. Otherwise what they say of their elements does not count.
    private let takesParts: Bool
    private var screen = RenderedScreen()
    /// The nodes that were begun and not ended yet, outermost first.
    private var open: [ViewNode] = []
    private var count = 0
    private var contentSize = 0
    /// The part of `contentSize` outside nodes.
    private var informationSize = 0
    private var failure: CallFailure?
    /// The sibling keys so far at each depth; none for depths without keys.
    private var keys: [Set<String>] = []
    /// The first node with each kind of defect.
    package private(set) var defects: [NodeDefect] = []

    package init(feature: String, takesParts: Bool) {
        self.feature = feature
        self.takesParts = takesParts
    }

    @MainActor
    static func collect(
        from feature: String, takingParts: Bool = false, _ calls: FeatureCalls,
        _ render: (UnsafePointer<sy_view_sink>, UnsafePointer<sy_error>) -> sy_status
    ) throws(CallFailure) -> RenderedScreen {
        var collector = ViewCollector(feature: feature, takesParts: takingParts)
        try withUnsafeMutablePointer(to: &collector) { (collector) throws(CallFailure) in
            var sink = Self.sink(of: collector)
            guard try calls.make("render", { render(&sink, $0) }) else { throw CallFailure.notMine }
        }
        for defect in collector.defects { calls.report(defect) }
        return try collector.finished()
    }

    /// Returns the screen after its render has returned.
    package func finished() throws(CallFailure) -> RenderedScreen {
        if let failure { throw failure }
        guard open.isEmpty else {
            throw CallFailure(
                .invalidArgument, "its render left \(open.count) node\(open.count == 1 ? "" : "s") without an end")
        }
        return screen
    }

    /// Separate from ``collect(from:_:_:)``: a closure in a function of the main actor would check for each node
    /// whether it runs on the main thread.
    private static func sink(of collector: UnsafeMutablePointer<ViewCollector>) -> sy_view_sink {
        var sink = sy_view_sink.sized
        sink.instance = UnsafeMutableRawPointer(collector)
        sink.begin_node = { sink, node in ViewCollector.of(sink)?.pointee.begin(node) ?? sy_status(SY_FAILED) }
        sink.end_node = { sink in ViewCollector.of(sink)?.pointee.end() ?? sy_status(SY_FAILED) }
        sink.info = { sink, info in ViewCollector.of(sink)?.pointee.info(info) ?? sy_status(SY_FAILED) }
        return sink
    }

    private static func of(_ sink: UnsafePointer<sy_view_sink>?) -> UnsafeMutablePointer<ViewCollector>? {
        sink?.pointee.instance?.assumingMemoryBound(to: ViewCollector.self)
    }

    /// Begins a node, or returns `SY_FAILED` if the screen is full.
    package mutating func begin(_ pointer: UnsafePointer<sy_node>?) -> sy_status {
        guard failure == nil else { return sy_status(SY_FAILED) }
        count += 1
        guard count <= Self.maximumNodes else {
            return fail(CallFailure(.limit, "its screen has more than \(Self.maximumNodes) nodes"))
        }
        guard open.count < Self.maximumDepth else {
            return fail(CallFailure(.limit, "its nodes nest deeper than \(Self.maximumDepth)"))
        }
        do {
            var node = try ViewNode.read(sy_node.read(pointer), sender: feature)
            // In place, since a node is large to copy.
            if !open.isEmpty, open[open.count - 1].flags.contains(.disabled) { node.flags.insert(.disabled) }
            contentSize += node.contentSize
            guard contentSize <= Self.maximumContent else { return fail(Self.tooMuch) }
            open.append(consume node)
            return sy_status(SY_OK)
        } catch {
            return fail(CallFailure(.invalidArgument, "its render passed a malformed node: \(error)"))
        }
    }

    package mutating func end() -> sy_status {
        guard failure == nil else { return sy_status(SY_FAILED) }
        guard var node = open.popLast() else {
            return fail(CallFailure(.invalidArgument, "its render ended a node that it had not begun"))
        }
        repair(&node)
        if node.elementCount > 0 { repairElements(of: &node) }
        if node.kind == .progress, node.value == .null { screen.isLoading = true }
        if open.isEmpty {
            screen.nodes.append(consume node)
        } else {
            open[open.count - 1].children.append(consume node)
        }
        return sy_status(SY_OK)
    }

    /// Gives one meaning to a node that contradicts itself or a sibling, and records the defect.
    private mutating func repair(_ node: inout ViewNode) {
        let depth = open.count
        // The siblings below this node are complete.
        if keys.count > depth + 1, !keys[depth + 1].isEmpty { keys[depth + 1].removeAll(keepingCapacity: true) }
        if !node.key.isEmpty {
            while keys.count <= depth { keys.append([]) }
            if !keys[depth].insert(node.key).inserted {
                record(.equalKey, node)
                node.key = ""
            }
        }
        if node.action != 0, node.destination != nil {
            record(.actionBesideDestination, node)
            node.action = 0
        }
        if node.action != 0, let kind = node.kind, kind.actionValue == nil { node.action = 0 }
        if node.kindNumber == NodeKind.toggle.rawValue {
            if case .bool = node.value { return }
            record(.toggleWithoutBool, node)
            node.value = .bool(false)
        }
    }

    /// A list that gives all its elements is one without parts.
    private mutating func repairElements(of node: inout ViewNode) {
        let shown = UInt64(node.elements.count)
        let (end, isTooFar) = node.elementOffset.addingReportingOverflow(shown)
        let isPart = takesParts && !isTooFar && end <= node.elementCount && node.elementCount <= Self.maximumElements
        if takesParts, !isPart { record(.elementsPastEnd, node) }
        if !isPart || shown == node.elementCount { (node.elementCount, node.elementOffset) = (0, 0) }
    }

    private mutating func record(_ kind: NodeDefect.Kind, _ node: ViewNode) {
        if !defects.contains(where: { $0.kind == kind }) { defects.append(NodeDefect(kind, node)) }
    }

    package mutating func info(_ pointer: UnsafePointer<sy_screen_info>?) -> sy_status {
        guard failure == nil else { return sy_status(SY_FAILED) }
        do {
            try screen.adopt(sy_screen_info.read(pointer))
            // Replaces information passed earlier.
            contentSize -= informationSize
            informationSize = screen.informationSize
            contentSize += informationSize
            return contentSize > Self.maximumContent ? fail(Self.tooMuch) : sy_status(SY_OK)
        } catch {
            return fail(CallFailure(.invalidArgument, "its render passed malformed information: \(error)"))
        }
    }

    private static var tooMuch: CallFailure {
        CallFailure(.limit, "its screen holds more than \(maximumContent >> 20) MiB of text and values")
    }

    private mutating func fail(_ failure: CallFailure) -> sy_status {
        self.failure = failure
        return sy_status(SY_FAILED)
    }
}

/// A node that contradicts itself or a sibling. It is shown nevertheless; the description says how.
package struct NodeDefect: Hashable, Sendable, CustomStringConvertible {
    enum Kind: Hashable, Sendable {
        case equalKey, actionBesideDestination, toggleWithoutBool, elementsPastEnd
    }

    let kind: Kind
    package let description: String

    fileprivate init(_ kind: Kind, _ node: ViewNode) {
        self.kind = kind
        let name = "the \(node.kindName) '\(node.label.shortened())'"
        description =
            switch kind {
            case .equalKey: "\(name) with the key '\(node.key.shortened())' of a sibling; it counts as without a key"
            case .actionBesideDestination: "\(name) with an action and a destination; only the destination counts"
            case .elementsPastEnd:
                "\(name) with \(node.elements.count) elements from \(node.elementOffset) on, of \(node.elementCount) in "
                    + "all; it counts as a list with these alone"
            case .toggleWithoutBool: "\(name) with a value that is no bool; it counts as off"
            }
    }
}

extension ViewNode {
    fileprivate static func read(_ node: sy_node, sender: String) throws(CallFailure) -> ViewNode {
        var destination: Destination?
        if let passed = node.destination { destination = try Destination(abi: passed, sender: sender) }
        var read = ViewNode(
            kindNumber: node.kind, flags: Flags(rawValue: node.flags), role: Role(rawValue: node.role) ?? .primary,
            action: node.action, text: try String(abi: node.text), detail: try String(abi: node.detail),
            key: try String(abi: node.key), symbol: try String(abi: node.symbol), badge: try String(abi: node.badge),
            accessibilityLabel: try String(abi: node.accessibility_label), url: try String(abi: node.url),
            shortcut: try String(abi: node.shortcut), value: try Value(ofNode: node.value), destination: destination)
        (read.elementCount, read.elementOffset) = (node.element_count, node.element_offset)
        read.reveal = node.reveal
        return read
    }
}

extension RenderedScreen {
    fileprivate mutating func adopt(_ info: sy_screen_info) throws(CallFailure) {
        title = try String(abi: info.title)
        checkpoints = []
        receivers = []
        let lock = try String(abi: info.lock_reason)
        self.lock = lock.isEmpty ? nil : lock
        if info.flags & UInt32(SY_SCREEN_FLAG_LOADING) != 0 { isLoading = true }
        for checkpoint in try sy_checkpoint.readArray(info.checkpoints, info.checkpoint_count) {
            let type = try String(abi: checkpoint.value_type)
            // A type of a later version: the checkpoint of that name is left out of the manifest too.
            guard type.isEmpty || ValueType(type) != nil else { continue }
            checkpoints.append(Checkpoint(name: try String(abi: checkpoint.name), type: ValueType(type)))
        }
        for receiver in try sy_receiver.readArray(info.receivers, info.receiver_count) {
            if let receiver = try Receiver(abi: receiver) { receivers.append(receiver) }
        }
    }
}

extension RenderedScreen.Receiver {
    /// Reads a receiver. Nil for the kind of a later minor version, which is ignored.
    fileprivate init?(abi receiver: sy_receiver) throws(CallFailure) {
        switch (Int(receiver.kind), Int(receiver.message_kind)) {
        case (SY_RECEIVER_SELECT_TAB, _): self = .selectTab
        case (SY_RECEIVER_NAVIGATE, _): self = .navigate
        case (SY_RECEIVER_CODE, SY_MESSAGE_VALUE): self = .value(type: try String(abi: receiver.name))
        case (SY_RECEIVER_CODE, SY_MESSAGE_DESTINATION): self = .destination
        case (SY_RECEIVER_CODE, SY_MESSAGE_TAB): self = .tab
        default: return nil
        }
    }
}
