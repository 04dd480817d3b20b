/// Where the characters come from.
protocol CharacterRepositoryContract: Sendable {
    /// All characters, in the order to show them.
    func characters() async throws -> [LiteraryCharacter]
    /// Nil where there is no character of that number.
    func character(identifier: Int) async throws -> LiteraryCharacter?
}
