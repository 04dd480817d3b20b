import FeatureKit
import FeatureTesting
import TestSupport
import Testing

/// What a feature asks services by, and what a test gives it.
@Suite struct HTTPClientTests {
    private struct Item: Codable, Equatable {
        var name: String
        var price: Double?
        var tags: [String] = []
    }

    private func context() throws -> (FeatureHarness<ViewFeature>, FeatureContext) {
        var received: FeatureContext?
        let harness = try FeatureHarness { context in
            received = context
            return ViewFeature(context: context)
        }
        return (harness, try #require(received))
    }

    @Test("a request reaches the client of the test whole, through the host's table, and its answer comes back")
    func round() async throws {
        let (harness, context) = try context()
        let mock = HTTPClientMock()
        harness.httpClient = mock
        let url = "https://api.example.org/items?key=abc&page=2"
        let body = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        mock.answer(url, .put, with: HTTPResponse(201, ["Location": "/items/7", "x-a": "b"], url: url, body: body))
        var request = HTTPRequest(
            method: .put, url: url, headers: ["Accept": "text/plain", "X-A": "1"], body: body, timeout: .seconds(3))
        request.secretNames = ["key"]
        let response = try await context.httpClient.send(request)
        #expect(mock.requests == [request])
        #expect(response.status == 201 && response.url == url && response.body == body)
        #expect(response.headers["LOCATION"] == "/items/7" && response.headers["none"] == nil)
        #expect(response.headers.fields.map(\.name) == ["location", "x-a"])
    }

    @Test("pieces come in order: what is sent, the response, its body")
    func pieces() async throws {
        let (harness, context) = try context()
        let mock = HTTPClientMock()
        harness.httpClient = mock
        mock.answer("https://a.b/", with: HTTPResponse(text: "hello"))
        var pieces: [HTTPPiece] = []
        let request = HTTPRequest(method: .post, url: "https://a.b/", body: [UInt8](repeating: 1, count: 150_000))
        for try await piece in context.httpClient.pieces(of: request) { pieces.append(piece) }
        let head = HTTPResponse(200, url: "https://a.b/")
        #expect(pieces == [.sent(65_536), .sent(131_072), .sent(150_000), .response(head), .body(Array("hello".utf8))])
    }

    @Test("what fails throws its kind and its reason")
    func failures() async throws {
        func error(_ context: FeatureContext, _ url: String = "https://a.b/") async -> HTTPError? {
            do {
                _ = try await context.httpClient.send(HTTPRequest(url: url))
                return nil
            } catch {
                return error as? HTTPError
            }
        }
        let (harness, context) = try context()
        #expect(await error(context)?.kind == .notAllowed)
        let mock = HTTPClientMock()
        harness.httpClient = mock
        for kind in [
            HTTPError.Kind.notAllowed, .notFound, .unavailable, .limit, .invalidState, .unsupported, .other,
        ] {
            mock.answer("https://a.b/", with: HTTPError(kind, reason: "it is so"))
            #expect(await error(context) == HTTPError(kind, reason: "it is so"))
        }
        #expect(await error(context, "https://c.d/")?.reason == "the test has no answer to GET https://c.d/")
        #expect(await error(context, "c.d")?.kind == .invalidArgument)
        harness.end()
        #expect(await error(context)?.kind == .invalidState)
        #expect(await error(FeatureContext())?.kind == .unsupported)
        #expect(await error(FeatureContext(httpClient: mock), "https://c.d/")?.kind == .notFound)
    }

    @Test("a request ends with its task")
    func cancellation() async throws {
        struct Silent: HTTPClientContract {
            let begun: AsyncStream<Void>.Continuation
            let ended: AsyncStream<Void>.Continuation

            func send(_ request: HTTPRequest) async throws -> HTTPResponse {
                begun.finish()
                defer { ended.finish() }
                while true { try await Task.sleep(for: .seconds(3600)) }
            }
        }
        let (harness, context) = try context()
        let (begun, ended) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
        harness.httpClient = Silent(begun: begun.continuation, ended: ended.continuation)
        let task = Task { try await context.httpClient.send(HTTPRequest(url: "https://a.b/")) }
        for await _ in begun.stream {}
        task.cancel()
        for await _ in ended.stream {}
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(
        "JSON is read as a type, and what is wrong is named with its place",
        arguments: [
            (#"{"name": "Lamp", "price": 3, "tags": ["a"], "more": null}"#, nil),
            (#"{"name": "Lamp", "tags": []}"#, nil),
            (#"{"name": 7, "tags": []}"#, "'name' of the JSON is"),
            (#"{"name": "Lamp", "tags": ["a", 1]}"#, "'tags[1]' of the JSON is"),
            (#"[]"#, "the JSON is"),
            ("no JSON", "line 1, column 1"),
            ("", "the answer is not what was expected"),
        ] as [(String, String?)])
    func json(text: String, problem: String?) throws {
        let response = HTTPResponse(text: text)
        if let problem {
            let error = #expect(throws: HTTPError.self) { try response.json(as: Item.self) }
            #expect(error?.kind == .content && error?.reason.contains(problem) == true, "\(error?.reason ?? "")")
        } else {
            #expect(try response.json(as: Item.self).name == "Lamp")
        }
    }

    @Test("a value is sent as JSON, and a status that is no success throws")
    func values() throws {
        let request = try HTTPRequest(url: "https://a.b/", json: [Item(name: "Lamp", price: 1.5)])
        #expect(request.method == .post && request.headers["Content-Type"] == "application/json")
        #expect(try HTTPResponse(body: request.body).json(as: [Item].self) == [Item(name: "Lamp", price: 1.5)])
        #expect(try HTTPResponse(204).successful.status == 204)
        let error = #expect(throws: HTTPError.self) { try HTTPResponse(404).successful }
        #expect(error == HTTPError(status: 404) && error?.status == 404 && error?.kind == .status)
        #expect(error?.reason == "the service answers with the status 404")
        #expect(HTTPError(.unavailable, reason: "").status == nil)
    }

    @Test(
        "a query of any text is added to a URL",
        arguments: [
            ("https://a.b/c", "https://a.b/c?q=a%20b%26c%3D%2F%3F%23%2B%C3%BC&empty=&q=2"),
            ("https://a.b/c?d", "https://a.b/c?d&q=a%20b%26c%3D%2F%3F%23%2B%C3%BC&empty=&q=2"),
            ("https://a.b/c#d", "https://a.b/c?q=a%20b%26c%3D%2F%3F%23%2B%C3%BC&empty=&q=2#d"),
        ])
    func query(url: String, expected: String) {
        #expect(HTTPRequest(url: url, query: ["q": "a b&c=/?#+\u{FC}", "empty": "", "q": "2"]).url == expected)
        #expect(HTTPRequest(url: url).url == url)
    }

    @Test("a mock answers by a function, which sees the request and may wait")
    func function() async throws {
        let (gate, mock) = (AsyncStream<Void>.makeStream(), HTTPClientMock())
        mock.answer("https://a.b/", .post) { request in
            for await _ in gate.stream {}
            return HTTPResponse(201, body: request.body)
        }
        let task = Task { try await mock.send(HTTPRequest(method: .post, url: "https://a.b/", body: [1, 2])) }
        gate.continuation.finish()
        #expect(try await task.value == HTTPResponse(201, url: "https://a.b/", body: [1, 2]))
    }

    @Test("a mock answers with files, and with none outside of its folder")
    func files() async throws {
        let directory = try TemporaryDirectory()
        try directory.makeDirectory("answers")
        try directory.makeDirectory("answers/a.b")
        try File.write("[1]", to: directory("answers/a.b/items.json"))
        try File.write("[2]", to: directory("answers/a.b/items?page=2"))
        try File.write("secret", to: directory("secret"))
        let mock = HTTPClientMock(folder: directory("answers"))
        func text(_ url: String) async -> String? { try? await mock.send(HTTPRequest(url: url)).text }
        #expect(await text("https://a.b/items") == "[1]")
        #expect(await text("https://a.b/items?page=1") == "[1]")
        #expect(await text("https://a.b/items?page=2") == "[2]")
        #expect(await text("https://a.b/none") == nil)
        #expect(await text("https://a.b/../../secret") == nil)
        #expect(mock.requests.count == 5)
    }
}
