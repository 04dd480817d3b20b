/// Characters that are kept in memory, looked up off the main actor.
actor CharacterRepository: CharacterRepositoryContract {
    private let all: [LiteraryCharacter]
    /// Built when the first single character is asked for: the list needs no index.
    private lazy var byIdentifier = Dictionary(all.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })

    init(characters: [LiteraryCharacter]) {
        all = characters
    }

    func characters() throws -> [LiteraryCharacter] {
        // Who asked may have left meanwhile.
        try Task.checkCancellation()
        return all
    }

    func character(identifier: Int) throws -> LiteraryCharacter? {
        try Task.checkCancellation()
        return byIdentifier[identifier]
    }
}
