@testable import Home

/// A navigator of the Home screen that records its calls.
final class HomeNavigatorMock: HomeNavigatorContract {
    private(set) var navigateToCharactersCallCount = 0
    private(set) var navigateToCharacterIdentifiers: [Int] = []

    func navigateToCharacters() {
        navigateToCharactersCallCount += 1
    }

    func navigateToCharacter(identifier: Int) {
        navigateToCharacterIdentifiers.append(identifier)
    }
}
