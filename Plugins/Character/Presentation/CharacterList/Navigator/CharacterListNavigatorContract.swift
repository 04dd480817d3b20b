/// The ways out of the list of characters.
protocol CharacterListNavigatorContract {
    func navigateToDetail(identifier: Int)
}
