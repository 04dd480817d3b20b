import FeatureContract

/// The screens that have been made: which of them are embedded in which, what each has rendered last, and how much
/// memory that takes. It calls no feature.
///
/// ```swift
/// screens[entry.id] = screen
/// screens.keep(try screen.instance.render(), of: screen)
/// screens.composed(screen).nodes   // with those of the screens embedded in it
/// ```
@MainActor
final class ScreenStore {
    /// A screen that is being made. Its requests start from the place where it will stand.
    struct Pending {
        let screen: ScreenID
        /// The number by which its feature knows it.
        let number: ScreenID
        /// The screen that will embed it.
        let container: ScreenID?
        /// The edits that put the screen in its place.
        let edits: [NavigationState.Edit]
    }

    /// The most bytes that a screen may take together with all that is embedded in it.
    static let maximumSeen = 128 << 20
    /// The most bytes for all screens; above this, hidden screens drop their content and render again when they are
    /// seen.
    static let maximumKept = 256 << 20

    /// The screen that a feature is making now.
    var pending: Pending?
    var maximumSeen = ScreenStore.maximumSeen
    var maximumKept = ScreenStore.maximumKept
    private var screens: [ScreenID: LiveScreen] = [:]
    /// The ids for which a screen has been made, each of which was the number of the first one.
    private var used: Set<ScreenID> = []
    /// The ids of the screens whose number is another one.
    private var idsByNumber: [ScreenID: ScreenID] = [:]
    /// The size in bytes of the rendered content of all screens.
    private(set) var keptSize = 0
    /// The last number that was given to a rendering.
    private var lastRevision = 0
    /// Screens that may show checkpoints, are not visible, and whose rendering is missing or out of date: screens not
    /// made yet (of a restored session, below a link's target, at a root), and screens that changed since they were
    /// rendered.
    private(set) var stale: Set<ScreenID> = []
    /// The screens whose feature was told, when it rendered them last, that nobody sees them: nodes may be missing.
    private(set) var unseen: Set<ScreenID> = []
    /// The screens of ``stale`` that no refresh has considered yet; then the tab in which the last refresh considered
    /// all.
    private var newlyStale: [ScreenID] = []
    private var refreshedTab: Int?

    subscript(id: ScreenID) -> LiveScreen? {
        get { screens[id] }
        set {
            if let old = screens[id] { keptSize -= old.size }
            screens[id] = newValue
            if let newValue { keptSize += newValue.size } else { unseen.remove(id) }
        }
    }

    var all: some Collection<LiveScreen> { screens.values }

    /// The screens from the newest on, so that those on top come first.
    var newestFirst: [LiveScreen] { screens.values.sorted { $0.id > $1.id } }

    // MARK: Numbers

    /// The number for a screen that is about to be made: its id, unless a screen has been made for that before.
    ///
    /// - Parameter new: Returns a number that was never given away.
    func number(for id: ScreenID, _ new: () -> ScreenID) -> ScreenID {
        if used.insert(id).inserted { return id }
        let number = new()
        idsByNumber[number] = id
        return number
    }

    /// The id of the screen that a feature knows by this number; nil if that screen is gone.
    func id(ofNumber number: ScreenID) -> ScreenID? {
        let id = idsByNumber[number] ?? number
        return pending?.number == number || screens[id]?.number == number ? id : nil
    }

    /// Forgets the numbers of a screen that has left the state for good.
    func forgetNumbers(of id: ScreenID) {
        used.remove(id)
        if idsByNumber.isEmpty { return }
        idsByNumber = idsByNumber.filter { $0.value != id }
    }

    // MARK: Screens in screens

    /// A screen and everything embedded in it, outermost first.
    func tree(of id: ScreenID) -> [LiveScreen] {
        guard let screen = screens[id] else { return [] }
        return screen.embedded.isEmpty ? [screen] : [screen] + screen.embedded.flatMap { tree(of: $0.screen) }
    }

