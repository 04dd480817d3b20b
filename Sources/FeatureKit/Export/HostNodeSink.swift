internal import FeatureABI
internal import FeatureContract

/// Passes nodes to the host's view sink.
@MainActor
final class HostNodeSink: NodeSink {
    private let sink: UnsafePointer<sy_view_sink>
    private var arena = ABIArena()

    init(_ sink: UnsafePointer<sy_view_sink>) {
        self.sink = sink
    }

    func open(_ node: Node) -> Bool {
        arena.reset()
        var c = sy_node.sized
        c.kind = node.kind.rawValue
        c.flags = node.flags.rawValue
        c.role = node.role.rawValue
        c.action = node.action
        c.text = arena.string(node.text)
        c.detail = arena.string(node.detail)
        c.key = arena.string(node.key)
        c.symbol = arena.string(node.symbol)
        c.badge = arena.string(node.badge)
        c.accessibility_label = arena.string(node.accessibilityLabel)
        c.url = arena.string(node.url)
        c.value = arena.value(node.value)
        c.shortcut = arena.string(node.shortcut)
        (c.element_count, c.element_offset) = (UInt64(node.elementCount), UInt64(node.elementOffset))
        c.reveal = node.reveal
        if let destination = node.destination { c.destination = arena.pointer(to: arena.destination(destination)) }
        return Self.pass(c, to: sink)
    }

    /// Passes a node to the host. It is not isolated: a closure on the main actor would check its thread for each node.
    private nonisolated static func pass(_ node: sy_node, to sink: UnsafePointer<sy_view_sink>) -> Bool {
        withUnsafePointer(to: node) { sink.pointee.begin_node(sink, $0) } == SY_OK
    }

    func close() {
        _ = sink.pointee.end_node(sink)
    }

    /// Passes the properties of the whole screen: loading state, title, lock, checkpoints and receivers.
    func info(of renderer: ViewRenderer) {
        arena.reset()
        var info = sy_screen_info.sized
        if renderer.isLoading { info.flags = UInt32(SY_SCREEN_FLAG_LOADING) }
        info.title = arena.string(renderer.title ?? "")
        info.lock_reason = arena.string(renderer.lock)
        let checkpoints = renderer.checkpoints.map { checkpoint in
            var c = sy_checkpoint.sized
            c.name = arena.string(checkpoint.name)
            c.value_type = arena.string(checkpoint.type?.description ?? "")
            return c
        }
        info.checkpoints = arena.array(checkpoints)
        info.checkpoint_count = checkpoints.count
        let receivers = renderer.receivers.map { receiver in
            var c = sy_receiver.sized
            switch receiver.kind {
            case .value(let type):
                c.kind = UInt32(SY_RECEIVER_CODE)
                c.message_kind = UInt32(SY_MESSAGE_VALUE)
                c.name = arena.string(type)
            case .destination:
                c.kind = UInt32(SY_RECEIVER_CODE)
                c.message_kind = UInt32(SY_MESSAGE_DESTINATION)
            case .selectTab:
                c.kind = UInt32(SY_RECEIVER_SELECT_TAB)
                c.message_kind = UInt32(SY_MESSAGE_TAB)
            case .navigate:
                c.kind = UInt32(SY_RECEIVER_NAVIGATE)
                c.message_kind = UInt32(SY_MESSAGE_DESTINATION)
            }
            return c
        }
        info.receivers = arena.array(receivers)
        info.receiver_count = receivers.count
        _ = withUnsafePointer(to: info) { sink.pointee.info(sink, $0) }
    }
}
