import FeatureKit
import FeatureTesting
import Testing

@testable import Character

/// The list as the user sees it, and where it leads.
@Suite struct CharacterListViewTests {
    private let harness: FeatureHarness<CharacterFeature>

    init() throws {
        harness = try FeatureHarness(CharacterFeature.self)
    }

    @Test("the surprise button is disabled while the characters are loading")
    func loading() throws {
        let screen = try harness.openMain()
        #expect(screen.isLoading)
        #expect(
            screen.text == """
                Characters
                ==========

                Filter: []
                [Surprise me] (disabled)
                Loading characters...

                """)
        #expect(throws: HarnessError.label("'Surprise me' is disabled")) { try screen.press("Surprise me") }
    }

    @Test("the characters are rows under a filter and a count")
    func loaded() async throws {
        let screen = try harness.openMain()
        try await screen.settle()
        let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines.prefix(7).joined(separator: "\n") == """
                Characters
                ==========

                Filter: []
                [Surprise me]
                \(CharacterCatalogue.all.count) characters
                  > Don Quixote  Don Quixote, 1605
                """)
        #expect(lines.count { $0.hasPrefix("  > ") } == CharacterCatalogue.all.count)
    }

    @Test("typing narrows the rows")
    func filter() async throws {
        let screen = try harness.openMain()
        try await screen.settle()
        try screen.type("watson", into: "Filter")
        try screen.type("holmes", into: "Filter")
        #expect(
            screen.text == """
                Characters
                ==========

                Filter: [holmes]
                [Surprise me]
                1 of \(CharacterCatalogue.all.count) characters
                  > Sherlock Holmes  A Study in Scarlet, 1887

                """)
    }

    @Test("the screen names a filter without matches, and disables the surprise button")
    func nothing() async throws {
        let screen = try harness.openMain()
        try await screen.settle()
        try screen.type("xyz", into: "Filter")
        #expect(
            screen.text == """
                Characters
                ==========

                Filter: [xyz]
                [Surprise me] (disabled)
                0 of \(CharacterCatalogue.all.count) characters
                  No character matches 'xyz'.

                """)
    }

    @Test("a press on a row pushes the character's screen")
    func row() async throws {
        let screen = try harness.open(.list)
        try await screen.settle()
        try screen.press("Sherlock Holmes")
        let holmes = AnyNavigation(CharacterIncomingNavigation.detail(identifier: 3))
        #expect(harness.requests == [.navigate(holmes, method: .push)])
    }

    @Test("the surprise is the only visible character")
    func surprise() async throws {
        let screen = try harness.openMain()
        try await screen.settle()
        try screen.type("holmes", into: "Filter")
        try screen.press("Surprise me")
        #expect(harness.navigatedDestinations as? [CharacterIncomingNavigation] == [.detail(identifier: 3)])
        #expect(harness.problems.isEmpty)
    }

    @Test("the screen shows a failure, and trying again shows the characters")
    func retry() async throws {
        let repositoryMock = CharacterRepositoryMock()
        repositoryMock.failure = RepositoryFailure(description: "the shelf is empty")
        let harness = try FeatureHarness { _ in
            CharacterFeature(container: CharacterContainer(repository: repositoryMock))
        }
        let screen = try harness.openMain()
        try await screen.settle()
        #expect(
            screen.text == """
                Characters
                ==========

                Filter: []
                [Surprise me] (disabled)
                The characters could not be loaded (the shelf is empty).
                [Try again]

                """)
        repositoryMock.failure = nil
        repositoryMock.stored = [.jane]
        try screen.press("Try again")
        #expect(screen.isLoading)
        try await screen.settle()
        #expect(screen.text.hasSuffix("1 characters\n  > Jane Eyre  Jane Eyre, 1847\n"))
    }
}
