import FeatureContract

/// Renders a screen as HTML, in elements that express its meaning: headings, lists, tables, links, fields.
///
///     <h1>Characters</h1>
///     <label class="field"><span>Filter</span><input type="text" value="holmes" readonly></label>
///     <ul class="rows"><li><a class="link" href="challenge://character/detail?id=1">…</a></li></ul>
///
/// The page is static: its controls are disabled or read-only, and their titles give the reason.
struct HTMLRenderer {
    private let links: HTMLLinks
    private var writer = HTMLWriter()
    private var depth = 0
    /// The prefix of the ids of the screen's boxes.
    private let prefix: String
    private let owners: [ScreenID: String]
    private var boxes = 0

    private static let headings: [StaticString] = ["h2", "h3", "h4", "h5", "h6"]

    /// Returns a function that writes the screen's content, including its title.
    ///
    /// - Parameters:
    ///   - prefix: The prefix of all ids, which must be unique within a page.
    ///   - owners: The features of the embedded screens by id; the screen's own is under 0.
    static func content(
        of screen: RenderedScreen, prefix: String, owners: [ScreenID: String], links: HTMLLinks
    ) -> (inout HTMLWriter) -> Void {
        { writer in
            var renderer = HTMLRenderer(links: links, prefix: prefix, owners: owners)
            swap(&renderer.writer, &writer)
            renderer.add(screen)
            swap(&renderer.writer, &writer)
        }
    }

    private init(links: HTMLLinks, prefix: String, owners: [ScreenID: String]) {
        self.links = links
        self.prefix = prefix
        self.owners = owners
    }

    private mutating func add(_ screen: RenderedScreen) {
        if !screen.title.isEmpty { writer.element("h1", [("dir", "auto")], screen.title) }
        add(screen.nodes)
        if let lock = screen.lock {
            writer.element("p", [("class", "lock"), ("role", "status"), ("dir", "auto")], "Locked: \(lock)")
        }
    }

    private mutating func add(_ nodes: some Sequence<ViewNode>) {
        for node in nodes { add(node) }
    }

    private mutating func add(_ node: ViewNode) {
        switch node.kind {
        case .group: add(node.shownChildren)
        case .list: addRows(node.shownChildren)
        case .section: addSection(node)
        case .text, .label, .option: addText(node)
        case .embedded where !node.children.isEmpty:
            nested("div", [("class", "embedded")]) { $0.add(node.children) }
        case .link, .embedded, .urlLink: addLink(node)
        case .button: addButton(node)
        case .textField: addField(node)
        case .toggle: addToggle(node)
        case .picker: addPicker(node)
        case .progress: addProgress(node)
        case .divider: writer.void("hr")
        case .table:
            addTable(node.children)
            add(node.shownChildren.suffix(node.elementCount > 0 ? 1 : 0))
        case .row: addTable([node])
        case .alert, .confirmation: addBox(node)
        case .hstack: nested("div", [("class", "hstack")]) { $0.add(node.children) }
        case .spacer: writer.element("span", [("class", "spacer")], "")
        case .grid:
            addGrid(node)
            add(node.shownChildren.suffix(node.elementCount > 0 ? 1 : 0))
        case .stepper, .menu: addControls(node)
        case .slider: addSlider(node)
        case .disclosure: addDisclosure(node)
        case .sheet, .cover: addSheet(node)
        case .push: addPush(node)
        case .chart: addChart(node)
        case nil:
            if !node.text.isEmpty { addText(node) }
            add(node.children)
        }
        writer.breakLine()
    }

    private mutating func nested(
        _ name: StaticString, _ attributes: [HTMLWriter.Attribute] = [], _ content: (inout HTMLRenderer) -> Void
    ) {
        var renderer = self
        writer.element(name, attributes) { writer in
            swap(&renderer.writer, &writer)
            content(&renderer)
            swap(&renderer.writer, &writer)
        }
        boxes = renderer.boxes
    }

    // MARK: Rows and sections

