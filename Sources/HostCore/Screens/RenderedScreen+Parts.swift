import FeatureContract

// A screen may show inner screens by its own nodes, for as long as its feature shows them: sheets and covers over it,
// and pushed ones in the place of the screen or sheet. For the user these are screens like others.

extension RenderedScreen {
    /// A screen for the user: the lowest one, or a sheet or cover, with the screens pushed there.
    struct Part: Hashable, Sendable {
        /// The content: the top pushed screen in its place, without the sheets over it.
        fileprivate(set) var screen: RenderedScreen
        /// The nodes that lead here from the part below: the sheet or cover, then the pushed ones.
        fileprivate(set) var inner: [ViewNode] = []
    }

    /// The screen below its sheets and covers, then these from the lowest up. Never empty.
    var parts: [Part] {
        var parts = [Part(screen: self)]
        guard hasInner else { return parts }
        parts[0].screen.nodes = Self.divide(nodes, into: &parts, at: 0)
        guard parts.count > 1 else { return parts }
        // An alert of the screen stands over its sheets.
        parts[parts.count - 1].screen.nodes += parts[0].screen.nodes.flatMap(\.boxes)
        parts[parts.count - 1].screen.isLoading = isLoading
        return parts
    }

    /// The topmost part, which the user sees and can use.
    package var front: RenderedScreen { parts[parts.count - 1].screen }

    /// The nodes of all inner screens, lowest first.
    package var inner: [ViewNode] { hasInner ? parts.flatMap(\.inner) : [] }

    private var hasInner: Bool {
        var has = false
        forEachNode { has = has || $0.isInner }
        return has
    }

    private mutating func inPlace(_ node: ViewNode) -> ViewNode? {
        guard node.kind != .sheet, node.kind != .cover else { return node }
        var node = node
        if node.kind == .push {
            title = node.text
            guard !node.children.isEmpty else { return nil }
            node = ViewNode(.group, children: node.children)
        }
        node.children = node.children.compactMap { inPlace($0) }
        return node
    }

    private static func divide(_ nodes: [ViewNode], into parts: inout [Part], at index: Int) -> [ViewNode] {
        nodes.compactMap { node in
            var node = node
            switch node.kind {
            case .sheet, .cover:
                let index = parts.count
                var screen = RenderedScreen(title: node.text)
                screen.lock = node.detail.isEmpty ? nil : node.detail
                parts.append(Part(screen: screen, inner: [node]))
                parts[index].screen.nodes = divide(node.children, into: &parts, at: index)
                return nil
            case .push:
                parts[index].screen.title = node.text
                parts[index].inner.append(node)
                let children = divide(node.children, into: &parts, at: index)
                return children.isEmpty ? nil : ViewNode(.group, children: children)
            default:
                if !node.children.isEmpty { node.children = divide(node.children, into: &parts, at: index) }
                return node
            }
        }
    }
}

extension ViewNode {
    fileprivate var isInner: Bool { kind == .sheet || kind == .cover || kind == .push }

    /// Whether the node demands an answer over the screen.
    package var isBox: Bool { kind == .alert || kind == .confirmation }

    fileprivate var boxes: [ViewNode] { isBox ? [self] : children.flatMap(\.boxes) }
}
