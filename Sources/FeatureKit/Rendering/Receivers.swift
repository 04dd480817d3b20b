internal import FeatureContract

/// A checkpoint that a view has established, with what takes its value.
struct CheckpointReceiver {
    let name: String
    let type: ValueType?
    /// False for a value of another type.
    let receive: @MainActor (Value) -> Bool
}

/// What a view receives.
struct MessageReceiver {
    enum Kind {
        /// Values of a type, by its name.
        case value(String)
        /// Destinations of this feature.
        case destination
        /// Declared: a tab that is sent is selected.
        case selectTab
        /// Declared: a destination of this feature that is sent is navigated to.
        case navigate
    }

    let kind: Kind
    /// Nil for a message that is not for this receiver.
    let receive: @MainActor (Message) -> NavigationResume?
}

/// Why an action could not be done.
enum ActionError: Error, CustomStringConvertible {
    case wrongValue(String)

    var description: String {
        switch self {
        case .wrongValue(let expected): "the action takes \(expected)"
        }
    }
}