    /// Writes nodes as rows of a list. A block among them divides the list.
    private mutating func addRows(_ nodes: [ViewNode]) {
        let nodes = nodes.flatMap(\.ungrouped)
        for run in nodes.split(whereKindChanges: \.isBlock) {
            guard let first = run.first, !first.isBlock else {
                add(Array(run))
                continue
            }
            nested("ul", [("class", "rows")]) { renderer in
                for node in run { renderer.nested("li") { $0.add(node) } }
            }
        }
    }

    private mutating func addSection(_ node: ViewNode) {
        nested("section") { renderer in
            if !node.text.isEmpty {
                let heading = Self.headings[min(renderer.depth, Self.headings.count - 1)]
                renderer.writer.element(heading, [("dir", "auto")], node.text)
            }
            renderer.depth += 1
            renderer.addRows(node.shownChildren)
            renderer.depth -= 1
            if !node.detail.isEmpty {
                renderer.writer.element("p", [("class", "footer"), ("dir", "auto")], node.detail)
            }
        }
    }

    // MARK: Texts

    private mutating func addText(_ node: ViewNode) {
        let kind = node.kind == .label ? "label" : "text"
        writer.element("p", [("class", node.classes(kind)), ("dir", "auto"), ("aria-disabled", node.disabledText)]) {
            guard node.accessibilityLabel.isEmpty else {
                // A paragraph cannot have an accessible name other than its text.
                $0.element("span", [("aria-hidden", "true")]) { Self.writeWords(of: node, to: &$0) }
                return $0.element("span", [("class", "read-out")], node.accessibilityLabel)
            }
            Self.writeWords(of: node, to: &$0)
        }
    }

    /// Writes the texts, details and badges of the node and its children, all inline.
    private static func writeWords(of node: ViewNode, to writer: inout HTMLWriter) {
        HTMLIcons.write(node.symbol, to: &writer)
        if !node.text.isEmpty {
            writer.element("span", [("class", node.symbol.isEmpty ? nil : "title"), ("data-symbol", node.symbolText)]) {
                $0.write(node.text, keepingLines: true)
            }
        }
        for child in node.children {
            writer.element("span", [("class", child.classes("part")), ("dir", "auto")]) {
                writeWords(of: child, to: &$0)
            }
        }
        if !node.detail.isEmpty { writer.element("span", [("class", "detail")], node.detail) }
        if !node.badge.isEmpty { writer.element("span", [("class", "badge")], node.badge) }
    }

    // MARK: Links and controls

    private mutating func addLink(_ node: ViewNode) {
        writeLink(node) { writer in
            guard node.label.isEmpty else { return Self.writeWords(of: node, to: &writer) }
            writer.write(node.url.isEmpty ? node.destination?.text ?? "" : node.url)
        }
    }

    /// Writes a link around the content, without `href` if it leads nowhere.
    private mutating func writeLink(_ node: ViewNode, _ words: (inout HTMLWriter) -> Void) {
        let isDisabled = node.flags.contains(.disabled)
        let reference =
            node.destination.map { links.reference(to: $0, shownBy: owners[node.screen]) }
            ?? links.reference(toURL: node.url)
        let leavesApp = node.destination == nil
        let target = node.destination?.text ?? node.url
        writer.element(
            "a",
            [
                ("class", node.classes("link")), ("href", isDisabled ? nil : reference),
                ("rel", leavesApp ? "noreferrer noopener" : nil),
                ("title", reference == nil || isDisabled ? node.inertTitle : target), ("dir", "auto"),
                ("aria-label", node.accessibilityText),
                ("aria-disabled", isDisabled || reference == nil ? "true" : nil),
            ], content: words)
    }

    private mutating func addButton(_ node: ViewNode) {
        writer.element(
            "button",
            [
                ("type", "button"), ("class", node.classes("button")), ("disabled", ""), ("title", node.inertTitle),
                ("dir", "auto"), ("aria-label", node.accessibilityText),
            ]
        ) { Self.writeWords(of: node, to: &$0) }
    }

