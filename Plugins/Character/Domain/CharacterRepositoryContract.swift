/// The source of the characters.
protocol CharacterRepositoryContract: Sendable {
    /// All characters, in the order to show them.
    func characters() async throws -> [LiteraryCharacter]
    /// Returns the character with this number, or nil if there is none.
    func character(identifier: Int) async throws -> LiteraryCharacter?
}
