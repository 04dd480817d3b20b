@testable import Character

/// A repository with answers set by the test, which counts its calls.
@MainActor
final class CharacterRepositoryMock: CharacterRepositoryContract {
    var stored: [LiteraryCharacter] = []
    /// The error that every call throws, if set.
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

/// A failure with a description chosen by the test.
struct RepositoryFailure: Error, CustomStringConvertible {
    let description: String
}
