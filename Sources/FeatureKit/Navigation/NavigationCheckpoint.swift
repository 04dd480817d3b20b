internal import FeatureContract

/// A named point that navigation can return to, with a value or without (`Void`).
///
/// ```swift
/// struct ContactCheckpoints: NavigationCheckpoints {
///     static var list: NavigationCheckpoint<Void> { checkpoint() }
///     static var recipient: NavigationCheckpoint<Int> { checkpoint() }
/// }
/// ```
///
/// A view establishes one with ``View/navigationCheckpoint(_:)``, a navigator returns to it with
/// ``NavigatorContract/returnToCheckpoint(_:value:)``, and the feature lists it in ``Feature/checkpoints``.
public struct NavigationCheckpoint<Value: Sendable>: Hashable, Sendable {
    /// The checkpoint's name, unique in the feature.
    public let name: String
    /// The names in earlier versions of the feature. Wirings with one of them lead to this checkpoint.
    public let was: [String]

    /// Makes a checkpoint with a name. ``NavigationCheckpoints/checkpoint(_:was:)`` takes the name from the property.
    public init(name: String, was: [String] = []) {
        self.name = name
        self.was = was
    }
}

/// A namespace of a feature's checkpoints.
public protocol NavigationCheckpoints {}

extension NavigationCheckpoints {
    /// Returns a checkpoint that is named after the property that calls this.
    ///
    /// `was` are the names in earlier versions of the feature.
    public static func checkpoint<Value>(
        _ name: String = #function, was: [String] = []
    ) -> NavigationCheckpoint<Value> {
        NavigationCheckpoint(name: name, was: was)
    }
}

/// A checkpoint of any value type, as ``Feature/checkpoints`` lists them. Write `.of`:
///
/// ```swift
/// static let checkpoints: [AnyNavigationCheckpoint] = [.of(ContactCheckpoints.list),
/// .of(ContactCheckpoints.recipient)]
/// ```
public struct AnyNavigationCheckpoint: Hashable, Sendable {
    /// The checkpoint's name.
    public let name: String
    /// The type of the checkpoint's value; nil if it takes none.
    public let valueType: NavigationValueType?
    /// The checkpoint's names in earlier versions of the feature.
    public let was: [String]

    /// A checkpoint without a value.
    public static func of(_ checkpoint: NavigationCheckpoint<Void>) -> Self {
        Self(name: checkpoint.name, valueType: nil, was: checkpoint.was)
    }

    /// A checkpoint with a value.
    public static func of<Value: NavigationValue>(_ checkpoint: NavigationCheckpoint<Value>) -> Self {
        Self(name: checkpoint.name, valueType: Value.navigationValueType, was: checkpoint.was)
    }
}

/// The answer of a receiver: how sending continues.
public enum NavigationResume: Sendable {
    /// Sends the next value once the effect of this one has been shown.
    case auto
    /// Sends the next value at once.
    case immediately
    /// Sends the next value after this many seconds.
    case after(Double)
    /// Sends these values, then the remaining ones.
    case inserting([any NavigationSendable])
    /// Sends the remaining values, then these.
    case appending([any NavigationSendable])
    /// Sends these values instead of the remaining ones.
    case replacing([any NavigationSendable])
    /// Pauses: the remaining values are kept until ``NavigatorContract/resumeSending()``.
    case pause
    /// Stops: the remaining values are dropped.
    case cancel
}
