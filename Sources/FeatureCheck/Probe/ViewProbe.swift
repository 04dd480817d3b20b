import FeatureABI
import FeatureContract
import HostCore

/// A view sink that checks each call and passes it on to the host's own collector. It stays for the life of the
/// process.
final class ViewProbe: SinkProbe<sy_view_sink>, @unchecked Sendable {
    private var collector: ViewCollector
    private var nodes = 0
    /// The kinds of the nodes that were begun and are not ended, outermost first.
    private var open: [sy_node_kind] = []
    private var infos = 0
    private var nodesAfterTheEnd = 0

    init(_ record: CallRecord, feature: String) {
        collector = ViewCollector(feature: feature, takesParts: true)
        super.init(record)
        table.pointee.begin_node = { sink, node in
            ViewProbe.of(sink, "begin_node")?.begin(node) ?? sy_status(SY_FAILED)
        }
        table.pointee.end_node = { sink in ViewProbe.of(sink, "end_node")?.end() ?? sy_status(SY_FAILED) }
        table.pointee.info = { sink, info in ViewProbe.of(sink, "info")?.info(info) ?? sy_status(SY_FAILED) }
    }

    private func begin(_ node: UnsafePointer<sy_node>?) -> sy_status {
        WatchedSize.examine(node)
        nodes += 1
        let read = try? sy_node.read(node)
        if let read { examinePlace(of: read) }
        if let destination = read?.destination { WatchedSize.examine(destination: destination) }
        open.append(read?.kind ?? 0)
        if nodes == EveryHost.nodes + 1 {
            Reporter.broken(.limits, "its screen has more than \(EveryHost.nodes) nodes, which a host need not take")
        }
        if open.count == EveryHost.depth + 1 {
            Reporter.broken(.limits, "its nodes nest deeper than \(EveryHost.depth), which a host need not take")
        }
        if let read, (try? Value(ofNode: read.value)) != nil {
            WatchedReserve.examine(read.value, " of \(Self.name(of: read))")
        }
        let repairs = RepairedText.count
        let answer = collector.begin(node)
        if RepairedText.count != repairs, let read {
            Reporter.broken(.text, "\(Self.repaired(in: read)) of \(Self.name(of: read)) is no valid UTF-8")
        }
        if answer != SY_OK {
            nodesAfterTheEnd += 1
            if nodesAfterTheEnd == TextProbe.patience {
                Reporter.broken(.limits, "it goes on describing nodes, though the sink has said that it takes no more")
            }
        }
        return answer
    }

    private func end() -> sy_status {
        _ = open.popLast()
        return collector.end()
    }

    private func info(_ info: UnsafePointer<sy_screen_info>?) -> sy_status {
        infos += 1
        if infos == 2 { Reporter.broken(.hostCalls, "it calls the sink's info more than once in a render") }
        WatchedSize.examine(info)
        if let read = try? sy_screen_info.read(info) {
            examineTypes(of: read)
            WatchedSize.examine(read.checkpoints, count: read.checkpoint_count)
            WatchedSize.examine(read.receivers, count: read.receiver_count)
        }
        let repairs = RepairedText.count
        let answer = collector.info(info)
        if RepairedText.count != repairs { Reporter.broken(.text, "a text of the screen's info is no valid UTF-8") }
        return answer
    }

    private static func name(of node: sy_node) -> String {
        let kind = NodeKind(rawValue: node.kind).map { "\($0)" } ?? "node of the kind \(node.kind)"
        return "the \(kind) '\(((try? String(abi: node.text)) ?? "").shortened)'"
    }

    /// The first member of a node that must be repaired, and its place.
    private static func repaired(in node: sy_node) -> String {
        let members: [(String, sy_string)] = [
            ("text", node.text), ("detail", node.detail), ("key", node.key), ("symbol", node.symbol),
            ("badge", node.badge), ("accessibility_label", node.accessibility_label), ("url", node.url),
            ("shortcut", node.shortcut),
        ]
        for (name, text) in members {
            let repairs = RepairedText.count
            _ = try? String(abi: text)
            if RepairedText.count != repairs { return name }
        }
        return "value or destination"
    }

    /// Reports a row outside a table, and an option outside a picker.
    private func examinePlace(of node: sy_node) {
        let needed: (kind: Int, name: String)
        switch Int(node.kind) {
        case SY_NODE_ROW: needed = (SY_NODE_TABLE, "table")
        case SY_NODE_OPTION: needed = (SY_NODE_PICKER, "picker")
        default: return
        }
        guard !open.contains(sy_node_kind(needed.kind)) else { return }
        Reporter.broken(.hostCalls, "it passes \(Self.name(of: node)), which stands in no \(needed.name)")
    }

    /// Reports checkpoints of unknown types, which a host leaves out, unless the library is of a later version.
    private func examineTypes(of info: sy_screen_info) {
        guard WatchedSize.libraryMinor.load(ordering: .relaxed) <= SY_ABI_MINOR else { return }
        for checkpoint in (try? sy_checkpoint.readArray(info.checkpoints, info.checkpoint_count)) ?? [] {
            guard let type = try? String(abi: checkpoint.value_type), !type.isEmpty, ValueType(type) == nil else {
                continue
            }
            let name = (try? String(abi: checkpoint.name)) ?? ""
            Reporter.broken(
                .declarations, "its checkpoint '\(name)' takes a value of the type '\(type)', which is none")
        }
    }

    /// The rendered screen, once its render has returned.
    func finished() throws(CallFailure) -> RenderedScreen {
        for defect in collector.defects { Reporter.broken(.hostCalls, "it passes \(defect)") }
        return try collector.finished()
    }
}
