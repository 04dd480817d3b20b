import FeatureContract

/// A screen that has been made, with its last rendering. It outlives its feature's process, and is made anew then.
final class LiveScreen {
    /// The id of its entry, or for an embedded screen one of its own.
    let id: ScreenID
    /// The number by which the feature knows it: another one each time that it is made.
    private(set) var number: ScreenID
    /// What the feature has made; nil once the feature has stopped.
    private(set) var instance: ScreenInstance?
    /// The place that the feature shows.
    let place: Place
    var feature: String { place.feature }
    /// The screen that embeds this one; nil if this one stands in the state itself.
    let container: ScreenID?
    /// The name of an embedded screen among those of its container, under which its state is saved.
    let key: String
    var rendered: RenderedScreen?
    /// The size of the rendering in bytes.
    var size = 0
    /// A number that differs for each rendering.
    var revision = 0
    /// Whether the nodes of the rendering were dropped while the screen was not visible, or never asked for.
    var isDropped = false
    var needsRender = true
    var isSeen = false
    /// Whether the screen replaces one that could not be made, or its last render failed.
    var isBroken = false
    /// Whether the instance has been rendered.
    var isRendered = false
    /// The embedded screens, in the order of the nodes that embed them.
    var embedded: [Embedded] = []
    /// Whether the user has a problem report saying that not all embedded screens fit.
    var isKnownToBeFull = false

    struct Embedded {
        /// The index of the embedding node among all of them.
        let place: Int
        let destination: Destination
        let screen: ScreenID
    }

    init(
        _ id: ScreenID, _ number: ScreenID, _ instance: ScreenInstance, of place: Place,
        in container: ScreenID? = nil, key: String = ""
    ) {
        self.id = id
        self.number = number
        self.instance = instance
        self.place = place
        self.container = container
        self.key = key
    }

    /// Takes what the feature has made anew.
    func renew(_ number: ScreenID, _ instance: ScreenInstance) {
        (self.number, self.instance, isRendered) = (number, instance, false)
    }

    /// The feature has stopped, and what it made with it.
    func lose() {
        instance = nil
        isRendered = false
    }
}
