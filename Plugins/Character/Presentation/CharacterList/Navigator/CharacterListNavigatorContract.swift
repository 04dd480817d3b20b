/// Where one gets from the list of characters.
protocol CharacterListNavigatorContract {
    func navigateToDetail(identifier: Int)
}
