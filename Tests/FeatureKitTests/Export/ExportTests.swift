import FeatureTesting
import Testing

@testable import FeatureCore

/// The entry of a library, and the lifetime of its objects.
@Suite struct ExportTests {
    @Test("a feature has the same entry at each call, and another feature another one")
    func entry() {
        #expect(FeatureLibrary.export(First.TwinFeature.self) == FeatureLibrary.export(First.TwinFeature.self))
        #expect(FeatureLibrary.export(First.TwinFeature.self) != FeatureLibrary.export(Second.TwinFeature.self))
    }

    @Test("two features of the same names do not interfere with each other")
    func twins() throws {
        let first = try FeatureHarness(First.TwinFeature.self)
        let second = try FeatureHarness(Second.TwinFeature.self)
        let screens = (try first.open(.show(identifier: 1)), try second.open(.show(text: "two")))
        #expect(screens.0.text == "[first 1]\n")
        #expect(screens.1.text == "[second two]\n")
        try screens.0.press("first 1")
        #expect(first.navigatedDestinations as? [First.TwinNavigation] == [.show(identifier: 2)])
        #expect(second.requests.isEmpty)
        first.end()
        try screens.1.press("second two")
        #expect(second.navigatedDestinations as? [Second.TwinNavigation] == [.show(text: "two too")])
    }

    @Test("one feature can be started more than once, and each start has its own screens")
    func twice() throws {
        let harnesses = try [FeatureHarness(First.TwinFeature.self), FeatureHarness(First.TwinFeature.self)]
        let screen = try harnesses[0].open(.show(identifier: 1))
        harnesses[1].end()
        try screen.press("first 1")
        #expect(harnesses[0].requests.count == 1)
        #expect(harnesses[1].requests.isEmpty)
    }

    @Test("every call makes a screen of its own, even for equal destinations")
    func screens() throws {
        let harness = try FeatureHarness<ViewFeature>(makeFeature: { _ in
            ViewFeature { _ in AnyView(CounterView(model: Model())) }
        })
        let screens = (try harness.openMain(), try harness.openMain())
        try screens.0.press("More")
        #expect(screens.0.text == "1\n[More]\n")
        #expect(screens.1.text == "0\n[More]\n")
    }

    @Test("a closed screen releases its view model, and an ended feature the objects that it holds")
    func lifetime() async throws {
        weak var weakModel: Model?
        weak var weakOwned: Model?
        func mount() throws -> (FeatureHarness<ViewFeature>, ScreenHarness) {
            let harness = try FeatureHarness<ViewFeature>(makeFeature: { [owned = Model()] _ in
                weakOwned = owned
                return ViewFeature { _ in
                    let model = Model()
                    weakModel = model
                    return AnyView(
                        CounterView(model: model)
                            .task { while !Task.isCancelled { await Task.yield() } }
                            .onAppear { owned.events.append("appears") })
                }
            })
            return (harness, try harness.openMain())
        }
        let (harness, screen) = try mount()
        try screen.press("More")
        #expect(screen.text == "1\n[More]\n")
        #expect(weakModel != nil)
        screen.close()
        // The task of the screen ends in its own time.
        while weakModel != nil { await Task.yield() }
        #expect(weakOwned?.events == ["appears"])
        harness.end()
    }

    @Test("an ended feature is released")
    func featureLifetime() throws {
        weak var weakObject: Model?
        let harness = try FeatureHarness(OwningFeature.self)
        weakObject = OwningFeature.last
        #expect(weakObject != nil)
        harness.end()
        #expect(weakObject == nil)
    }

    private struct CounterView: View {
        let model: Model

        var body: some View {
            Text("\(model.number)")
            Button("More") { model.number += 1 }
        }
    }
}

private final class OwningFeature: Feature {
    static let id = "owning"
    static let version = "1"
    static weak var last: Model?

    private let model = Model()

    init(context: FeatureContext) {
        Self.last = model
    }

    func makeMainView(navigator: any NavigatorContract) -> AnyView { AnyView(EmptyView()) }
}

private enum First {
    enum TwinNavigation: Navigation {
        case show(identifier: Int)
        static let samples: [Self] = [.show(identifier: 0)]
    }

    struct TwinFeature: Feature {
        typealias Incoming = TwinNavigation
        static let id = "twin"
        static let version = "1"
        init(context: FeatureContext) {}

        func makeMainView(navigator: any NavigatorContract) -> AnyView { AnyView(EmptyView()) }

        func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView? {
            guard case .show(let identifier) = navigation as? TwinNavigation else { return nil }
            return AnyView(
                Button("first \(identifier)") {
                    navigator.navigate(to: TwinNavigation.show(identifier: identifier + 1))
                })
        }
    }
}

private enum Second {
    enum TwinNavigation: Navigation {
        case show(text: String)
        static let samples: [Self] = [.show(text: "")]
    }

    struct TwinFeature: Feature {
        typealias Incoming = TwinNavigation
        static let id = "twin"
        static let version = "1"
        init(context: FeatureContext) {}

        func makeMainView(navigator: any NavigatorContract) -> AnyView { AnyView(EmptyView()) }

        func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView? {
            guard case .show(let text) = navigation as? TwinNavigation else { return nil }
            return AnyView(
                Button("second \(text)") { navigator.navigate(to: TwinNavigation.show(text: text + " too")) })
        }
    }
}
