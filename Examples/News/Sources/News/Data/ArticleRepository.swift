import FeatureKit

/// Asks the service for its articles.
struct ArticleRepository: ArticleRepositoryContract {
    /// Where the service is. The manifest asks for it, and the operator allows it.
    static let origin = "http://localhost:8080"

    let httpClient: any HTTPClientContract

    func articles(matching text: String) async throws -> [Article] {
        let query = text.isEmpty ? "" : "?search=\(Self.percentEncoded(text))"
        return try await get("/articles\(query)").successful.json(as: [Article].self)
    }

    func article(identifier: Int) async throws -> Article? {
        let response = try await get("/articles/\(identifier)")
        return response.status == 404 ? nil : try response.successful.json(as: Article.self)
    }

    private func get(_ path: String) async throws -> HTTPResponse {
        try await httpClient.send(
            HTTPRequest(url: Self.origin + path, headers: ["accept": "application/json"], timeout: .seconds(10)))
    }

    /// The text for a value of the query: RFC 3986, section 2.1.
    private static func percentEncoded(_ text: String) -> String {
        text.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            return isPlain ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
