/// The ways out of a character's screen.
protocol CharacterDetailNavigatorContract {
    func navigateToList()
    func goBack()
}
