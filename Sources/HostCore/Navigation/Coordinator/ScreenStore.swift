import FeatureContract

/// The screens that were made, their nesting, their last renderings and the memory these take. Calls no feature.
///
/// ```swift
/// screens[entry.id] = screen
/// screens.keep(try screen.instance.render(), of: screen)
/// screens.composed(screen).nodes   // with those of the screens embedded in it
/// ```
@MainActor
final class ScreenStore {
    /// A screen that is being made. Its requests start from its future position.
    struct Pending {
        let screen: ScreenID
        let number: ScreenID
        let container: ScreenID?
        let edits: [NavigationState.Edit]
    }

    /// The most bytes of a screen with everything embedded in it.
    static let maximumSeen = 128 << 20
    /// The most bytes of all screens. Above this, hidden screens drop their content and render again when seen.
    static let maximumKept = 256 << 20

    var pending: Pending?
    var maximumSeen = ScreenStore.maximumSeen
    var maximumKept = ScreenStore.maximumKept
    private var screens: [ScreenID: LiveScreen] = [:]
    /// The ids for which a screen was made. The first instance of each used the id as its number.
    private var used: Set<ScreenID> = []
    /// The ids of the screens whose number differs from the id.
    private var idsByNumber: [ScreenID: ScreenID] = [:]
    /// The bytes of rendered content of all screens.
    private(set) var keptSize = 0
    private var lastRevision = 0
    /// Hidden screens that may show checkpoints, but have no current rendering: screens not made yet (of a restored
    /// session, below a link's target, at a root), and screens that changed since.
    private(set) var stale: Set<ScreenID> = []
    /// The screens whose last render told the feature that they are hidden: nodes may be missing.
    private(set) var unseen: Set<ScreenID> = []
    /// The screens of ``stale`` that no refresh has considered yet; and the tab in which the last refresh considered
    /// all.
    private var newlyStale: [ScreenID] = []
    private var refreshedTab: Int?
    /// The alert of the host's own, and the screen over which it stands.
    private(set) var question: (screen: ScreenID, box: ViewNode)?
    private var lastQuestion = 0

    subscript(id: ScreenID) -> LiveScreen? {
        get { screens[id] }
        set {
            if let old = screens[id] { keptSize -= old.size }
            screens[id] = newValue
            if let newValue { keptSize += newValue.size } else { unseen.remove(id) }
        }
    }

    var all: some Collection<LiveScreen> { screens.values }

    /// The screens from the newest on, which puts those on top first.
    var newestFirst: [LiveScreen] { screens.values.sorted { $0.id > $1.id } }

    // MARK: Numbers

    /// The number for a screen about to be made: its id for the first instance, then new numbers.
    ///
    /// - Parameter new: Returns an unused number.
    func number(for id: ScreenID, _ new: () -> ScreenID) -> ScreenID {
        if used.insert(id).inserted { return id }
        let number = new()
        idsByNumber[number] = id
        return number
    }

    /// The id of the screen with this number; nil if the screen is gone.
    func id(ofNumber number: ScreenID) -> ScreenID? {
        let id = idsByNumber[number] ?? number
        return pending?.number == number || screens[id]?.number == number ? id : nil
    }

    /// Forgets the numbers of a screen that will not come back.
    func forgetNumbers(of id: ScreenID) {
        used.remove(id)
        if idsByNumber.isEmpty { return }
        idsByNumber = idsByNumber.filter { $0.value != id }
    }

    // MARK: Screens in screens

    func tree(of id: ScreenID) -> [LiveScreen] {
        guard let screen = screens[id] else { return [] }
        return screen.embedded.isEmpty ? [screen] : [screen] + screen.embedded.flatMap { tree(of: $0.screen) }
    }

    /// The outermost container of a screen, which stands in the state itself.
    func outermost(_ id: ScreenID) -> ScreenID {
        var outermost = id
        while let container = container(of: outermost) { outermost = container }
        return outermost
    }

