// The public types of the contract are part of FeatureKit: whoever imports FeatureKit uses them without another import.
@_exported public import FeatureContract
// As with SwiftUI, `@Observable` needs no import of its own.
@_exported public import Observation

/// One request of a feature to the host's navigation: an operation on the feature's own values.
///
/// ```swift
/// try navigator.perform(.navigate(AnyNavigation(NoteIncomingNavigation.list), method: .sheet))
/// #expect(navigatorMock.requests == [.popToRoot, .send([NavigationTab("settings")])])
/// ```
public typealias NavigationRequest = NavigationOperation<AnyNavigation, NavigationSentValues, NavigationRawValue?>

extension NavigationRequest {
    /// Sends values, in order, each to the one receiver of its type.
    public static func send(_ values: [any NavigationSendable]) -> Self { .send(NavigationSentValues(values)) }
}

/// The values of a request to send, in order. Two lists are equal if they cross to the host in equal form.
public struct NavigationSentValues: Hashable, Sendable, RandomAccessCollection {
    private let values: [any NavigationSendable]

    /// Makes a list of values to send.
    public init(_ values: [any NavigationSendable]) {
        self.values = values
    }

    public var startIndex: Int { values.startIndex }
    public var endIndex: Int { values.endIndex }
    public subscript(index: Int) -> any NavigationSendable { values[index] }

    public static func == (left: NavigationSentValues, right: NavigationSentValues) -> Bool {
        left.messages == right.messages
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(messages)
    }

    /// The form that is compared; nil for a value that cannot cross.
    private var messages: [NavigationMessage?] {
        values.map { try? $0.navigationMessage(from: NavigationSender(id: "")) }
    }
}

/// The host's refusal of a request.
public struct NavigationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a refusal.
    public enum Kind: Hashable, Sendable {
        /// The case is not among the samples of its navigation type.
        case unknownRoute
        /// An argument is missing, unknown, or of a type that cannot be passed.
        case invalidArgument
        /// The destination belongs to another feature, or the feature does not declare that it sends such a value.
        case notAllowed
        /// No such checkpoint, tab or screen exists.
        case notFound
        /// The value is of another type than the checkpoint takes.
        case wrongType
        /// A screen that would be removed holds a navigation lock.
        case locked
        /// Nothing can be popped or dismissed.
        case nothingToDo
        /// Nothing receives a value that was sent.
        case noReceiver
        /// The wiring leads nowhere from this outgoing destination.
        case unconnected
        /// Navigation is not possible now, as in a render, or the screen is gone.
        case invalidState
        /// Any other refusal, which the reason explains.
        case other
    }

    /// The kind of this refusal.
    public let kind: Kind
    /// The reason, as one sentence for the user.
    public let reason: String

    /// Makes an error, for a mock to throw.
    public init(_ kind: Kind, reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// The reason.
    public var description: String { reason }
}