    /// The outermost screen around a screen, which stands in the state itself.
    func outermost(_ id: ScreenID) -> ScreenID {
        var outermost = id
        while let container = container(of: outermost) { outermost = container }
        return outermost
    }

    /// The number of screens around a screen.
    func depth(of id: ScreenID) -> Int {
        var (depth, id) = (0, id)
        while let container = container(of: id) { (depth, id) = (depth + 1, container) }
        return depth
    }

    private func container(of id: ScreenID) -> ScreenID? {
        pending?.screen == id ? pending?.container : screens[id]?.container
    }

    /// The rendering of a screen, with the embedded screens in their places.
    func composed(_ screen: LiveScreen) -> RenderedScreen {
        var shown = screen.rendered ?? RenderedScreen()
        guard !screen.embedded.isEmpty else { return shown }
        var children = screen.embedded[...]
        var place = 0
        shown.nodes = shown.nodes.map { node in
            node.fillingEmbedded { [self] node in
                defer { place += 1 }
                guard children.first?.place == place, let child = children.popFirst(),
                    let live = screens[child.screen]
                else { return }
                let content = composed(live)
                node.children = content.nodes.map {
                    $0.belonging(to: live.id, isDisabled: node.flags.contains(.disabled))
                }
                shown.isLoading = shown.isLoading || content.isLoading
                shown.lock = shown.lock ?? content.lock
                shown.checkpoints += content.checkpoints
            }
        }
        return shown
    }

    // MARK: Memory

    /// Stores the new rendering of a screen.
    ///
    /// - Parameter isUnseen: Whether the feature was told that nobody sees the screen.
    func keep(_ rendered: RenderedScreen, of screen: LiveScreen, isUnseen: Bool = false) {
        keptSize -= screen.size
        screen.size = rendered.size
        keptSize += screen.size
        screen.rendered = rendered
        lastRevision += 1
        screen.revision = lastRevision
        screen.isDropped = isUnseen
        if isUnseen { unseen.insert(screen.id) } else { unseen.remove(screen.id) }
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
        let outermost = outermost(screen.id)
        return outermost != screen.id && tree(of: outermost).reduce(0) { $0 + $1.size } > maximumSeen
    }

    // MARK: Renderings out of date

    /// Marks the rendering of a screen as out of date.
    func markStale(_ id: ScreenID) {
        if stale.insert(id).inserted { newlyStale.append(id) }
    }

    /// Removes the mark.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    func unmarkStale(_ id: ScreenID) -> Bool { stale.remove(id) != nil }

    /// The entries of the selected tab among which all marked screens of it are that were not looked at before.
    func entriesToRefresh(in state: NavigationState) -> [NavigationState.Entry] {
        let tab = state.selectedIndex
        let isNewTab = refreshedTab != tab
        let new = newlyStale
        (refreshedTab, newlyStale) = (tab, [])
        guard !stale.isEmpty, isNewTab || !new.isEmpty else { return [] }
        guard !isNewTab, new.count <= 16 else { return state.selected.entries }
        return new.filter(stale.contains).compactMap { state.position(of: $0) }.filter { $0.tab == tab }.map {
            state[$0]
        }
    }
}

extension ViewNode {
    /// The node with `fill` applied to each node in it that embeds a destination, in the same order.
    fileprivate func fillingEmbedded(_ fill: (inout ViewNode) -> Void) -> ViewNode {
        var node = self
        if kind == .embedded {
            if destination != nil { fill(&node) }
        } else if !children.isEmpty {
            node.children = children.map { $0.fillingEmbedded(fill) }
        }
        return node
    }

    /// The node as part of another screen's content.
    fileprivate func belonging(to screen: ScreenID, isDisabled: Bool) -> ViewNode {
        var node = self
        if node.screen == 0 { node.screen = screen }
        if isDisabled { node.flags.insert(.disabled) }
        node.children = children.map { $0.belonging(to: screen, isDisabled: isDisabled) }
        return node
    }
}
