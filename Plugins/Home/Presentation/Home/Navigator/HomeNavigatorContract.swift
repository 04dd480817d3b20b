/// Where one gets from Home.
protocol HomeNavigatorContract {
    func navigateToCharacters()
    func navigateToCharacter(identifier: Int)
}
