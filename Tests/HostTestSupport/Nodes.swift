import FeatureContract

@testable import HostCore

/// Makes a node, and lets `change` edit it.
///
/// - Parameter kind: Nil for a kind that the host does not know.
func node(
    _ kind: NodeKind?, _ text: String = "", _ children: [ViewNode] = [],
    _ change: (inout ViewNode) -> Void = { _ in }
) -> ViewNode {
    var node = ViewNode(kindNumber: kind?.rawValue ?? 99, text: text)
    node.children = children
    change(&node)
    return node
}
