import FeatureContract

/// A control of a screen, with the properties that every interface uses to show, read aloud, find or use it.
///
/// Two controls are equal if using them has the same effect.
package struct ScreenControl: Hashable, Sendable {
    package enum Role: Hashable, Sendable, CaseIterable {
        case link, button, textField, toggle, slider, row
        /// The toggle that opens a disclosure.
        case disclosure
        /// A whole picker; its options follow as separate controls.
        case picker
        case option
        /// Closes a box, a sheet or a pushed screen: the node's own action.
        case closing
    }

    /// The node to use; for an option, its picker.
    package let node: ViewNode
    package let role: Role
    /// The value of a press, unless the user chooses or types a different one.
    package var value: Value
    /// The indexes of the nodes from the screen's own down to the control, or for an option down to the option.
    package let path: [Int]
    package let isDisabled: Bool
    /// Whether a box over the screen must be answered first.
    package let isBehindBox: Bool
    /// The number by which the user uses it, from 1; 0 if it cannot be used, or is not shown as a separate control.
    package fileprivate(set) var number: UInt32 = 0

    fileprivate init(_ node: ViewNode, _ role: Role, option: ViewNode? = nil, at path: [Int], isBehindBox: Bool) {
        self.node = node
        self.role = role
        self.path = path
        self.isBehindBox = isBehindBox
        isDisabled = node.flags.contains(.disabled) || option?.flags.contains(.disabled) == true
        value = option?.value ?? (node.kind == .toggle ? node.switched : .null)
    }

    package static func == (one: ScreenControl, other: ScreenControl) -> Bool {
        one.value == other.value && one.node == other.node
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(value)
        hasher.combine(node)
    }

    /// Whether it is used without a value from the user, as a field is if Enter submits it.
    package var isPressed: Bool {
        switch role {
        case .link, .button, .toggle, .row, .disclosure, .option: true
        case .textField: node.flags.contains(.submits)
        case .closing: isClosingButton
        case .picker, .slider: false
        }
    }

    /// Whether it is shown as the button of a box without buttons.
    private var isClosingButton: Bool {
        node.isBox && node.action != 0 && !node.children.contains { $0.kind == .button }
    }

    /// Whether the user can use it now, as a separate control.
    fileprivate var isOffered: Bool {
        guard node.isControl, !isDisabled, !isBehindBox else { return false }
        return switch role {
        case .picker: node.hasManyOptions
        case .option: !node.hasManyOptions
        case .closing: isClosingButton
        default: true
        }
    }

    /// The labels by which the user may call it, the shown one first. A link without a label shows its destination. The
    /// first cell of a row and the text that is read aloud are labels too.
    var labels: [String] {
        if role == .option { return [node.children[path[path.count - 1]].label] }
        let label = role == .closing ? ViewNode.closingLabel : node.label
        var labels = [label]
        if role == .row, let first = node.children.first { labels.append(first.label) }
        if let destination = node.destination, label.isEmpty { labels.append(destination.text) }
        if node.isControl, !node.accessibilityLabel.isEmpty { labels.append(node.accessibilityLabel) }
        return labels
    }

    /// Whether the two look alike to the user.
    package func looks(like other: ScreenControl) -> Bool { node.looks(like: other.node) && value == other.value }
}

/// The effect of using a node.
package enum ControlEffect: Hashable, Sendable {
    /// - Parameter isLink: Whether to use the method that the feature has chosen for its links.
    case follow(Destination, isLink: Bool)
    case open(url: String)
    case perform(UInt64)
}

extension ViewNode {
    /// The node's role as a control; nil if it is not one. A member without meaning for the kind, such as the URL of a
    /// row, does not make it a control.
    package var controlRole: ScreenControl.Role? {
        switch kind {
        case .link, .urlLink: .link
        // The nodes of the embedded screen are shown in its place.
        case .embedded: children.isEmpty ? .link : nil
        case .button: .button
        case .textField: .textField
        case .toggle: .toggle
        case .picker: .picker
        case .slider: .slider
        case .row: destination != nil || action != 0 ? .row : nil
        case .alert, .confirmation, .sheet, .cover, .push: .closing
        case .group, .text, .label, .list, .section, .option, .progress, .divider, .table, .hstack, .spacer, .grid,
            .stepper, .disclosure, .menu, .chart, nil:
            nil
        }
    }

    /// The effect of using the node; nil if there is none.
    package var effect: ControlEffect? {
        if let destination { return .follow(destination, isLink: kind == .link || kind == .row) }
        if !url.isEmpty { return .open(url: url) }
        return action != 0 ? .perform(action) : nil
    }

    /// Whether the node acts or leads somewhere.
    package var isControl: Bool { effect != nil }

    /// Whether the user can use the node: a control that is not disabled.
    package var isUsable: Bool { isControl && !flags.contains(.disabled) }

    /// The value of a toggle after a switch.
    package var switched: Value { .bool(value != .bool(true)) }

