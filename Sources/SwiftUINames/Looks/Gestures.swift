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
}

/// A press of a view.
@MainActor
public struct TapGesture {
    let action: () -> Void

    public init(count: Int = 1) { action = {} }

    private init(action: @escaping () -> Void) { self.action = action }

    public func onEnded(_ action: @escaping () -> Void) -> TapGesture { TapGesture(action: action) }
}

/// A movement of fingers, which no host has.
public struct DragGesture {
    @dynamicMemberLookup
    public enum Value {
        public subscript(dynamicMember name: String) -> GeometryProxy.Size { switch self {} }
        public subscript<Part>(dynamicMember name: String) -> Part { switch self {} }
    }

    public init(minimumDistance: Double = 10, coordinateSpace: CoordinateSpace = .local) {}
    public init(minimumDuration: Double, maximumDistance: Double = 10) {}
    public init(minimumScaleDelta: Double) {}
    public init(minimumAngleDelta: Angle) {}
    public func onChanged(_ action: @escaping (Value) -> Void) -> Self { self }
    public func onEnded(_ action: @escaping (Value) -> Void) -> Self { self }
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
    public let wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public init(initialValue: Value) { wrappedValue = initialValue }

    public var projectedValue: GestureState<Value> { self }
}
