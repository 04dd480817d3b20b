import FeatureContract
import HostSystem

/// Renders a screen for a screen reader: a line for each text and each control, with the control's number, name, role
/// and state in words, and without signs that would be read aloud.
///
///     Characters, heading
///     1. Filter, text field, holmes
///     2. Surprise me, button
///     1 of 72 characters, heading
///     3. Sherlock Holmes, link, A Study in Scarlet, 1887
///
/// The controls have the same numbers as in the text of ``TextRenderer``.
package struct SpokenRenderer {
    package private(set) var lines: [String] = []
    /// The controls, in the order of their numbers.
    package let uses: [ScreenControl]

    package init(_ screen: RenderedScreen) {
        let (screen, controls) = screen.numbered
        uses = controls
        if !screen.title.isEmpty { say([screen.title, "heading"]) }
        add(screen.nodes)
        if let lock = screen.lock { say(["locked", lock]) }
    }

    private mutating func say(_ words: [String], number: String = "") {
        let words = words.filter { !$0.isEmpty }.map { DisplayText.safe($0) }
        if !words.isEmpty { lines.append(number + words.joined(separator: ", ")) }
    }

    /// Adds a control, with its number if it can be used.
    private mutating func add(_ node: ViewNode, _ words: [String], option: ViewNode? = nil) {
        let number = (option ?? node).number
        let isDisabled = node.flags.contains(.disabled) || option?.flags.contains(.disabled) == true
        let keys = node.keyboardShortcut.map { "key \($0.label)" } ?? ""
        say(words + [node.badge, isDisabled ? "disabled" : keys], number: number == 0 ? "" : "\(number). ")
    }

    private mutating func add(_ nodes: [ViewNode]) {
        for node in nodes { add(node) }
    }

    private mutating func add(_ node: ViewNode) {
        switch node.kind {
        case .group, .list, .hstack, .grid: add(node.shownChildren)
        case .embedded where !node.children.isEmpty: add(node.children)
        case .section:
            say(node.text.isEmpty ? [] : [node.text, "heading"])
            add(node.shownChildren)
            say([node.detail])
        case .text:
            for line in node.text.split(whereSeparator: \.isNewline) { say([String(line), node.badge]) }
        case .label: say([node.spokenName(or: ""), node.detail, node.badge])
        case .link, .embedded, .urlLink:
            let details = node.labelDetails + [node.detail]
            add(node, [node.spokenName(or: node.destination?.text ?? node.url), "link"] + details)
        case .button: add(node, [node.spokenName(or: "unnamed"), "button"] + node.labelDetails)
        case .textField: addField(node)
        case .toggle:
            let state = node.value == .bool(true) ? "on" : "off"
            add(node, [node.spokenName(or: "unnamed"), "switch", state])
        case .picker where node.hasManyOptions:
            add(
                node,
                [
                    node.spokenName(or: "unnamed"), "choice", node.chosenOption?.label ?? "none chosen",
                    "\(node.children.count) options",
                ])
        case .picker:
            for option in node.children {
                let name = [node.spokenName(or: ""), option.label].filter { !$0.isEmpty }.joined(separator: ": ")
                add(node, [name, "choice", option.value == node.value ? "chosen" : "not chosen"], option: option)
            }
        case .option: say([node.text])
        case .progress:
            guard case .double(let value) = node.value else { return say([node.spokenName(or: "loading"), "busy"]) }
            let percent = Int((min(max(value, 0), 1) * 100).rounded())
            say([node.spokenName(or: ""), "progress", "\(percent) percent"])
        case .table: add(node.shownChildren)
        case .row:
            let cells = node.children.map(\.spokenCell)
            let role = node.controlRole == nil ? "" : "row"
            if !node.flags.contains(.header) {
                add(node, (cells.isEmpty ? [node.text] : cells) + [role])
            } else if role.isEmpty {
                say(["columns"] + cells)
            } else {
                add(node, ["columns"] + cells + [role])
            }
            for cell in node.children { cell.forEachControl { add($0) } }
        case .chart:
            say([node.spokenName(or: ""), ChartSeries(node)?.summary ?? "chart", node.badge])
            add(node.children)
        case .alert, .confirmation:
            say([node.text, node.kind == .alert ? "alert" : "question", node.detail])
            add(node.boxContent)
            add(node.boxButtons)
        case .stepper:
            say([node.spokenName(or: ""), "stepper", node.detail])
            add(node.children)
        case .slider:
            add(node, [node.spokenName(or: "unnamed"), "slider", node.detail])
            add(node.children)
        case .menu:
            // A menu without a name holds the actions of a row.
            let name = node.spokenName(or: "")
            if !name.isEmpty { say([name, "menu"]) }
            add(node.children)
        case .disclosure:
            if let header = node.disclosureHeader {
                let isOpen = header.value == .bool(true)
                add(header, [header.spokenName(or: "unnamed"), "disclosure", isOpen ? "open" : "closed"])
            }
            add(node.disclosed)
        case .push:
            say([node.text])
            add(node.children)
        case .sheet, .cover:
            say([node.text, "sheet"])
            add(node.children)
        case .divider, .spacer: break
        // Also for a kind of a later version.
        default:
            say([node.text, node.badge])
            add(node.children)
        }
    }

    private mutating func addField(_ node: ViewNode) {
        let value = node.value.scalarText ?? ""
        let role: String
        let state: String
        if node.flags.contains(.secure) {
            (role, state) = ("secure text field", value.isEmpty ? "empty" : "\(value.count) characters")
        } else {
            role = node.flags.contains(.multiline) ? "text field of several lines" : "text field"
            state = value.isEmpty ? "empty" : value
        }
        add(
            node,
            [
                node.spokenName(or: "unnamed"), role, state, value.isEmpty ? node.detail : "",
                node.flags.contains(.submits) ? "can be submitted" : "",
            ])
    }
}

extension ViewNode {
    /// The name to read aloud: the accessibility name, else the label.
    fileprivate func spokenName(or other: String) -> String {
        if !accessibilityLabel.isEmpty { return accessibilityLabel }
        return label.isEmpty ? other : label
    }

    /// The spoken texts of a table's cell. Its controls are read after the row.
    fileprivate var spokenCell: String {
        if hasControlKind { return "" }
        if kind == .progress, case .double(let value) = self.value {
            let percent = "\(Int((min(max(value, 0), 1) * 100).rounded())) percent"
            return text.isEmpty ? percent : "\(text) \(percent)"
        }
        let own = accessibilityLabel.isEmpty ? text : accessibilityLabel
        return ([own, detail, badge] + children.map(\.spokenCell)).filter { !$0.isEmpty }.joined(separator: " ")
    }

    fileprivate func forEachControl(_ body: (ViewNode) -> Void) {
        if hasControlKind { return body(self) }
        for child in children { child.forEachControl(body) }
    }

    /// Whether the node's kind is read aloud, even without a present action.
    private var hasControlKind: Bool {
        controlRole != nil || kind == .embedded || kind == .stepper || kind == .disclosure || kind == .menu
    }
}
