import FeatureCore

extension View {
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
