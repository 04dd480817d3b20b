import FeatureContract

/// What is on the visible screen at one moment, for a program that draws it with its own controls.
///
/// ```swift
/// let screen = coordinator.visibleScreen
/// print(screen.title)
/// for (index, node) in screen.nodes.enumerated() where node.kind == "button" && node.isUsable {
///     print("\(index): \(node.label)")
/// }
/// coordinator.use(at: [2], of: screen)  // a stale problem, if another control is there by now
/// ```
public struct AppScreen: Hashable, Sendable {
    /// The destination, such as `character/detail?identifier=42`.
    public let destination: String
    let screen: RenderedScreen
    /// The coordinator.
    let coordinator: ObjectIdentifier
    /// The screen's number, and that of its inner screen.
    let owner: [ScreenID]

    /// The title for the user.
    public var title: String { screen.title }
    /// How it stands over the one below: `push`, `sheet`, `managedSheet`, `cover`, `managedCover`, `alert` or
    /// `confirmation`.
    public let presentation: String
    /// Whether a part of it is loading.
    public var isLoading: Bool { screen.isLoading }
    /// Why it does not let itself be left; nil if it does.
    public var lock: String? { screen.lock }
    /// The nodes from the top down.
    public var nodes: [ScreenNode] { screen.nodes.map(ScreenNode.init) }
}

/// A node of a screen with those in it. Documentation/Serve.md describes the kinds and what each may have; a text that
/// a node does not have is empty.
public struct ScreenNode: Hashable, Sendable {
    let node: ViewNode

    init(_ node: ViewNode) { self.node = node }

    /// The kind, such as `button` or `textField`; `unknown-` and a number for one of a later version.
    public var kind: String { node.kindName }
    /// The text of its own.
    public var text: String { node.text }
    /// The quieter text below or beside it.
    public var detail: String { node.detail }
    /// The text by which the user knows it: its own, else those of the nodes in it.
    public var label: String { node.label }
    /// The name that is read out in the place of the text.
    public var accessibilityLabel: String { node.accessibilityLabel }
    /// The identity among its siblings, the same in every content of the screen.
    public var key: String { node.key }
    /// The name of a symbol, such as `house`.
    public var symbol: String { node.symbol }
    /// A short text at the end.
    public var badge: String { node.badge }
    /// The link to which it leads.
    public var url: String { node.url }
    /// The destination to which it leads.
    public var destination: String { node.destination?.text ?? "" }
    /// What a text means: `primary`, `secondary`, `accent`, `success`, `warning` or `danger`.
    public var role: String { "\(node.role)" }
    /// The flags of the ABI that it has: `disabled`, `destructive`, `secure`, `multiline`, `focused`.
    public var flags: Set<String> { Set(ViewNode.flagNames.filter { node.flags.contains($0.0) }.map(\.1)) }
    /// Whether the user can use it: a control that is not disabled. While an alert or a confirmation is on the screen,
    /// only what is in it can be used all the same.
    public var isUsable: Bool { node.isUsable && node.controlRole != nil }
    /// Whether it takes a value, and is not pressed: a text field, a slider or a picker.
    public var takesValue: Bool { [.textField, .slider, .picker].contains(node.kind) }
    /// The ends of a slider; nil for any other node.
    public var range: ClosedRange<Double>? { node.sliderRange }
    /// The series of a chart; nil for any other node. The table in it says the same.
    public var chart: ChartSeries? { ChartSeries(node) }
    /// The keys by which the user presses the control, such as `Ctrl-S`, as its feature has asked by `keyboardShortcut`.
    /// Empty without them.
    public var shortcut: String { node.keyboardShortcut?.label ?? "" }
    /// The value of a control; nil for one without a value, and for a secure field.
    public var value: ControlValue? { node.flags.contains(.secure) ? nil : node.controlValue }
    /// How many elements the list has whose elements the children are, from ``elementOffset`` on; 0 for a node whose
    /// children are all there are. ``NavigationCoordinator/show(elementsFrom:count:ofList:)`` shows others.
    public var elementCount: UInt64 { node.elementCount }
    /// The index of the first element that is a child.
    public var elementOffset: UInt64 { node.elementOffset }
    /// Not 0: the feature wants the node in sight, once for each number that is another than the last one of its screen.
    public var reveal: UInt64 { node.reveal }
    /// The nodes in it.
    public var children: [ScreenNode] { node.children.map(ScreenNode.init) }
}

