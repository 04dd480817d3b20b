import FeatureTesting
import Testing

@testable import Settings

/// What the router asks of the host's navigation.
@Suite struct SettingsNavigatorTests {
    private let navigatorMock = NavigatorMock()
    private var router: any SettingsRouter { SettingsNavigator(navigator: navigatorMock) }

    @Test("both sections are destinations of the feature itself")
    func sections() {
        router.gotoProfile()
        router.gotoPrivacy()
        #expect(navigatorMock.navigatedDestinations as? [SettingsIncomingNavigation] == [.profile, .privacy])
    }

    @Test("what was decided is sent to whoever the wiring leads to")
    func tell() {
        router.tell(ReadReceipts(rawValue: false))
        #expect(navigatorMock.requests == [.send([ReadReceipts(rawValue: false)])])
    }
}
