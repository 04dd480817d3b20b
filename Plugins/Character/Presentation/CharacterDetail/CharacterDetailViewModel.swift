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

    /// The character's name once it is loaded; otherwise `Character` and its number.
    var title: String {
        if case .loaded(let character) = state { character.name } else { "Character \(identifier)" }
    }

    /// Loads the character unless it is already loaded: the screen calls this each time it appears.
    func load() async {
        if case .loaded = state { return }
        state = .loading
        do {
            let character = try await repository.character(identifier: identifier)
            state = character.map { .loaded($0) } ?? .unknown
        } catch is CancellationError {
            // The screen has disappeared and loads again when it reappears. A load that has finished meanwhile keeps
            // its result.
            if state == .loading { state = .idle }
        } catch {
            state = .failed("Character \(identifier) could not be loaded (\(error)).")
        }
    }

    func didTapOnTryAgain() {
        // Set before the task runs, so that the screen never shows the old failure as the answer to the button.
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
