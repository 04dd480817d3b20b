import FeatureContract

extension NavigationCoordinator {
    /// The values that are being sent. There is one queue for all features.
    struct Sending {
        struct Item {
            let message: Message
            /// The feature that sends, and whose names the message uses; nil for the user.
            let sender: String?
        }

        enum Phase {
            case now
            /// Continues once the effects of the last value have been shown.
            case afterShowing
            case afterTime
            case paused(by: String)
        }

        var items: ArraySlice<Item>
        /// The features that sent the items.
        var senders: Set<String>
        var phase = Phase.now
        /// The number of values that receivers have added.
        var added = 0
        /// The number of the timer that may continue this queue; a timer with another number is out of date.
        var timer = 0
    }
}
