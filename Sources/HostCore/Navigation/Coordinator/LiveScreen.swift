import FeatureContract

/// A screen that was made, with its last rendering. Stays when its feature's process ends; the next render makes its
/// instance again.
final class LiveScreen {
    /// The id of its entry. An embedded screen has no entry, and an id of its own.
    let id: ScreenID
    /// The number by which the feature knows the screen: a new number each time its instance is made.
    private(set) var number: ScreenID
    /// The feature's object for the screen; nil once the feature has stopped.
    private(set) var instance: ScreenInstance?
    let place: Place
    var feature: String { place.feature }
    /// The screen that embeds this one; nil for the screen of an entry.
    let container: ScreenID?
    /// The name of an embedded screen within its container, under which its state is saved.
    let key: String
    var rendered: RenderedScreen?
    /// The size of the rendering in bytes.
    var size = 0
    var revision = 0
    /// Whether the hidden screen's nodes were dropped to save memory, or never requested.
    var isDropped = false
    var needsRender = true
    /// The parts of its lists that are shown.
    var parts: [ListPart] { didSet { instance?.parts = parts } }
    var isSeen = false
    /// Whether the screen replaces one that could not be made, or its last render failed.
    var isBroken = false
    var isRendered = false
    /// The embedded screens, in the order of the nodes that embed them.
    var embedded: [Embedded] = []
    /// Whether the user was already told that not all embedded screens fit.
    var isKnownToBeFull = false

    struct Embedded {
        /// The index of the embedding node among all of them.
        let place: Int
        let destination: Destination
        let screen: ScreenID
    }

    init(
        _ id: ScreenID, _ number: ScreenID, _ instance: ScreenInstance, of place: Place,
        showing part: ListPart, in container: ScreenID? = nil, key: String = ""
    ) {
        self.id = id
        self.number = number
        self.instance = instance
        self.place = place
        self.container = container
        self.key = key
        parts = [part]
        self.instance?.parts = parts
    }

    /// The parts of its lists with another one of a list. The first one is that of every list without one.
    func parts(with part: ListPart) -> [ListPart] {
        // A feature may give its lists other keys in each render: those that were asked for last are kept.
        let others = parts.filter { $0.key != part.key }
        return others.prefix(1) + others.dropFirst().suffix(62) + [part]
    }

    /// Goes on showing the part of a list that the feature has given in the place of the wanted one, for what it reveals.
    func followReveals(in rendered: RenderedScreen) {
        for list in rendered.lists where list.elements.contains(where: { $0.reveal != 0 }) {
            guard var part = parts.last(where: { $0.key == list.key }) ?? parts.first else { continue }
            let last = list.elementCount - min(part.count, list.elementCount)
            guard list.elementOffset != min(part.offset, last) else { continue }
            (part.key, part.offset) = (list.key, list.elementOffset)
            parts = parts(with: part)
        }
    }

    /// Adopts an instance that the feature made again.
    func renew(_ number: ScreenID, _ instance: ScreenInstance) {
        (self.number, self.instance, isRendered) = (number, instance, false)
        self.instance?.parts = parts
    }

    /// Drops the instance, which ended with its feature.
    func lose() {
        instance = nil
        isRendered = false
    }
}
