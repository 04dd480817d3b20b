import FeatureContract

/// A screen that has been made, with its last rendering.
final class LiveScreen {
    let id: ScreenID
    let instance: any ScreenInstance
    /// The feature that made the screen.
    let feature: String
    /// The screen that embeds this one; nil if this one stands in the state itself.
    let container: ScreenID?
    var rendered: RenderedScreen?
    /// The size of the rendering in bytes.
    var size = 0
    /// A number that differs for each rendering.
    var revision = 0
    /// Whether the nodes of the rendering were dropped while the screen was not visible.
    var isDropped = false
    var needsRender = true
    var isSeen = false
    /// Whether the screen replaces one that could not be made, or its last render failed.
    var isBroken = false
    /// Whether its feature has stopped since the last render, and the screen's contents with it.
    var isLost = false
    /// The embedded screens, in the order of the nodes that embed them.
    var embedded: [Embedded] = []
    /// Whether the user has a problem report saying that not all embedded screens fit.
    var isKnownToBeFull = false
    /// The checkpoints that the screen shows, its feature does not declare, and the log already mentions.
    var undeclared: Set<String> = []

    struct Embedded {
        /// The index of the embedding node among all of them.
        let place: Int
        let destination: Destination
        let screen: ScreenID
    }

    init(_ id: ScreenID, _ instance: any ScreenInstance, of feature: String, in container: ScreenID? = nil) {
        self.id = id
        self.instance = instance
        self.feature = feature
        self.container = container
    }
}
