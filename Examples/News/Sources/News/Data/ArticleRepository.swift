import FeatureKit

/// Asks the service for its articles.
struct ArticleRepository: ArticleRepositoryContract {
    private let httpClient: any HTTPClientContract
    private let service: String

    /// - Parameter service: The URL in front of `/articles`.
    init(httpClient: any HTTPClientContract, service: String) {
        self.httpClient = httpClient
        self.service = service
    }

    func articles() async throws -> [Article] {
        try await get("/articles").successful.json(as: [Article].self)
    }

    func articles(matching text: String) async throws -> [Article] {
        try await get("/articles", ["search": text]).successful.json(as: [Article].self)
    }

    func article(identifier: Int) async throws -> Article? {
        let response = try await get("/articles/\(identifier)")
        return response.status == 404 ? nil : try response.successful.json(as: Article.self)
    }

    private func get(_ path: String, _ query: KeyValuePairs<String, String> = [:]) async throws -> HTTPResponse {
        try await httpClient.send(
            HTTPRequest(
                url: service + path, query: query, headers: ["accept": "application/json"], timeout: .seconds(10)))
    }
}
