import FeatureKit
import FeatureTesting
import Testing

@testable import News

/// The requests that the repository makes, and the articles or errors that it makes of the answers.
@Suite struct ArticleRepositoryTests {
    private let httpClient = HTTPClientMock()
    private var repository: ArticleRepository { ArticleRepository(httpClient: httpClient, service: Service.url) }

    @Test("the list is one request, whose JSON becomes articles")
    func list() async throws {
        httpClient.answer("\(Service.url)/articles", .get, with: HTTPResponse(text: "[\(Service.lampJSON)]"))
        #expect(try await repository.articles() == [Service.lamp])
        #expect(httpClient.requests.map(\.headers["Accept"]) == ["application/json"])
        #expect(httpClient.requests.map(\.timeout) == [.seconds(10)])
    }

    @Test(
        "the text of a search is percent-encoded",
        arguments: [("boat", "boat"), ("a &é", "a%20%26%C3%A9"), ("1+1=2", "1%2B1%3D2"), ("\t", "%09")])
    func search(text: String, query: String) async throws {
        httpClient.answer("\(Service.url)/articles?search=\(query)", with: HTTPResponse(text: "[]"))
        #expect(try await repository.articles(matching: text) == [])
    }

    @Test("an article has its body")
    func article() async throws {
        httpClient.answer("\(Service.url)/articles/3", with: HTTPResponse(text: Service.wholeLampJSON))
        #expect(try await repository.article(identifier: 3)?.body == "He turned it.")
    }

    @Test("404 is no article, and any other failing status an error", arguments: [400, 403, 500, 503])
    func statuses(status: Int) async throws {
        httpClient.answer("\(Service.url)/articles", with: HTTPResponse(status))
        httpClient.answer("\(Service.url)/articles/3", with: HTTPResponse(status))
        httpClient.answer("\(Service.url)/articles/4", with: HTTPResponse(404))
        let error = HTTPError(status: status)
        await #expect(throws: error) { try await repository.articles() }
        await #expect(throws: error) { try await repository.article(identifier: 3) }
        #expect(try await repository.article(identifier: 4) == nil)
    }

    @Test("JSON of another form is an error that says where", arguments: ["{}", #"[{"id": "three"}]"#, "<html>", ""])
    func content(text: String) async throws {
        httpClient.answer("\(Service.url)/articles", with: HTTPResponse(text: text))
        let error = await #expect(throws: HTTPError.self) { try await repository.articles() }
        #expect(error?.kind == .content)
    }

    @Test("a failure of the client is passed on")
    func failure() async throws {
        httpClient.answer("\(Service.url)/articles", with: Service.failure)
        await #expect(throws: Service.failure) { try await repository.articles() }
    }
}
