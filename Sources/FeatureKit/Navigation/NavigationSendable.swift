package import FeatureContract

/// A value that ``NavigatorContract/send(_:)`` takes: a ``NavigationValue``, a ``Navigation`` of the feature, or a
/// ``NavigationTab``.
///
/// Conform to one of those, not to this protocol.
public protocol NavigationSendable: Sendable {
    /// Returns the message that crosses to the host. Do not implement it: the protocols above do.
    func navigationMessage(from feature: NavigationSender) throws(NavigationError) -> NavigationMessage
}

/// The feature that sends.
public struct NavigationSender: Sendable {
    package let id: String

    package init(id: String) { self.id = id }
}

/// A sent value in the form in which it crosses to the host.
public struct NavigationMessage: Hashable, Sendable {
    package let message: Message

    package init(_ message: Message) { self.message = message }
}

extension NavigationSendable where Self: NavigationValue {
    public func navigationMessage(from feature: NavigationSender) throws(NavigationError) -> NavigationMessage {
        NavigationMessage(.value(type: String(describing: Self.self), try navigationRawValue.crossing()))
    }
}

extension NavigationSendable where Self: Navigation {
    public func navigationMessage(from feature: NavigationSender) throws(NavigationError) -> NavigationMessage {
        NavigationMessage(.destination(try destination(of: feature.id)))
    }
}

/// A tab, by its name in the host's wiring. Sending it selects the tab.
///
/// ```swift
/// navigator.send(NavigationTab("settings"), SettingsIncomingNavigation.profile)
/// ```
public struct NavigationTab: Hashable, Sendable, NavigationSendable {
    /// The tab's name in the wiring.
    public let name: String

    /// Names the tab that is to be selected.
    public init(_ name: String) {
        self.name = name
    }

    public func navigationMessage(from feature: NavigationSender) throws(NavigationError) -> NavigationMessage {
        NavigationMessage(.tab(name))
    }
}
