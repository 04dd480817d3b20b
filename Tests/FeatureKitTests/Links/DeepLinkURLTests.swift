import FeatureKit
import Testing

/// A link's parts.
@Suite struct DeepLinkURLTests {
    @Test(
        "a link gives each part, decoded once: scheme and host in lower case, the path without its last slash")
    func parts() throws {
        let url = try #require(DeepLinkURL("Challenge://Character:80/a%20b/%2F/?q=1%2B1&q=2&bare&empty=#to%20top"))
        #expect(url.scheme == "challenge")
        #expect(url.host == "character:80")
        #expect(url.path == "/a b//")
        #expect(url.pathSegments == ["a b", "/"])
        #expect(url.fragment == "to top")
        #expect(url.queryParameter("q") == "1+1")
        #expect(url.queryParameters("q") == ["1+1", "2"])
        #expect(url.queryParameter("bare") == "")
        #expect(url.queryParameter("empty") == "")
        #expect(url.queryParameter("Q") == nil)
        #expect(url.queryParameters("none").isEmpty)
        #expect(url.description == "Challenge://Character:80/a%20b/%2F/?q=1%2B1&q=2&bare&empty=#to%20top")
    }

    @Test("an absent part of a link is empty")
    func missing() throws {
        let url = try #require(DeepLinkURL("challenge://character"))
        #expect(url.path == "")
        #expect(url.pathSegments.isEmpty)
        #expect(url.fragment == nil)
    }

    @Test(
        "a text that is not a link gives no link",
        arguments: ["", "character/list", "challenge:character", "://character", "challenge://", "challenge://c/%zz"])
    func none(text: String) {
        #expect(DeepLinkURL(text) == nil)
    }
}
