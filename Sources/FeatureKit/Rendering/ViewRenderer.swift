internal import FeatureContract

/// Walks the views of a screen, passes their nodes to the host, and collects their actions, checkpoints, receivers and
/// tasks.
///
/// Views describe themselves to it; there is nothing to call on it outside FeatureKit.
@MainActor
public final class ViewRenderer {
    typealias Action = (Value) throws -> Void

    /// The closures of the actions, in the order of their numbers, which count from 1 in each render.
    private(set) var actions: [Action] = []
    var title: String?
    var lock = ""
    var isLoading: Bool {
        get { work.isLoading }
        set { work.isLoading = newValue }
    }
    var checkpoints: [CheckpointReceiver] = []
    var receivers: [MessageReceiver] = []
    /// What the views do while they are seen. Sheets add theirs at the end: they stand over what hides their views too.
    var work = ViewWork()
    var workOfSheets = ViewWork()
    /// Work for after the render has returned, which the next render would ask for too: navigation that a modifier asks
    /// for.
    private(set) var effects: [() -> Void] = []
    /// Work for after the render has returned, which the next render does not ask for: a value has changed.
    private(set) var changes: [() -> Void] = []

    /// The sheets that the screen can show, by their places.
    var modals: [String: Presented] = [:]
    /// The sheets to bring back that no view has taken yet, by their places.
    var restoredModals: [String: Value] = [:]

    /// What links to values show, by the types of the values, and the values that are shown.
    var destinations: [ValueDestination] = []
    var path: ValuePath?
    /// What the views that are being rendered push onto their stack.
    var pushes: [Push] = []
    /// The place of the stack that is being rendered.
    var scope: UInt64 = 0

    let navigator: any NavigatorContract
    private let feature: String
    private var sink: any NodeSink
    let reportError: (String) -> Void
    /// Called, on any thread, when something changes that a body has read.
    let onChange: @Sendable () -> Void
    private let strings: FeatureStrings?
    let states: ViewStates
    private(set) var environment: EnvironmentValues

    /// The text to search for, and the texts to choose that the field of it has not shown yet.
    var searchText: Binding<String>?
    var suggestions: (() -> Void)?

    /// The title, symbol and tag of a tab, which the modifiers of its view fill in while a `TabView` is rendered.
    var tab: TabTraits?
    /// Whether the modifiers of the tab that is shown are being applied.
    var isBadgeOfTab = false
    /// The parts of lists that the host shows.
    var parts = ListParts()
    /// Whether what is being rendered stands in lists and groups alone, so that a part of a collection can be given.
    private var mayBePart = true
    /// The number of elements that stand beside one another, in a grid, and so are one element of its list.
    private var columns = 1
    /// Whether the next list is seen from its end on.
    private var isNextAtEnd = false
    /// Whether the next node is what was scrolled to, and whether the screen has that already: the first view with the
    /// id is meant.
    private var isNextRevealed = false
    private var hasRevealed = false
    /// The choice among the rows that are being rendered.
    var selection: ListSelection?
    /// The selection that a `NavigationSplitView` shows in its next column.
    var shownSelection: Presented?

    /// Whether the last row has actions of its own at its end.
    var hasOwnActions = false

    // State for the next node, or for all nodes inside a modifier.
    private(set) var place: UInt64 = 0xcbf2_9ce4_8422_2325
    private var nextKey = ""
    /// The keys of the enclosing elements up to the next node: the elements of nested `ForEach` views are siblings.
    private var keyPath = ""
    /// The number of `ForEach` views that have begun among the current siblings.
    private var collections = 0
    private var nextBadge = ""
    private var nextAccessibilityLabel = ""
    private var nextShortcut = ""
    private var role = ForegroundStyle.primary
    /// What the end of an input does, the innermost first.
    private(set) var submits: [(triggers: SubmitTriggers, action: () -> Void)] = []
    private var nextFocus: Binding<Bool>?
    private(set) var isDisabled = false
    private var isStopped = false
    private var collected: [PickerOption]?
    private var closing: Binding<Bool>?

    init(
        feature: String, navigator: any NavigatorContract, sink: any NodeSink, strings: FeatureStrings?,
        states: ViewStates, environment: EnvironmentValues, onChange: @escaping @Sendable () -> Void = {},
        reportError: @escaping (String) -> Void
    ) {
        self.states = states
        self.environment = environment
        self.feature = feature
        self.navigator = navigator
        self.sink = sink
        self.reportError = reportError
        self.onChange = onChange
        self.strings = strings
    }

