import FeatureTesting
import Testing

@testable import News

/// SearchArticlesUseCase trims what the user types before it asks the repository.
@Suite struct SearchArticlesUseCaseTests {
    @Test(
        "spaces around the words do not count, and spaces alone ask for all articles",
        arguments: [("  red   lamp ", "/articles?search=red%20lamp"), ("  ", "/articles"), ("", "/articles")])
    func spaces(typed: String, path: String) async throws {
        let httpClient = HTTPClientMock()
        httpClient.answer(Service.url + path, with: HTTPResponse(text: "[\(Service.lampJSON)]"))
        let repository = ArticleRepository(httpClient: httpClient, service: Service.url)
        #expect(try await SearchArticlesUseCase(repository: repository)(typed) == [Service.lamp])
    }
}
