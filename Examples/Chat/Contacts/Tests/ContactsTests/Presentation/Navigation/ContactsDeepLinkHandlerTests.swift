import FeatureKit
import Testing

@testable import Contacts

/// Which links lead to Contacts.
@Suite struct ContactsDeepLinkHandlerTests {
    private let handler = ContactsDeepLinkHandler()

    @Test(
        "a link leads to its destination",
        arguments: [
            ("chat://contacts/list", .list), ("chat://contacts/detail?id=1", .detail(id: 1)),
        ] as [(String, ContactsIncomingNavigation)])
    func destinations(link: String, destination: ContactsIncomingNavigation) throws {
        #expect(handler.resolve(try #require(DeepLinkURL(link))) as? ContactsIncomingNavigation == destination)
    }

    @Test(
        "any other link leads nowhere",
        arguments: [
            "chat://contacts/detail", "chat://contacts/detail?id=Alice", "chat://contacts/pick",
            "chat://contacts/card?id=1", "chat://chats/list", "https://contacts/list",
        ])
    func nowhere(link: String) throws {
        #expect(handler.resolve(try #require(DeepLinkURL(link))) == nil)
    }

    @Test("going back from a linked contact leads to the list")
    func parents() {
        #expect(ContactsIncomingNavigation.detail(id: 1).parents == [.list])
    }
}