    private mutating func addField(_ node: ViewNode) {
        let value = node.value.scalarText ?? ""
        let isSecure = node.flags.contains(.secure)
        writeControl("field", node) {
            guard !node.flags.contains(.multiline) else {
                return $0.element(
                    "textarea",
                    [
                        ("placeholder", node.detail.isEmpty ? nil : node.detail),
                        ("readonly", ""), ("disabled", node.disabledFlag), ("dir", "auto"),
                        ("aria-label", node.accessibilityText),
                    ]
                ) { $0.write(value, keepingLines: true) }
            }
            $0.void(
                "input",
                [
                    // A secret is not in the page, not even hidden.
                    ("type", node.inputType),
                    ("value", isSecure ? String(repeating: "*", count: value.count) : value),
                    ("placeholder", node.detail.isEmpty ? nil : node.detail), ("readonly", ""),
                    ("disabled", node.disabledFlag), ("dir", "auto"), ("aria-label", node.accessibilityText),
                ])
        }
    }

    /// Writes a label and its controls.
    private mutating func addControls(_ node: ViewNode) {
        let kind = node.kind == .menu ? "menu" : "stepper"
        let name = node.accessibilityLabel.isEmpty ? node.text : node.accessibilityLabel
        nested("div", [("class", node.classes(kind)), ("role", "group"), ("aria-label", name.isEmpty ? nil : name)]) {
            if !node.text.isEmpty || !node.detail.isEmpty { $0.addWords(node) }
            $0.add(node.children)
        }
    }

    private mutating func addWords(_ node: ViewNode) {
        writer.element("span", [("class", "words"), ("dir", "auto")]) { Self.writeWords(of: node.alone, to: &$0) }
    }

    private mutating func addSlider(_ node: ViewNode) {
        nested("div", [("class", node.classes("slider"))]) { renderer in
            renderer.writeControl("range", node) {
                if !node.detail.isEmpty { $0.element("span", [("class", "detail")], node.detail) }
                $0.void(
                    "input",
                    [
                        ("type", "range"), ("min", "0"), ("max", "1000"),
                        ("value", "\(Int(((node.sliderFraction ?? 0) * 1000).rounded()))"),
                        // A slider that is only readonly still moves.
                        ("disabled", ""), ("aria-label", node.accessibilityText),
                        ("aria-valuetext", node.detail.isEmpty ? nil : node.detail),
                    ])
            }
            renderer.add(node.children)
        }
    }

    private mutating func addDisclosure(_ node: ViewNode) {
        guard let header = node.disclosureHeader else { return add(node.children) }
        nested("details", [("open", header.value == .bool(true) ? "" : nil), ("class", node.classes("disclosure"))]) {
            $0.writer.element("summary", [("dir", "auto"), ("aria-label", header.accessibilityText)], header.text)
            $0.add(node.disclosed)
        }
    }

    private mutating func addGrid(_ node: ViewNode) {
        // A grid is columns for the eye, but not a table for a screen reader.
        for run in node.children.split(whereKindChanges: { $0.kind == .hstack }) {
            guard run.first?.kind == .hstack else {
                add(Array(run))
                continue
            }
            nested("div", [("class", "grid")]) { renderer in
                for row in run {
                    renderer.nested("div") { renderer in
                        for cell in row.children { renderer.nested("div") { $0.add(cell) } }
                    }
                }
            }
        }
    }

    private mutating func addSheet(_ node: ViewNode) {
        boxes += 1
        let id = "\(prefix)-box-\(boxes)"
        nested(
            "dialog",
            [
                ("open", ""), ("class", node.classes(node.kind == .cover ? "cover" : "sheet")),
                ("aria-labelledby", node.text.isEmpty ? nil : id),
            ]
        ) { renderer in
            if !node.text.isEmpty { renderer.writer.element("h2", [("id", id), ("dir", "auto")], node.text) }
            renderer.add(node.children)
        }
    }

