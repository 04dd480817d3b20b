// What router.md leaves out of the feature "home".
import FeatureKit

extension HomeOutgoingNavigation {
    public static let samples: [Self] = [.characters, .settings]
}

protocol HomeNavigatorContract {
    func navigateToCharacters()
}

struct HomeFeature: Feature {
    typealias Outgoing = HomeOutgoingNavigation

    static let id = "home"
    static let version = "1.0.0"

    init(context: FeatureContext) {}

    func makeMainView(navigator: any NavigatorContract) -> some View {
        let navigator = HomeNavigator(navigator: navigator)
        return Button("Characters") { navigator.navigateToCharacters() }
            .navigationTitle("Home")
    }
}

@c(switchyard_feature_entry) public func featureEntry() -> FeatureEntry { FeatureLibrary.export(HomeFeature.self) }
