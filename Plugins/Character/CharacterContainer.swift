import FeatureKit

/// Makes the view models of the feature's screens and gives them their dependencies.
struct CharacterContainer {
    private let repository: any CharacterRepositoryContract

    init(repository: any CharacterRepositoryContract) {
        self.repository = repository
    }

    func makeCharacterListViewModel(navigator: any NavigatorContract) -> CharacterListViewModel {
        CharacterListViewModel(
            repository: repository,
            navigator: CharacterListNavigator(navigator: navigator)
        )
    }

    func makeCharacterDetailViewModel(
        identifier: Int, navigator: any NavigatorContract
    ) -> CharacterDetailViewModel {
        CharacterDetailViewModel(
            identifier: identifier,
            repository: repository,
            navigator: CharacterDetailNavigator(navigator: navigator)
        )
    }
}
