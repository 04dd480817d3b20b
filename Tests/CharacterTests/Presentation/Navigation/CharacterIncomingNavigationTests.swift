import Testing

@testable import Character

/// The parents that Character declares for its destinations.
@Suite struct CharacterIncomingNavigationTests {
    @Test("going back from a linked character leads to the list, and from the linked list out of the feature")
    func parents() {
        #expect(CharacterIncomingNavigation.detail(identifier: 42).parents == [.list])
        #expect(CharacterIncomingNavigation.list.parents.isEmpty)
    }
}
