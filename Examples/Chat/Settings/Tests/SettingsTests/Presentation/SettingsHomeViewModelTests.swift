import Testing

@testable import Settings

/// What the home of the settings asks of the router.
@Suite struct SettingsHomeViewModelTests {
    private let routerMock = SettingsRouterMock()

    @Test("each section is gone to by its own button")
    func sections() {
        let viewModel = SettingsHomeViewModel(settings: PersonalSettings(), router: routerMock)
        viewModel.didTapOnProfile()
        #expect((routerMock.gotoProfileCallCount, routerMock.gotoPrivacyCallCount) == (1, 0))
        viewModel.didTapOnPrivacy()
        #expect((routerMock.gotoProfileCallCount, routerMock.gotoPrivacyCallCount) == (1, 1))
    }
}
