/// A feature: screens, the destinations it handles, the destinations it wants to go to, and its links.
///
/// ```swift
/// public struct CharacterFeature: Feature {
///     public typealias Incoming = CharacterIncomingNavigation
///
///     public static let id = "character"
///     public static let version = "1.0.0"
///     public static var deepLinkHandler: (any DeepLinkHandler)? { CharacterDeepLinkHandler() }
///
///     private let container: CharacterContainer
///
///     public init(context: FeatureContext) {
///         container = CharacterContainer(context: context)
///     }
///
///     public func makeMainView(navigator: any NavigatorContract) -> some View {
///         CharacterListView(viewModel: container.makeListViewModel(navigator: navigator))
///     }
///
///     public func resolve(_ navigation: CharacterIncomingNavigation, navigator: any NavigatorContract) -> some View {
///         switch navigation {
///         case .list: makeMainView(navigator: navigator)
///         case .detail(let identifier): CharacterDetailView(viewModel: container.makeDetailViewModel(identifier))
///         }
///     }
/// }
///
/// @c(switchyard_feature_entry)
/// public func featureEntry() -> FeatureEntry { FeatureLibrary.export(CharacterFeature.self) }
/// ```
///
/// The static members are all that the host knows of a feature that does not run.
@MainActor
public protocol Feature: SendableMetatype {
    /// The destinations that this feature handles. None by default.
    associatedtype Incoming: Navigation = NoNavigation
    /// The destinations that this feature leads to without knowing which feature handles them. None by default.
    associatedtype Outgoing: Navigation = NoNavigation
    /// The type of the main view.
    associatedtype MainView: View
    /// The type of the destinations' views.
    associatedtype DestinationView: View = EmptyView
    /// The type of an instance's `deepLinkHandler`: `Never` for a feature whose handler is static, or that has none.
    associatedtype InstanceDeepLinkHandler = Never

    /// The feature's id, unique in an app: lower-case ASCII letters, digits and `-`, beginning with a letter. The id
    /// alone is the destination of the main view.
    static var id: String { get }
    /// The name for users. The id by default.
    static var name: String { get }
    /// The feature's version, such as `1.2.0`.
    static var version: String { get }
    /// A one-line description for users. Empty by default.
    static var summary: String { get }
    /// The incoming destination that shows the main view too, so that the host does not put one above the other. None
    /// by default.
    static var mainDestination: Incoming? { get }
    /// The links that lead to this feature. None by default.
    static var deepLinkHandler: (any DeepLinkHandler)? { get }
    /// The links that lead to this feature, as a property of the instance. The host knows a feature's links before it
    /// runs, so it makes such a feature once for them, with a context that has no data directory and no settings. Prefer
    /// the static one.
    var deepLinkHandler: InstanceDeepLinkHandler { get }
    /// The handlers of a feature with links of several schemes or hosts, one for each. `deepLinkHandler` alone by
    /// default.
    static var deepLinkHandlers: [any DeepLinkHandler] { get }
    /// The checkpoints that this feature's views establish. None by default.
    static var checkpoints: [AnyNavigationCheckpoint] { get }
    /// The checkpoints that this feature returns to and another feature establishes. The host's wiring decides which
    /// feature, as for an outgoing destination. None by default.
    static var returnedCheckpoints: [AnyNavigationCheckpoint] { get }
    /// The types of values that this feature's views, or ``receive(_:navigator:)``, receive. None by default.
    static var receivedValues: [any NavigationValue.Type] { get }
    /// The types of values that this feature sends and another feature receives, as the host's wiring decides. None by
    /// default.
    static var sentValues: [any NavigationValue.Type] { get }
    /// The settings that this feature takes from the host's wiring file. Without this list, the host cannot detect a
    /// misspelt name. Empty by default.
    static var settings: [FeatureSetting] { get }
    /// The permissions that this feature asks for beyond its data directory; the host's wiring file allows or denies
    /// them. None by default.
    static var permissions: [Permission] { get }
    /// The host that this feature cannot do without. Any host by default.
    static var requirements: FeatureRequirements { get }
    /// Whether instances of this feature in several hosts may use its data directory at the same time, as with SQLite.
    /// False by default: while one host runs the feature, no other host starts it.
    static var sharesData: Bool { get }

    /// The language whose strings file is used where the user's languages have none, a BCP 47 tag. `en` by default.
    static var defaultLocalization: String { get }

    /// Starts the feature with the context that the host provides. The initialiser may throw, such as for settings that
    /// it cannot use: the host then shows the error as the reason why the feature does not start.
    init(context: FeatureContext) throws

    /// Makes the main view, the feature's default entry. Called once for each screen: the view and its view model live
    /// as long as the screen does.
    @ViewBuilder func makeMainView(navigator: any NavigatorContract) -> MainView

    /// Makes the view of a destination. Called once for each screen, like ``makeMainView(navigator:)``.
    @ViewBuilder func resolve(_ navigation: Incoming, navigator: any NavigatorContract) -> DestinationView

    /// Makes the view of a destination; nil if there is nothing to show for it, which the host tells the user. A feature
    /// that can always show something needs only the function that takes its own ``Incoming``.
    ///
    /// - Parameter navigation: A value of ``Incoming``.
    /// - Parameter navigator: The navigator of the screen that is made.
    func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView?

    /// Receives a sent value of ``receivedValues`` that no live screen took. Nil, the default, passes it on.
    func receive(_ value: any NavigationValue, navigator: any NavigatorContract) -> NavigationResume?
}

extension Feature {
    public static var name: String { id }
    public static var summary: String { "" }
    public static var mainDestination: Incoming? { nil }
    public static var deepLinkHandler: (any DeepLinkHandler)? { nil }
    public static var deepLinkHandlers: [any DeepLinkHandler] { deepLinkHandler.map { [$0] } ?? [] }
    public static var checkpoints: [AnyNavigationCheckpoint] { [] }
    public static var returnedCheckpoints: [AnyNavigationCheckpoint] { [] }
    public static var receivedValues: [any NavigationValue.Type] { [] }
    public static var sentValues: [any NavigationValue.Type] { [] }
    public static var settings: [FeatureSetting] { [] }
    public static var permissions: [Permission] { [] }
    public static var requirements: FeatureRequirements { FeatureRequirements() }
    public static var sharesData: Bool { false }
    public static var defaultLocalization: String { "en" }

    public func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView? {
        guard DestinationView.self != EmptyView.self, let navigation = navigation as? Incoming else { return nil }
        return AnyView(resolve(navigation, navigator: navigator))
    }

    public func receive(_ value: any NavigationValue, navigator: any NavigatorContract) -> NavigationResume? { nil }
}

extension Feature where InstanceDeepLinkHandler == Never {
    /// None: the type says so, so that nobody asks.
    public var deepLinkHandler: Never { preconditionFailure("\(Self.self) has no deepLinkHandler of its instance") }
}

extension Feature {
    /// Whether the handlers are known only once there is an instance.
    static var hasInstanceDeepLinkHandler: Bool { InstanceDeepLinkHandler.self != Never.self }

    /// The static handlers and that of the instance.
    var allDeepLinkHandlers: [any DeepLinkHandler] {
        let own = Self.hasInstanceDeepLinkHandler ? deepLinkHandler as? any DeepLinkHandler : nil
        return Self.deepLinkHandlers + (own.map { [$0] } ?? [])
    }
}

extension Feature where DestinationView == EmptyView {
    /// Makes no view: the feature has no destinations, or resolves any ``Navigation``.
    public func resolve(_ navigation: Incoming, navigator: any NavigatorContract) -> EmptyView { EmptyView() }
}
