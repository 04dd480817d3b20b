/// Where one gets from a character.
protocol CharacterDetailNavigatorContract {
    func navigateToList()
    func goBack()
}