/// The value of a control: the text of a field, the number of a slider or a progress, whether a toggle is on, or the
/// label of a picker's option.
///
/// ```swift
/// coordinator.set(0.5, of: "Volume")
/// coordinator.set(true, of: "Send read receipts")
/// coordinator.set("Large", of: "Text size")
/// ```
public enum ControlValue: Hashable, Sendable, CustomStringConvertible {
    case text(String)
    case number(Double)
    case isOn(Bool)

    public var description: String {
        switch self {
        case .text(let text): text
        case .number(let number): Value.double(number).scalarText ?? ""
        case .isOn(let isOn): isOn ? "on" : "off"
        }
    }
}

extension ControlValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral
{
    public init(stringLiteral text: String) { self = .text(text) }
    public init(floatLiteral number: Double) { self = .number(number) }
    public init(integerLiteral number: Int) { self = .number(Double(number)) }
    public init(booleanLiteral isOn: Bool) { self = .isOn(isOn) }
}

/// A tab of the app, with its stack.
public struct AppTab: Hashable, Sendable {
    /// The name in the wiring; empty for the one stack of an app without tabs.
    public let name: String
    /// The title for the user.
    public let title: String
    /// The symbol of the wiring: a character, or the name of a picture.
    public let symbol: String?
    /// Whether its stack is the visible one.
    public let isSelected: Bool
    /// The entries from the root up.
    public let entries: [Entry]

    /// A screen in a stack.
    public struct Entry: Hashable, Sendable {
        /// The destination, such as `character/detail?identifier=42`.
        public let destination: String
        /// How it is shown: `push`, `sheet`, `managedSheet`, `cover`, `managedCover`, `alert` or `confirmation`.
        public let presentation: String
        /// The sheets, covers and pushes of the screen's own over it, the lowest first: how each is shown, and its title.
        public let inner: [Inner]

        /// A screen within an entry.
        public struct Inner: Hashable, Sendable {
            /// How it is shown: `push`, `sheet` or `cover`.
            public let presentation: String
            /// Its title for the user; empty without one.
            public let title: String
        }
    }
}

extension NavigationCoordinator {
    /// The visible screen. Makes and renders it first if necessary. Two that are equal show the same.
    public var visibleScreen: AppScreen {
        let shown = show()
        let top = state.top
        return AppScreen(
            destination: top.place.text, screen: shown, coordinator: ObjectIdentifier(self),
            owner: [top.id, ScreenID(layers.last?.inner ?? 0)],
            presentation: (top.inner.last?.presentation ?? top.presentation).rawValue)
    }

    /// The tabs with their stacks; one without a name for an app without tabs.
    public var tabs: [AppTab] {
        state.tabs.enumerated().map { index, tab in
            let label = wiring.tab(named: tab.name)
            return AppTab(
                name: tab.name, title: label?.title ?? tab.name, symbol: label?.symbol,
                isSelected: index == state.selectedIndex,
                entries: tab.entries.map {
                    AppTab.Entry(
                        destination: $0.place.text, presentation: $0.presentation.rawValue,
                        inner: $0.inner.map { .init(presentation: $0.presentation.rawValue, title: $0.title) })
                })
        }
    }

    /// Uses the control that the user has seen. If the screen has changed since, the control is found by the keys of the
    /// nodes; one that is not there any more is a problem of the kind `stale`, and nothing is used in its place.
    ///
    /// - Parameters:
    ///   - path: Where it is: the index among the nodes of the screen, the index among the children of that node, and so
    ///     on.
    ///   - screen: The screen as the user has seen it.
    ///   - value: The value for a field, a slider, a toggle or a picker; nil to press it.
    /// - Returns: The URL of a link out of the app, for the program to open; else nil.
    @discardableResult
    public func use(at path: [Int], of screen: AppScreen, value: ControlValue? = nil) -> String? {
        guard !isShutDown else { return nil }
        func fail(_ text: String, _ kind: NavigationProblem.Kind) -> String? {
            problems.append(NavigationProblem(text, kind))
            return nil
        }
        guard let seen = screen.screen.nodes(at: path)?.last else {
            return fail("there is nothing at \(path)", .notFound)
        }
        let now = visibleScreen
        guard (screen.coordinator, screen.owner) == (now.coordinator, now.owner),
            let place = now.screen.path(like: path, in: screen.screen)
        else { return fail("'\(seen.label)' is not on the screen any more", .stale) }
        let control: ScreenControl
        do {
            control = try now.screen.usableControl(at: place)
        } catch {
            problems.append(error)
            return nil
        }
        if value == nil, !control.isPressed, ScreenNode(control.node).takesValue {
            return fail("'\(control.node.label)' takes a value, and none was given", .refused)
        }
        guard let value else {
            if let url = outsideURL(of: control.node) { return url }
            use(control.node, value: control.value)
            return nil
        }
        set(value, in: control.node)
        return nil
    }

