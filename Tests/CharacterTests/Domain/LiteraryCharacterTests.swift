import Testing

@testable import Character

/// The text of a character's year, and the match of a filter.
@Suite struct LiteraryCharacterTests {
    @Test("a year before the common era ends in BCE", arguments: [(1847, "1847"), (-1200, "1200 BCE"), (-8, "8 BCE")])
    func yearText(year: Int, text: String) {
        let character = LiteraryCharacter(identifier: 1, name: "", work: "", author: "", year: year, summary: "")
        #expect(character.yearText == text)
    }

    @Test(
        "a text is found in the name, the work and the author, in upper and lower case",
        arguments: ["watson", "JOHN", "study in", "Scarlet", "conan doyle", "n W", ""])
    func matches(text: String) {
        #expect(LiteraryCharacter.watson.matches(text))
    }

    @Test("letters beyond ASCII have two cases too")
    func accents() {
        #expect(LiteraryCharacter.jane.matches("BRONTË"))
    }

    @Test(
        "a text is not found in the summary, across fields, or out of order",
        arguments: ["friend", "Watson A", "Doyle Arthur", "1887"])
    func differs(text: String) {
        #expect(!LiteraryCharacter.watson.matches(text))
    }
}
