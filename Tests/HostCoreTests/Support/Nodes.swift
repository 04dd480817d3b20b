import HostCore

/// Makes a node, and lets `change` edit it.
func node(
    _ kind: ViewNode.Kind, _ text: String = "", _ children: [ViewNode] = [],
    _ change: (inout ViewNode) -> Void = { _ in }
) -> ViewNode {
    var node = ViewNode(kind, text: text, children: children)
    change(&node)
    return node
}
