/// A value that names the field into which the user writes.
///
/// ```swift
/// @FocusState private var isWriting: Bool
///
/// TextField("Note", text: $text)
///     .focused($isWriting)
///     .onChange(of: isWriting) { if !isWriting { save() } }
/// ```
///
/// Set by the feature, as in `.onSubmit { focus = .password }` or `.onAppear { isWriting = true }`, the focus goes to the
/// field, unless the user is writing into another one.
@MainActor
@propertyWrapper
public struct FocusState<Value: Hashable> {
    /// A binding to the value.
    public typealias Binding = FeatureCore.Binding<Value>

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
    package func connect(to renderer: ViewRenderer, at place: ViewStates.Place) {
        state.connect(to: renderer, at: place)
    }
}

extension View {
    /// Sets a value to true as the user begins to write into the first field of the view, and to false at the end.
    public func focused(_ condition: Binding<Bool>) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in renderer.with(focus: condition, content) }
    }

    /// Sets a value as the user begins to write into the first field of the view, and to nil at the end, unless another
    /// field has the focus by then.
    public func focused<Value: Hashable>(_ binding: Binding<Value>, equals value: Value) -> ModifiedView<Self> {
        focused(
            Binding(
                get: { binding.wrappedValue == value },
                set: { hasFocus in
                    let none = (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value
                    if hasFocus {
                        binding.wrappedValue = value
                    } else if let none, binding.wrappedValue == value {
                        binding.wrappedValue = none
                    }
                }))
    }
}
