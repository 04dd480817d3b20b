import FeatureKit

/// Routes by the host's navigation, to the feature's own destinations alone. Whom a value reaches, the wiring says.
struct SettingsNavigator: SettingsRouter {
    let navigator: any NavigatorContract

    func gotoProfile() {
        navigator.navigate(to: SettingsIncomingNavigation.profile)
    }

    func gotoPrivacy() {
        navigator.navigate(to: SettingsIncomingNavigation.privacy)
    }

    func tell(_ receipts: ReadReceipts) {
        navigator.send(receipts)
    }
}