    private mutating func addPush(_ node: ViewNode) {
        nested("section", [("class", node.classes("push"))]) { renderer in
            if !node.text.isEmpty { renderer.writer.element("h2", [("dir", "auto")], node.text) }
            renderer.add(node.children)
        }
    }

    private mutating func addToggle(_ node: ViewNode) {
        writeControl("toggle", node) {
            $0.void(
                "input",
                [
                    ("type", "checkbox"), ("role", "switch"), ("checked", node.value == .bool(true) ? "" : nil),
                    ("disabled", ""), ("aria-label", node.accessibilityText),
                ])
        }
    }

    private mutating func addPicker(_ node: ViewNode) {
        writeControl("picker", node) {
            $0.element("select", [("disabled", ""), ("aria-label", node.accessibilityText)]) {
                // A select shows its first option if none is chosen.
                if !node.children.contains(where: { $0.value == node.value }) {
                    $0.element("option", [("selected", "")], "")
                }
                for option in node.children {
                    let isChosen = option.value == node.value
                    $0.element(
                        "option", [("selected", isChosen ? "" : nil), ("disabled", option.disabledFlag)], option.label)
                }
            }
        }
    }

    private mutating func addProgress(_ node: ViewNode) {
        writeControl("progress", node) { writer in
            guard case .double(let value) = node.value else {
                return writer.element("progress", [("aria-label", node.accessibilityText)], "…")
            }
            let percent = Int((min(max(value, 0), 1) * 100).rounded())
            writer.element(
                "progress", [("max", "100"), ("value", "\(percent)"), ("aria-label", node.accessibilityText)],
                "\(percent) %")
        }
    }

    private mutating func writeControl(_ kind: String, _ node: ViewNode, _ control: (inout HTMLWriter) -> Void) {
        let title = node.kind == .progress ? nil : node.inertTitle
        writer.element("label", [("class", node.classes(kind)), ("title", title), ("dir", "auto")]) { writer in
            if !node.text.isEmpty { writer.element("span", [], node.text) }
            control(&writer)
            if !node.badge.isEmpty { writer.element("span", [("class", "badge")], node.badge) }
        }
    }

    // MARK: Tables and boxes

    private mutating func addTable(_ rows: [ViewNode]) {
        let headers = rows.prefix { $0.flags.contains(.header) }
        // A table wider than the page scrolls sideways, also by the keyboard.
        nested("div", [("class", "scroller"), ("role", "region"), ("aria-label", "Table"), ("tabindex", "0")]) {
            $0.nested("table") { renderer in
                if !headers.isEmpty {
                    renderer.nested("thead") { renderer in
                        for row in headers { renderer.addRow(row, cell: "th", [("scope", "col")]) }
                    }
                }
                renderer.nested("tbody") { renderer in
                    for row in rows.dropFirst(headers.count) {
                        renderer.addRow(row, cell: row.flags.contains(.header) ? "th" : "td")
                    }
                }
            }
        }
    }

    /// Writes a table row. If the row has a destination, its first cell without controls is the link.
    private mutating func addRow(
        _ row: ViewNode, cell name: StaticString, _ attributes: [HTMLWriter.Attribute] = []
    ) {
        let link = row.destination == nil ? nil : row.children.firstIndex { !$0.hasControls }
        nested("tr", [("class", row.classes("row"))]) { renderer in
            for (index, cell) in row.children.enumerated() {
                renderer.nested(name, attributes) { renderer in
                    if index == link {
                        renderer.writeLink(row) { Self.writeWords(of: cell, to: &$0) }
                    } else {
                        renderer.add(cell)
                    }
                }
            }
        }
    }

