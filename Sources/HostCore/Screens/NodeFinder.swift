import FeatureContract
import JSONText

/// Finds the control that the user means by a label.
package struct NodeFinder {
    /// The nodes that the user can reach: those of the screen, or the alert shown last over it.
    private let nodes: [ViewNode]
    /// The label of the alert that has to be answered first.
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

    /// A control, and the value to use it with.
    package struct Use: Hashable, Sendable {
        package let node: ViewNode
        package let value: Value

        package init(node: ViewNode, value: Value) {
            self.node = node
            self.value = value
        }
    }

    /// Finds the control to press for a label: a link, a button, a toggle (to be switched), an option of a picker, also
    /// as `Project=Home`, a row of a table.
    ///
    /// An exact match comes first, and of several the first one; then a match that ignores case; then a unique prefix; then
    /// one of the texts that a link's or a button's label is made of, if no other control has it.
    /// While an alert is shown, only its controls can be used.
    package func press(_ label: String) throws(NodeFinderError) -> Use {
        var uses: [(label: String, use: Use)] = []
        var chosen: Use?
        forEachNode { node in
            switch node.kind {
            // The nodes of the embedded screen are offered instead.
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
                    let use = Use(node: picker, value: option.value)
                    uses.append((option.label, use))
                    let isMeant = "\(picker.text)=\(option.label)".lowercased() == label.lowercased()
                    if isMeant, !picker.text.isEmpty { chosen = chosen ?? use }
                }
            case .alert, .confirmation:
                if node.action != 0, !node.children.contains(where: { $0.kind == .button }) {
                    uses.append((ViewNode.closingLabel, Use(node: node, value: .null)))
                }
            default: break
            }
            // A link without a label shows its destination, and is pressed by that.
            if let destination = node.destination, node.label.isEmpty {
                uses.append((destination.text, Use(node: node, value: .null)))
            }
            if !node.accessibilityLabel.isEmpty, node.action != 0 || node.destination != nil,
                node.kind != .textField, node.kind != .slider
            {
                uses.append((node.accessibilityLabel, Use(node: node, value: .null)))
            }
        }
        if let chosen, !uses.contains(where: { $0.label == label }) { return try usable(chosen, label: label) }
        return try usable(find(label, in: uses, what: "press"), label: label)
    }

    /// Finds the text field or the slider with a label.
    package func field(_ label: String) throws(NodeFinderError) -> ViewNode {
        var fields: [(label: String, use: Use)] = []
        forEachNode { node in
            if node.kind == .textField || node.kind == .slider {
                fields.append((node.label, Use(node: node, value: .null)))
            }
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
        if let exact = uses.first(where: { $0.label == label }) { return exact.use }
        let folded = label.lowercased()
        let foldedLabels = uses.map { $0.label.lowercased() }
        if let alike = foldedLabels.firstIndex(of: folded) { return uses[alike].use }
        let beginning = zip(uses, foldedLabels).filter { !folded.isEmpty && $1.hasPrefix(folded) }.map(\.0)
        // One node may have several labels, such as its text and its accessibility label.
        if let first = beginning.first, beginning.allSatisfy({ $0.use == first.use }) { return first.use }
        if !beginning.isEmpty { throw .ambiguous(label, .init(beginning.map(\.label))) }
        let owners = uses.filter { $0.use.node.labelTexts.contains { $0.lowercased() == folded } }
        if let first = owners.first, owners.allSatisfy({ $0.use == first.use }) { return first.use }
        let labels = NodeFinderError.Labels(uses.map(\.label))
        throw .notFound(
            label, what: what, box: box.map(NodeFinderError.Labels.cut),
            nearest: Spelling.nearest(to: label, in: labels.all)
                .map(NodeFinderError.Labels.cut), labels: labels)
    }
}

/// The reason why a label matches no control that can be used.
package enum NodeFinderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// - Parameter box: The label of the alert that has to be answered first. Nil if there is none.
    case notFound(String, what: String, box: String?, nearest: String?, labels: Labels)
    case ambiguous(String, Labels)
    case disabled(String)

    package var description: String {
        switch self {
        case .notFound(let label, let what, let box, let nearest, let labels):
            (box.map { "the box '\($0)' over the screen" } ?? "the screen") + " shows no '\(label)' to \(what); "
                + hint(nearest, labels)
        case .ambiguous(let label, let labels):
            "'\(label)' is the beginning of \(labels); write one of them in full"
        case .disabled(let label): "'\(label)' is disabled"
        }
    }

    private func hint(_ nearest: String?, _ labels: Labels) -> String {
        if let nearest { return "did you mean '\(nearest)'?" }
        return labels.all.isEmpty ? "there is nothing of that kind" : "there is \(labels)"
    }

    /// The labels of a screen without duplicates. The description has the first few, shortened, and the number of the
    /// others.
    package struct Labels: Hashable, Sendable, CustomStringConvertible {
        package let all: [String]

        private static let shownCount = 6
        /// The size of one label, in bytes.
        private static let shownSize = 60

        init(_ labels: [String]) {
            var seen: Set<String> = []
            all = labels.filter { seen.insert($0).inserted }
        }

        package var description: String {
            let shown = all.prefix(Self.shownCount).map { "'\(Self.cut($0))'" }.joined(separator: ", ")
            return all.count > Self.shownCount ? "\(shown) and \(all.count - Self.shownCount) more" : shown
        }

        /// Shortens a label for a message, since a feature may pass one as long as a book.
        static func cut(_ label: String) -> String { label.cut(toBytes: shownSize) }
    }
}
