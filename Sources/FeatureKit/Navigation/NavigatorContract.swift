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
        attempt(.navigate(AnyNavigation(destination), method: nil))
    }

    /// Goes to a destination like ``navigate(to:)``, but always shows it by `method`.
    public func navigate(to destination: any Navigation, method: NavigationMethod) {
        attempt(.navigate(AnyNavigation(destination), method: method))
    }

    /// Puts the destination on the current stack.
    public func push(_ destination: any Navigation) {
        navigate(to: destination, method: .push)
    }

    /// Pops a screen; if there is none to pop, dismisses the modal that the screen is in.
    public func goBack() {
        attempt(.back)
    }

    /// Removes the `count` topmost screens of the stack, at most down to its root.
    public func pop(last count: Int = 1) {
        attempt(.pop(count))
    }

    /// Removes the screens above the topmost screen of this destination.
    public func pop(to destination: any Navigation) {
        attempt(.popTo(AnyNavigation(destination)))
    }

    /// Removes all screens above the stack's root.
    public func popToRoot() {
        attempt(.popToRoot)
    }

    /// Removes the modal that the screen is in, and all above it.
    public func dismiss() {
        attempt(.dismiss)
    }

    /// Removes every modal of the tab.
    public func dismissAll() {
        attempt(.dismissAll)
    }

    /// Replaces the screens above the root of the tab, or of the managed modal that the screen is in. Screens that the
    /// old stack begins with too stay alive.
    public func replaceStack(with destinations: [any Navigation]) {
        attempt(.replaceStack(destinations.map { AnyNavigation($0) }))
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
        attempt(.swap(AnyNavigation(destination)))
    }

    /// Dismisses every modal and pops to the root.
    public func reset() {
        attempt(.reset)
    }

    /// Selects a tab by its name in the host's wiring.
    public func selectTab(_ name: String) {
        attempt(.selectTab(name))
    }

    /// Removes all screens above the nearest checkpoint, across stacks and modals.
    public func returnToCheckpoint(_ checkpoint: NavigationCheckpoint<Void>) {
        attempt(.returnToCheckpoint(checkpoint.name, value: nil))
    }

    /// Returns to the nearest checkpoint, then passes it the value.
    public func returnToCheckpoint<Value: NavigationValue>(_ checkpoint: NavigationCheckpoint<Value>, value: Value) {
        attempt(.returnToCheckpoint(checkpoint.name, value: value.navigationRawValue))
    }

    /// Whether navigation can return to the checkpoint; for disabling a button that would.
    public func canReturnToCheckpoint<Value>(_ checkpoint: NavigationCheckpoint<Value>) -> Bool {
        canReturn(toCheckpointNamed: checkpoint.name)
    }

    /// Sends values in order, each to one receiver: a tab, a live screen, or a feature.
    public func send(_ values: any NavigationSendable...) {
        attempt(.send(values))
    }

    /// Continues with the values that are kept since a receiver answered ``NavigationResume/pause``.
    public func resumeSending() {
        attempt(.resume)
    }

    private func attempt(_ request: NavigationRequest) {
        do {
            try perform(request)
        } catch {
            // The host warns of navigation in a render itself, and a screen that is gone needs no warning.
            guard !UnhandledRefusal.add(error), error.kind != .invalidState else { return }
            (self as? HostNavigator)?.handle.log(.warning, error.reason)
        }
    }
}
