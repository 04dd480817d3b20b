import FeatureContract
import JSONText

/// Finds what a person means by a label on the screen.
package struct NodeFinder {
    /// What can be reached: the screen, or the alert that was shown last over it.
    private let nodes: [ViewNode]
    /// What the box is called that has to be answered first.
    private let box: String?

    package init(_ screen: RenderedScreen) {
        var alert: ViewNode?
        screen.forEachNode { node in
            if node.kind == .alert || node.kind == .confirmation { alert = node }
        }
        nodes = alert.map { [$0] } ?? screen.nodes
        box = alert?.label
    }

    private func forEachNode(_ body: (ViewNode) -> Void) {
        for node in nodes { node.forEach(body) }
    }

    /// Something that can be used, and the value to use it with.
    package struct Use: Hashable, Sendable {
        package let node: ViewNode
        package let value: Value
    }

    /// What to press for a label: a link, a button, a toggle (which is turned), an option of a picker, a row of a table.
    ///
    /// The label is taken exactly, of several the first; else without regard to case; else as a unique beginning. While an
    /// alert is shown, only what is in it can be used.
    package func press(_ label: String) throws(NodeFinderError) -> Use {
        var uses: [(label: String, use: Use)] = []
        forEachNode { node in
            switch node.kind {
            // What is embedded is used itself.
            case .embedded where !node.children.isEmpty: return
            case .link, .button, .urlLink, .embedded:
                uses.append((node.label, Use(node: node, value: .null)))
            case .row where node.destination != nil || node.action != 0:
                uses.append((node.label, Use(node: node, value: .null)))
                if let first = node.children.first { uses.append((first.label, Use(node: node, value: .null))) }
            case .toggle:
                uses.append((node.label, Use(node: node, value: .bool(node.value != .bool(true)))))
            case .picker:
                for option in node.children {
                    var picker = node
                    if option.flags.contains(.disabled) { picker.flags.insert(.disabled) }
                    uses.append((option.label, Use(node: picker, value: option.value)))
                }
            case .alert, .confirmation:
                if node.action != 0, !node.children.contains(where: { $0.kind == .button }) {
                    uses.append((ViewNode.closingLabel, Use(node: node, value: .null)))
                }
            default: break
            }
            // A link without a label is shown by its target, and pressed by it.
            if node.label.isEmpty, let target = node.destination?.text {
                uses.append((target, Use(node: node, value: .null)))
            }
            if !node.accessibilityLabel.isEmpty, node.action != 0 || node.destination != nil, node.kind != .textField {
                uses.append((node.accessibilityLabel, Use(node: node, value: .null)))
            }
        }
        return try usable(find(label, in: uses, what: "press"), label: label)
    }

    /// The text field of a label.
    package func field(_ label: String) throws(NodeFinderError) -> ViewNode {
        var fields: [(label: String, use: Use)] = []
        forEachNode { node in
            if node.kind == .textField { fields.append((node.label, Use(node: node, value: .null))) }
        }
        return try usable(find(label, in: fields, what: "type into"), label: label).node
    }

    private func usable(_ use: Use, label: String) throws(NodeFinderError) -> Use {
        if use.node.flags.contains(.disabled) { throw .disabled(label) }
        return use
    }

    private func find(
        _ label: String, in uses: [(label: String, use: Use)], what: String
    ) throws(NodeFinderError) -> Use {
        let uses = uses.filter { !$0.label.isEmpty }
        let folded = label.lowercased()
        if let exact = uses.first(where: { $0.label == label }) { return exact.use }
        if let alike = uses.first(where: { $0.label.lowercased() == folded }) { return alike.use }
        let beginning = uses.filter { !folded.isEmpty && $0.label.lowercased().hasPrefix(folded) }
        // One node may have several labels, such as its text and what is read out instead.
        if let first = beginning.first, beginning.allSatisfy({ $0.use == first.use }) { return first.use }
        let labels = uses.map(\.label)
        if !beginning.isEmpty { throw .ambiguous(label, beginning.map(\.label)) }
        throw .notFound(
            label, what: what, box: box, nearest: Spelling.nearest(to: label, in: labels), labels: labels)
    }
}

/// Why a label stands for nothing that can be used.
package enum NodeFinderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// - Parameter box: The box over the screen that has to be answered first; nil where there is none.
    case notFound(String, what: String, box: String?, nearest: String?, labels: [String])
    case ambiguous(String, [String])
    case disabled(String)

    package var description: String {
        switch self {
        case .notFound(let label, let what, let box, let nearest, let labels):
            (box.map { "the box '\($0)' over the screen" } ?? "the screen") + " shows no '\(label)' to \(what); "
                + hint(nearest, labels)
        case .ambiguous(let label, let labels):
            "'\(label)' is the beginning of \(listed(labels)); write one of them in full"
        case .disabled(let label): "'\(label)' is disabled"
        }
    }

    private func hint(_ nearest: String?, _ labels: [String]) -> String {
        if let nearest { return "did you mean '\(nearest)'?" }
        return labels.isEmpty ? "there is nothing of that kind" : "there is \(listed(labels))"
    }

    private func listed(_ labels: [String]) -> String {
        let shown = labels.prefix(6).map { "'\($0)'" }.joined(separator: ", ")
        return labels.count > 6 ? "\(shown) and \(labels.count - 6) more" : shown
    }
}
