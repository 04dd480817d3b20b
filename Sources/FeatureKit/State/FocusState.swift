/// A value that names the field with the focus, in code that is written for SwiftUI. The host has the focus, and neither
/// reads the value nor changes it.
@MainActor
@propertyWrapper
public struct FocusState<Value: Hashable> {
    /// A binding to the value.
    public typealias Binding = FeatureKit.Binding<Value>

    private let state: State<Value>

    /// No focus.
    public init() where Value == Bool { state = State(initialValue: false) }
    /// No focus.
    public init() where Value: ExpressibleByNilLiteral { state = State(initialValue: nil) }

    /// The value itself.
    public var wrappedValue: Value {
        get { state.wrappedValue }
        nonmutating set { state.wrappedValue = newValue }
    }

    /// The binding, as `$property`.
    public var projectedValue: Binding { state.projectedValue }
}

extension FocusState: ViewProperty {
    func connect(to renderer: ViewRenderer, at place: ViewStates.Place) { state.connect(to: renderer, at: place) }
}

/// A value that names the view that is read out. The host decides that, as it does the focus.
public typealias AccessibilityFocusState = FocusState

/// A size that SwiftUI fits to the user's texts. It is always the given one here.
@propertyWrapper
public struct ScaledMetric<Value> {
    /// The value itself.
    public let wrappedValue: Value

    /// A size beside a font.
    public init(wrappedValue: Value, relativeTo font: Font = .body) {
        self.wrappedValue = wrappedValue
    }
}
