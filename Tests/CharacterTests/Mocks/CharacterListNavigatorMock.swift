@testable import Character

/// A navigator of the list that remembers what it was asked.
final class CharacterListNavigatorMock: CharacterListNavigatorContract {
    private(set) var navigateToDetailIdentifiers: [Int] = []

    func navigateToDetail(identifier: Int) {
        navigateToDetailIdentifiers.append(identifier)
    }
}
