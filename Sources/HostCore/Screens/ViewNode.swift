import FeatureContract
import HostSystem

/// A node of a screen with its children, as the feature described it.
///
/// - SeeAlso: `sy_node` in FeatureABI.h
package struct ViewNode: Hashable, Sendable {
    /// - SeeAlso: `sy_node_flags`
    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let disabled = Flags(rawValue: 1 << 0)
        package static let destructive = Flags(rawValue: 1 << 1)
        package static let cancel = Flags(rawValue: 1 << 2)
        package static let header = Flags(rawValue: 1 << 3)
        package static let secure = Flags(rawValue: 1 << 4)
        package static let multiline = Flags(rawValue: 1 << 5)
        package static let date = Flags(rawValue: 1 << 6)
        package static let time = Flags(rawValue: 1 << 7)
        package static let submits = Flags(rawValue: 1 << 8)
        package static let focus = Flags(rawValue: 1 << 9)
        package static let focused = Flags(rawValue: 1 << 10)
        package static let atEnd = Flags(rawValue: 1 << 11)
    }

    /// - SeeAlso: `sy_role`
    package enum Role: UInt32, Hashable, Sendable, CaseIterable {
        case primary, secondary, accent, success, warning, danger
    }

    /// - SeeAlso: `sy_node_kind`
    let kindNumber: UInt32
    package var flags: Flags = []
    package var role: Role = .primary
    /// The number of the control in a screen of ``RenderedScreen/numbered``; 0 elsewhere.
    var number: UInt32 = 0
    /// The number of the node's action; 0 for a node without action.
    package var action: UInt64 = 0
    package var text = ""
    package var detail = ""
    package var key = ""
    package var symbol = ""
    package var badge = ""
    package var accessibilityLabel = ""
    package var url = ""
    /// The keys that use the node, in the feature's notation: ``KeyboardShortcut``.
    package var shortcut = ""
    package var value = Value.null
    package var destination: Destination?
    /// How many elements the list has whose part the children are; 0 for a node with all its children.
    package var elementCount: UInt64 = 0
    /// The index of the first element among the children.
    package var elementOffset: UInt64 = 0
    /// Not 0: the node is brought into sight, once for each number that is another than the last one of its screen.
    package var reveal: UInt64 = 0
    package var children: [ViewNode] = []
    /// The id of the embedded screen with the node; 0 for a node of the visible screen itself.
    package var screen: ScreenID = 0
}

extension ViewNode {
    package init(_ kind: NodeKind, text: String = "", destination: Destination? = nil, children: [ViewNode] = []) {
        self.init(kindNumber: kind.rawValue, text: text, destination: destination)
        self.children = children
    }

    /// The ``screen`` of a node that no feature has made.
    private static let hostsOwn = ScreenID.max

    /// Whether no feature has made the node.
    package var isOfHost: Bool { screen == Self.hostsOwn }

    /// The node and its descendants as the host's own, with these keys.
    func ofHost(key: String) -> ViewNode {
        var node = self
        (node.screen, node.key) = (Self.hostsOwn, key)
        node.children = children.enumerated().map { $1.ofHost(key: "\(key).\($0)") }
        return node
    }

    /// The kind. Nil for a kind of a later minor version of the ABI, which is shown by its text and its children.
    package var kind: NodeKind? { NodeKind(rawValue: kindNumber) }

    /// The kind's name in JSON: `unknown` with its number for a kind of a later version.
    package var kindName: String { kind.map { "\($0)" } ?? "unknown-\(kindNumber)" }

    /// The label of the node: its text, else the texts of its children, else its accessibility label. A link, button or
    /// option without these is named by its symbol.
    package var label: String {
        let words = words
        return words.isEmpty && (kind == .button || kind == .link || kind == .option) ? firstSymbol : words
    }

    /// The texts of the views in a link's or button's label; empty for any other node.
    var labelTexts: [String] {
        guard kind == .link || kind == .button || kind == .row else { return [] }
        var texts: [String] = []
        for child in children { child.forEach { if !$0.text.isEmpty { texts.append($0.text) } } }
        return texts
    }

    /// The details of the views in a control's label, the nodes below it: `[Savings]  €20.00`.
    var labelDetails: [String] {
        children.flatMap { ($0.detail.isEmpty ? [] : [$0.detail]) + $0.labelDetails }
    }

    private var words: String {
        if !text.isEmpty { return text }
        let parts = children.map(\.words).filter { !$0.isEmpty }
        return parts.isEmpty ? accessibilityLabel : parts.joined(separator: " ")
    }

    private var firstSymbol: String {
        symbol.isEmpty ? children.lazy.map(\.firstSymbol).first { !$0.isEmpty } ?? "" : symbol
    }

    /// The position of a slider between its ends. Nil for any other node, and for a slider without a number in a range.
    package var sliderFraction: Double? {
        guard let range = sliderRange, range.upperBound > range.lowerBound, case .record(let fields) = value,
            case .double(let value) = fields["value"]
        else { return nil }
        return min(max((value - range.lowerBound) / (range.upperBound - range.lowerBound), 0), 1)
    }

