internal import FeatureContract

extension View {
    /// Makes the view a button, as a ``Button`` with the view as its label is. Where the view has controls of its own, its
    /// first text without one becomes the button. A view that shows nothing, such as a shape, has its
    /// `accessibilityLabel(_:)` as title. A ``List`` or ``Form`` as a whole cannot be pressed.
    ///
    /// One press is enough, whatever the count.
    public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in renderer.pressable(content, action) }
    }
}

extension ViewRenderer {
    /// Renders views, and makes a button of them or of the first part that holds a text and no control. Views that show
    /// nothing, such as a shape, are a button if they have a label for those who cannot see them.
    func pressable(_ content: () -> Void, _ action: @escaping () -> Void) {
        let nodes = collect(content)
        guard nodes.steps.isEmpty else {
            return pressable(nodes, or: { replay(nodes) }) { label in button("", nil, action, label) }
        }
        let label = accessibilityLabel
        guard label.isEmpty else { return button(LocalizedStringKey(verbatim: label), nil, action) {} }
        states.once("a tapped view shows nothing: add .accessibilityLabel(_:), which is its button's title") {
            reportError($0)
        }
    }

    /// Passes nodes on, and makes a control of them or of the first part that holds a text and no control of its own.
    ///
    /// - Parameter other: Passes them on if they are rows, or hold no such part.
    func pressable(_ nodes: CollectedNodes, or other: () -> Void, _ control: (_ label: () -> Void) -> Void) {
        let steps = nodes.steps
        guard let part = Self.part(of: steps), !steps.contains(where: { $0.map(Self.isRows) ?? false }) else {
            return other()
        }
        guard part != steps.indices else { return control { replay(nodes) } }
        // What a modifier further out sets is the control's, but for the key of the whole.
        let (badge, label) = takeMarks()
        node(Node(.group)) {
            replay(steps[..<part.lowerBound])
            with(badge: badge) { with(accessibilityLabel: label) { control { replay(steps[part]) } } }
            replay(steps[part.upperBound...])
        }
    }

    /// The steps of the first and largest part that holds a text or a symbol, and no control; nil if there is none.
    private static func part(of steps: [Node?]) -> Range<Int>? {
        func isPart(_ range: Range<Int>) -> Bool {
            let nodes = steps[range].compactMap(\.self)
            return nodes.allSatisfy { isShown.contains($0.kind) }
                && nodes.contains { !$0.text.isEmpty || !$0.symbol.isEmpty }
        }
        if isPart(steps.indices) { return steps.indices }
        var start = 0
        while start < steps.count {
            guard let node = steps[start] else {
                start += 1
                continue
            }
            var (end, depth) = (start, 0)
            repeat {
                depth += steps[end] == nil ? -1 : 1
                end += 1
            } while depth > 0 && end < steps.count
            if isPart(start..<end) { return start..<end }
            // The parts of a control are its own.
            start = isShown.contains(node.kind) ? start + 1 : end
        }
        return nil
    }

    /// The kinds that only show something.
    private static let isShown: Set<NodeKind> = [.text, .label, .group, .hstack, .spacer, .divider]

    private static func isRows(_ node: Node) -> Bool {
        [.list, .section, .table, .grid, .sheet, .cover, .push].contains(node.kind)
    }
}
