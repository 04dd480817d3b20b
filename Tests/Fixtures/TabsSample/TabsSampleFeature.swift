// The App of tabs-sample.md, which the document leaves out, as a feature: it makes the router.
import FeatureKit

enum TabsSampleIncoming: Navigation {
    case conversation(contact: Int)
    case privacy

    static let samples: [Self] = [.conversation(contact: 0), .privacy]
}

struct TabsSampleLinks: DeepLinkHandler {
    let scheme = "chat"
    let host = "sample"

    var links: [DeepLink] {
        [
            DeepLink("/conversation/{contact}", to: TabsSampleIncoming.conversation(contact: 0)),
            DeepLink("/privacy", to: TabsSampleIncoming.privacy),
        ]
    }
}

struct TabsSampleFeature: Feature {
    static let id = "tabs-sample"
    static let version = "1.0.0"
    static var deepLinkHandler: (any DeepLinkHandler)? { TabsSampleLinks() }

    init(context: FeatureContext) {}

    func makeMainView(navigator: any NavigatorContract) -> some View {
        ContentView().environment(Router())
    }

    func resolve(_ navigation: TabsSampleIncoming, navigator: any NavigatorContract) -> some View {
        let router = Router()
        switch navigation {
        case .conversation(let id):
            router.chatTabPath = Contact.all.filter { $0.id == id }.map { .conversation($0) }
        case .privacy:
            router.selectedTab = .settings
            router.settingsTabPath = [.privacy_settings]
        }
        return ContentView().environment(router)
    }
}

@c(switchyard_feature_entry) public func featureEntry() -> FeatureEntry {
    FeatureLibrary.export(TabsSampleFeature.self)
}
