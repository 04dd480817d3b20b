import FeatureKit
import FeatureTesting
import Testing

@testable import News

private let service = "http://localhost:8080"
private let lamp = #"{"id": 3, "title": "Lamp", "source": "Post", "published": "1 May", "summary": "Light."}"#
private let article = lamp.dropLast() + #", "body": "He turned it."}"#

/// What the service is asked, and what becomes of its answers.
@Suite struct ArticleRepositoryTests {
    private let httpClient = HTTPClientMock()
    private var repository: ArticleRepository { ArticleRepository(httpClient: httpClient) }

    @Test("all articles have a path, and those with a text a query that is percent-encoded")
    func urls() async throws {
        httpClient.answer("\(service)/articles", with: HTTPResponse(text: "[\(lamp)]"))
        httpClient.answer("\(service)/articles?search=a%20%26%C3%A9", with: HTTPResponse(text: "[]"))
        #expect(try await repository.articles(matching: "").map(\.title) == ["Lamp"])
        #expect(try await repository.articles(matching: "a &é") == [])
        #expect(httpClient.requests.allSatisfy { $0.headers["accept"] == "application/json" })
    }

    @Test("an article that is not there is nil, and any other status a failure")
    func statuses() async throws {
        httpClient.answer("\(service)/articles/3", with: HTTPResponse(text: String(article)))
        httpClient.answer("\(service)/articles/4", with: HTTPResponse(404))
        httpClient.answer("\(service)/articles/5", with: HTTPResponse(503))
        #expect(try await repository.article(identifier: 3)?.body == "He turned it.")
        #expect(try await repository.article(identifier: 4) == nil)
        await #expect(throws: HTTPError(.status, reason: "the service answers with the status 503")) {
            try await repository.article(identifier: 5)
        }
    }
}

/// The screens as the user sees them.
@Suite struct NewsFeatureTests {
    private let harness: FeatureHarness<NewsFeature>
    private let httpClient = HTTPClientMock()

    init() throws {
        harness = try FeatureHarness(NewsFeature.self)
        harness.httpClient = httpClient
        httpClient.answer("\(service)/articles", with: HTTPResponse(text: "[\(lamp)]"))
    }

    @Test("the list is loaded from the service, and an article leads to its screen")
    func list() async throws {
        let screen = try harness.openMain()
        #expect(screen.isLoading)
        try await screen.settle()
        #expect(screen.text.contains("[Lamp]  Post, 1 May"))
        try screen.press("Lamp")
        #expect(harness.navigatedDestinations.first as? NewsIncomingNavigation == .article(identifier: 3))
    }

    @Test("a search asks the service, and an empty answer is said")
    func search() async throws {
        httpClient.answer("\(service)/articles?search=boat", with: HTTPResponse(text: "[]"))
        let screen = try harness.openMain()
        try await screen.settle()
        try screen.type("boat", into: "Search")
        try await screen.settle()
        #expect(screen.text.contains("There is no such article."))
    }

    @Test("a service that is not there is said, and asked again")
    func failure() async throws {
        httpClient.answer("\(service)/articles", with: HTTPError(.unavailable, reason: "nothing answers"))
        let screen = try harness.openMain()
        try await screen.settle()
        #expect(screen.text.contains("The articles could not be loaded: nothing answers."))
        httpClient.answer("\(service)/articles", with: HTTPResponse(text: "[\(lamp)]"))
        try screen.press("Try again")
        try await screen.settle()
        #expect(screen.text.contains("Lamp"))
    }

    @Test(
        "a link leads to its article, which may not be there",
        arguments: [("news://articles/3", "He turned it."), ("news://articles/4", "There is no article 4.")])
    func links(link: String, text: String) async throws {
        httpClient.answer("\(service)/articles/3", with: HTTPResponse(text: String(article)))
        httpClient.answer("\(service)/articles/4", with: HTTPResponse(404))
        let screen = try harness.open(link: link)
        try await screen.settle()
        #expect(screen.text.contains(text))
    }
}
