import Observation

/// Loads one character.
@Observable
final class CharacterDetailViewModel {
    let identifier: Int
    private(set) var state: CharacterDetailViewState = .idle

    private let repository: any CharacterRepositoryContract
    private let navigator: any CharacterDetailNavigatorContract

    init(
        identifier: Int, repository: any CharacterRepositoryContract, navigator: any CharacterDetailNavigatorContract
    ) {
        self.identifier = identifier
        self.repository = repository
        self.navigator = navigator
    }

    /// The character's name, once it is known.
    var title: String {
        if case .loaded(let character) = state { character.name } else { "Character \(identifier)" }
    }

    /// Does nothing once the character is there: the screen calls this each time it appears.
    func load() async {
        if case .loaded = state { return }
        state = .loading
        do {
            let character = try await repository.character(identifier: identifier)
            state = character.map { .loaded($0) } ?? .unknown
        } catch is CancellationError {
            // The screen has gone. It loads anew when it appears again, unless it does so already.
            if state == .loading { state = .idle }
        } catch {
            state = .failed("Character \(identifier) could not be loaded (\(error)).")
        }
    }

    func didTapOnTryAgain() {
        // At once, so that the screen never shows the old failure as the answer to the button.
        state = .loading
        Task { await load() }
    }

    func didTapOnAllCharacters() {
        navigator.navigateToList()
    }

    func didTapOnBack() {
        navigator.goBack()
    }
}
