import FeatureContract

extension NavigationCoordinator {
    /// The values that are being sent. There is one queue.
    struct Sending {
        struct Item {
            let message: Message
            /// The feature whose names the message uses; nil for the person.
            let sender: String?
        }

        enum Phase {
            case now
            /// Once what the last value caused has been shown.
            case afterShowing
            case afterTime
            case paused(by: String)
        }

        var items: ArraySlice<Item>
        /// The features that have sent what is here.
        var senders: Set<String>
        var phase = Phase.now
        /// How often something was sent while this was under way.
        var joined = 0
        /// How many values receivers have added.
        var added = 0
        /// Tells one queue's timer from that of another.
        var timer = 0
    }
}
