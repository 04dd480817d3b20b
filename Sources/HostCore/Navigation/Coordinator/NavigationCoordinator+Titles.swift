import FeatureContract

/// The names of screens in messages and in the interface.
extension NavigationCoordinator {
    /// The title of an entry's screen. For a screen that has not been shown, the name of its feature, or its destination.
    func title(of entry: NavigationState.Entry) -> String {
        let title = screens[entry.id]?.rendered?.title ?? ""
        return title.isEmpty ? name(of: entry.destination) : title
    }

    /// The message that a locked screen cannot be left, with its title: `'Page 2' is locked: …`.
    ///
    /// - Parameter entry: The entry of the screen, or of the screen in which it is embedded.
    func lockMessage(_ reason: String, at entry: NavigationState.Entry) -> String {
        "'\(title(of: entry))' is locked: \(reason)"
    }

    /// The message that a screen cannot be left. Nil if it holds no lock.
    func lockMessage(of screen: LiveScreen) -> String? {
        guard let reason = screen.rendered?.lock else { return nil }
        guard let position = state.position(of: outermost(screen.id)) else {
            return "'\(name(of: screen))' is locked: \(reason)"
        }
        return lockMessage(reason, at: state[position])
    }

    private func name(of destination: Destination) -> String {
        let name = destination.route.isEmpty ? catalog.feature(destination.feature)?.manifest.name ?? "" : ""
        return name.isEmpty ? destination.text : name
    }
}
