/// The interface to the host's navigation. A screen's own navigator wraps it, and tests pass a `NavigatorMock`.
///
/// ```swift
/// struct HomeNavigator: HomeNavigatorContract {
///     let navigator: any NavigatorContract
///
///     func navigateToCharacters() {
///         navigator.navigate(to: HomeOutgoingNavigation.characters)
///     }
/// }
/// ```
///
/// Nothing has changed yet when a method returns: the host applies requests in order after the call that made them.
///
/// Call ``perform(_:)`` to handle a refusal. If a convenience method is refused, the user's action during which it was
/// called fails, and the host tells the user why; the same holds for a value that is being received or returned. In a
/// task, or as a view appears, no action could fail, and the reason is a warning in the log.
///
/// A view cannot navigate while its `body` is evaluated.
@MainActor
public protocol NavigatorContract {
    /// Makes one request.
    ///
    /// - Throws: ``NavigationError`` when the host refuses it, with the reason; nothing has changed then.
    func perform(_ request: NavigationRequest) throws(NavigationError)

    /// Whether navigation can return to a checkpoint with this name.
    func canReturn(toCheckpointNamed name: String) -> Bool
}

extension NavigatorContract {
    /// Goes to an incoming destination of the feature, or to where the host's wiring redirects an outgoing one. The
    /// wiring or the destination decides how it is shown.
    public func navigate(to destination: any Navigation) {
        report { () throws(NavigationError) in try perform(.navigate(AnyNavigation(destination), method: nil)) }
    }

    /// Goes to a destination like ``navigate(to:)``, but always shows it by `method`.
    public func navigate(to destination: any Navigation, method: NavigationMethod) {
        report { () throws(NavigationError) in try perform(.navigate(AnyNavigation(destination), method: method)) }
    }

    /// Puts the destination on the current stack.
    public func push(_ destination: any Navigation) {
        navigate(to: destination, method: .push)
    }

    /// Pops a screen; if there is none to pop, dismisses the modal that the screen is in.
    public func goBack() {
        report { () throws(NavigationError) in try perform(.back) }
    }

    /// Removes the `count` topmost screens of the stack, at most down to its root.
    public func pop(last count: Int = 1) {
        report { () throws(NavigationError) in try perform(.pop(count)) }
    }

    /// Removes the screens above the topmost screen of this destination.
    public func pop(to destination: any Navigation) {
        report { () throws(NavigationError) in try perform(.popTo(AnyNavigation(destination))) }
    }

    /// Removes all screens above the stack's root.
    public func popToRoot() {
        report { () throws(NavigationError) in try perform(.popToRoot) }
    }

    /// Removes the modal that the screen is in, and all above it.
    public func dismiss() {
        report { () throws(NavigationError) in try perform(.dismiss) }
    }

    /// Removes every modal of the tab.
    public func dismissAll() {
        report { () throws(NavigationError) in try perform(.dismissAll) }
    }

    /// Replaces the screens above the root of the tab, or of the managed modal that the screen is in. Screens that the
    /// old stack begins with too stay alive.
    public func replaceStack(with destinations: [any Navigation]) {
        report { () throws(NavigationError) in try perform(.replaceStack(destinations.map { AnyNavigation($0) })) }
    }

    /// Replaces the topmost screen of the stack by that of a destination: going back then leads to what was below.
    ///
    /// The new screen is presented as the old one was, whatever the wiring or the destination says. At the root of a
    /// modal or of a tab it is the root from then on, until the app starts again.
    ///
    /// ```swift
    /// navigator.swap(with: AccountIncomingNavigation.welcome)  // the user cannot go back to the login
    /// ```
    public func swap(with destination: any Navigation) {
        report { () throws(NavigationError) in try perform(.swap(AnyNavigation(destination))) }
    }

    /// Dismisses every modal and pops to the root.
    public func reset() {
        report { () throws(NavigationError) in try perform(.reset) }
    }

    /// Selects a tab by its name in the host's wiring.
    public func selectTab(_ name: String) {
        report { () throws(NavigationError) in try perform(.selectTab(name)) }
    }

    /// Removes all screens above the nearest checkpoint, across stacks and modals.
    public func returnToCheckpoint(_ checkpoint: NavigationCheckpoint<Void>) {
        report { () throws(NavigationError) in try perform(.returnToCheckpoint(checkpoint.name, value: nil)) }
    }

    /// Returns to the nearest checkpoint, then passes it the value.
    public func returnToCheckpoint<Value: NavigationValue>(_ checkpoint: NavigationCheckpoint<Value>, value: Value) {
        report { () throws(NavigationError) in
            try perform(.returnToCheckpoint(checkpoint.name, value: value.navigationRawValue))
        }
    }

    /// Whether navigation can return to the checkpoint; for disabling a button that would.
    public func canReturnToCheckpoint<Value>(_ checkpoint: NavigationCheckpoint<Value>) -> Bool {
        canReturn(toCheckpointNamed: checkpoint.name)
    }

    /// Sends values in order, each to one receiver: a tab, a live screen, or a feature.
    public func send(_ values: any NavigationSendable...) {
        report { () throws(NavigationError) in try perform(.send(values)) }
    }

    /// Continues with the values that are kept since a receiver answered ``NavigationResume/pause``.
    public func resumeSending() {
        report { () throws(NavigationError) in try perform(.resume) }
    }

    private func report(_ body: () throws(NavigationError) -> Void) {
        do {
            try body()
        } catch {
            // The host warns of navigation in a render itself, and a screen that is gone needs no warning.
            guard !UnhandledRefusal.add(error), error.kind != .invalidState else { return }
            (self as? HostNavigator)?.handle.log(.warning, error.reason)
        }
    }
}
