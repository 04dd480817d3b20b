/// What screens may take of the host's memory: a feature may describe as many as it likes, each as large as it may be.
extension NavigationCoordinator {
    /// What a screen may take with all that is embedded in it, in bytes.
    static let maximumSeen = 128 << 20
    /// What all screens may take before what is not seen is described anew when it is seen again, in bytes.
    static let maximumKept = 256 << 20

    /// Takes what a screen shows now.
    func keep(_ rendered: RenderedScreen, of screen: LiveScreen) {
        keptSize -= screen.size
        screen.size = rendered.size
        keptSize += screen.size
        screen.rendered = rendered
        lastRevision += 1
        screen.revision = lastRevision
        screen.isDropped = false
    }

    /// A screen is there no more.
    func release(_ screen: LiveScreen) {
        keptSize -= screen.size
        screen.size = 0
    }

    /// Lets go of what a screen shows that is not seen, where all together take too much. What navigation goes by is
    /// kept.
    func dropContent(of screen: LiveScreen) {
        guard keptSize > maximumKept, let rendered = screen.rendered, !rendered.nodes.isEmpty else { return }
        var rest = rendered
        rest.nodes = []
        keep(rest, of: screen)
        screen.isDropped = true
    }

    /// Whether what is embedded in the same screen takes more than it may, now that this has been rendered.
    func isTooLarge(_ screen: LiveScreen) -> Bool {
        var outermost = screen
        while let outer = outermost.container.flatMap({ screens[$0] }) { outermost = outer }
        return outermost.id != screen.id && tree(of: outermost.id).reduce(0) { $0 + $1.size } > maximumSeen
    }
}