    /// Returns a text in the user's language. Without strings nothing is looked up.
    func text(of key: LocalizedStringKey) -> String {
        key.plain(strings?.translation(of: key))
    }

    // MARK: Nodes

    func node(_ node: consuming Node, children: () -> Void = {}) {
        guard !isStopped else { return }
        let ownKey = node.key
        node.key = emptied(&nextKey)
        if node.elementCount > 0 { node.key = ownKey.isEmpty ? listKey : ownKey }
        node.badge = emptied(&nextBadge)
        node.accessibilityLabel = emptied(&nextAccessibilityLabel)
        if node.action != 0 || node.destination != nil || !node.url.isEmpty { node.shortcut = emptied(&nextShortcut) }
        node.role = role
        if isDisabled { node.flags.insert(.disabled) }
        if isNextAtEnd, node.kind == .list || node.elementCount > 0 { markAtEnd(&node) }
        if isNextRevealed { (node.reveal, isNextRevealed) = (states.scrolling.number, false) }
        guard sink.open(node) else {
            isStopped = true
            return
        }
        // A container is a step of its own, so that its modifiers and those of its only child have different places.
        let outer = (keyPath, collections, mayBePart, columns)
        (keyPath, collections, columns) = ("", 0, 1)
        mayBePart = mayBePart && node.kind.holdsLists
        child(UInt64(node.kind.rawValue) << 32, children)
        (keyPath, collections, mayBePart, columns) = outer
        if !isStopped { sink.close() }
    }

    /// Renders views without passing their nodes on yet. What a modifier further out sets for the next node, such as a
    /// badge, is for the node that follows.
    func collect(_ content: () -> Void) -> CollectedNodes {
        let outer = (
            sink, keyPath, collections, nextKey, nextBadge, nextAccessibilityLabel, nextShortcut, isNextRevealed
        )
        let nodes = CollectedNodes()
        (sink, keyPath, collections, nextKey, nextBadge, nextAccessibilityLabel, nextShortcut, isNextRevealed) = (
            nodes, "", 0, "", "", "", "", false
        )
        content()
        (sink, keyPath, collections, nextKey, nextBadge, nextAccessibilityLabel, nextShortcut, isNextRevealed) = outer
        return nodes
    }

    /// Renders views without passing their nodes on yet. What a modifier further out sets for the next node is theirs.
    func collectInPlace(_ content: () -> Void) -> CollectedNodes {
        let outer = sink
        let nodes = CollectedNodes()
        sink = nodes
        content()
        sink = outer
        return nodes
    }

    /// Renders the cells of a grid with that many columns without passing their nodes on yet. Nil stands for as many as
    /// there is room for, and then all cells are needed.
    func collectCells(columns: Int?, _ content: () -> Void) -> CollectedNodes {
        let outer = (self.columns, mayBePart)
        self.columns = columns ?? 1
        mayBePart = mayBePart && columns != nil
        defer { (self.columns, mayBePart) = outer }
        return collect(content)
    }

    /// Passes collected nodes on.
    func replay(_ nodes: CollectedNodes) { replay(nodes.steps[...]) }

    /// Passes a part of collected nodes on.
    func replay(_ steps: ArraySlice<Node?>) {
        for node in steps where !isStopped {
            if let node { isStopped = !sink.open(node) } else { sink.close() }
        }
    }

    /// Lets the host know of a sheet that the screen can show, and brings it back if it was shown before a restart.
    func keep(_ modal: Presented) {
        let key = String(place, radix: 16)
        modals[key] = modal
        if let saved = restoredModals.removeValue(forKey: key), !modal.isPresented() { modal.restore(saved) }
    }

    /// Renders at a place of its own below the current one, so that the next render finds a view's tasks again.
    @usableFromInline
    func child(_ index: UInt64, key: String = "", _ body: () -> Void) {
        let outer = place
        // FNV-1a over the steps from the root.
        place = (place ^ index) &* 0x0000_0100_0000_01b3
        guard !key.isEmpty else {
            body()
            nextKey = ""
            place = outer
            return
        }
        let (outerPath, outerCollections) = (keyPath, collections)
        // The elements of a further collection may have the same ids.
        let step = outerCollections > 1 ? "\(outerCollections):\(key)" : key
        keyPath = outerPath.isEmpty ? step : "\(outerPath)/\(step)"
        nextKey = keyPath
        collections = 0
        body()
        nextKey = ""
        (keyPath, collections) = (outerPath, outerCollections)
        place = outer
    }

