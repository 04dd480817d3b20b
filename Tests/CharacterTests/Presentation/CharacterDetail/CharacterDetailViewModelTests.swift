import Testing

@testable import Character

/// A character's screen that loads, fails and is left.
@Suite struct CharacterDetailViewModelTests {
    private let repositoryMock = CharacterRepositoryMock()
    private let navigatorMock = CharacterDetailNavigatorMock()

    init() {
        repositoryMock.stored = [.gilgamesh, .jane]
    }

    @Test("a character that is not loaded yet is titled by its number")
    func idle() {
        let viewModel = makeViewModel(identifier: 6)
        #expect(viewModel.state == .idle)
        #expect(viewModel.title == "Character 6")
        #expect(repositoryMock.callCount == 0)
    }

    @Test("the screen is loading while the repository is asked, then shows that character under its name")
    func load() async {
        let viewModel = makeViewModel(identifier: 6)
        var stateWhileAsked: CharacterDetailViewState?
        repositoryMock.whileAsked = { stateWhileAsked = viewModel.state }
        await viewModel.load()
        #expect(stateWhileAsked == .loading)
        #expect(viewModel.state == .loaded(.jane))
        #expect(viewModel.title == "Jane Eyre")
    }

    @Test("a loaded character is not loaded again")
    func loadOnce() async {
        let viewModel = makeViewModel(identifier: 6)
        await viewModel.load()
        await viewModel.load()
        #expect(repositoryMock.callCount == 1)
    }

    @Test("a number that no character has is unknown, not a failure")
    func unknown() async {
        let viewModel = makeViewModel(identifier: 999)
        await viewModel.load()
        #expect(viewModel.state == .unknown)
        #expect(viewModel.title == "Character 999")
    }

    @Test("the failed state carries the reason of the failure")
    func failure() async {
        let viewModel = makeViewModel(identifier: 6)
        repositoryMock.failure = RepositoryFailure(description: "the shelf is empty")
        await viewModel.load()
        #expect(viewModel.state == .failed("Character 6 could not be loaded (the shelf is empty)."))
    }

    @Test("trying again shows loading at once, then the character")
    func retry() async {
        let viewModel = makeViewModel(identifier: 6)
        repositoryMock.failure = RepositoryFailure(description: "the shelf is empty")
        await viewModel.load()
        repositoryMock.failure = nil
        viewModel.didTapOnTryAgain()
        #expect(viewModel.state == .loading)
        while viewModel.state == .loading { await Task.yield() }
        #expect(viewModel.state == .loaded(.jane))
    }

    @Test("leaving the screen while it loads is no failure, and coming back loads again")
    func cancellation() async {
        let viewModel = makeViewModel(identifier: 6)
        repositoryMock.failure = CancellationError()
        await viewModel.load()
        #expect(viewModel.state == .idle)
        repositoryMock.failure = nil
        await viewModel.load()
        #expect(viewModel.state == .loaded(.jane))
    }

    @Test("the button for all characters leads to the list, not back")
    func allCharacters() {
        makeViewModel(identifier: 999).didTapOnAllCharacters()
        #expect(navigatorMock.navigateToListCallCount == 1)
        #expect(navigatorMock.goBackCallCount == 0)
    }

    @Test("the back button goes back, not to the list")
    func back() {
        makeViewModel(identifier: 6).didTapOnBack()
        #expect(navigatorMock.goBackCallCount == 1)
        #expect(navigatorMock.navigateToListCallCount == 0)
    }

    private func makeViewModel(identifier: Int) -> CharacterDetailViewModel {
        CharacterDetailViewModel(identifier: identifier, repository: repositoryMock, navigator: navigatorMock)
    }
}
