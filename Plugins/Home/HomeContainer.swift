import FeatureKit

/// Makes the view models of the feature's screens and gives them their dependencies.
struct HomeContainer {
    private let settings: FeatureSettings

    init(settings: FeatureSettings) {
        self.settings = settings
    }

    func makeHomeViewModel(navigator: any NavigatorContract) -> HomeViewModel {
        HomeViewModel(
            greeting: settings.string("greeting") ?? "Welcome to Switchyard.",
            featuredCharacter: settings.integer("featured") ?? 42,
            navigator: HomeNavigator(navigator: navigator)
        )
    }
}