    /// The ends of a slider; nil for any other node.
    var sliderRange: ClosedRange<Double>? {
        guard kind == .slider, case .record(let fields) = value, case .double(let least)? = fields["minimum"],
            case .double(let most)? = fields["maximum"], least <= most
        else { return nil }
        return least...most
    }

    /// The action's value for a typed text: a number for a slider, else the text itself.
    package func value(ofTyped text: String) -> Value {
        kind == .slider ? Double(text).map { .double($0) } ?? .string(text) : .string(text)
    }

    /// Whether the node may share a line with others.
    package var isInline: Bool {
        switch kind {
        case .text: !text.utf8.contains(UInt8(ascii: "\n"))
        case .textField: !flags.contains(.multiline)
        case .embedded: children.isEmpty
        case let kind?: kind.isInline ?? children.allSatisfy(\.isInline)
        case nil: false
        }
    }

    /// Whether a picker has so many options that only the chosen one is shown, and the others are listed on request.
    package var hasManyOptions: Bool { kind == .picker && children.count > 4 }

    /// The chosen option of a picker; nil if the value is none of them.
    package var chosenOption: ViewNode? { children.first { $0.kind == .option && $0.value == value } }

    /// The children that are elements of the list: all but a table's row of column titles.
    package var elements: ArraySlice<ViewNode> {
        children.drop { kind == .table && $0.flags.contains(.header) }
    }

    /// What a list shows of its elements, for the user: `rows 1 to 200 of 1,000,000`. Nil if it shows all of them.
    package var shownElements: String? {
        guard elementCount > 0 else { return nil }
        guard !elements.isEmpty else { return "no rows of \(elementCount.grouped)" }
        let range = elementOffset + 1...elementOffset + UInt64(elements.count)
        return "rows \(range.lowerBound.grouped) to \(range.upperBound.grouped) of \(elementCount.grouped)"
    }

    /// The children, and for a list that shows a part of its elements a text that says so.
    var shownChildren: [ViewNode] {
        guard let shown = shownElements else { return children }
        var text = ViewNode(.text, text: shown)
        text.role = .secondary
        return children + [text]
    }

    /// The toggle that opens a disclosure; nil for any other node.
    package var disclosureHeader: ViewNode? {
        kind == .disclosure ? children.first.flatMap { $0.kind == .toggle ? $0 : nil } : nil
    }

    /// The nodes that a disclosure shows when it is open: all below its header.
    package var disclosed: [ViewNode] { Array(children.dropFirst(disclosureHeader == nil ? 0 : 1)) }

    /// The label that closes an alert without buttons.
    static let closingLabel = "OK"

    /// The content of an alert or a confirmation above its buttons.
    package var boxContent: [ViewNode] { children.filter { $0.kind != .button } }

    /// The buttons of an alert or a confirmation: if it has none and can be closed, one that closes it.
    package var boxButtons: [ViewNode] {
        let buttons = children.filter { $0.kind == .button }
        guard buttons.isEmpty, action != 0 else { return buttons }
        var closing = ViewNode(
            kindNumber: NodeKind.button.rawValue, flags: flags.intersection(.disabled), action: action,
            text: Self.closingLabel, key: key, shortcut: shortcut)
        (closing.screen, closing.number) = (screen, number)
        return [closing]
    }

    /// The node that closes an alert: its cancel button, else the alert itself if it has an action.
    package var closing: ViewNode? {
        children.first {
            $0.kind == .button && $0.flags.contains(.cancel) && !$0.flags.contains(.disabled) && $0.action != 0
        } ?? (action != 0 ? self : nil)
    }

    /// Whether all but the children is equal, down to the bytes of each text: for `==`, texts are equal if they are
    /// canonically equivalent in Unicode.
    func hasSameContent(as other: borrowing ViewNode) -> Bool {
        kindNumber == other.kindNumber && flags == other.flags && role == other.role && action == other.action
            && screen == other.screen && elementCount == other.elementCount && elementOffset == other.elementOffset
            && reveal == other.reveal
            && text.hasSameBytes(as: other.text) && detail.hasSameBytes(as: other.detail)
            && key.hasSameBytes(as: other.key) && symbol.hasSameBytes(as: other.symbol)
            && badge.hasSameBytes(as: other.badge) && accessibilityLabel.hasSameBytes(as: other.accessibilityLabel)
            && url.hasSameBytes(as: other.url) && shortcut.hasSameBytes(as: other.shortcut)
            && value.hasSameBytes(as: other.value)
            && destination.hasSameBytes(as: other.destination)
    }

    /// Whether everything is equal, including children.
    package func isIdentical(to other: borrowing ViewNode) -> Bool {
        guard hasSameContent(as: other), children.count == other.children.count else { return false }
        let (own, others) = (children.span, other.children.span)
        // Nodes that an earlier render already had share their memory.
        if own.isIdentical(to: others) { return true }
        return own.indices.allSatisfy { own[$0].isIdentical(to: others[$0]) }
    }

