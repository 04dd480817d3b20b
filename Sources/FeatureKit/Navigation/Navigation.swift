/// A destination that a feature handles (incoming) or wants to go to (outgoing), as an enum.
///
/// ```swift
/// public enum CharacterIncomingNavigation: Navigation {
///     case list
///     case detail(identifier: Int)
///
///     public static let samples: [Self] = [.list, .detail(identifier: 0)]
/// }
/// ```
///
/// The compiler's own `Codable` makes a route of every case: its name is the case's, its arguments are the associated
/// values with their labels. An argument is a `Bool`, an integer, a `Double`, a `String`, an enum with such a raw
/// value, an optional of these, or an array of these. Pass an object's id, not the object.
public protocol Navigation: Hashable, Sendable, Codable, NavigationSendable {
    /// One value of every case, with any arguments: the routes that the feature declares to the host.
    ///
    /// The host refuses a feature with a case that is missing here, and says which. Give an optional enum, and a list of enums, a value, which shows the type of the raw value. Optional arguments and
    /// lists may be left out of links and destinations.
    static var samples: [Self] { get }

    /// The method by which ``NavigatorContract/navigate(to:)`` shows this destination if the host's wiring gives none.
    /// ``NavigationMethod/push`` by default.
    var method: NavigationMethod { get }

    /// The destinations that a link to this one puts below it, outermost first, so that going back leads somewhere.
    /// None by default.
    ///
    /// ```swift
    /// public var parents: [Self] {
    ///     switch self {
    ///     case .list: []
    ///     case .detail: [.list]
    ///     }
    /// }
    /// ```
    var parents: [Self] { get }

    /// A one-line description of this destination for operators who wire features together. Empty by default.
    var summary: String { get }

    /// The names that the route of this case had in earlier versions: its links, redirects and saved screens lead here.
    /// None by default.
    ///
    /// ```swift
    /// public var was: [String] {
    ///     switch self {
    ///     case .detail: ["show"]
    ///     default: []
    ///     }
    /// }
    /// ```
    var was: [String] { get }

    /// The reason why this destination is not to be used any more, with what to use instead: `Use 'detail'.` One line,
    /// for operators. Nil, the default, if it may be used.
    var deprecated: String? { get }
}

extension Navigation {
    public var method: NavigationMethod { .push }
    public var parents: [Self] { [] }
    public var summary: String { "" }
    public var was: [String] { [] }
    public var deprecated: String? { nil }
}

/// The navigation type of a feature that has no destinations of one direction. It has no values.
public enum NoNavigation: Navigation {
    public static let samples: [NoNavigation] = []

    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "NoNavigation has no values"))
    }

    public func encode(to encoder: any Encoder) throws {}
}

/// A destination of any type, comparable and usable as a key.
///
/// ```swift
/// AnyNavigation(HomeOutgoingNavigation.characters) == AnyNavigation(HomeOutgoingNavigation.characters)   // true
/// ```
public struct AnyNavigation: Hashable, Sendable {
    /// The destination itself.
    public let wrapped: any Navigation

    /// Wraps a destination.
    public init(_ navigation: any Navigation) {
        wrapped = navigation
    }

    public static func == (left: AnyNavigation, right: AnyNavigation) -> Bool {
        AnyHashable(left.wrapped) == AnyHashable(right.wrapped)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(AnyHashable(wrapped))
    }
}
