/// How a receiver wants sending to go on.
public enum NavigationResume: Sendable {
    /// With the next value, once what this one caused has been shown.
    case auto
    /// With the next value, at once.
    case immediately
    /// With the next value, after so many seconds.
    case after(Double)
    /// With these, then with the remaining ones.
    case inserting([any NavigationSendable])
    /// With the remaining ones, then with these.
    case appending([any NavigationSendable])
    /// With these instead of the remaining ones.
    case replacing([any NavigationSendable])
    /// Not now: the remaining ones are kept until ``NavigatorContract/resumeSending()``.
    case pause
    /// Not at all: the remaining ones are dropped.
    case cancel
}
