/// Makes a property of ``EnvironmentValues`` a value of the author's own, with the value where no view sets one.
///
/// ```swift
/// extension EnvironmentValues {
///     @Entry var isCompact = false
/// }
/// ```
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro Entry() = #externalMacro(module: "FeatureMacros", type: "EntryMacro")

/// The name and type of an author's own value of the environment. ``Entry()`` writes one.
///
/// ```swift
/// private struct IsCompactKey: EnvironmentKey {
///     static let defaultValue = false
/// }
///
/// extension EnvironmentValues {
///     var isCompact: Bool {
///         get { self[IsCompactKey.self] }
///         set { self[IsCompactKey.self] = newValue }
///     }
/// }
/// ```
public protocol EnvironmentKey {
    /// The type of the value.
    associatedtype Value
    /// The value where no view sets one.
    static var defaultValue: Value { get }
}

/// The values that views read by ``Environment``.
public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]
    private var host: (navigator: any NavigatorContract, context: FeatureContext)?

    /// Values of no screen, for tests.
    public init() {}

    @MainActor
    init(navigator: any NavigatorContract, context: FeatureContext, openURL: OpenURLAction) {
        host = (navigator, context)
        self.openURL = openURL
        dismiss = DismissAction { navigator.goBack() }
    }

    /// The value of an author's own key.
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// The screen's navigator. Outside a screen it refuses each request.
    public var navigator: any NavigatorContract { host?.navigator ?? NoNavigator() }

    /// The services and settings of the feature.
    public var context: FeatureContext { host?.context ?? FeatureContext() }

    /// Leaves the screen, as ``NavigatorContract/goBack()`` does; in an alert's or a sheet's content, closes that.
    public internal(set) var dismiss = DismissAction {}

    /// Asks the user to open a URL.
    public var openURL = OpenURLAction()

    /// Whether the view can be used: false in a view that is ``View/disabled(_:)``.
    public internal(set) var isEnabled = true

    package func object<Object: AnyObject>(of type: Object.Type) -> Object? {
        values[ObjectIdentifier(type)] as? Object
    }

    mutating func set<Object: AnyObject>(_ object: Object?) { values[ObjectIdentifier(Object.self)] = object }
}

/// Leaves a screen when it is called: `dismiss()`.
@MainActor
public struct DismissAction: Sendable {
    private let action: @MainActor @Sendable () -> Void

    nonisolated init(_ action: @escaping @MainActor @Sendable () -> Void) {
        self.action = action
    }

    /// Leaves the screen.
    public func callAsFunction() { action() }
}

private struct NoNavigator: NavigatorContract {
    nonisolated init() {}

    func perform(_ request: NavigationRequest) throws(NavigationError) {
        throw NavigationError(.invalidState, reason: "the view is on no screen")
    }

    func canReturn(toCheckpointNamed name: String) -> Bool { false }
}
