import FeatureContract

/// Renders a screen as plain text: a title, then a line or more for each node.
///
///     Characters
///     ==========
///
///     Filter: [holmes]
///     1 of 72 characters
///       > Sherlock Holmes  A Study in Scarlet, 1887
///
/// What can be used is marked: `> link`, `[button]`, `Field: [text]`, `[x] toggle`, `Picker: (chosen) other`. Nothing in
/// a feature's text can reach the terminal as a control sequence.
///
/// The text is about as long as what the feature has said: what is only there for looks is bounded.
package struct TextRenderer {
    /// What stands deeper is indented no further.
    static let deepestIndent = 16

    private var lines: [String] = []

    /// The screen's text, each line with its newline.
    package static func text(of screen: RenderedScreen) -> String {
        var renderer = TextRenderer()
        if !screen.title.isEmpty {
            let title = DisplayText.safe(screen.title)
            renderer.lines += [title, String(repeating: "=", count: DisplayText.width(title)), ""]
        }
        for node in screen.nodes { renderer.add(node, indent: 0) }
        if let lock = screen.lock { renderer.lines += ["", "(locked: \(DisplayText.safe(lock)))"] }
        return renderer.lines.map { $0 + "\n" }.joined()
    }

    private mutating func add(_ node: ViewNode, indent: Int) {
        switch node.kind {
        case .group, .list:
            add(node.children, indent: indent)
        case .section:
            if !node.text.isEmpty { line(text(node), indent) }
            add(node.children, indent: indent + (node.text.isEmpty ? 0 : 1))
            if !node.detail.isEmpty { line(DisplayText.safe(node.detail), indent) }
        case .text:
            let parts = (DisplayText.safe(node.text, keepingLines: true) + suffix(node)).split(
                separator: "\n", omittingEmptySubsequences: false)
            for part in parts { line(String(part), indent) }
        case .label:
            line(text(node) + detail(node) + suffix(node), indent)
        case .embedded where !node.children.isEmpty:
            add(node.children, indent: indent)
        case .link, .embedded, .urlLink:
            line(link(node), indent)
        case .button:
            line(button(node), indent)
        case .textField:
            let value = node.value.scalarText ?? ""
            let shown = node.flags.contains(.secure) ? String(repeating: "*", count: value.count) : value
            line("\(text(node)): [\(DisplayText.safe(shown))]" + suffix(node), indent)
        case .toggle:
            line("[\(node.value == .bool(true) ? "x" : " ")] \(text(node))" + suffix(node), indent)
        case .picker:
            let options = node.children.map { $0.value == node.value ? "(\(text($0)))" : text($0) }
            line("\(text(node)): \(options.joined(separator: " "))" + suffix(node), indent)
        case .option:
            line(text(node), indent)
        case .progress:
            line(progress(node), indent)
        case .divider:
            line("---", indent)
        case .table:
            addTable(node, indent: indent)
        case .row:
            line(node.children.map { DisplayText.safe($0.label) }.joined(separator: "  "), indent)
        case .alert, .confirmation:
            line("! \(text(node))", indent)
            if !node.detail.isEmpty { line(DisplayText.safe(node.detail), indent + 1) }
            let buttons = node.children.filter { $0.kind == .button }
            add(node.children.filter { $0.kind != .button }, indent: indent + 1)
            let shown = buttons.isEmpty && node.action != 0 ? ["[\(ViewNode.closingLabel)]"] : buttons.map(button)
            if !shown.isEmpty { line(shown.joined(separator: " "), indent + 1) }
        case .unknown:
            if !node.text.isEmpty { line(text(node) + suffix(node), indent) }
            add(node.children, indent: indent)
        }
    }

    private mutating func add(_ nodes: [ViewNode], indent: Int) {
        for node in nodes { add(node, indent: indent) }
    }

    private mutating func addTable(_ table: ViewNode, indent: Int) {
        let rows = table.children.map { row in (row, row.children.map { DisplayText.safe($0.label) }) }
        // By rows: most of them may be shorter than the longest one.
        var widths: [Int] = []
        for (_, cells) in rows {
            widths += Array(repeating: 0, count: max(0, cells.count - widths.count))
            for (column, cell) in cells.enumerated() where widths[column] < DisplayText.widestColumn {
                widths[column] = min(max(widths[column], DisplayText.width(cell)), DisplayText.widestColumn)
            }
        }
        let canFollow = rows.contains { $0.0.destination != nil || $0.0.action != 0 }
        for (row, cells) in rows {
            let mark = row.destination != nil || row.action != 0 ? "> " : canFollow ? "  " : ""
            let padded = cells.enumerated().map { index, cell in
                index == cells.count - 1 ? cell : DisplayText.padded(cell, to: widths[index])
            }
            line(mark + padded.joined(separator: "  "), indent)
            if row.flags.contains(.header) {
                let rule = widths.prefix(cells.count).map { String(repeating: "-", count: $0) }.joined(separator: "  ")
                line((canFollow ? "  " : "") + rule, indent)
            }
        }
    }

    private func link(_ node: ViewNode) -> String {
        let target = node.url.isEmpty ? node.destination?.text ?? "" : node.url
        let label = node.label.isEmpty ? target : node.label
        let details = node.children.map(\.detail).filter { !$0.isEmpty } + [node.detail].filter { !$0.isEmpty }
        let tail = details.map { "  " + DisplayText.safe($0) }.joined()
        let url = node.url.isEmpty || label == node.url ? "" : " <\(DisplayText.safe(node.url))>"
        return "> \(DisplayText.safe(label))" + tail + url + suffix(node)
    }

    private func button(_ node: ViewNode) -> String {
        "[\(DisplayText.safe(node.label))]" + suffix(node)
    }

    private func progress(_ node: ViewNode) -> String {
        guard case .double(let value) = node.value else { return text(node).isEmpty ? "..." : "\(text(node))..." }
        let fraction = min(max(value, 0), 1)
        let filled = Int((fraction * 20).rounded())
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 20 - filled)
        return (text(node).isEmpty ? "" : text(node) + " ") + "[\(bar)] \(Int((fraction * 100).rounded())) %"
    }

    private func text(_ node: ViewNode) -> String { DisplayText.safe(node.text) }

    private func detail(_ node: ViewNode) -> String {
        node.detail.isEmpty ? "" : "  " + DisplayText.safe(node.detail)
    }

    private func suffix(_ node: ViewNode) -> String {
        let badge = node.badge.isEmpty ? "" : " (\(DisplayText.safe(node.badge)))"
        return badge + (node.flags.contains(.disabled) ? " (disabled)" : "")
    }

    private mutating func line(_ text: String, _ indent: Int) {
        let line = String(repeating: "  ", count: min(indent, Self.deepestIndent)) + text
        // No trailing spaces: what is printed is compared and pasted.
        lines.append(String(line.reversed().drop { $0 == " " }.reversed()))
    }
}
