import Observation

/// Loads the characters and filters them.
@Observable
final class CharacterListViewModel {
    private(set) var state: CharacterListViewState = .idle
    var filter = ""

    private let repository: any CharacterRepositoryContract

    init(repository: any CharacterRepositoryContract) {
        self.repository = repository
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

    private var allCharacters: [LiteraryCharacter] {
        if case .loaded(let characters) = state { characters } else { [] }
    }
}
