/// What a feature asks of the host's navigation. A screen's own navigator is written over this, and tests hand in
/// `NavigatorMock`.
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
/// Nothing has changed yet when a method returns: the host applies requests in order after the call that made them. The
/// convenience methods drop a refusal, which the host reports to the person; call ``perform(_:)`` to see it.
@MainActor
public protocol NavigatorContract {
    /// Makes one request.
    ///
    /// - Throws: ``NavigationError`` when the host refuses it, with the reason; nothing has changed then.
    func perform(_ request: NavigationRequest) throws(NavigationError)

    /// Whether a checkpoint of that name is there to return to.
    func canReturn(toCheckpointNamed name: String) -> Bool
}

extension NavigatorContract {
    /// Goes to one of the feature's incoming destinations, or follows one of its outgoing ones to where the host's
    /// wiring leads, shown as the wiring or the destination says.
    public func navigate(to destination: any Navigation) {
        drop { () throws(NavigationError) in try perform(.navigate(AnyNavigation(destination), method: nil)) }
    }

    /// As ``navigate(to:)``, shown as `method` says whatever others say.
    public func navigate(to destination: any Navigation, method: NavigationMethod) {
        drop { () throws(NavigationError) in try perform(.navigate(AnyNavigation(destination), method: method)) }
    }

    /// Puts the destination on the current stack.
    public func push(_ destination: any Navigation) {
        navigate(to: destination, method: .push)
    }

    /// Pops, else dismisses what the screen is in.
    public func goBack() {
        drop { () throws(NavigationError) in try perform(.back) }
    }

    /// Removes the `count` topmost screens of the stack, at most down to its root.
    public func pop(last count: Int = 1) {
        drop { () throws(NavigationError) in try perform(.pop(count)) }
    }

    /// Removes what is above the topmost screen of that destination.
    public func pop(to destination: any Navigation) {
        drop { () throws(NavigationError) in try perform(.popTo(AnyNavigation(destination))) }
    }

    /// Removes all screens above the stack's root.
    public func popToRoot() {
        drop { () throws(NavigationError) in try perform(.popToRoot) }
    }

    /// Removes the modal that the screen is in, and all above it.
    public func dismiss() {
        drop { () throws(NavigationError) in try perform(.dismiss) }
    }

    /// Removes every modal.
    public func dismissAll() {
        drop { () throws(NavigationError) in try perform(.dismissAll) }
    }

    /// Makes these the screens above the root of the tab, or of the managed modal that the screen is in, keeping those
    /// alive that the old stack begins with too.
    public func replaceStack(with destinations: [any Navigation]) {
        drop { () throws(NavigationError) in try perform(.replaceStack(destinations.map { AnyNavigation($0) })) }
    }

    /// Dismisses all and pops to the root.
    public func reset() {
        drop { () throws(NavigationError) in try perform(.reset) }
    }

    /// Selects a tab by the name that it has in the host's wiring.
    public func selectTab(_ name: String) {
        drop { () throws(NavigationError) in try perform(.selectTab(name)) }
    }

    /// Removes all screens above the nearest checkpoint, across stacks and modals.
    public func returnToCheckpoint(_ checkpoint: NavigationCheckpoint<Void>) {
        drop { () throws(NavigationError) in try perform(.returnToCheckpoint(checkpoint.name, value: nil)) }
    }

    /// Returns to the nearest checkpoint, then hands it the value.
    public func returnToCheckpoint<Value: NavigationValue>(_ checkpoint: NavigationCheckpoint<Value>, value: Value) {
        drop { () throws(NavigationError) in
            try perform(.returnToCheckpoint(checkpoint.name, value: value.navigationRawValue))
        }
    }

    /// Whether the checkpoint is there to return to; for disabling a button that would.
    public func canReturnToCheckpoint<Value>(_ checkpoint: NavigationCheckpoint<Value>) -> Bool {
        canReturn(toCheckpointNamed: checkpoint.name)
    }

    /// Sends values in order, each to one receiver: a tab, a live screen, or a feature.
    public func send(_ values: any NavigationSendable...) {
        drop { () throws(NavigationError) in try perform(.send(values)) }
    }

    /// Goes on with the values that are kept since a receiver answered ``NavigationResume/pause``.
    public func resumeSending() {
        drop { () throws(NavigationError) in try perform(.resume) }
    }

    // The host has the reason already and reports it.
    private func drop(_ body: () throws(NavigationError) -> Void) {
        try? body()
    }
}
