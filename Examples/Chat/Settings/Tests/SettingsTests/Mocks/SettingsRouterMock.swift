@testable import Settings

/// A router that goes nowhere and remembers what it was asked.
final class SettingsRouterMock: SettingsRouter {
    private(set) var gotoProfileCallCount = 0
    private(set) var gotoPrivacyCallCount = 0
    private(set) var toldReceipts: [ReadReceipts] = []

    func gotoProfile() {
        gotoProfileCallCount += 1
    }

    func gotoPrivacy() {
        gotoPrivacyCallCount += 1
    }

    func tell(_ receipts: ReadReceipts) {
        toldReceipts.append(receipts)
    }
}
