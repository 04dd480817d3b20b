/// Reads and writes a value that outlives the screen: after a crash of the feature, a reload with another version of it,
/// and a restart of the app, the new screen in the same place has it.
///
/// ```swift
/// struct NoteView: View {
///     @SceneStorage("draft") private var draft = ""
///
///     var body: some View { TextField("Note", text: $draft) }
/// }
/// ```
///
/// A field that the type has got since the value was stored has its default. A stored value that is no value of the type
/// any more counts as missing. For a view model, see ``Restorable``.
///
/// - SeeAlso: [SceneStorage](https://developer.apple.com/documentation/swiftui/scenestorage) of SwiftUI
@MainActor
@propertyWrapper
public struct SceneStorage<Content> {
    private let key: String
    private let initial: Content
    private let read: (SceneValues) -> Content?
    private let write: (SceneValues, Content) -> Void
    private let link = SceneValuesLink()

    /// - Parameters:
    ///   - wrappedValue: The value of a screen that nothing has been stored for.
    ///   - key: The name, unique on the screen.
    public init(wrappedValue: Content, _ key: String) where Content: Codable {
        self.key = key
        initial = wrappedValue
        read = { $0.read(key, addingTo: wrappedValue) }
        write = { $0.write($1, key) }
    }

    /// Makes the same for an enum with raw values.
    public init(wrappedValue: Content, _ key: String) where Content: RawRepresentable, Content.RawValue: Codable {
        self.key = key
        initial = wrappedValue
        read = { values in (values.read(key) as Content.RawValue?).flatMap { Content(rawValue: $0) } }
        write = { $0.write($1.rawValue, key) }
    }

    /// Makes the same for an enum with raw values.
    public init(wrappedValue: Content, _ key: String)
    where Content: RawRepresentable & Codable, Content.RawValue: Codable {
        self.key = key
        initial = wrappedValue
        read = { $0.read(key) }
        write = { $0.write($1, key) }
    }

    /// Makes the same for a value that may be missing.
    public init<Wrapped: Codable>(_ key: String) where Content == Wrapped? {
        self.key = key
        initial = nil
        read = { $0.read(key) }
        write = { $0.write($1, key) }
    }

    /// The value itself.
    public var wrappedValue: Content {
        get { read(link.values) ?? initial }
        nonmutating set { write(link.values, newValue) }
    }

    /// The binding, as `$property`.
    public var projectedValue: Binding<Content> {
        Binding(to: BindingPlace(link.values, key), get: { wrappedValue }, set: { wrappedValue = $0 })
    }
}

extension SceneStorage: ViewInput {
    package func isAsBefore(_ old: Self, in environment: (old: EnvironmentValues, new: EnvironmentValues)) -> Bool {
        key == old.key
    }
}

/// The way from a ``SceneStorage`` to the values of its screen. In a test without a screen, it has values of its own.
@MainActor
private final class SceneValuesLink {
    private var known: SceneValues?

    var values: SceneValues {
        let values = SceneValues.current ?? known ?? SceneValues()
        known = values
        return values
    }
}
