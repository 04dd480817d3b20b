import HostCore

extension NavigationCoordinator {
    /// Takes a step that looks for nothing on the screen; `press` and `type` do, and are left to who knows it.
    ///
    /// - Returns: What a reload has led to.
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
        case .forced(let step): insisting { _ = take(step) }
        case .press, .type: break
        }
        return nil
    }
}