    /// Whether the two look alike to the user. The numbers of actions differ in each render, and do not count.
    package func looks(like other: ViewNode) -> Bool {
        kind == other.kind && label == other.label && key == other.key && screen == other.screen && url == other.url
            && destination == other.destination
    }
}

extension RenderedScreen {
    /// All controls, in reading order: a box's buttons are at its end. Usable controls are numbered.
    package var controls: [ScreenControl] {
        var walk = ControlWalk(box: pathOfOpenBox)
        walk.add(nodes, isShown: true)
        return walk.controls
    }

    /// The numbered controls, and the screen with these numbers in its nodes.
    var numbered: (screen: RenderedScreen, controls: [ScreenControl]) {
        let controls = controls.filter { $0.number != 0 }
        var screen = self
        for control in controls { screen.nodes.change(at: control.path[...]) { $0.number = control.number } }
        return (screen, controls)
    }

    /// The nodes at a path, from the screen's own down; nil if there are none.
    package func nodes(at path: [Int]) -> [ViewNode]? {
        var (found, level): ([ViewNode], [ViewNode]) = ([], nodes)
        for index in path {
            guard level.indices.contains(index) else { return nil }
            found.append(level[index])
            level = level[index].children
        }
        return found
    }

    /// Returns the path of the node that stood at a path in an earlier content of the screen: by the keys of the nodes
    /// on the path, and by the index of one without a key. Nil if there is none that looks the same.
    package func path(like path: [Int], in earlier: RenderedScreen) -> [Int]? {
        guard let old = earlier.nodes(at: path) else { return nil }
        var (found, level, last): ([Int], [ViewNode], ViewNode?) = ([], nodes, nil)
        for (node, index) in zip(old, path) {
            let next = node.key.isEmpty ? index : level.firstIndex { $0.key == node.key }
            guard let next, level.indices.contains(next), level[next].key == node.key else { return nil }
            found.append(next)
            last = level[next]
            level = level[next].children
        }
        guard let last, let meant = old.last, last.looks(like: meant) else { return nil }
        return found
    }

    /// The open alert or confirmation over the screen, the last if there are several. Until it is answered, nothing
    /// else on the screen can be used.
    package var openBox: ViewNode? { pathOfOpenBox.flatMap { nodes(at: $0)?.last } }

    private var pathOfOpenBox: [Int]? { nodes.pathOfLastBox }
}

/// The walk over a screen's nodes that finds its controls.
private struct ControlWalk {
    private let box: [Int]?
    private var path: [Int] = []
    private var count: UInt32 = 0
    private(set) var controls: [ScreenControl] = []

    init(box: [Int]?) { self.box = box }

    private var isBehindBox: Bool { box.map { !path.starts(with: $0) } ?? false }

    /// - Parameter isShown: Whether the nodes are shown separately, rather than as part of a control's label.
    mutating func add(_ nodes: [ViewNode], isShown: Bool, where condition: (ViewNode) -> Bool = { _ in true }) {
        for index in nodes.indices where condition(nodes[index]) {
            at(index) { $0.add(nodes[index], isShown: isShown) }
        }
    }

    private mutating func at(_ index: Int, _ body: (inout ControlWalk) -> Void) {
        path.append(index)
        body(&self)
        path.removeLast()
    }

    private mutating func add(_ node: ViewNode, isShown: Bool) {
        let children = node.children
        switch node.controlRole {
        case .closing? where node.isBox:
            add(children, isShown: isShown) { $0.kind != .button }
            add(node, .closing, isShown: isShown)
            add(children, isShown: isShown) { $0.kind == .button }
        case .picker?:
            add(node, .picker, isShown: isShown)
            for index in children.indices {
                at(index) { $0.add(node, .option, option: children[index], isShown: isShown) }
            }
        case let role?:
            add(node, role, isShown: isShown)
            add(children, isShown: isShown && role != .link && role != .button)
        case nil:
            let headers = node.disclosureHeader == nil ? 0 : 1
            if headers > 0 { at(0) { $0.add(children[0], .disclosure, isShown: isShown) } }
            for index in children.indices.dropFirst(headers) {
                at(index) { $0.add(children[index], isShown: isShown) }
            }
        }
    }

    private mutating func add(_ node: ViewNode, _ role: ScreenControl.Role, option: ViewNode? = nil, isShown: Bool) {
        var control = ScreenControl(node, role, option: option, at: path, isBehindBox: isBehindBox)
        if isShown, control.isOffered {
            count += 1
            control.number = count
        }
        controls.append(control)
    }
}

extension [ViewNode] {
    fileprivate var pathOfLastBox: [Int]? {
        for index in indices.reversed() {
            if let rest = self[index].children.pathOfLastBox { return [index] + rest }
            if self[index].isBox { return [index] }
        }
        return nil
    }

    fileprivate mutating func change(at path: ArraySlice<Int>, _ body: (inout ViewNode) -> Void) {
        guard let index = path.first else { return }
        if path.count == 1 { return body(&self[index]) }
        self[index].children.change(at: path.dropFirst(), body)
    }
}
