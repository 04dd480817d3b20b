import Observation

/// Loads the characters, filters them, and leads to one of them by chance.
@Observable
final class CharacterListViewModel {
    private(set) var state: CharacterListViewState = .idle
    var filter = ""

    private let repository: any CharacterRepositoryContract
    private let navigator: any CharacterListNavigatorContract
    private let choose: ([LiteraryCharacter]) -> LiteraryCharacter?

    /// - Parameter choose: One of some characters, nil for none of none; by chance unless a test decides it.
    init(
        repository: any CharacterRepositoryContract, navigator: any CharacterListNavigatorContract,
        choose: @escaping ([LiteraryCharacter]) -> LiteraryCharacter? = { $0.randomElement() }
    ) {
        self.repository = repository
        self.navigator = navigator
        self.choose = choose
    }

    /// The characters that the filter lets through; none before they are loaded.
    var visibleCharacters: [LiteraryCharacter] {
        allCharacters.filter { $0.matches(filter) }
    }

    /// Such as `72 characters`, or `3 of 72 characters` where there is a filter.
    var countText: String {
        let total = "\(allCharacters.count) characters"
        return filter.isEmpty ? total : "\(visibleCharacters.count) of \(total)"
    }

    /// Does nothing once the characters are there: the screen calls this each time it appears.
    func load() async {
        if case .loaded = state { return }
        state = .loading
        do {
            state = .loaded(try await repository.characters())
        } catch is CancellationError {
            // The screen has gone. It loads anew when it appears again, unless it does so already.
            if state == .loading { state = .idle }
        } catch {
            state = .failed("The characters could not be loaded (\(error)).")
        }
    }

    func didTapOnTryAgain() {
        // At once, so that the screen never shows the old failure as the answer to the button.
        state = .loading
        Task { await load() }
    }

    /// Leads to one of the visible characters.
    func didTapOnSurpriseMe() {
        guard let character = choose(visibleCharacters) else { return }
        navigator.navigateToDetail(identifier: character.identifier)
    }

    private var allCharacters: [LiteraryCharacter] {
        if case .loaded(let characters) = state { characters } else { [] }
    }
}
