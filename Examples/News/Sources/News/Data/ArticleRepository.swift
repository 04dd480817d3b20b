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
        try await get("/articles?search=\(Self.percentEncoded(text))").successful.json(as: [Article].self)
    }

    func article(identifier: Int) async throws -> Article? {
        let response = try await get("/articles/\(identifier)")
        return response.status == 404 ? nil : try response.successful.json(as: Article.self)
    }

    private func get(_ path: String) async throws -> HTTPResponse {
        try await httpClient.send(
            HTTPRequest(url: service + path, headers: ["accept": "application/json"], timeout: .seconds(10)))
    }

    /// The text as a value in the query of a URL: RFC 3986, section 2.1.
    private static func percentEncoded(_ text: String) -> String {
        text.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            return isPlain ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