    /// Writes a chart as a picture, and its numbers as a table that the user can open.
    private mutating func addChart(_ node: ViewNode) {
        guard let series = ChartSeries(node) else {
            if !node.text.isEmpty { addText(node.alone) }
            return add(node.children)
        }
        nested("figure", [("class", node.classes("chart"))]) { renderer in
            if !node.text.isEmpty { renderer.writer.element("figcaption", [("dir", "auto")], node.text) }
            let name = [node.accessibilityLabel, series.summary].filter { !$0.isEmpty }.joined(separator: ", ")
            HTMLChart(series).write(name: name, to: &renderer.writer)
            renderer.nested("details") { renderer in
                renderer.writer.element("summary", [], "Values")
                renderer.add(node.children)
            }
        }
    }

    private mutating func addBox(_ node: ViewNode) {
        boxes += 1
        let id = "\(prefix)-box-\(boxes)"
        let kind = node.kind == .alert ? "alert" : "confirmation"
        nested(
            "dialog",
            [
                ("open", ""), ("class", node.classes(kind)), ("role", "alertdialog"),
                ("aria-labelledby", node.text.isEmpty ? nil : id),
            ]
        ) { renderer in
            if !node.text.isEmpty { renderer.writer.element("h2", [("id", id), ("dir", "auto")], node.text) }
            if !node.detail.isEmpty {
                renderer.writer.element("p", [("class", "text"), ("dir", "auto")]) {
                    $0.write(node.detail, keepingLines: true)
                }
            }
            renderer.add(node.boxContent)
            renderer.nested("div", [("class", "buttons")]) { $0.add(node.boxButtons) }
        }
    }
}

extension ViewNode {
    /// The node itself, or for a group the nodes in it, recursively.
    fileprivate var ungrouped: [ViewNode] { kind == .group ? children.flatMap(\.ungrouped) : [self] }

    /// Whether the node divides a list, rather than being a row of it.
    fileprivate var isBlock: Bool {
        switch kind {
        case .section, .list, .table, .chart, .divider, .alert, .confirmation, .sheet, .cover, .push: true
        case .embedded: !children.isEmpty
        default: false
        }
    }

    /// Whether the node has usable controls, so that no link may surround it.
    fileprivate var hasControls: Bool {
        isControl || children.contains(where: \.hasControls)
    }

    fileprivate func classes(_ kind: String) -> String {
        let flags: [(Flags, String)] = [
            (.disabled, "disabled"), (.destructive, "destructive"), (.cancel, "cancel"), (.header, "header"),
        ]
        let role = role == .primary ? [] : ["role-\(role)"]
        return ([kind] + role + flags.filter { self.flags.contains($0.0) }.map(\.1)).joined(separator: " ")
    }

    fileprivate var inputType: String {
        if flags.contains(.secure) { return "password" }
        switch (flags.contains(.date), flags.contains(.time)) {
        case (true, true): return "datetime-local"
        case (true, false): return "date"
        case (false, true): return "time"
        case (false, false): return "text"
        }
    }

    fileprivate var alone: ViewNode {
        var node = self
        node.children = []
        return node
    }

    /// The reason why pressing the control has no effect.
    fileprivate var inertTitle: String {
        if flags.contains(.disabled) { return "The app has disabled it." }
        if let destination { return "\(destination.text) is not in this page, and has no link that leads there." }
        if !url.isEmpty { return "Pages do not lead to addresses like \(url)." }
        return "It does nothing here: this page is a picture of the app."
    }

    fileprivate var disabledFlag: String? { flags.contains(.disabled) ? "" : nil }
    fileprivate var disabledText: String? { flags.contains(.disabled) ? "true" : nil }
    fileprivate var accessibilityText: String? { accessibilityLabel.isEmpty ? nil : accessibilityLabel }
    fileprivate var symbolText: String? { symbol.isEmpty ? nil : symbol }
}

extension Array {
    fileprivate func split(whereKindChanges isKind: (Element) -> Bool) -> [ArraySlice<Element>] {
        var runs: [ArraySlice<Element>] = []
        var start = startIndex
        for index in indices.dropFirst() where isKind(self[index]) != isKind(self[start]) {
            runs.append(self[start..<index])
            start = index
        }
        return isEmpty ? [] : runs + [self[start...]]
    }
}
