import Testing

@testable import Character

/// The list as it loads, fails and filters.
@Suite struct CharacterListViewModelTests {
    private let repositoryMock = CharacterRepositoryMock()
    private let navigatorMock = CharacterListNavigatorMock()
    private let viewModel: CharacterListViewModel

    init() {
        repositoryMock.stored = [.watson, .gilgamesh, .jane]
        // The surprise is the last character here; the shipped feature picks one at random.
        viewModel = CharacterListViewModel(repository: repositoryMock, navigator: navigatorMock) { $0.last }
    }

    @Test("the repository is not asked before the screen appears")
    func idle() {
        #expect(viewModel.state == .idle)
        #expect(viewModel.visibleCharacters.isEmpty)
        #expect(repositoryMock.callCount == 0)
    }

    @Test("the list is loading while the repository is asked, then shows what it answered")
    func load() async {
        var stateWhileAsked: CharacterListViewState?
        repositoryMock.whileAsked = { stateWhileAsked = viewModel.state }
        await viewModel.load()
        #expect(stateWhileAsked == .loading)
        #expect(viewModel.state == .loaded([.watson, .gilgamesh, .jane]))
        #expect(viewModel.visibleCharacters == [.watson, .gilgamesh, .jane])
    }

    @Test("a loaded list is not loaded again")
    func loadOnce() async {
        await viewModel.load()
        await viewModel.load()
        #expect(repositoryMock.callCount == 1)
    }

    @Test("the failed state carries the reason of the failure")
    func failure() async {
        repositoryMock.failure = RepositoryFailure(description: "the shelf is empty")
        await viewModel.load()
        #expect(viewModel.state == .failed("The characters could not be loaded (the shelf is empty)."))
        #expect(viewModel.visibleCharacters.isEmpty)
    }

    @Test("trying again shows loading at once, then the characters")
    func retry() async {
        repositoryMock.failure = RepositoryFailure(description: "the shelf is empty")
        await viewModel.load()
        repositoryMock.failure = nil
        viewModel.didTapOnTryAgain()
        #expect(viewModel.state == .loading)
        while viewModel.state == .loading { await Task.yield() }
        #expect(viewModel.state == .loaded([.watson, .gilgamesh, .jane]))
    }

    @Test("leaving the screen while it loads is no failure, and coming back loads again")
    func cancellation() async {
        repositoryMock.failure = CancellationError()
        await viewModel.load()
        #expect(viewModel.state == .idle)
        repositoryMock.failure = nil
        await viewModel.load()
        #expect(viewModel.state == .loaded([.watson, .gilgamesh, .jane]))
    }

    @Test(
        "the filter keeps the matching characters in order, and the count shows how many match",
        arguments: [
            ("", [.watson, .gilgamesh, .jane], "3 characters"),
            ("O", [.watson, .gilgamesh, .jane], "3 of 3 characters"),
            ("an", [.watson, .gilgamesh, .jane], "3 of 3 characters"),
            ("eyre", [.jane], "1 of 3 characters"),
            ("SCARLET", [.watson], "1 of 3 characters"),
            ("anonymous", [.gilgamesh], "1 of 3 characters"),
            ("jo", [.watson], "1 of 3 characters"),
            ("xyz", [], "0 of 3 characters"),
        ] as [(String, [LiteraryCharacter], String)])
    func filter(text: String, visible: [LiteraryCharacter], count: String) async {
        await viewModel.load()
        viewModel.filter = text
        #expect(viewModel.visibleCharacters == visible)
        #expect(viewModel.countText == count)
    }

    @Test("a filter that is typed before the characters are loaded applies to them")
    func earlyFilter() async {
        viewModel.filter = "jane"
        await viewModel.load()
        #expect(viewModel.visibleCharacters == [.jane])
    }

    @Test(
        "the surprise is one of the characters that the filter lets through",
        arguments: [("", 6), ("scarlet", 9), ("anonymous", 7)])
    func surprise(filter: String, identifier: Int) async {
        await viewModel.load()
        viewModel.filter = filter
        viewModel.didTapOnSurpriseMe()
        #expect(navigatorMock.navigateToDetailIdentifiers == [identifier])
    }

    @Test("the surprise button does nothing while no character is visible")
    func noSurprise() async {
        viewModel.didTapOnSurpriseMe()
        await viewModel.load()
        viewModel.filter = "xyz"
        viewModel.didTapOnSurpriseMe()
        #expect(navigatorMock.navigateToDetailIdentifiers.isEmpty)
    }

    @Test("the default surprise is any of the visible characters and no other")
    func chance() async {
        let viewModel = CharacterListViewModel(repository: repositoryMock, navigator: navigatorMock)
        await viewModel.load()
        viewModel.filter = "a"
        for _ in 0..<20 { viewModel.didTapOnSurpriseMe() }
        #expect(navigatorMock.navigateToDetailIdentifiers.count == 20)
        let visible = Set(viewModel.visibleCharacters.map(\.identifier))
        #expect(visible.isSuperset(of: navigatorMock.navigateToDetailIdentifiers))
    }
}
