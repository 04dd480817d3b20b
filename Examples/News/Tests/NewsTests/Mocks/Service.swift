import FeatureKit
import FeatureTesting

@testable import News

/// What the service answers in the tests.
enum Service {
    static let url = "http://localhost:8080"
    static let lamp = Article(id: 3, title: "Lamp", source: "Post", published: "1 May", summary: "Light.", body: nil)
    static let lampJSON =
        #"{"id": 3, "title": "Lamp", "source": "Post", "published": "1 May", "summary": "Light."}"#
    static let wholeLampJSON = String(lampJSON.dropLast()) + #", "body": "He turned it."}"#
    static let failure = HTTPError(.unavailable, reason: "nothing answers")
}

/// A client that runs a closure while a request is under way.
struct InterruptedHTTPClient: HTTPClientContract {
    let httpClient: HTTPClientMock
    let interruption: @MainActor @Sendable (_ url: String) async -> Void

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        await interruption(request.url)
        return try await httpClient.send(request)
    }
}
