import FeatureContract
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The screens that have been made")
struct ScreenStoreTests {
    private final class SilentFeature: FeatureInstance {
        let manifest = SystemRoutes.manifest
        func call(_ message: FeatureMessage) -> FeatureReply { .done }
    }

    private let screens = ScreenStore()

    @discardableResult
    private func add(
        _ id: ScreenID, in container: ScreenID? = nil, _ nodes: [ViewNode] = [], lock: String? = nil
    ) -> LiveScreen {
        let place = Place(unknown: Destination(feature: "notes"))
        let screen = LiveScreen(
            id, id, ScreenInstance(id, of: SilentFeature(), keepsState: false), of: place,
            showing: ListPart(), in: container)
        screens[id] = screen
        var rendered = RenderedScreen(title: "\(id)", nodes: nodes)
        rendered.lock = lock
        screens.keep(rendered, of: screen)
        if let container = container.flatMap({ screens[$0] }) {
            container.embedded.append(
                .init(place: container.embedded.count, destination: .of("notes/card"), screen: id))
        }
        return screen
    }

    private static func text(_ text: String) -> ViewNode { ViewNode(.text, text: text) }
    private static let card = embedded("notes/card")

    // MARK: Screens in screens

    @Test("a tree is a screen with all that is embedded in it, outermost first; the outermost stands in the state")
    func tree() {
        add(1, [Self.card, Self.card])
        add(2, in: 1, [Self.card])
        add(3, in: 2)
        add(4, in: 1)
        add(5)
        #expect(screens.tree(of: 1).map(\.id) == [1, 2, 3, 4])
        #expect(screens.tree(of: 3).map(\.id) == [3])
        #expect(screens.tree(of: 9).isEmpty)
        #expect([1, 2, 3, 4, 5, 9].map(screens.outermost) == [1, 1, 1, 1, 5, 9])
        #expect([1, 2, 3, 5].map(screens.depth) == [0, 1, 2, 0])
        #expect(screens.newestFirst.map(\.id) == [5, 4, 3, 2, 1])
    }

    @Test("a screen that is being made stands already in the one that will embed it")
    func pending() {
        add(1)
        screens.pending = .init(screen: 2, number: 2, container: 1, edits: [])
        #expect(screens.outermost(2) == 1)
        screens.pending = nil
        #expect(screens.outermost(2) == 2)
    }

    @Test("the composed rendering has the nodes of embedded screens in their places, and their locks and checkpoints")
    func composed() throws {
        add(1, [Self.text("above"), Self.card, Self.text("between"), Self.card])
        add(2, in: 1, [Self.text("first")], lock: "unsaved")
        let second = add(3, in: 1, [Self.text("second")])
        var rendered = try #require(second.rendered)
        rendered.isLoading = true
        screens.keep(rendered, of: second)
        let shown = try screens.composed(#require(screens[1]))
        var texts: [String] = []
        shown.forEachNode { if $0.kind == .text { texts.append("\($0.screen) \($0.text)") } }
        #expect(texts == ["0 above", "2 first", "0 between", "3 second"])
        #expect(shown.lock == "unsaved")
        #expect(shown.isLoading)
        #expect(shown.title == "1")
    }

    // MARK: Memory

    @Test("the kept size is that of the last renderings, and none once the screens are gone")
    func sizes() throws {
        let screen = add(1, [Self.text(String(repeating: "x", count: 1000))])
        let size = screens.keptSize
        #expect(size >= 1000)
        add(2, [Self.text("y")])
        #expect(screens.keptSize > size)
        screens.keep(RenderedScreen(), of: screen)
        #expect(screens.keptSize < size)
        screens[1] = nil
        screens[2] = nil
        screens[2] = nil
        #expect(screens.keptSize == 0)
    }

    @Test("above the limit a hidden screen drops its nodes, and keeps its title and lock")
    func dropped() throws {
        let screen = add(1, [Self.text("a")], lock: "unsaved")
        screens.dropContent(of: screen)
        #expect(!screen.isDropped)
        screens.maximumKept = 0
        let revision = screen.revision
        screens.dropContent(of: screen)
        #expect(screen.isDropped)
        #expect(screen.rendered?.nodes == [])
        #expect(screen.rendered?.title == "1")
        #expect(screen.rendered?.lock == "unsaved")
        #expect(screen.revision > revision)
    }

    @Test("an embedded screen is too large if all in the outermost one together are")
    func tooLarge() throws {
        let outer = add(1, [Self.card])
        let inner = add(2, in: 1, [Self.text("a")])
        #expect(!screens.isTooLarge(inner))
        screens.maximumSeen = outer.size + inner.size - 1
        #expect(screens.isTooLarge(inner))
        #expect(!screens.isTooLarge(outer), "a screen alone has a limit of its own")
    }

    // MARK: Renderings out of date

    @Test("marked screens of the selected tab are looked at once; those of another tab when it is selected")
    func stale() {
        var state = NavigationState(tabs: [
            .init(name: "a", root: .init(id: 1, place: .of("home"))),
            .init(name: "b", root: .init(id: 2, place: .of("home"))),
        ])
        func ids() -> [ScreenID] { screens.entriesToRefresh(in: state).map(\.id).filter(screens.unmarkStale) }
        screens.markStale(1)
        screens.markStale(2)
        #expect(ids() == [1])
        #expect(ids() == [])
        screens.markStale(1)
        screens.markStale(1)
        #expect(ids() == [1])
        state.apply([.select(tab: 1)])
        #expect(ids() == [2])
        #expect(screens.stale.isEmpty)
        screens.markStale(7)
        #expect(ids() == [], "a screen that is in no stack")
    }
}
