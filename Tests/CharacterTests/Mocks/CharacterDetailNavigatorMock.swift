@testable import Character

/// A navigator of a character's screen that records its calls.
final class CharacterDetailNavigatorMock: CharacterDetailNavigatorContract {
    private(set) var navigateToListCallCount = 0
    private(set) var goBackCallCount = 0

    func navigateToList() {
        navigateToListCallCount += 1
    }

    func goBack() {
        goBackCallCount += 1
    }
}
