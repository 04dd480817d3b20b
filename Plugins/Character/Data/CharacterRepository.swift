/// Serves characters from memory, off the main actor.
actor CharacterRepository: CharacterRepositoryContract {
    private let all: [LiteraryCharacter]
    /// The index by identifier, built at the first lookup of a single character: the list needs no index.
    private lazy var byIdentifier = Dictionary(all.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })

    init(characters: [LiteraryCharacter]) {
        all = characters
    }

    func characters() throws -> [LiteraryCharacter] {
        // The screen that asked may have been left meanwhile.
        try Task.checkCancellation()
        return all
    }

    func character(identifier: Int) throws -> LiteraryCharacter? {
        try Task.checkCancellation()
        return byIdentifier[identifier]
    }
}
