/// The ways out of Home.
protocol HomeNavigatorContract {
    func navigateToCharacters()
    func navigateToCharacter(identifier: Int)
}