    /// Renders at a place that a view has had before in this render.
    func at(_ place: UInt64, _ body: () -> Void) {
        let outer = self.place
        self.place = place
        body()
        self.place = outer
    }

    /// Renders the elements of a `ForEach`, each by ``child(_:key:_:)``.
    @usableFromInline
    func collection(_ elements: () -> Void) {
        collections += 1
        elements()
    }

    /// The part of a collection of this size that the host shows; nil if it is to be rendered as a whole.
    ///
    /// - Parameter sought: The position of the element that was scrolled to, which the part holds; nil without one.
    @usableFromInline
    func part(of count: Int, holding sought: () -> Int?) -> Range<Int>? {
        guard mayBePart, collected == nil, var rows = parts.part(of: listKey, rows(of: count)) else { return nil }
        if states.scrolling.isNew, !hasRevealed, let row = sought().map({ $0 / columns }), !rows.contains(row) {
            let start = max(0, min(row - rows.count / 2, self.rows(of: count) - rows.count))
            rows = start..<start + rows.count
        }
        return rows.lowerBound * columns..<min(count, rows.upperBound * columns)
    }

    /// The id that was scrolled to, if it is of that type.
    @usableFromInline
    func sought<ID: Hashable>(as type: ID.Type) -> ID? { states.scrolling.id?.base as? ID }

    /// Scrolls to a view of this screen, in the next render and once.
    package func scroller() -> @MainActor (AnyHashable) -> Void {
        let (states, onChange) = (states, onChange)
        return { [weak states] id in
            states?.scrolling.go(to: id)
            onChange()
        }
    }

    /// Renders a view with an id, to which may have been scrolled.
    @usableFromInline
    func view(with id: some Hashable, _ body: () -> Void) {
        guard !hasRevealed, let sought = sought(as: type(of: id)), sought == id else { return body() }
        (isNextRevealed, hasRevealed) = (true, true)
        body()
        isNextRevealed = false
    }

    /// The number of elements of a list for that many of a collection.
    private func rows(of count: Int) -> Int { count / columns + (count.isMultiple(of: columns) ? 0 : 1) }

    /// The key of the collection at the current place, which has none on the screen besides.
    private var listKey: String { "list-" + String(place, radix: 36) }

    /// Renders a part of a collection as a node of its own, which has no place of its own: a collection that grows beyond
    /// what is shown keeps the states of its views.
    @usableFromInline
    func list(_ part: Range<Int>, of count: Int, _ elements: () -> Void) {
        guard !isStopped else { return }
        var node = Node(.group)
        (node.key, node.elementCount, node.elementOffset) = (listKey, rows(of: count), part.lowerBound / columns)
        if isNextAtEnd { markAtEnd(&node) }
        guard sink.open(node) else { return isStopped = true }
        let outer = (keyPath, collections, nextKey, mayBePart, columns)
        (keyPath, collections, nextKey, mayBePart, columns) = ("", 0, "", false, 1)
        elements()
        (keyPath, collections, nextKey, mayBePart, columns) = outer
        if !isStopped { sink.close() }
    }

    /// Renders an element of a part, as one node however many views it has.
    @usableFromInline
    func element(_ content: () -> Void) {
        let key = nextKey
        states.beginRow()
        let nodes = collectInPlace(content)
        states.endRow()
        let parts = nodes.parts
        if parts.count == 1 { return replay(nodes) }
        var group = Node(.group)
        group.key = key
        guard !isStopped, sink.open(group) else { return isStopped = true }
        for (index, part) in parts.enumerated() {
            var part = part
            if index == 0 { part[part.startIndex]?.key = "" }
            replay(part)
        }
        if !isStopped { sink.close() }
    }

    // MARK: Modifiers

    func with(role: ForegroundStyle, _ body: () -> Void) {
        let outer = self.role
        self.role = role
        body()
        self.role = outer
    }

    /// Lets the first list of the body be seen from its end on.
    package func with(atEnd: Bool, _ body: () -> Void) {
        isNextAtEnd = atEnd
        body()
        isNextAtEnd = false
    }

    private func markAtEnd(_ node: inout Node) {
        node.flags.insert(.atEnd)
        isNextAtEnd = false
    }

