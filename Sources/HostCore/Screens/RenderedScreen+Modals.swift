import FeatureContract

// A screen may show sheets and covers of its own, which stand in its nodes while its feature shows them. Each is a screen
// for the user, over the one that shows it.

extension RenderedScreen {
    /// A sheet or cover that a screen shows by its own nodes.
    package struct Modal: Hashable, Sendable {
        package let node: ViewNode
        package let isCover: Bool
        /// The content, without the modals in it.
        package fileprivate(set) var screen: RenderedScreen
    }

    /// The screen without its modals, and these from the lowest up.
    package var parts: (screen: RenderedScreen, modals: [Modal]) {
        guard hasModals else { return (self, []) }
        var screen = self
        var modals: [Modal] = []
        screen.nodes = Self.taking(&modals, from: nodes)
        guard !modals.isEmpty else { return (screen, []) }
        // An alert of the screen stands over its sheets.
        modals[modals.count - 1].screen.nodes += screen.nodes.flatMap(\.boxes)
        modals[modals.count - 1].screen.isLoading = isLoading
        return (screen, modals)
    }

    /// The part that the user sees and can use: the topmost modal, or else the screen itself.
    package var front: RenderedScreen {
        let (screen, modals) = parts
        return modals.last?.screen ?? screen
    }

    private var hasModals: Bool {
        var has = false
        forEachNode { has = has || $0.isModal }
        return has
    }

    private static func taking(_ modals: inout [Modal], from nodes: [ViewNode]) -> [ViewNode] {
        nodes.compactMap { node in
            var node = node
            guard node.isModal else {
                if !node.children.isEmpty { node.children = taking(&modals, from: node.children) }
                return node
            }
            let index = modals.count
            var shown = RenderedScreen(title: node.text)
            modals.append(Modal(node: node, isCover: node.kind == .cover, screen: shown))
            shown.nodes = taking(&modals, from: node.children)
            modals[index].screen = shown
            return nil
        }
    }
}

extension ViewNode {
    fileprivate var isModal: Bool {
        kindNumber == NodeKind.sheet.rawValue || kindNumber == NodeKind.cover.rawValue
    }

    /// The alerts and confirmations in the node.
    fileprivate var boxes: [ViewNode] {
        kind == .alert || kind == .confirmation ? [self] : children.flatMap(\.boxes)
    }
}
