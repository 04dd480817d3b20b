import HostCore

extension NavigationCoordinator {
    /// Takes a step that does not read the screen. `press` and `type` do, and are left to the caller.
    ///
    /// - Returns: The result of a reload; nil for any other step.
    func take(_ step: Step) -> Reload? {
        switch step {
        case .link(let text): open(text)
        case .destination(let text, let method): go(toText: text, method: method)
        case .back: perform(.back)
        case .root: perform(.popToRoot)
        case .dismiss: perform(.dismiss)
        case .dismissAll: perform(.dismissAll)
        case .tab(let name): perform(.selectTab(name))
        case .reload: return reload()
        case .forced(.reload): return reload(isForced: true)
        case .forced(let step): overridingLocks { _ = take(step) }
        case .press, .type: break
        }
        return nil
    }
}