    func with(disabled: Bool, _ body: () -> Void) {
        let outer = isDisabled
        isDisabled = outer || disabled
        with(environment: { $0.isEnabled = !isDisabled }, body)
        isDisabled = outer
    }

    func with(environment change: (inout EnvironmentValues) -> Void, _ body: () -> Void) {
        let outer = environment
        change(&environment)
        body()
        environment = outer
    }

    func with(submit: (SubmitTriggers, () -> Void), _ body: () -> Void) {
        let outer = submits
        submits.insert(submit, at: 0)
        body()
        submits = outer
    }

    /// Gives the first field of the body a value that says whether it has the focus.
    func with(focus: Binding<Bool>, _ body: () -> Void) {
        nextFocus = focus
        body()
        nextFocus = nil
    }

    func takeFocus() -> Binding<Bool>? {
        defer { nextFocus = nil }
        return nextFocus
    }

    func with(badge: String, _ body: () -> Void) {
        nextBadge = badge
        body()
        nextBadge = ""
    }

    func with(accessibilityLabel: String, _ body: () -> Void) {
        nextAccessibilityLabel = accessibilityLabel
        body()
        nextAccessibilityLabel = ""
    }

    /// Shows what is only drawn, such as a shape, by what is read out for it, if anything is.
    package func drawing() {
        let label = emptied(&nextAccessibilityLabel)
        if !label.isEmpty { node(Node(.text, text: label)) }
    }

    /// Gives the first control of the body these keys.
    func with(shortcut: String, _ body: () -> Void) {
        nextShortcut = shortcut
        body()
        nextShortcut = ""
    }

    /// The text that is read out for the next node, where a modifier further out sets it.
    var accessibilityLabel: String { nextAccessibilityLabel }

    /// Takes what is set for the next node but its key.
    func takeMarks() -> (badge: String, accessibilityLabel: String) {
        (emptied(&nextBadge), emptied(&nextAccessibilityLabel))
    }

    // MARK: Actions, tasks and effects

    /// Registers the action of a node, and returns its number.
    func action(_ action: @escaping Action) -> UInt64 {
        actions.append(action)
        return UInt64(actions.count)
    }

    /// Registers the action of a node that takes no value, such as a button.
    func actionWithoutValue(_ body: @escaping () -> Void) -> UInt64 {
        action { value in
            guard value == .null else { throw CallFailure.wrongValue("no value") }
            body()
        }
    }

    /// Registers the action of a button, which also closes the alert or dialog that the button is in.
    func press(_ press: @escaping () -> Void) -> UInt64 {
        let closing = closing
        return actionWithoutValue {
            press()
            closing?.wrappedValue = false
        }
    }

    /// Makes every button in `body` close the alert or dialog after its action.
    func closing(_ isPresented: Binding<Bool>, _ body: () -> Void) {
        let outer = closing
        closing = isPresented
        body()
        closing = outer
    }

    func task(id: AnyHashable? = nil, _ body: @escaping @MainActor () async -> Void) {
        work.tasks.append((freePlace(in: work.tasks.map(\.place)), id, body))
    }

    func onAppear(_ body: @escaping () -> Void) {
        work.appearActions.append((freePlace(in: work.appearActions.map(\.place)), body))
    }

    func onDisappear(_ body: @escaping () -> Void) {
        work.disappearActions.append((freePlace(in: work.disappearActions.map(\.place)), body))
    }

    /// Calls `body` after this render if the value is not that of the render before; with `initial`, after the first
    /// render too.
    func onChange<Value: Equatable>(of value: Value, initial: Bool, _ body: @escaping (Value, Value) -> Void) {
        var isFirst = false
        let last = states.nextObject(of: place) {
            isFirst = true
            return LastValue(value)
        }
        let old = last.value
        guard isFirst ? initial : old != value else { return }
        last.value = value
        changes.append { body(old, value) }
    }

    func afterwards(_ effect: @escaping () -> Void) {
        effects.append(effect)
    }

    /// Returns the destination as it crosses to the host; nil, with an error in the log, if it cannot cross.
    func destination(_ navigation: any Navigation) -> Destination? {
        do {
            let destination = try navigation.destination(of: feature)
            // A destination without a sample still crosses: the host does not know it, and reports that to the user.
            if let missing = navigation.missingSample(of: destination.route) { reportError(missing.reason) }
            return destination
        } catch {
            reportError(error.reason)
            return nil
        }
    }

