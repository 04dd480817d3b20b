/// Limits on the host's memory for renderings: a feature may make any number of screens, each of the largest allowed
/// size.
extension NavigationCoordinator {
    /// The most bytes that a screen may take together with all that is embedded in it.
    static let maximumSeen = 128 << 20
    /// The most bytes for all screens; above this, hidden screens drop their content and render again when they are
    /// seen.
    static let maximumKept = 256 << 20

    /// Stores the new rendering of a screen.
    func keep(_ rendered: RenderedScreen, of screen: LiveScreen) {
        keptSize -= screen.size
        screen.size = rendered.size
        keptSize += screen.size
        screen.rendered = rendered
        lastRevision += 1
        screen.revision = lastRevision
        screen.isDropped = false
    }

    /// Subtracts the size of a destroyed screen.
    func release(_ screen: LiveScreen) {
        keptSize -= screen.size
        screen.size = 0
    }

    /// Drops the nodes of a hidden screen if all screens together take too much. The title, locks and checkpoints stay,
    /// since navigation needs them.
    func dropContent(of screen: LiveScreen) {
        guard keptSize > maximumKept, let rendered = screen.rendered, !rendered.nodes.isEmpty else { return }
        var rest = rendered
        rest.nodes = []
        keep(rest, of: screen)
        screen.isDropped = true
    }

    /// Whether the screen, newly rendered, makes the screen that embeds it exceed its limit.
    func isTooLarge(_ screen: LiveScreen) -> Bool {
        var outermost = screen
        while let outer = outermost.container.flatMap({ screens[$0] }) { outermost = outer }
        return outermost.id != screen.id && tree(of: outermost.id).reduce(0) { $0 + $1.size } > maximumSeen
    }
}
