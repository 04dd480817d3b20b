internal import Observation

/// A value that a view keeps between renders, such as whether a sheet is shown. A change renders the screen again.
///
/// ```swift
/// struct CounterView: View {
///     @State private var count = 0
///
///     var body: some View {
///         Button("Pressed \(count) times") { count += 1 }
///     }
/// }
/// ```
///
/// The value belongs to the view's place on the screen: it begins anew when the view has been gone, or its ``View/id(_:)``
/// is another. It is lost with the screen; what outlives a crash or a restart belongs into ``SceneStorage`` or a
/// ``Restorable`` view model.
///
/// - SeeAlso: [State](https://developer.apple.com/documentation/swiftui/state) of SwiftUI
@MainActor
@propertyWrapper
public struct State<Value> {
    private let link: StateLink<Value>

    /// A state with the value that it begins with.
    public init(wrappedValue value: Value) {
        self.init(making: { value })
    }

    /// A state that begins with a value of its own at each place of its view.
    package init(making makeValue: @escaping () -> Value) {
        link = StateLink(makeValue)
    }

    /// A state with the value that it begins with, for a view's own initialiser: `_count = State(initialValue: 3)`.
    public init(initialValue value: Value) {
        self.init(wrappedValue: value)
    }

    /// The value itself.
    public var wrappedValue: Value {
        get { link.box.value }
        nonmutating set { link.box.value = newValue }
    }

    /// The binding, as `$property`.
    public var projectedValue: Binding<Value> {
        let box = link.box
        return Binding(to: BindingPlace(box), get: { box.value }, set: { box.value = $0 })
    }
}

extension State where Value: ExpressibleByNilLiteral {
    /// A state that begins with nil.
    public init() {
        self.init(wrappedValue: nil)
    }
}

extension State: ViewProperty {
    package func connect(to renderer: ViewRenderer, at place: ViewStates.Place) {
        link.box = renderer.states.object(at: place) { link.begin() }
    }
}

extension State: ModelHolder {
    package var model: Any { link.box.value }
}

/// The way from a ``State`` to its value. Outside a screen, as in a test, it has a value of its own.
@MainActor
private final class StateLink<Value> {
    private let makeValue: () -> Value
    private var connected: StateBox<Value>?
    private var hasBegun = false

    init(_ makeValue: @escaping () -> Value) {
        self.makeValue = makeValue
    }

    var box: StateBox<Value> {
        get {
            if let connected { return connected }
            let box = StateBox(makeValue())
            connected = box
            return box
        }
        set { connected = newValue }
    }

    /// The value for a place that has none yet. A view that is kept may come to several places, one after the other.
    func begin() -> StateBox<Value> {
        defer { hasBegun = true }
        return hasBegun ? StateBox(makeValue()) : box
    }
}

@MainActor
@Observable
private final class StateBox<Value> {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}
