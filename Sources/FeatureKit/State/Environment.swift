/// Reads a value that the host or a view further out provides.
///
/// ```swift
/// struct NoteView: View {
///     @Environment(\.dismiss) private var dismiss
///     @Environment(NoteStore.self) private var store
///
///     var body: some View {
///         Button("Delete") {
///             store.delete()
///             dismiss()
///         }
///     }
/// }
/// ```
///
/// - SeeAlso: [Environment](https://developer.apple.com/documentation/swiftui/environment) of SwiftUI
@MainActor
@propertyWrapper
public struct Environment<Value> {
    private let read: (EnvironmentValues) -> Value
    private let isEqual: (EnvironmentValues, EnvironmentValues) -> Bool
    private let link = EnvironmentLink()

    /// A value of the environment, by its name: `\.dismiss`.
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
        read = { $0[keyPath: keyPath] }
        isEqual = { areKnownEqual($0[keyPath: keyPath], $1[keyPath: keyPath]) }
    }

    /// The object of a type that a view further out has set by ``View/environment(_:)``. Reading it where there is none
    /// ends the feature's process, as in SwiftUI: a value that is not optional has nothing else to answer with, and a
    /// `SomeObject?` asks without that.
    public init(_ type: Value.Type) where Value: AnyObject {
        read = { environment in
            guard let object = environment.object(of: type) else {
                fatalError("no \(type) is in the environment: set one by .environment(_:) on a view further out")
            }
            return object
        }
        isEqual = { $0.object(of: type) === $1.object(of: type) }
    }

    /// The object of a type that a view further out has set by ``View/environment(_:)``; nil if there is none.
    public init<Object: AnyObject>(_ type: Object.Type) where Value == Object? {
        read = { $0.object(of: type) }
        isEqual = { $0.object(of: type) === $1.object(of: type) }
    }

    /// The value itself.
    public var wrappedValue: Value { read(link.values) }

    package var values: EnvironmentValues { link.values }
}

extension Environment: ViewProperty {
    package func connect(to renderer: ViewRenderer, at place: ViewStates.Place) {
        link.values = renderer.environment
    }

    package func isAsBefore(_ old: Self, in environment: (old: EnvironmentValues, new: EnvironmentValues)) -> Bool {
        isEqual(environment.old, environment.new)
    }
}

@MainActor
private final class EnvironmentLink {
    var values = EnvironmentValues()
}

extension View {
    /// Sets a value of the environment for the view and everything in it.
    ///
    /// ```swift
    /// .environment(\.isCompact, true)
    /// ```
    public func environment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
    ) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in renderer.with(environment: { $0[keyPath: keyPath] = value }, content)
        }
    }

    /// Changes a value of the environment for the view and everything in it.
    ///
    /// ```swift
    /// .transformEnvironment(\.depth) { $0 += 1 }
    /// ```
    public func transformEnvironment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, transform: @escaping (inout Value) -> Void
    ) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in
            renderer.with(environment: { transform(&$0[keyPath: keyPath]) }, content)
        }
    }

    /// Sets the object of its type in the environment of the view and everything in it; nil takes it away.
    public func environment<Object: AnyObject>(_ object: Object?) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in renderer.with(environment: { $0.set(object) }, content) }
    }
}
