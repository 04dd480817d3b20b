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

    /// Makes the view a button, as ``onTapGesture(count:perform:)`` does. The action gets no place: it is 0 both ways.
    @_disfavoredOverload
    public func onTapGesture(
        count: Int = 1, coordinateSpace: CoordinateSpace = .local, perform action: @escaping (UnitPoint) -> Void
    ) -> ModifiedView<Self> {
        onTapGesture { action(.zero) }
    }

    /// Makes the view a button, as ``onTapGesture(count:perform:)`` does.
    public func highPriorityGesture(_ gesture: TapGesture) -> ModifiedView<Self> {
        onTapGesture(perform: gesture.action)
    }
    /// Makes the view a button, as ``onTapGesture(count:perform:)`` does.
    public func gesture(_ gesture: TapGesture) -> ModifiedView<Self> { onTapGesture(perform: gesture.action) }
    /// Makes the view a button, as ``onTapGesture(count:perform:)`` does.
    public func simultaneousGesture(_ gesture: TapGesture) -> ModifiedView<Self> {
        onTapGesture(perform: gesture.action)
    }

    @available(*, unavailable, message: "nothing is dragged or pinched here: use a Button, or leave the gesture out")
    public func gesture<Movement>(_ gesture: Movement) -> Self { self }
    @available(*, unavailable, message: "nothing is dragged or pinched here: use a Button, or leave the gesture out")
    public func simultaneousGesture<Movement>(_ gesture: Movement) -> Self { self }
    @available(*, unavailable, message: "nothing is dragged or pinched here: use a Button, or leave the gesture out")
    public func highPriorityGesture<Movement>(_ gesture: Movement) -> Self { self }
    @available(*, unavailable, message: "nothing is held down here: use .contextMenu with a Button")
    public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: Double = 10, perform action: @escaping () -> Void,
        onPressingChanged: ((Bool) -> Void)? = nil
    ) -> Self { self }
}

/// A press of a view.
@MainActor
public struct TapGesture {
    let action: () -> Void

    /// A press that does nothing yet.
    public init(count: Int = 1) { action = {} }

    private init(action: @escaping () -> Void) { self.action = action }

    /// The press with what it does.
    public func onEnded(_ action: @escaping () -> Void) -> TapGesture { TapGesture(action: action) }
}

/// A movement of fingers, which no host has.
public struct DragGesture {
    /// Where the fingers are: whatever the code asks for. There is never such a value, so it has no cases.
    @dynamicMemberLookup
    public enum Value {
        /// A distance.
        public subscript(dynamicMember name: String) -> GeometryProxy.Size { switch self {} }
        /// A part of another type.
        public subscript<Part>(dynamicMember name: String) -> Part { switch self {} }
    }

    /// A movement.
    public init(minimumDistance: Double = 10, coordinateSpace: CoordinateSpace = .local) {}
    /// A movement of a least length in seconds.
    public init(minimumDuration: Double, maximumDistance: Double = 10) {}
    /// A movement of a least scale.
    public init(minimumScaleDelta: Double) {}
    /// A movement of a least angle.
    public init(minimumAngleDelta: Angle) {}
    /// Accepted for SwiftUI's sake; it never happens.
    public func onChanged(_ action: @escaping (Value) -> Void) -> Self { self }
    /// Accepted for SwiftUI's sake; it never happens.
    public func onEnded(_ action: @escaping (Value) -> Void) -> Self { self }
    /// Accepted for SwiftUI's sake; it never happens.
    public func updating<State>(
        _ state: GestureState<State>, body: @escaping (Value, inout State, inout Animation?) -> Void
    ) -> Self { self }
}

/// A movement of fingers, which no host has.
public typealias MagnifyGesture = DragGesture
/// A movement of fingers, which no host has.
public typealias MagnificationGesture = DragGesture
/// A press that lasts, which no host has.
public typealias LongPressGesture = DragGesture
/// Fingers that are turned, which no host has.
public typealias RotationGesture = DragGesture
/// Fingers that are turned, which no host has.
public typealias RotateGesture = DragGesture

/// A value that lasts as long as a movement: it never changes here.
@propertyWrapper
public struct GestureState<Value> {
    /// The value itself.
    public let wrappedValue: Value

    /// A value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    /// A value.
    public init(initialValue: Value) { wrappedValue = initialValue }

    /// The value for a gesture, as `$property`.
    public var projectedValue: GestureState<Value> { self }
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
