import Testing

@testable import Home

/// The requests of the Home screen's buttons.
@Suite struct HomeViewModelTests {
    private let navigatorMock = HomeNavigatorMock()
    private var viewModel: HomeViewModel {
        HomeViewModel(greeting: "Hello", featuredCharacter: 7, navigator: navigatorMock)
    }

    @Test("the button of the characters leads to the characters alone")
    func charactersButton() {
        viewModel.didTapOnCharacters()
        #expect(navigatorMock.navigateToCharactersCallCount == 1)
        #expect(navigatorMock.navigateToCharacterIdentifiers.isEmpty)
    }

    @Test("the button of the featured character leads to that character alone")
    func featuredCharacterButton() {
        viewModel.didTapOnFeaturedCharacter()
        #expect(navigatorMock.navigateToCharacterIdentifiers == [7])
        #expect(navigatorMock.navigateToCharactersCallCount == 0)
    }
}
