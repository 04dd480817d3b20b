import FeatureKit
import Testing

@testable import Home

/// The links that lead to Home.
@Suite struct HomeDeepLinkHandlerTests {
    private let handler = HomeDeepLinkHandler()

    @Test(
        "a link to the main screen leads there, regardless of the case of its scheme and host",
        arguments: ["challenge://home/main", "CHALLENGE://Home/main", "challenge://home/main?from=mail"])
    func main(link: String) throws {
        let url = try #require(DeepLinkURL(link))
        #expect(handler.resolve(url) as? HomeIncomingNavigation == .main)
    }

    @Test(
        "any other link leads nowhere",
        arguments: [
            "https://home/main", "challenge://character/main", "challenge://home.example/main", "challenge://home",
            "challenge://home/Main", "challenge://home/main/more", "challenge://home/list",
        ])
    func nowhere(link: String) throws {
        let url = try #require(DeepLinkURL(link))
        #expect(handler.resolve(url) == nil)
    }
}
