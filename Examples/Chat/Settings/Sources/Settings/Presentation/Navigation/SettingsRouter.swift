/// Where one gets from the screens of Settings.
protocol SettingsRouter {
    func gotoProfile()
    func gotoPrivacy()
}
