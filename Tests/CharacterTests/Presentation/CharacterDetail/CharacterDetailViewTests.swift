import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import Character

/// One character's screen as the user sees it.
@Suite struct CharacterDetailViewTests {
    private let harness: FeatureHarness<CharacterFeature>

    init() throws {
        harness = try FeatureHarness(CharacterFeature.self)
    }

    @Test("a character that is not loaded yet is titled by its number, and the user can go back")
    func loading() throws {
        let screen = try harness.open(.detail(identifier: 3))
        #expect(screen.isLoading)
        #expect(
            screen.text == """
                Character 3
                ===========

                Loading character 3...
                [Back]

                """)
    }

    @Test("a character is shown in German by the file beside the library")
    func german() async throws {
        let plugin = Repository.path("Plugins/Character")
        let harness = try FeatureHarness(CharacterFeature.self, locale: "de-AT", libraryDirectory: plugin)
        let screen = try harness.open(.detail(identifier: 3))
        try await screen.settle()
        #expect(screen.text.contains("Nummer  3"))
        #expect(screen.text.contains("[Zurück]"))
    }

    @Test("a link to a character shows its details", arguments: ["challenge://character/detail?id=3"])
    func loaded(link: String) async throws {
        let screen = try harness.open(link: link)
        try await screen.settle()
        #expect(
            screen.text == """
                Sherlock Holmes
                ===============

                Number  3
                Work  A Study in Scarlet
                Author  Arthur Conan Doyle
                Year  1887
                A London lodger with a violin and a magnifying glass turns detection into an exact science.
                [Back]

                """)
    }

    @Test("the screen says that a number is unknown, and leads to all characters")
    func unknown() async throws {
        let screen = try harness.open(.detail(identifier: 999))
        try await screen.settle()
        #expect(
            screen.text == """
                Character 999
                =============

                There is no character 999.
                [All characters]
                [Back]

                """)
        try screen.press("All characters")
        #expect(
            harness.requests == [.navigate(AnyNavigation(CharacterIncomingNavigation.list), method: nil)])
    }

    @Test("the back button goes back")
    func back() throws {
        try harness.open(.detail(identifier: 3)).press("Back")
        #expect(harness.requests == [.back])
    }

    @Test("a link without a number is refused with the name of the missing query item")
    func missingNumber() {
        #expect(
            throws: HarnessError.link(
                "'challenge://character/detail' matches no link pattern: not challenge://character/detail?id={identifier} "
                    + "(the query item 'id' is missing)")
        ) {
            try harness.open(link: "challenge://character/detail")
        }
    }
}
