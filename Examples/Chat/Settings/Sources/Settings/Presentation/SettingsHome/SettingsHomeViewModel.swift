import Observation

/// Leads to the sections of the settings.
@Observable
final class SettingsHomeViewModel {
    private let settings: PersonalSettings
    private let router: any SettingsRouter

    init(settings: PersonalSettings, router: any SettingsRouter) {
        self.settings = settings
        self.router = router
    }

    var name: String { settings.name }

    func didTapOnProfile() {
        router.gotoProfile()
    }

    func didTapOnPrivacy() {
        router.gotoPrivacy()
    }
}