    func forEach(_ body: (ViewNode) -> Void) {
        body(self)
        // In place, since a node is large to copy.
        let children = children.span
        for index in children.indices { children[index].forEach(body) }
    }
}

/// A screen as its feature described it in one render.
package struct RenderedScreen: Hashable, Sendable {
    /// - SeeAlso: `sy_checkpoint`
    package struct Checkpoint: Hashable, Sendable {
        package let name: String
        package let type: ValueType?
    }

    /// - SeeAlso: `sy_receiver`
    package enum Receiver: Hashable, Sendable {
        case value(type: String)
        case destination
        case tab
        case selectTab
        case navigate
    }

    package var title = ""
    /// The reason for the screen's navigation lock; nil if it holds none.
    package var lock: String?
    package var isLoading = false
    package var checkpoints: [Checkpoint] = []
    package var receivers: [Receiver] = []
    package var nodes: [ViewNode] = []

    package init(title: String = "", nodes: [ViewNode] = []) {
        self.title = title
        self.nodes = nodes
    }

    /// The lists that it has in part.
    package var lists: [ViewNode] {
        var lists: [ViewNode] = []
        forEachNode { if $0.elementCount > 0 { lists.append($0) } }
        return lists
    }

    package func forEachNode(_ body: (ViewNode) -> Void) {
        let nodes = nodes.span
        for index in nodes.indices { nodes[index].forEach(body) }
    }
}

extension RenderedScreen {
    /// A screen that stands for one that cannot be shown: what is wrong, and below it why, as a sentence.
    package static func failed(_ title: String, _ problem: String, _ reason: String) -> RenderedScreen {
        // A destination or a name, which a reason may begin with, keeps its letters.
        let isWord = reason.prefix { $0 != " " }.allSatisfy(\.isLetter)
        let end = reason.last.map(".?!…”\"»".contains) == true ? "" : "."
        let sentence = (isWord ? reason.prefix(1).uppercased() : String(reason.prefix(1))) + reason.dropFirst() + end
        var nodes = [ViewNode(.text, text: problem), ViewNode(.text, text: sentence)]
        (nodes[0].role, nodes[1].role) = (.danger, .secondary)
        return RenderedScreen(title: title, nodes: nodes)
    }
}

// The approximate memory of a screen in the host, which is limited for each screen and for all together.

extension RenderedScreen {
    var informationSize: Int {
        let texts = title.utf8.count + (lock?.utf8.count ?? 0)
        let names = checkpoints.reduce(0) { $0 + MemoryLayout<Checkpoint>.stride + $1.name.utf8.count }
        return receivers.reduce(texts + names) { size, receiver in
            guard case .value(let type) = receiver else { return size + MemoryLayout<Receiver>.stride }
            return size + MemoryLayout<Receiver>.stride + type.utf8.count
        }
    }

    var size: Int {
        var size = informationSize
        forEachNode { size += MemoryLayout<ViewNode>.stride + $0.contentSize }
        return size
    }
}

extension ViewNode {
    /// The bytes of its text and values, without its children.
    var contentSize: Int {
        // Added one by one: this runs for each node, and an array would take longer than the rest.
        var texts = text.utf8.count + detail.utf8.count + key.utf8.count + symbol.utf8.count
        texts += badge.utf8.count + accessibilityLabel.utf8.count + url.utf8.count + shortcut.utf8.count
        let arguments = destination?.arguments.reduce(0) { $0 + $1.name.utf8.count + $1.value.contentSize } ?? 0
        return texts + arguments + value.contentSize
    }
}

extension UInt64 {
    /// The digits in groups of three: `1,000,000`.
    package var grouped: String {
        let digits = Array(String(self))
        return digits.indices.reduce(into: "") { text, index in
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digits[index])
        }
    }
}

extension String {
    fileprivate func hasSameBytes(as other: String) -> Bool {
        // A text kept from the last render has the same place in memory.
        utf8Span.span.isIdentical(to: other.utf8Span.span)
            || utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}

extension Value {
    fileprivate func hasSameBytes(as other: Value) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let own), .bool(let other)): own == other
        case (.string(let own), .string(let other)): own.hasSameBytes(as: other)
        default: BinaryWriter.bytes { $0.append(coded: self) } == BinaryWriter.bytes { $0.append(coded: other) }
        }
    }
}

extension Optional<Destination> {
    fileprivate func hasSameBytes(as other: Destination?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return BinaryWriter.bytes { $0.append(coded: self) } == BinaryWriter.bytes { $0.append(coded: other) }
    }
}

extension Value {
    fileprivate var contentSize: Int {
        switch self {
        case .string(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        case .list(let items): items.reduce(0) { $0 + MemoryLayout<Value>.stride + $1.contentSize }
        case .record(let fields):
            fields.reduce(0) { $0 + MemoryLayout<Value>.stride + $1.key.utf8.count + $1.value.contentSize }
        default: 0
        }
    }
}

/// The host's id of a screen: never 0, and never used twice.
package typealias ScreenID = UInt64
