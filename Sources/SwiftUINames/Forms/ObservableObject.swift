import FeatureCore
import Observation

/// A view model whose ``Published`` properties render the screen again. An `@Observable` class does that for all of its
/// properties.
public protocol ObservableObject: AnyObject {}

extension ObservableObject {
    @available(
        *, unavailable, message: "mark the property @Published, or the class @Observable: a change renders again"
    )
    public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher() }
}

/// The type of what an ``ObservableObject`` does not have here, so that the compiler says what to write instead of it.
public struct ObservableObjectPublisher {
    public func send() {}
}

/// A property of an ``ObservableObject`` that renders the screen again when it changes.
@propertyWrapper
public struct Published<Value> {
    private let box: PublishedBox<Value>

    /// A property with the value that it begins with.
    public init(wrappedValue value: Value) { box = PublishedBox(value) }
    /// A property with the value that it begins with, for a class's own initialiser.
    public init(initialValue value: Value) { box = PublishedBox(value) }

    /// The value itself.
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }

    @available(*, unavailable, message: "there is no Combine here: react to a change by .onChange(of:) of a view")
    // The compiler refuses every use of it, so that its body never runs.
    public var projectedValue: Never { fatalError() }
}

extension Published: Sendable where Value: Sendable {}

extension Published: PublishedProperty {
    package func read() { _ = box.value }
}

@Observable
private final class PublishedBox<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// A view model that a view makes once, and keeps between renders.
///
/// ```swift
/// @StateObject private var viewModel = NotesViewModel()
/// ```
///
/// - SeeAlso: ``State``, which does the same for an `@Observable` class
@MainActor
@propertyWrapper
public struct StateObject<Model: ObservableObject> {
    private let state: State<MadeOnce<Model>>

    /// A view model that the closure makes at its first use.
    public init(wrappedValue make: @autoclosure @escaping () -> Model) {
        state = State(making: { MadeOnce(make) })
    }

    /// The view model itself.
    public var wrappedValue: Model { state.wrappedValue.model }

    /// The view model whose properties are bindings, as `$viewModel`.
    public var projectedValue: Bindable<Model> { Bindable(wrappedValue) }
}

extension StateObject: ViewProperty {
    package func connect(to renderer: ViewRenderer, at place: ViewStates.Place) {
        state.connect(to: renderer, at: place)
        // The model is there once the view is, whether or not its body reads it.
        _ = wrappedValue
    }
}

extension StateObject: ObjectHolder {
    package var heldObject: AnyObject? { wrappedValue }
}

extension StateObject: ModelHolder {
    package var model: Any { wrappedValue }
}

@MainActor
private final class MadeOnce<Model> {
    private let make: () -> Model
    private(set) lazy var model = make()

    init(_ make: @escaping () -> Model) {
        self.make = make
    }
}

/// A view model that another view has made.
public typealias ObservedObject = Bindable

/// A view model that a view further out has set by ``View/environmentObject(_:)``. Reading it where there is none ends the
/// feature's process.
@MainActor
@propertyWrapper
public struct EnvironmentObject<Model: ObservableObject> {
    private let environment = Environment<Model>(Model.self)

    /// The view model of the type.
    public init() {}

    /// The view model itself.
    public var wrappedValue: Model { environment.wrappedValue }

    /// The view model whose properties are bindings, as `$viewModel`.
    public var projectedValue: Bindable<Model> { Bindable(wrappedValue) }
}

extension EnvironmentObject: ObjectHolder {
    package var heldObject: AnyObject? { environment.values.object(of: Model.self) }
}

extension EnvironmentObject: ViewProperty {
    package func connect(to renderer: ViewRenderer, at place: ViewStates.Place) {
        environment.connect(to: renderer, at: place)
    }

    package func isAsBefore(_ old: Self, in values: (old: EnvironmentValues, new: EnvironmentValues)) -> Bool {
        environment.isAsBefore(old.environment, in: values)
    }
}

extension View {
    /// Sets the view model of its type in the environment of the view and everything in it.
    public func environmentObject<Model: ObservableObject>(_ model: Model) -> ModifiedView<Self> { environment(model) }
}
