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