    // MARK: Pickers

    struct PickerOption {
        let text, symbol: String
        let tag: AnyHashable
    }

    /// Returns the tagged views in a picker's content.
    func options(of content: some View) -> [PickerOption] {
        // Rendered separately, so that the options' nodes, keys and badges do not become the screen's.
        let renderer = nested(TextCollector()) {
            $0.collected = []
            content.render(in: $0)
        }
        return renderer.collected ?? []
    }

    /// Whether a picker is collecting options.
    @usableFromInline var isCollecting: Bool { collected != nil }

    /// Adds the tagged views in an element of a `ForEach` as options; if there are none, the element itself, by its id.
    @usableFromInline
    func collect(_ content: some View, id: AnyHashable) {
        let options = options(of: content)
        collected? += options.isEmpty ? [option(content, tag: id)] : options
    }

    /// Adds a tagged view as an option if a picker is collecting options; otherwise renders the view itself.
    func tagged(_ tag: AnyHashable, _ view: some View, _ content: () -> Void) {
        guard collected != nil else {
            guard let tab else { return row(tagged: tag, content) }
            tab.adopt(tag)
            return walkTagged(view)
        }
        collected?.append(option(view, tag: tag))
    }

    private func option(_ content: some View, tag: AnyHashable) -> PickerOption {
        let texts = TextCollector()
        nested(texts) { content.render(in: $0) }
        return PickerOption(text: texts.text, symbol: texts.symbol, tag: tag)
    }

    /// Returns the texts of a view, without its nodes.
    func plainText(of content: some View) -> String {
        let texts = TextCollector()
        nested(texts) { content.render(in: $0) }
        return texts.text
    }

    /// Returns the first symbol in a view; empty if it has none.
    func symbol(of content: some View) -> String {
        let nodes = CollectedNodes()
        nested(nodes) { content.render(in: $0) }
        return nodes.steps.lazy.compactMap { $0?.symbol }.first { !$0.isEmpty } ?? ""
    }

    /// Returns the texts of a view that shows nothing else; nil for any other.
    func onlyText(of content: some View) -> String? {
        let texts = TextCollector()
        nested(texts) { content.render(in: $0) }
        return texts.isText ? texts.text : nil
    }

    /// Renders views that are no nodes of the screen, and returns what has rendered them.
    @discardableResult
    func nested(
        _ sink: any NodeSink, states: ViewStates = ViewStates(), _ render: (ViewRenderer) -> Void
    ) -> ViewRenderer {
        let renderer = ViewRenderer(
            feature: feature, navigator: navigator, sink: sink, strings: strings, states: states,
            environment: environment, onChange: onChange, reportError: reportError)
        renderer.parts = parts
        render(renderer)
        // The closure of a pushed view holds this renderer, which holds the closure.
        renderer.pushes = []
        return renderer
    }

    /// Keeps the states of views that are not shown for now, and what they show when they are.
    func keepStates(of content: any View) {
        let renderer = nested(CollectedNodes(), states: states) {
            ($0.place, $0.scope, $0.restoredModals) = (place, scope, restoredModals)
            content.render(in: $0)
        }
        restoredModals = renderer.restoredModals
        modals.merge(renderer.modals) { $1 }
    }

    private func emptied(_ text: inout String) -> String {
        defer { text = "" }
        return text
    }

    /// Returns the current place, or the next free one: two tasks on one view have the same place.
    private func freePlace(in taken: [UInt64]) -> UInt64 {
        var place = place
        while taken.contains(place) { place &+= 1 }
        return place
    }
}

/// What views do while they are seen.
struct ViewWork {
    /// Asynchronous work, by the place of the view that starts it. It starts again when its id is another.
    var tasks: [(place: UInt64, id: AnyHashable?, work: @MainActor () async -> Void)] = []
    var appearActions: [(place: UInt64, action: () -> Void)] = []
    var disappearActions: [(place: UInt64, action: () -> Void)] = []
    var isLoading = false

    mutating func add(_ other: ViewWork) {
        tasks += other.tasks
        appearActions += other.appearActions
        disappearActions += other.disappearActions
        isLoading = isLoading || other.isLoading
    }
}

/// The value of the last render that an `onChange` compares with.
private final class LastValue<Value> {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}