    /// Gives the field, slider, toggle or picker with this label a value.
    public func set(_ value: ControlValue, of label: String) {
        find("type:\(label)=") { (finder) throws(NodeFinderError) -> Void? in
            set(value, in: try finder.field(label, among: [.textField, .slider, .toggle, .picker]))
        }
    }

    /// The value of the control with this label; nil if it has none, and a problem if there is no such control.
    public func value(of label: String) -> ControlValue? {
        find { (finder) throws(NodeFinderError) in ScreenNode(try finder.control(label).node).value }
    }

    private func set(_ value: ControlValue, in node: ViewNode) {
        switch (node.kind, value) {
        case (.textField, .text(let text)): write(.string(text), into: node)
        case (.slider, .number(let number)): write(.double(number), into: node)
        case (.toggle, .isOn(let isOn)): use(node, value: .bool(isOn))
        case (.picker, .text(let label)):
            let options = node.children.filter { $0.label == label }
            guard options.count == 1, !options[0].flags.contains(.disabled) else {
                let (text, kind): (String, NavigationProblem.Kind) =
                    switch options.count {
                    case 0: ("'\(node.label)' has no option '\(label)'", .notFound)
                    case 1: ("the option '\(label)' of '\(node.label)' is disabled", .disabled)
                    default: ("'\(node.label)' has \(options.count) options '\(label)'", .ambiguous)
                    }
                problems.append(NavigationProblem(text, kind))
                return
            }
            use(node, value: options[0].value)
        default:
            let taken: [NodeKind: String] = [
                .textField: "a text", .slider: "a number", .toggle: "true or false", .picker: "an option's label",
            ]
            let what = node.kind.flatMap { taken[$0] } ?? "no value"
            problems.append(NavigationProblem("'\(node.label)' takes \(what), and '\(value)' was given"))
        }
    }
}

extension ViewNode {
    /// The value as the user understands it; nil for a node without one.
    package var controlValue: ControlValue? {
        switch (kind, value) {
        case (.picker, _): children.first { $0.value == value }.map { .text($0.label) }
        case (.slider, .record(let fields)):
            if case .double(let number)? = fields["value"] { .number(number) } else { nil }
        case (_, .bool(let isOn)): .isOn(isOn)
        case (_, .double(let number)): .number(number)
        case (_, .string(let text)): .text(text)
        default: nil
        }
    }
}

/// Where a link or a destination leads, found without going there and without running a feature.
public struct AppRoute: Hashable, Sendable {
    /// The link or destination that was asked for.
    public let asked: String
    /// The destinations through which it is redirected, from the first to that of the screen; empty if it leads nowhere.
    public let destinations: [String]
    /// The id of the feature with the screen; nil if it leads nowhere.
    public let feature: String?
    /// The state after opening it in the app's first state; nil if it leads nowhere, or is sent to a screen.
    public let stateText: String?
    /// Why it leads nowhere; nil if it leads somewhere.
    public let reason: String?
}

extension HostApplication {
    /// Explains where a link, such as `challenge://character/detail?id=42`, or a destination leads.
    public func explain(_ target: String) -> AppRoute {
        let explanation = Explanation(target, coordinator: makeCoordinator())
        let places = explanation.chain.map { [$0.start] + $0.hops.map(\.place) } ?? []
        return AppRoute(
            asked: target, destinations: places.map(\.text),
            feature: explanation.feature?.manifest.id, stateText: explanation.state?.text, reason: explanation.reason)
    }
}
