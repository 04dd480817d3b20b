import FeatureContract
import JSONText

/// Finds the control that the user means by a label.
package struct NodeFinder {
    /// The nodes that the user can reach: those of the screen, or of the alert shown last over it.
    private let nodes: [ViewNode]
    /// The label of the alert that must be answered first.
    private let box: String?

    package init(_ screen: RenderedScreen) {
        nodes = screen.openBox.map { [$0] } ?? screen.nodes
        box = screen.openBox?.label
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
    /// An exact match comes first, then a match that ignores case; then a unique prefix; then one of the texts in a
    /// link's or button's label, if no other control has it; then the keys of a shortcut, `Alt-S`. Of several controls
    /// with one label, `Delete#2` is the second. While an alert is shown, only its controls can be used.
    package func press(_ label: String) throws(NodeFinderError) -> Use {
        var uses: [(label: String, use: Use)] = []
        var chosen: Use?
        var shortcuts: [(label: String, use: Use)] = []
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
                uses.append((node.label, Use(node: node, value: node.switched)))
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
            case .textField where node.flags.contains(.submits):
                uses.append((node.label, Use(node: node, value: .null)))
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
            if let shortcut = node.keyboardShortcut, let use = uses.last?.use, use.node == node {
                shortcuts.append((shortcut.label, use))
            }
        }
        if let chosen, !uses.contains(where: { $0.label == label }) { return try usable(chosen, label: label) }
        return try usable(find(label, in: uses, or: shortcuts, what: "press"), label: label)
    }

    /// Finds the text field or slider with a label.
    ///
    /// - Parameter kinds: The kinds of nodes to search.
    package func field(
        _ label: String, among kinds: Set<NodeKind> = [.textField, .slider]
    ) throws(NodeFinderError) -> ViewNode {
        var fields: [(label: String, use: Use)] = []
        forEachNode { node in
            if let kind = node.kind, kinds.contains(kind) {
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
        _ label: String, in uses: [(label: String, use: Use)], or shortcuts: [(label: String, use: Use)] = [],
        what: String
    ) throws(NodeFinderError) -> Use {
        let uses = uses.filter { !$0.label.isEmpty }
        let folded = label.lowercased()
        let foldedLabels = uses.map { $0.label.lowercased() }
        func alike(_ folded: some StringProtocol) -> [Use] {
            zip(uses, foldedLabels).filter { $1 == folded }.map(\.0.use)
        }
        if let exact = try Self.single(uses.filter { $0.label == label }.map(\.use), label) { return exact }
        if let alike = try Self.single(alike(folded), label) { return alike }
        if let sign = folded.lastIndex(of: "#"), let number = Int(folded[folded.index(after: sign)...]) {
            let alike = Self.distinct(alike(folded[..<sign]))
            if alike.indices.contains(number - 1) { return alike[number - 1] }
        }
        let beginning = zip(uses, foldedLabels).filter { !folded.isEmpty && $1.hasPrefix(folded) }.map(\.0)
        // A node may have several labels, such as its text and its accessibility label.
        if let first = beginning.first, beginning.allSatisfy({ $0.use == first.use }) { return first.use }
        if !beginning.isEmpty { throw .ambiguous(label, .init(beginning.map(\.label))) }
        let owners = uses.filter { $0.use.node.labelTexts.contains { $0.lowercased() == folded } }
        if let first = owners.first, owners.allSatisfy({ $0.use == first.use }) { return first.use }
        if let use = try Self.single(shortcuts.filter { $0.label.lowercased() == folded }.map(\.use), label) {
            return use
        }
        let labels = NodeFinderError.Labels(uses.map(\.label))
        throw .notFound(
            label, what: what, box: box.map(NodeFinderError.Labels.cut),
            nearest: Spelling.nearest(to: label, in: labels.all)
                .map(NodeFinderError.Labels.cut), labels: labels)
    }

    /// Returns the only control with a label, or the only one of them that can be used; nil if there is none.
    private static func single(_ uses: [Use], _ label: String) throws(NodeFinderError) -> Use? {
        let all = distinct(uses)
        let usable = all.filter { !$0.node.flags.contains(.disabled) }
        guard usable.count < 2 else { throw .repeated(label, all.count) }
        return usable.first ?? all.first
    }

    /// The uses without duplicates: a node may have several labels.
    private static func distinct(_ uses: [Use]) -> [Use] {
        var seen: Set<Use> = []
        return uses.filter { seen.insert($0).inserted }
    }
}

/// The reason why a label matches no usable control.
package enum NodeFinderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// - Parameter box: The label of the alert that must be answered first; nil if there is none.
    case notFound(String, what: String, box: String?, nearest: String?, labels: Labels)
    case ambiguous(String, Labels)
    case repeated(String, Int)
    case disabled(String)

    package var description: String {
        switch self {
        case .notFound(let label, let what, let box, let nearest, let labels):
            (box.map { "the box '\($0)' over the screen" } ?? "the screen") + " shows no '\(label)' to \(what); "
                + hint(nearest, labels)
        case .ambiguous(let label, let labels):
            "'\(label)' is the beginning of \(labels); write one of them in full"
        case .repeated(let label, let count):
            "'\(label)' is the label of \(count) controls; write '\(label)#1' for the first of them, up to "
                + "'\(label)#\(count)'"
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
        /// The bytes of one shortened label.
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
