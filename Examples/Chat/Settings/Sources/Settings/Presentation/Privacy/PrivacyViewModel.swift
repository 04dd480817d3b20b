import Observation

/// Decides what others get to know, and tells those who keep to it.
@Observable
final class PrivacyViewModel {
    private let settings: PersonalSettings
    private let router: any SettingsRouter

    init(settings: PersonalSettings, router: any SettingsRouter) {
        self.settings = settings
        self.router = router
    }

    var showsStatus: Bool {
        get { settings.showsStatus }
        set { settings.showsStatus = newValue }
    }

    var sendsReadReceipts: Bool {
        get { settings.sendsReadReceipts }
        set {
            settings.sendsReadReceipts = newValue
            router.tell(ReadReceipts(rawValue: newValue))
        }
    }
}
