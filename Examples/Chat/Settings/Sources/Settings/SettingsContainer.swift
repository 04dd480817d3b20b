import FeatureKit

/// Makes the view models of the feature's screens with what they depend on.
struct SettingsContainer {
    /// One for all screens, which show the same settings.
    let settings = PersonalSettings()

    func makeSettingsHomeViewModel(navigator: any NavigatorContract) -> SettingsHomeViewModel {
        SettingsHomeViewModel(settings: settings, router: SettingsNavigator(navigator: navigator))
    }

    func makePrivacyViewModel(navigator: any NavigatorContract) -> PrivacyViewModel {
        PrivacyViewModel(settings: settings, router: SettingsNavigator(navigator: navigator))
    }
}