    /// The number of containers around a screen.
    func depth(of id: ScreenID) -> Int {
        var (depth, id) = (0, id)
        while let container = container(of: id) { (depth, id) = (depth + 1, container) }
        return depth
    }

    private func container(of id: ScreenID) -> ScreenID? {
        pending?.screen == id ? pending?.container : screens[id]?.container
    }

    /// The rendering of a screen, with the embedded screens in their places, and with the host's alert over it.
    func composed(_ screen: LiveScreen) -> RenderedScreen {
        var shown = screen.rendered ?? RenderedScreen()
        fillEmbedded(in: &shown, of: screen)
        // The last box is the one that is open.
        if let question, question.screen == screen.id { shown.nodes.append(question.box) }
        return shown
    }

    private func fillEmbedded(in shown: inout RenderedScreen, of screen: LiveScreen) {
        guard !screen.embedded.isEmpty else { return }
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
    }

    /// Shows an alert in place of the last one. An answer to that is none to this one, which has other keys.
    func ask(_ box: ViewNode?, over screen: ScreenID) {
        lastQuestion += 1
        change(box?.ofHost(key: "\(lastQuestion)"), over: screen)
    }

    /// Shows the alert with what the user has typed, or ends it.
    func change(_ box: ViewNode?, over screen: ScreenID) {
        question = box.map { (screen, $0) }
        guard let live = screens[screen] else { return }
        lastRevision += 1
        live.revision = lastRevision
    }

    // MARK: Memory

    /// Stores a new rendering.
    ///
    /// - Parameter isUnseen: Whether the render told the feature that the screen is hidden.
    func keep(_ rendered: RenderedScreen, of screen: LiveScreen, isUnseen: Bool = false) {
        keptSize -= screen.size
        screen.size = rendered.size
        keptSize += screen.size
        screen.rendered = rendered
        screen.followReveals(in: rendered)
        lastRevision += 1
        screen.revision = lastRevision
        screen.isDropped = isUnseen
        if isUnseen { unseen.insert(screen.id) } else { unseen.remove(screen.id) }
    }

    /// Drops a hidden screen's nodes if all screens together exceed their limit. Title, locks and checkpoints stay,
    /// since navigation needs them.
    func dropContent(of screen: LiveScreen) {
        guard keptSize > maximumKept, let rendered = screen.rendered, !rendered.nodes.isEmpty else { return }
        var rest = rendered
        rest.nodes = []
        keep(rest, of: screen)
        screen.isDropped = true
    }

    /// Whether this rendering makes the outermost container exceed its limit.
    func isTooLarge(_ screen: LiveScreen) -> Bool {
        let outermost = outermost(screen.id)
        return outermost != screen.id && tree(of: outermost).reduce(0) { $0 + $1.size } > maximumSeen
    }

    // MARK: Renderings out of date

    func markStale(_ id: ScreenID) {
        if stale.insert(id).inserted { newlyStale.append(id) }
    }

    /// Removes the mark, and returns whether there was one.
    @discardableResult
    func unmarkStale(_ id: ScreenID) -> Bool { stale.remove(id) != nil }

    /// Entries of the selected tab that contain all its stale screens not considered before.
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
    /// Returns the node with `fill` applied to each embedding node in it, in the same order.
    fileprivate func fillingEmbedded(_ fill: (inout ViewNode) -> Void) -> ViewNode {
        var node = self
        if kind == .embedded {
            if destination != nil { fill(&node) }
        } else if !children.isEmpty {
            node.children = children.map { $0.fillingEmbedded(fill) }
        }
        return node
    }

    /// Returns the node as part of another screen's content.
    fileprivate func belonging(to screen: ScreenID, isDisabled: Bool) -> ViewNode {
        var node = self
        if node.screen == 0 { node.screen = screen }
        if isDisabled { node.flags.insert(.disabled) }
        node.children = children.map { $0.belonging(to: screen, isDisabled: isDisabled) }
        return node
    }
}
