@testable import Character

/// A repository that answers as a test wants, and counts how often it was asked.
@MainActor
final class CharacterRepositoryMock: CharacterRepositoryContract {
    var stored: [LiteraryCharacter] = []
    /// When set, every question fails with it.
    var failure: (any Error)?
    /// Called during each question, before the answer.
    var whileAsked: () -> Void = {}
    private(set) var callCount = 0

    func characters() async throws -> [LiteraryCharacter] {
        try answer(stored)
    }

    func character(identifier: Int) async throws -> LiteraryCharacter? {
        try answer(stored.first { $0.identifier == identifier })
    }

    private func answer<Answer>(_ answer: Answer) throws -> Answer {
        callCount += 1
        whileAsked()
        if let failure { throw failure }
        return answer
    }
}

/// A failure that says what a test wants.
struct RepositoryFailure: Error, CustomStringConvertible {
    let description: String
}
