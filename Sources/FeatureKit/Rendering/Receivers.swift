internal import FeatureContract

/// A checkpoint that a view has established, with the closure that receives its value.
struct CheckpointReceiver {
    let name: String
    let type: ValueType?
    /// Receives the value; returns false if it is of another type.
    let receive: @MainActor (Value) -> Bool
}

/// A receiver that a view has declared.
struct MessageReceiver {
    enum Kind {
        /// Values of a type, by its name.
        case value(String)
        /// Destinations of this feature.
        case destination
        /// Tabs, which the host selects without asking the screen.
        case selectTab
        /// Destinations of this feature, which the host navigates to without asking the screen.
        case navigate
    }

    let kind: Kind
    /// Receives a message; returns nil if it is not for this receiver.
    let receive: @MainActor (Message) -> NavigationResume?
}

extension CallFailure {
    /// The failure of an action that takes another value.
    static func wrongValue(_ expected: String) -> CallFailure {
        CallFailure(.wrongType, "the action takes \(expected)")
    }
}
