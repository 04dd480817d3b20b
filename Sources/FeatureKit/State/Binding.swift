/// Reads and writes a value that is stored elsewhere.
///
/// `$viewModel.filter` of a ``Bindable`` view model makes one.
@MainActor
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
    private let get: () -> Value
    private let set: (Value) -> Void
    /// Where the value is stored; nil if the binding does not know.
    let place: BindingPlace?

    /// Makes a binding of two functions that read and write the value.
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        self.init(to: nil, get: get, set: set)
    }

    init(to place: BindingPlace?, get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        self.get = get
        self.set = set
        self.place = place
    }

    /// The same binding, for a closure's parameter: `ForEach($items) { $item in … }`.
    public init(projectedValue: Binding<Value>) {
        self = projectedValue
    }

    /// The value itself.
    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }

    /// The binding, as `$property`.
    public var projectedValue: Binding<Value> { self }

    /// A binding to a part of the value.
    public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Binding<Member> {
        Binding<Member>(
            to: place?[keyPath],
            get: { get()[keyPath: keyPath] },
            set: { newValue in
                var value = get()
                value[keyPath: keyPath] = newValue
                set(value)
            })
    }

    /// A binding that never changes, for tests and previews.
    public static func constant(_ value: Value) -> Binding<Value> {
        Binding(get: { value }, set: { _ in })
    }
}

extension Binding: ViewInput {
    package func isAsBefore(_ old: Self, in environment: (old: EnvironmentValues, new: EnvironmentValues)) -> Bool {
        place != nil && place == old.place
    }
}

/// Where the value of a binding is stored: an object, and the way from there to the value.
struct BindingPlace: Equatable {
    private let object: ObjectIdentifier
    private var steps: [AnyHashable]

    init(_ object: AnyObject, _ step: AnyHashable? = nil) {
        self.object = ObjectIdentifier(object)
        steps = step.map { [$0] } ?? []
    }

    subscript(step: AnyHashable) -> Self {
        var place = self
        place.steps.append(step)
        return place
    }
}

/// Makes bindings to the properties of a view model.
///
/// ```swift
/// struct CharacterListView: View {
///     @Bindable var viewModel: CharacterListViewModel
///
///     var body: some View { TextField("Filter", text: $viewModel.filter) }
/// }
/// ```
@MainActor
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Model: AnyObject> {
    /// The view model itself.
    public var wrappedValue: Model

    /// A bindable view model, in a property that is declared with `@Bindable`.
    public init(wrappedValue: Model) {
        self.wrappedValue = wrappedValue
    }

    /// A bindable view model without a declared property: `Bindable(viewModel).filter`.
    public init(_ model: Model) {
        wrappedValue = model
    }

    /// The view model whose properties are bindings, as `$viewModel`.
    public var projectedValue: Bindable<Model> { self }

    /// A binding to a property of the model.
    public subscript<Member>(dynamicMember keyPath: ReferenceWritableKeyPath<Model, Member>) -> Binding<Member> {
        let model = wrappedValue
        return Binding(
            to: BindingPlace(model, keyPath), get: { model[keyPath: keyPath] }, set: { model[keyPath: keyPath] = $0 })
    }
}

extension Bindable: ModelHolder {
    package var model: Any { wrappedValue }
}

extension Bindable: ObjectHolder {
    package var heldObject: AnyObject? { wrappedValue }
}

extension Binding where Value: MutableCollection & RandomAccessCollection {
    /// A binding to each element. One whose element is gone keeps the value that it had.
    var elements: [Binding<Value.Element>] {
        wrappedValue.indices.map { index in
            let element = wrappedValue[index]
            return Binding<Value.Element>(
                to: (index as? AnyHashable).flatMap { place?[$0] },
                get: { wrappedValue.indices.contains(index) ? wrappedValue[index] : element },
                set: { if wrappedValue.indices.contains(index) { wrappedValue[index] = $0 } })
        }
    }
}
