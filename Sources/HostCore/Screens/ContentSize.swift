import FeatureContract

// The approximate memory that a screen takes in the host. It is limited for each screen, and for all screens that are
// kept.

extension RenderedScreen {
    /// The size in bytes without the nodes.
    var informationSize: Int {
        let texts = title.utf8.count + (lock?.utf8.count ?? 0)
        let names = checkpoints.reduce(0) { $0 + MemoryLayout<Checkpoint>.stride + $1.name.utf8.count }
        return receivers.reduce(texts + names) { size, receiver in
            guard case .value(let type) = receiver else { return size + MemoryLayout<Receiver>.stride }
            return size + MemoryLayout<Receiver>.stride + type.utf8.count
        }
    }

    /// The size in bytes.
    var size: Int {
        var size = informationSize
        forEachNode { size += MemoryLayout<ViewNode>.stride + $0.contentSize }
        return size
    }
}

extension ViewNode {
    /// The bytes of its text and values, without its children.
    var contentSize: Int {
        // Added one by one: building an array would take longer than all of this, and this runs for each node.
        var texts = text.utf8.count + detail.utf8.count + key.utf8.count + symbol.utf8.count
        texts += badge.utf8.count + accessibilityLabel.utf8.count + url.utf8.count
        let arguments = destination?.arguments.reduce(0) { $0 + $1.name.utf8.count + $1.value.contentSize } ?? 0
        return texts + arguments + value.contentSize
    }
}

extension Value {
    /// The bytes of the content, apart from the fixed size of a value.
    fileprivate var contentSize: Int {
        switch self {
        case .string(let text): text.utf8.count
        case .list(let items): items.reduce(0) { $0 + MemoryLayout<Value>.stride + $1.contentSize }
        default: 0
        }
    }
}