extension ArraySlice<Node?> {
    /// The nodes at the top of collected ones, each with all below it.
    var parts: [ArraySlice<Node?>] {
        var parts: [ArraySlice<Node?>] = []
        var (depth, start) = (0, startIndex)
        for index in indices {
            depth += self[index] == nil ? -1 : 1
            guard depth == 0 else { continue }
            parts.append(self[start...index])
            start = index + 1
        }
        return parts
    }
}

/// A sink that keeps the nodes.
@MainActor
final class CollectedNodes: NodeSink {
    /// A node where one opens, nil where one closes.
    fileprivate(set) var steps: [Node?] = []

    func open(_ node: Node) -> Bool {
        steps.append(node)
        return true
    }

    func close() { steps.append(nil) }

    /// The nodes at the top, each with all below it.
    var parts: [ArraySlice<Node?>] { steps[...].parts }

    /// The sheets, covers and alerts among the nodes, at any depth.
    var boxes: CollectedNodes {
        let nodes = CollectedNodes()
        // The number of nodes that are open, and that number at the beginning of a box.
        var (depth, start): (Int, Int?) = (0, nil)
        for step in steps {
            if let step, start == nil, [.sheet, .cover, .alert, .confirmation].contains(step.kind) { start = depth }
            depth += step == nil ? -1 : 1
            if start != nil { nodes.steps.append(step) }
            if depth == start { start = nil }
        }
        return nodes
    }

    /// The nodes with a title for the control that they are; nil unless they are a single control without a title.
    func named(_ title: String) -> CollectedNodes? {
        let controls: Set<NodeKind> = [.slider, .stepper, .textField, .picker, .toggle, .progress]
        guard let control = steps.first ?? nil, controls.contains(control.kind), control.text.isEmpty else {
            return nil
        }
        var depth = 0
        for (index, step) in steps.enumerated() {
            depth += step == nil ? -1 : 1
            if depth == 0, index < steps.count - 1 { return nil }
        }
        let nodes = CollectedNodes()
        nodes.steps = steps
        nodes.steps[0]?.text = title
        return nodes
    }

    /// Appends controls to the menu of a row with some already.
    ///
    /// - Returns: False for a row without such a menu.
    func append(_ controls: CollectedNodes) -> Bool {
        guard parts.count == 1, steps.first??.kind == .hstack, let menu = steps[1..<steps.count - 1].parts.last,
            let head = menu.first ?? nil, head.kind == .menu, head.text.isEmpty
        else { return false }
        steps.insert(contentsOf: controls.steps, at: menu.endIndex - 1)
        return true
    }

    /// Marks the first text as selected.
    func markSelected() {
        let text = steps.firstIndex { [.text, .label].contains($0?.kind) } ?? steps.indices.first
        if let text { steps[text]?.badge = ListSelection.mark }
    }

    /// Places the nodes, as controls of a toolbar, below its view.
    func placeBelowView() {
        for part in parts { steps[part.startIndex]?.isBelow = true }
    }

    /// Whether a spacer makes the nodes as wide as their line. A spacer in the label of a button or a link only divides
    /// the label.
    var fillLine: Bool {
        // The number of nodes that are open, and that number at the beginning of a control.
        var (depth, control): (Int, Int?) = (0, nil)
        for step in steps {
            if let step, control == nil {
                if step.kind == .spacer { return true }
                if [.button, .link, .urlLink].contains(step.kind) { control = depth }
            }
            depth += step == nil ? -1 : 1
            if step == nil, depth == control { control = nil }
        }
        return false
    }

    /// The nodes without the lines between them, which stand beside one another.
    var withoutDividers: CollectedNodes {
        let nodes = CollectedNodes()
        var isDivider = false
        for step in steps {
            if step?.kind == .divider {
                isDivider = true
            } else if !isDivider {
                nodes.steps.append(step)
            } else {
                isDivider = false
            }
        }
        return nodes
    }
}

/// A sink that keeps only the texts of the nodes.
@MainActor
private final class TextCollector: NodeSink {
    private var texts: [String] = []
    var text: String { texts.joined(separator: " ") }
    /// Whether all nodes are texts.
    private(set) var isText = true
    /// The first symbol.
    private(set) var symbol = ""

    func open(_ node: Node) -> Bool {
        if ![.text, .label, .group].contains(node.kind) { isText = false }
        for text in [node.text, node.detail] where !text.isEmpty { texts.append(text) }
        if symbol.isEmpty { symbol = node.symbol }
        return true
    }

    func close() {}
}
