import Testing

@testable import Character

/// The repository's answers.
@Suite struct CharacterRepositoryTests {
    private let repository = CharacterRepository(characters: [.watson, .gilgamesh, .jane])

    @Test("all characters come in the order in which they were given")
    func characters() async throws {
        #expect(try await repository.characters() == [.watson, .gilgamesh, .jane])
    }

    @Test("a character is found by its number", arguments: [LiteraryCharacter.watson, .gilgamesh, .jane])
    func character(character: LiteraryCharacter) async throws {
        #expect(try await repository.character(identifier: character.identifier) == character)
    }

    @Test("there is nothing under a number that no character has", arguments: [0, -7, 999])
    func unknown(identifier: Int) async throws {
        #expect(try await repository.character(identifier: identifier) == nil)
    }

    @Test("a cancelled question is not answered")
    func cancelled() async {
        // Neither task can start before this one, on the same actor, awaits it.
        let list = Task { try await repository.characters().count }
        let single = Task { try await repository.character(identifier: 6)?.name }
        list.cancel()
        single.cancel()
        await #expect(throws: CancellationError.self) { try await list.value }
        await #expect(throws: CancellationError.self) { try await single.value }
    }
}
