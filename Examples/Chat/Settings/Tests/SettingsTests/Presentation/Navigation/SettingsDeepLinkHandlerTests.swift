import FeatureKit
import Testing

@testable import Settings

/// Which links lead to Settings.
@Suite struct SettingsDeepLinkHandlerTests {
    private let handler = SettingsDeepLinkHandler()

    @Test(
        "a link leads to its destination",
        arguments: [
            ("chat://settings/profile", .profile), ("chat://settings/privacy", .privacy),
        ] as [(String, SettingsIncomingNavigation)])
    func destinations(link: String, destination: SettingsIncomingNavigation) throws {
        #expect(handler.resolve(try #require(DeepLinkURL(link))) as? SettingsIncomingNavigation == destination)
    }

    @Test(
        "any other link leads nowhere",
        arguments: ["chat://settings", "chat://settings/Profile", "chat://chats/profile", "https://settings/profile"])
    func nowhere(link: String) throws {
        #expect(handler.resolve(try #require(DeepLinkURL(link))) == nil)
    }
}
