import FeatureKit
import FeatureTesting
import Testing

@testable import News

/// The screens as the user sees them.
@Suite struct NewsFeatureTests {
    private let harness: FeatureHarness<NewsFeature>
    private let httpClient = HTTPClientMock()
    private let list = "\(Service.url)/articles"

    init() throws {
        harness = try FeatureHarness()
        harness.httpClient = httpClient
        httpClient.answer(list, with: HTTPResponse(text: "[\(Service.lampJSON)]"))
        httpClient.answer("\(list)/3", with: HTTPResponse(text: Service.wholeLampJSON))
        httpClient.answer("\(list)/4", with: HTTPResponse(404))
    }

    @Test("the list is loaded from the service, and an article is a link to its screen")
    func showsList() async throws {
        let screen = try harness.openMain()
        #expect(screen.isLoading)
        #expect(screen.text.contains("Loading articles"))
        try await screen.settle()
        #expect(screen.text.contains("Lamp  Post, 1 May"))
        try screen.press("Lamp")
        #expect(harness.navigatedDestinations as? [NewsIncomingNavigation] == [.article(identifier: 3)])
    }

    @Test("a search asks the service, and goes on when the screen is opened again")
    func searches() async throws {
        httpClient.answer("\(list)?search=boat", with: HTTPResponse(text: "[]"))
        let screen = try harness.openMain()
        try await screen.settle()
        try screen.type("boat", into: "Search")
        try await screen.settle()
        #expect(screen.text.contains("There is no such article."))
        let reopened = try screen.reopened()
        try await reopened.settle()
        #expect(reopened.text.contains("boat"))
        #expect(httpClient.requests.map(\.url) == [list, "\(list)?search=boat", "\(list)?search=boat"])
    }

    @Test("a refresh shows the articles that have come since")
    func refreshes() async throws {
        let screen = try harness.openMain()
        try await screen.settle()
        httpClient.answer(list, with: HTTPResponse(text: "[]"))
        try screen.press("Refresh")
        try await screen.settle()
        #expect(screen.text.contains("There is no such article."))
    }

    @Test("a service that does not answer is said, and asked again")
    func fails() async throws {
        httpClient.answer(list, with: Service.failure)
        let screen = try harness.openMain()
        try await screen.settle()
        #expect(screen.text.contains("The articles could not be loaded: nothing answers."))
        httpClient.answer(list, with: HTTPResponse(text: "[\(Service.lampJSON)]"))
        try screen.press("Try again")
        try await screen.settle()
        #expect(screen.text.contains("Lamp"))
    }

    @Test(
        "a link leads to its screen, and an article may not be there",
        arguments: [
            ("news://articles", "News", "Lamp"), ("news://articles/3", "Lamp", "He turned it."),
            ("news://articles/4", "Article 4", "There is no article 4."),
        ])
    func links(link: String, title: String, text: String) async throws {
        let screen = try harness.open(link: link)
        try await screen.settle()
        #expect(screen.title == title)
        #expect(screen.text.contains(text))
    }

    @Test("an article that cannot be loaded is asked for again")
    func failsInDetail() async throws {
        httpClient.answer("\(list)/3", with: HTTPResponse(503))
        let screen = try harness.open(.article(identifier: 3))
        try await screen.settle()
        #expect(
            screen.text.contains("The article could not be loaded: the service answers with the status 503."))
        httpClient.answer("\(list)/3", with: HTTPResponse(text: Service.wholeLampJSON))
        try screen.press("Try again")
        try await screen.settle()
        #expect(screen.text.contains("He turned it."))
    }

    @Test("the setting 'service' says where the service is")
    func setting() async throws {
        let harness = try FeatureHarness(NewsFeature.self, settings: #"{ "service": "http://localhost:8080/v2" }"#)
        harness.httpClient = httpClient
        httpClient.answer("\(Service.url)/v2/articles", with: HTTPResponse(text: "[]"))
        let screen = try harness.openMain()
        try await screen.settle()
        #expect(screen.text.contains("There is no such article."))
    }
}
