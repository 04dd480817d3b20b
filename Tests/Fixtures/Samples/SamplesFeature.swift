// A library with the screens of Tests/FeatureKitTests/Samples, each by its name.
import FeatureKit
import Foundation

enum SamplesIncoming: Navigation {
    case sample(name: String)

    static let samples: [Self] = [.sample(name: "")]
}

struct SamplesFeature: Feature {
    typealias Incoming = SamplesIncoming

    static let id = "samples"
    static let version = "1.0.0"

    init(context: FeatureContext) {}

    // As in the router guide: a property of the instance.
    var deepLinkHandler: (any DeepLinkHandler)? {
        SamplesDeepLinkHandler()
    }

    func makeMainView(navigator: any NavigatorContract) -> some View { Text("Samples") }

    func resolve(_ navigation: SamplesIncoming, navigator: any NavigatorContract) -> some View {
        switch navigation {
        case .sample("seeds"): SeedHomeView()
        case .sample("todo"): TodoListView()
        case .sample("shopping"): ShoppingListView()
        case .sample("tasks"): TaskListView()
        case .sample("settings"): SettingsView()
        case .sample("feed"): FeedView()
        case .sample("photo"):
            PhotoDetailView(
                photo: Photo(
                    id: 1, title: "Lake", location: "Alps", rating: 4.5, size: CGSize(width: 4000, height: 3000)))
        case .sample("people"): PeopleTabs()
        case .sample("inbox"): InboxView()
        case .sample("jobs"): JobsView()
        case .sample("lost"): PersonView(person: PersonItem(name: "Ada"), loads: 0)
        default: Text("no sample of that name")
        }
    }
}

extension URL {
    nonisolated func queryParameter(_ name: String) -> String? {
        URLComponents(url: self, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == name }?.value
    }
}

// As in the router guide: it takes Foundation's URL.
struct SamplesDeepLinkHandler: DeepLinkHandler {
    let scheme = "challenge"
    let host = "samples"

    func resolve(_ url: URL) -> (any Navigation)? {
        switch url.path {
        case "/sample":
            guard let name = url.queryParameter("name") else {
                return nil
            }
            return SamplesIncoming.sample(name: name)

        default:
            return nil
        }
    }
}

@c(switchyard_feature_entry) public func featureEntry() -> FeatureEntry { FeatureLibrary.export(SamplesFeature.self) }
