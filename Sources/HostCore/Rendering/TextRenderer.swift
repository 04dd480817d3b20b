import FeatureContract
import HostSystem

/// Renders a screen as plain text: a title, then a line or more for each node.
///
///     Characters
///     ==========
///
///     Filter: [holmes]
///     1 of 72 characters
///       > Sherlock Holmes  A Study in Scarlet, 1887
///
/// Controls are marked: `> link`, `[button]`, `Field: [text]`, `[x] toggle`, `Picker: (chosen) other`. No text of a
/// feature reaches the terminal as a control sequence.
///
/// The output is about as long as the feature's own text, since the size of decorations is limited.
package struct TextRenderer {
    /// The depth from which nodes are indented no further.
    static let deepestIndent = 16

    private var text = ""

    /// Returns the screen's text, each line with its newline.
    package static func text(of screen: RenderedScreen) -> String {
        var renderer = TextRenderer()
        renderer.add(screen)
        return renderer.text
    }

    /// Returns the screen's text with a number before each control, `1. > Characters`, and the controls by number.
    package static func numbered(_ screen: RenderedScreen) -> (text: String, uses: [ScreenControl]) {
        let numbered = screen.numbered
        return (text(of: numbered.screen), numbered.controls)
    }

    private mutating func add(_ screen: RenderedScreen) {
        if !screen.title.isEmpty {
            let title = DisplayText.safe(screen.title)
            text += title + "\n" + String(repeating: "=", count: DisplayText.width(title)) + "\n\n"
        }
        add(screen.nodes, indent: 0)
        if let lock = screen.lock { text += "\n(locked: \(DisplayText.safe(lock)))\n" }
    }

    private func number(_ node: ViewNode) -> String { node.number == 0 ? "" : "\(node.number). " }

    private mutating func add(_ node: ViewNode, indent: Int) {
        switch node.kind {
        case .group, .list:
            add(node.children, indent: indent)
        case .section:
            if !node.text.isEmpty { line(text(node), indent) }
            add(node.children, indent: indent + (node.text.isEmpty ? 0 : 1))
            if !node.detail.isEmpty { line(DisplayText.safe(node.detail), indent) }
        case .text:
            let whole = DisplayText.safe(node.text, keepingLines: true) + suffix(node)
            guard whole.utf8.contains(UInt8(ascii: "\n")) else { return line(whole, indent) }
            for part in whole.split(separator: "\n", omittingEmptySubsequences: false) { line(String(part), indent) }
        case .label:
            // A picture without a name.
            if node.text.isEmpty, node.detail.isEmpty, node.badge.isEmpty { break }
            line(text(node) + detail(node) + suffix(node), indent)
        case .embedded where !node.children.isEmpty:
            add(node.children, indent: indent)
        case .link, .embedded, .urlLink:
            line(number(node) + link(node), indent)
        case .button:
            line(number(node) + button(node), indent)
        case .textField:
            addField(node, indent: indent)
        case .toggle:
            let isOn = node.value == .bool(true)
            line(number(node) + "[\(isOn ? "x" : " ")] \(text(node))" + suffix(node), indent)
        case .picker where node.hasManyOptions:
            let chosen = node.chosenOption.map { "(\(label($0)))" } ?? "none"
            line(number(node) + "\(text(node)): \(chosen) of \(node.children.count)" + suffix(node), indent)
        case .picker:
            let options = node.children.map { option in
                number(option) + (option.value == node.value ? "(\(label(option)))" : label(option)) + badge(option)
            }
            line("\(text(node)): \(options.joined(separator: " "))" + suffix(node), indent)
        case .option:
            line(label(node), indent)
        case .progress:
            line(progress(node), indent)
        case .divider:
            line("---", indent)
        case .table:
            addTable(node, indent: indent)
        case .row:
            line(number(node) + node.children.map { cell($0) }.joined(separator: "  "), indent)
        case .chart:
            if !node.text.isEmpty { line(text(node) + suffix(node), indent) }
            let tables = node.children.filter { $0.kind == .table }
            guard let series = ChartSeries(node), tables.count == 1, node.children.count == 1 else {
                return add(node.children, indent: indent)
            }
            addTable(tables[0], bars: series, indent: indent)
        case .alert, .confirmation:
            line("! \(text(node))", indent)
            if !node.detail.isEmpty { line(DisplayText.safe(node.detail), indent + 1) }
            add(node.boxContent, indent: indent + 1)
            let shown = node.boxButtons.map { number($0) + button($0) }
            if !shown.isEmpty { line(shown.joined(separator: " "), indent + 1) }
        case .hstack:
            addStack(node.children, indent: indent)
        case .spacer:
            break
        case .grid:
            addGrid(node, indent: indent)
        case .stepper:
            addStack(node.children, before: [named(node) + suffix(node)], indent: indent)
        case .slider:
            let label = number(node) + named(node)
            let bar = node.sliderFraction.map { [Self.bar($0)] } ?? []
            addStack(node.children, before: [label] + bar + [suffix(node)], indent: indent)
        case .menu:
            addStack(
                node.children, before: node.text.isEmpty ? [] : [text(node) + ":" + suffix(node)], indent: indent)
        case .disclosure:
            if let header = node.disclosureHeader {
                let isOpen = header.value == .bool(true)
                line(number(header) + "[\(isOpen ? "-" : "+")] \(text(header))" + suffix(header), indent)
            }
            add(node.disclosed, indent: indent + 1)
        // A sheet is shown as a separate screen in each view of the whole app.
        case .sheet, .cover, .push:
            line("! \(text(node))", indent)
            add(node.children, indent: indent + 1)
        case nil:
            if !node.text.isEmpty { line(text(node) + suffix(node), indent) }
            add(node.children, indent: indent)
        }
        if let shown = node.shownElements { line("(\(shown))", indent) }
    }

    private mutating func addField(_ node: ViewNode, indent: Int) {
        let value = node.value.scalarText ?? ""
        let shown = node.flags.contains(.secure) ? String(repeating: "*", count: value.count) : value
        let number = number(node)
        guard node.flags.contains(.multiline), value.utf8.contains(UInt8(ascii: "\n")) else {
            let label = node.text.isEmpty ? "" : "\(text(node)): "
            let prompt = shown.isEmpty && !node.detail.isEmpty ? " (\(DisplayText.safe(node.detail)))" : ""
            return line(number + label + "[\(DisplayText.safe(shown))]" + prompt + suffix(node), indent)
        }
        line(number + (node.text.isEmpty ? "Text:" : "\(text(node)):") + suffix(node), indent)
        let lines = DisplayText.safe(shown, keepingLines: true).split(separator: "\n", omittingEmptySubsequences: false)
        for part in lines { line("| \(part)", indent) }
    }

    /// Adds nodes in one line, or one below the other if one of them needs several.
    private mutating func addStack(_ nodes: [ViewNode], before: [String] = [], indent: Int) {
        let before = before.filter { !$0.isEmpty }
        guard nodes.allSatisfy(\.isInline) else {
            for part in before { line(part, indent) }
            return add(nodes, indent: indent + (before.isEmpty ? 0 : 1))
        }
        line((before + cells(of: nodes)).joined(separator: "  "), indent)
    }

    private mutating func cells(of nodes: [ViewNode]) -> [String] {
        nodes.compactMap { node in
            let outer = text
            text = ""
            add(node, indent: 0)
            defer { text = outer }
            let lines = text.split(separator: "\n")
            return lines.isEmpty ? nil : lines.joined(separator: "  ")
        }
    }

    private mutating func addGrid(_ grid: ViewNode, indent: Int) {
        let rows = grid.children.map { row in
            row.kind == .hstack && row.isInline ? row.children.map { cells(of: [$0]).first ?? "" } : nil
        }
        var widths: [Int] = []
        for cells in rows.compactMap({ $0 }) {
            widths += Array(repeating: 0, count: max(0, cells.count - widths.count))
            for (column, cell) in cells.enumerated() {
                widths[column] = min(max(widths[column], DisplayText.width(cell)), DisplayText.widestColumn)
            }
        }
        for (row, cells) in zip(grid.children, rows) {
            guard let cells else {
                add(row, indent: indent)
                continue
            }
            let padded = cells.enumerated().map { DisplayText.padded($1, to: widths[$0]) }
            line(padded.joined(separator: "  "), indent)
        }
    }

    private mutating func add(_ nodes: [ViewNode], indent: Int) {
        // In place: a node is large to copy.
        let nodes = nodes.span
        for index in nodes.indices { add(nodes[index], indent: indent) }
    }

    /// Returns the text of a table's cell: its texts and its controls, in one line.
    private mutating func cell(_ cell: ViewNode) -> String {
        // A picture has only a spoken name, and words alone need no extra space between them.
        cell.isWords ? DisplayText.safe(cell.label) : cells(of: [cell]).first ?? DisplayText.safe(cell.label)
    }

    /// - Parameter bars: The series with the numbers of the rows below the header, to draw behind them.
    private mutating func addTable(_ table: ViewNode, bars: ChartSeries? = nil, indent: Int) {
        var index = 0
        var rows: [(row: ViewNode, number: String, cells: [String])] = []
        for row in table.children {
            let number = number(row)
            var cells = row.children.map { cell($0) }
            if let bars, !row.flags.contains(.header), bars.values.indices.contains(index) {
                cells.append(Self.bar(of: index, in: bars))
                index += 1
            }
            rows.append((row, number, cells))
        }
        // Row by row, since most rows may be shorter than the longest one.
        var widths: [Int] = []
        for (_, _, cells) in rows {
            widths += Array(repeating: 0, count: max(0, cells.count - widths.count))
            for (column, cell) in cells.enumerated() where widths[column] < DisplayText.widestColumn {
                widths[column] = min(max(widths[column], DisplayText.width(cell)), DisplayText.widestColumn)
            }
        }
        let canFollow = rows.contains { $0.row.controlRole != nil }
        for (row, number, cells) in rows {
            let mark = row.controlRole != nil ? "> " : canFollow ? "  " : ""
            let padded = cells.enumerated().map { index, cell in
                index == cells.count - 1 ? cell : DisplayText.padded(cell, to: widths[index])
            }
            line(number + mark + padded.joined(separator: "  "), indent)
            if row.flags.contains(.header) {
                let rule = widths.prefix(cells.count).map { String(repeating: "-", count: $0) }.joined(separator: "  ")
                line((canFollow ? "  " : "") + rule, indent)
            }
        }
    }

    private func link(_ node: ViewNode) -> String {
        let target = node.url.isEmpty ? node.destination?.text ?? "" : node.url
        let label = node.label.isEmpty ? target : node.label
        let details = node.labelDetails + [node.detail].filter { !$0.isEmpty }
        let tail = details.map { "  " + DisplayText.safe($0) }.joined()
        let url = node.url.isEmpty || label == node.url ? "" : " <\(DisplayText.safe(node.url))>"
        return "> \(DisplayText.safe(label))" + tail + url + suffix(node)
    }

    private func button(_ node: ViewNode) -> String {
        "[\(label(node))]" + node.labelDetails.map { "  " + DisplayText.safe($0) }.joined() + suffix(node)
    }

    private func progress(_ node: ViewNode) -> String {
        guard case .double(let value) = node.value else { return text(node).isEmpty ? "..." : "\(text(node))..." }
        let fraction = min(max(value, 0), 1)
        return (text(node).isEmpty ? "" : text(node) + " ") + Self.bar(fraction)
            + " \(Int((fraction * 100).rounded())) %"
    }

    /// Returns the mark for a value of a chart: a bar of `#` from 0, or a `*` at its place.
    private static func bar(of index: Int, in series: ChartSeries) -> String {
        let width = 20
        func column(_ value: Double) -> Int { Int((series.fraction(of: value) * Double(width)).rounded()) }
        let end = column(series.values[index])
        guard series.mark == .bar || series.mark == .horizontalBar else {
            return String(repeating: " ", count: end) + "*"
        }
        let zero = column(0)
        return String(repeating: " ", count: min(zero, end)) + String(repeating: "#", count: abs(end - zero))
    }

    private static func bar(_ fraction: Double) -> String {
        let filled = Int((fraction * 20).rounded())
        return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: 20 - filled) + "]"
    }

    private func text(_ node: ViewNode) -> String { DisplayText.safe(node.text) }

    private func label(_ node: ViewNode) -> String { DisplayText.safe(node.label) }

    /// The text of a control with its value: `Volume: 5`.
    private func named(_ node: ViewNode) -> String {
        let parts = [text(node), DisplayText.safe(node.detail)].filter { !$0.isEmpty }
        return parts.joined(separator: ": ")
    }

    private func detail(_ node: ViewNode) -> String {
        node.detail.isEmpty ? "" : "  " + DisplayText.safe(node.detail)
    }

    private func badge(_ node: ViewNode) -> String { node.badge.isEmpty ? "" : " (\(DisplayText.safe(node.badge)))" }

    private func suffix(_ node: ViewNode) -> String {
        badge(node) + (node.flags.contains(.disabled) ? " (disabled)" : "")
    }

    private mutating func line(_ line: String, _ indent: Int) {
        // No trailing spaces, since the output is compared and pasted.
        let spaces = line.utf8.reversed().prefix { $0 == UInt8(ascii: " ") }.count
        if spaces < line.utf8.count {
            for _ in 0..<min(indent, Self.deepestIndent) { text += "  " }
            text += spaces == 0 ? line : String(line.dropLast(spaces))
        }
        text += "\n"
    }
}

extension ViewNode {
    /// Whether the node is only text.
    fileprivate var isWords: Bool {
        badge.isEmpty && (kind == .text || kind == .group && !children.isEmpty && children.allSatisfy(\.isWords))
    }
}
