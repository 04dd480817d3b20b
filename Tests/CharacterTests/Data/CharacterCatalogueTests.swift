import Testing

@testable import Character

/// Properties of the catalogue as a whole.
@Suite struct CharacterCatalogueTests {
    private let all = CharacterCatalogue.all

    @Test("there are enough characters to be worth a filter")
    func count() {
        #expect(all.count >= 60)
    }

    @Test("no two characters share a number or a name")
    func unique() {
        #expect(Set(all.map(\.identifier)).count == all.count)
        #expect(Set(all.map(\.name)).count == all.count)
    }

    @Test("every character is described in full", arguments: await CharacterCatalogue.all)
    func described(character: LiteraryCharacter) {
        let texts = [character.name, character.work, character.author, character.summary]
        #expect(texts.allSatisfy { !$0.isEmpty && $0.first?.isWhitespace == false && $0.last?.isWhitespace == false })
        #expect(character.identifier > 0)
        #expect(character.year != 0, "there was no year 0")
    }
}
