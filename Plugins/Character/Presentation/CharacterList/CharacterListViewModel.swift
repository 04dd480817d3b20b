import FeatureKit
import Observation

/// Loads the characters, filters them, and opens one of them at random.
@Observable
final class CharacterListViewModel {
    private(set) var state: CharacterListViewState = .idle
    var filter = ""

    private let repository: any CharacterRepositoryContract
    private let navigator: any CharacterListNavigatorContract
    private let choose: ([LiteraryCharacter]) -> LiteraryCharacter?

    /// - Parameter choose: Picks one of the given characters; nil if there are none. A test replaces the random choice.
    init(
        repository: any CharacterRepositoryContract, navigator: any CharacterListNavigatorContract,
        choose: @escaping ([LiteraryCharacter]) -> LiteraryCharacter? = { $0.randomElement() }
    ) {
        self.repository = repository
        self.navigator = navigator
        self.choose = choose
    }

    /// The characters that match the filter; empty before they are loaded.
    var visibleCharacters: [LiteraryCharacter] {
        allCharacters.filter { $0.matches(filter) }
    }

    /// The number of characters as a text: `72 characters`, or `3 of 72 characters` with a filter.
    var countText: String {
        let total = "\(allCharacters.count) characters"
        return filter.isEmpty ? total : "\(visibleCharacters.count) of \(total)"
    }

    /// Loads the characters unless they are already loaded: the screen calls this each time it appears.
    func load() async {
        if case .loaded = state { return }
        state = .loading
        do {
            state = .loaded(try await repository.characters())
        } catch is CancellationError {
            // The screen has disappeared and loads again when it reappears. A load that has finished meanwhile keeps
            // its result.
            if state == .loading { state = .idle }
        } catch {
            state = .failed("The characters could not be loaded (\(error)).")
        }
    }

    func didTapOnTryAgain() {
        // Set before the task runs, so that the screen never shows the old failure as the answer to the button.
        state = .loading
        Task { await load() }
    }

    /// Opens one of the visible characters.
    func didTapOnSurpriseMe() {
        guard let character = choose(visibleCharacters) else { return }
        navigator.navigateToDetail(identifier: character.identifier)
    }

    private var allCharacters: [LiteraryCharacter] {
        if case .loaded(let characters) = state { characters } else { [] }
    }
}

/// The filter outlives the screen.
extension CharacterListViewModel: Restorable {
    var savedState: String {
        get { filter }
        set { filter = newValue }
    }
}
