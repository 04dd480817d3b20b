import FeatureKit
import FeatureTesting

/// A client that calls a closure while a request is under way.
@MainActor final class InterruptedHTTPClient: HTTPClientContract {
    private let httpClient: HTTPClientMock
    var whileAsked: (_ url: String) async -> Void = { _ in }

    init(_ httpClient: HTTPClientMock) {
        self.httpClient = httpClient
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        await whileAsked(request.url)
        return try await httpClient.send(request)
    }
}
