/// Where one gets from the screens of Settings, and what they tell others.
protocol SettingsRouter {
    func gotoProfile()
    func gotoPrivacy()
    /// To whoever keeps to it, if anybody does.
    func tell(_ receipts: ReadReceipts)
}
