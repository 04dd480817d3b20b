import FeatureKit
import FeatureTesting

/// A feature whose main view is set by the test.
struct ViewFeature: Feature {
    typealias Incoming = ViewIncomingNavigation
    typealias Outgoing = ViewOutgoingNavigation

    static let id = "view"
    static let version = "1.0.0"

    private let makeView: (any NavigatorContract) -> AnyView

    init(context: FeatureContext) {
        self.init { _ in AnyView(EmptyView()) }
    }

    init(makeView: @escaping (any NavigatorContract) -> AnyView) {
        self.makeView = makeView
    }

    func makeMainView(navigator: any NavigatorContract) -> AnyView {
        makeView(navigator)
    }
}

enum ViewIncomingNavigation: Navigation {
    case item(identifier: Int)

    static let samples: [Self] = [.item(identifier: 0)]
}

enum ViewOutgoingNavigation: Navigation {
    case others

    static let samples: [Self] = [.others]
}

extension FeatureHarness where F == ViewFeature {
    /// Mounts a feature whose main view has this body.
    convenience init(@ViewBuilder body: @escaping @MainActor () -> some View) throws {
        try self.init { _ in ViewFeature { _ in AnyView(BodyView(content: body)) } }
    }

    /// Mounts a feature whose main view has this body, which gets the screen's navigator.
    convenience init(
        @ViewBuilder navigatedBody: @escaping @MainActor (any NavigatorContract) -> some View
    ) throws {
        try self.init { _ in
            ViewFeature { navigator in AnyView(BodyView { navigatedBody(navigator) }) }
        }
    }
}

/// The main screen of a feature with this body, which is evaluated at each render.
func screen(@ViewBuilder _ body: @escaping @MainActor () -> some View) throws -> ScreenHarness {
    try FeatureHarness(body: body).openMain()
}

private struct BodyView<Content: View>: View {
    let content: () -> Content
    var body: some View { content() }
}
