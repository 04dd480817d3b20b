@testable import Character

nonisolated extension LiteraryCharacter {
    static let gilgamesh = LiteraryCharacter(
        identifier: 7, name: "Gilgamesh", work: "The Epic of Gilgamesh", author: "Anonymous", year: -1200,
        summary: "A king looks for a life without end.")
    static let jane = LiteraryCharacter(
        identifier: 6, name: "Jane Eyre", work: "Jane Eyre", author: "Charlotte Brontë", year: 1847,
        summary: "A governess keeps her self-respect.")
    static let watson = LiteraryCharacter(
        identifier: 9, name: "John Watson", work: "A Study in Scarlet", author: "Arthur Conan Doyle", year: 1887,
        summary: "A doctor writes down what his friend finds out.")
}
