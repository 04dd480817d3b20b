import FeatureKit
import Testing

@testable import Character

/// The links that lead to Character.
@Suite struct CharacterDeepLinkHandlerTests {
    private let handler = CharacterDeepLinkHandler()

    @Test(
        "a link leads to its destination",
        arguments: [
            ("challenge://character/list", .list),
            ("challenge://character/detail?id=42", .detail(identifier: 42)),
            ("challenge://character/detail?id=-1", .detail(identifier: -1)),
            ("challenge://character/detail?from=mail&id=42", .detail(identifier: 42)),
            ("Challenge://CHARACTER/detail?id=42", .detail(identifier: 42)),
        ] as [(String, CharacterIncomingNavigation)])
    func destinations(link: String, destination: CharacterIncomingNavigation) throws {
        let url = try #require(DeepLinkURL(link))
        #expect(handler.resolve(url) as? CharacterIncomingNavigation == destination)
    }

    @Test(
        "a link of another scheme or host leads nowhere",
        arguments: [
            "https://character/list", "challenges://character/detail?id=42", "challenge://home/list",
            "challenge://character.example/detail?id=42",
        ])
    func otherSchemesAndHosts(link: String) throws {
        let url = try #require(DeepLinkURL(link))
        #expect(handler.resolve(url) == nil)
    }

    @Test(
        "a link to a character needs its number",
        arguments: [
            "challenge://character/detail", "challenge://character/detail?id", "challenge://character/detail?id=",
            "challenge://character/detail?id=abc", "challenge://character/detail?id=4.2",
            "challenge://character/detail?ID=42", "challenge://character/detail?id=99999999999999999999",
        ])
    func identifiers(link: String) throws {
        let url = try #require(DeepLinkURL(link))
        #expect(handler.resolve(url) == nil)
    }

    @Test(
        "an unknown path leads nowhere",
        arguments: [
            "challenge://character", "challenge://character/", "challenge://character/List",
            "challenge://character/list/more", "challenge://character/detail/42", "challenge://character/favourites",
        ])
    func paths(link: String) throws {
        let url = try #require(DeepLinkURL(link))
        #expect(handler.resolve(url) == nil)
    }
}
