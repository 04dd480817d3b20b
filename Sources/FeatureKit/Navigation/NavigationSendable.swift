package import FeatureContract

/// What ``NavigatorContract/send(_:)`` takes: a ``NavigationValue``, a ``Navigation`` of the feature, or a
/// ``NavigationTab``.
///
/// Conform to one of those, not to this.
public protocol NavigationSendable: Sendable {
    /// The form in which this is sent. The default of the conforming protocol is right.
    func navigationMessage(from feature: NavigationSender) throws(NavigationError) -> NavigationMessage
}

/// The feature that sends.
public struct NavigationSender: Sendable {
    package let id: String

    package init(id: String) { self.id = id }
}

/// The form in which something that is sent crosses to the host.
public struct NavigationMessage: Hashable, Sendable {
    package let message: Message

    package init(_ message: Message) { self.message = message }
}

extension NavigationSendable where Self: NavigationValue {
    public func navigationMessage(from feature: NavigationSender) throws(NavigationError) -> NavigationMessage {
        NavigationMessage(.value(type: String(describing: Self.self), navigationRawValue.value))
    }
}

extension NavigationSendable where Self: Navigation {
    public func navigationMessage(from feature: NavigationSender) throws(NavigationError) -> NavigationMessage {
        NavigationMessage(.destination(try destination(of: feature.id)))
    }
}

/// A tab, by the name that it has in the host's wiring: sent, it is selected.
///
/// ```swift
/// navigator.send(NavigationTab("settings"), SettingsIncomingNavigation.profile)
/// ```
public struct NavigationTab: Hashable, Sendable, NavigationSendable {
    /// The tab's name in the wiring.
    public let name: String

    /// The tab of that name.
    public init(_ name: String) {
        self.name = name
    }

    public func navigationMessage(from feature: NavigationSender) throws(NavigationError) -> NavigationMessage {
        NavigationMessage(.tab(name))
    }
}
