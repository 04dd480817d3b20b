public import FeatureKit
internal import HostSystem
internal import Synchronization

/// A client that asks nobody: it answers by the request, and records what it was asked.
///
/// ```swift
/// let httpClient = HTTPClientMock()
/// httpClient.answer("https://api.example.org/items", with: HTTPResponse(text: #"[{"name": "Lamp"}]"#))
/// let items = try await ItemRepository(httpClient: httpClient).items()
/// #expect(items.map(\.name) == ["Lamp"])
/// #expect(httpClient.requests.map(\.url) == ["https://api.example.org/items"])
/// ```
///
/// A request without an answer fails with an ``HTTPError`` of the kind `notFound` that names its URL.
public final class HTTPClientMock: HTTPClientContract {
    /// Answers a request.
    public typealias Answer = @Sendable (HTTPRequest) async throws -> HTTPResponse

    private struct State {
        var requests: [HTTPRequest] = []
        var answers: [String: Answer] = [:]
    }

    private let state = Mutex(State())
    private let folder: String?

    /// Makes a client without answers.
    public init() { folder = nil }

    /// Makes a client that answers with the contents of files: `https://api.example.org/items?page=2` with the file
    /// `api.example.org/items?page=2` in the folder, or else `api.example.org/items`, each also with `.json` behind it.
    ///
    /// - Parameter folder: The path of the folder.
    public init(folder: String) { self.folder = folder }

    /// All requests in order.
    public var requests: [HTTPRequest] { state.withLock { $0.requests } }

    /// Answers requests for a URL from now on, of one method or of any.
    public func answer(_ url: String, _ method: HTTPMethod? = nil, with response: HTTPResponse) {
        answer(url, method) { _ in response }
    }

    /// Fails requests for a URL from now on.
    public func answer(_ url: String, _ method: HTTPMethod? = nil, with error: HTTPError) {
        answer(url, method) { _ in throw error }
    }

    /// Answers requests for a URL by a function from now on, which may wait, or look at the request.
    ///
    /// ```swift
    /// httpClient.answer("https://api.example.org/items", .post) { HTTPResponse(201, body: $0.body) }
    /// ```
    public func answer(_ url: String, _ method: HTTPMethod? = nil, by answer: @escaping Answer) {
        state.withLock { $0.answers[Self.key(url, method)] = answer }
    }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.answers[Self.key(request.url, request.method)] ?? state.answers[Self.key(request.url, nil)]
        }
        await Task.yield()
        try Task.checkCancellation()
        if let answer { return try await answer(request).from(request.url) }
        guard let body = folder.flatMap({ Self.file(for: request.url, in: $0) }) else {
            throw HTTPError(
                .notFound, reason: "the test has no answer to \(request.method.rawValue) \(request.url)")
        }
        return HTTPResponse(url: request.url, body: body)
    }

    private static func key(_ url: String, _ method: HTTPMethod?) -> String { "\(method?.rawValue ?? "") \(url)" }

    private static func file(for url: String, in folder: String) -> [UInt8]? {
        guard let start = url.firstRange(of: "://")?.upperBound else { return nil }
        let whole = String(url[start...])
        guard !whole.split(separator: "/").contains("..") else { return nil }
        let names = [whole, String(whole.prefix { $0 != "?" })]
        return names.flatMap { [$0, $0 + ".json"] }.lazy.compactMap {
            try? InputFile.read(found: "\(folder)/\($0)", limit: .max)
        }.first
    }
}

extension HTTPResponse {
    /// The response as one from that URL, unless it names another.
    fileprivate func from(_ url: String) -> HTTPResponse {
        self.url.isEmpty ? HTTPResponse(status, headers, url: url, body: body) : self
    }
}
