internal import FeatureContract
internal import JSONText

/// Asks services by HTTP and HTTPS. The host gives a feature one, ``FeatureContext/httpClient``; a test gives it a mock.
///
/// ```swift
/// struct ItemRepository {
///     let httpClient: any HTTPClientContract
///
///     func items() async throws -> [Item] {
///         try await httpClient.send(HTTPRequest(url: "https://api.example.org/items")).successful.json(as: [Item].self)
///     }
/// }
/// ```
///
/// The manifest asks for the origin by ``Permission/net(_:_:reason:)`` with ``Permission/Address/origin(_:)``, and the
/// operator allows it. A client of your own that changes while it answers is a class with a lock, or an actor; none runs on
/// the main actor unless it says so.
public protocol HTTPClientContract: Sendable {
    /// Makes a request, and returns the whole response once it has come. A status such as 404 is a response too.
    ///
    /// When the task is cancelled, as that of a screen that is left, the request ends.
    ///
    /// - Throws: ``HTTPError``, or `CancellationError`.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse

    /// Makes a request, and returns what comes as it comes. The request ends when nobody reads on.
    ///
    /// ```swift
    /// for try await piece in httpClient.pieces(of: request) {
    ///     if case .body(let bytes) = piece { count += bytes.count }
    /// }
    /// ```
    ///
    /// - Returns: A sequence that throws ``HTTPError``.
    func pieces(of request: HTTPRequest) -> AsyncThrowingStream<HTTPPiece, any Error>
}

extension HTTPClientContract {
    /// The response of ``send(_:)``, as one piece of its body.
    public func pieces(of request: HTTPRequest) -> AsyncThrowingStream<HTTPPiece, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    let response = try await send(request)
                    continuation.yield(.response(HTTPResponse(response.status, response.headers, url: response.url)))
                    if !response.body.isEmpty { continuation.yield(.body(response.body)) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// The method of a request: RFC 9110, section 9.
public enum HTTPMethod: String, Hashable, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"
}

/// The fields of the head of a request or a response, in their order. The case of a name does not matter.
///
/// ```swift
/// let headers: HTTPHeaders = ["accept": "application/json"]
/// headers["Accept"]   // "application/json"
/// ```
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// The names and values, in order.
    public private(set) var fields: [Field] = []

    /// A field of a head.
    public struct Field: Hashable, Sendable {
        /// The name, as it was written.
        public let name: String
        /// The value.
        public let value: String
    }

    /// Makes headers of names and values. A name may occur again.
    public init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }

    /// Makes headers of names and values. A name may occur again.
    public init(_ fields: [(String, String)]) { self.fields = fields.map { Field(name: $0, value: $1) } }

    /// The first value with this name; nil if there is none. Setting it replaces all.
    public subscript(name: String) -> String? {
        get { fields.first { $0.name.lowercasedASCII == name.lowercasedASCII }?.value }
        set {
            fields.removeAll { $0.name.lowercasedASCII == name.lowercasedASCII }
            if let newValue { fields.append(Field(name: name, value: newValue)) }
        }
    }
}

/// A request to a service.
///
/// ```swift
/// var request = HTTPRequest(
///     url: "https://api.example.org/items", query: ["q": "table lamp", "page": "2"],
///     headers: ["accept": "application/json"])
/// request.url          // "https://api.example.org/items?q=table%20lamp&page=2"
/// request.timeout = .seconds(10)
/// ```
public struct HTTPRequest: Hashable, Sendable {
    /// The method.
    public var method: HTTPMethod
    /// An absolute URL with `http://` or `https://`, in ASCII and percent-encoded.
    public var url: String
    /// The headers. The host writes those by which a message is framed itself, such as `Host` and `Content-Length`.
    public var headers: HTTPHeaders
    /// The body, which `HEAD` has not.
    public var body: [UInt8]
    /// The longest time for all of it; nil for any time, as long as the server is not silent for 30 seconds.
    public var timeout: Duration?
    /// The names of headers and of items of the query whose values are secrets, such as `key`: no recording has them
    /// anywhere, as it has none of `Authorization` and of cookies.
    public var secretNames: Set<String> = []

    /// Makes a request. The names and values of `query` are any text, and added to the URL percent-encoded: RFC 3986,
    /// section 3.4.
    public init(
        method: HTTPMethod = .get, url: String, query: KeyValuePairs<String, String> = [:], headers: HTTPHeaders = [:],
        body: [UInt8] = [], timeout: Duration? = nil
    ) {
        func encoded(_ text: String) -> String { PercentCoding.encoded(text, keepingSlashes: false) }
        let items = query.map { "\(encoded($0))=\(encoded($1))" }.joined(separator: "&")
        let (address, fragment) = url.splitOnce(at: "#")
        let separator = items.isEmpty ? "" : address.contains("?") ? "&" : "?"
        self.method = method
        self.url = "\(address)\(separator)\(items)\(fragment.map { "#\($0)" } ?? "")"
        self.headers = headers
        self.body = body
        self.timeout = timeout
    }

    /// Makes a request whose body is a value as JSON, with the header `Content-Type: application/json`.
    ///
    /// - Throws: An error that names the part of the value that JSON cannot hold.
    public init(method: HTTPMethod = .post, url: String, headers: HTTPHeaders = [:], json value: some Encodable) throws
    {
        let text = try ValueEncoder.encode(value, at: .json("")).value.json.text()
        self.init(method: method, url: url, headers: headers, body: Array(text.utf8))
        if self.headers["content-type"] == nil { self.headers["content-type"] = "application/json" }
    }
}

/// The response to a request.
public struct HTTPResponse: Hashable, Sendable {
    /// The status: RFC 9110, section 15.
    public let status: Int
    /// The headers, with names in lower case.
    public let headers: HTTPHeaders
    /// The URL that has answered, after redirects.
    public let url: String
    /// The body, unpacked if it came compressed.
    public let body: [UInt8]

    /// Makes a response, for a test.
    public init(_ status: Int = 200, _ headers: HTTPHeaders = [:], url: String = "", body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.url = url
        self.body = body
    }

    /// Makes a response with a text, for a test.
    public init(_ status: Int = 200, _ headers: HTTPHeaders = [:], url: String = "", text: String) {
        self.init(status, headers, url: url, body: Array(text.utf8))
    }

    /// The body as text; nil if it is not UTF-8.
    public var text: String? { String(validating: body, as: UTF8.self) }

    /// Whether the status is one of 200 to 299.
    public var isSuccess: Bool { (200...299).contains(status) }

    /// This response if its status is one of 200 to 299.
    ///
    /// - Throws: ``HTTPError`` of the kind ``HTTPError/Kind/status`` otherwise.
    public var successful: HTTPResponse {
        get throws {
            guard isSuccess else { throw HTTPError(status: status) }
            return self
        }
    }

    /// Returns the body, which is JSON, as a value of a `Decodable` type. Names that the type does not have are ignored; an
    /// optional that is not there is nil.
    ///
    /// - Throws: ``HTTPError`` of the kind ``HTTPError/Kind/content`` that names what was expected, and what was found where.
    public func json<T: Decodable>(as type: T.Type = T.self) throws -> T {
        do {
            let json = try JSON.parse(String(decoding: body, as: UTF8.self))
            return try ValueDecoder(Value(json), at: .json("")).decode(type)
        } catch {
            throw HTTPError(.content, reason: "the answer is not what was expected: \(error)")
        }
    }
}

/// What comes of a request, in order.
public enum HTTPPiece: Hashable, Sendable {
    /// So many bytes of the request's body have gone to the server.
    case sent(Int)
    /// The response without its body.
    case response(HTTPResponse)
    /// The next bytes of the response's body.
    case body([UInt8])
}

/// The reason why there is no response.
public struct HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a reason.
    public enum Kind: Hashable, Sendable {
        /// The method, the URL or a header is none.
        case invalidArgument
        /// The wiring file does not allow the origin, or a redirect's.
        case notAllowed
        /// No machine has that name.
        case notFound
        /// The server does not answer in time, breaks off, or does not prove who it is.
        case unavailable
        /// Too many requests are under way, or one is too large.
        case limit
        /// The feature ends, or the request is made in a render.
        case invalidState
        /// This host makes no requests.
        case unsupported
        /// ``HTTPResponse/successful``: the status is not one of 200 to 299.
        case status
        /// ``HTTPResponse/json(as:)``: the body is not of that type.
        case content
        /// Any other reason, which the text explains.
        case other
    }

    /// The kind of this reason.
    public let kind: Kind
    /// The reason, as one sentence for the user.
    public let reason: String
    /// The status of the response, if the kind is ``Kind/status``.
    public let status: Int?

    /// Makes an error, for a test to throw.
    public init(_ kind: Kind, reason: String) {
        self.kind = kind
        self.reason = reason
        status = nil
    }

    /// Makes the error of ``HTTPResponse/successful``.
    public init(status: Int) {
        kind = .status
        reason = "the service answers with the status \(status)"
        self.status = status
    }

    /// The reason.
    public var description: String { reason }
}

extension HTTPError: BoundaryError {}

extension HTTPError.Kind: BoundaryErrorKind {
    package static let codes: [(kind: Self, code: FailureCode)] = [
        (.invalidArgument, .invalidArgument), (.notAllowed, .notAllowed), (.notFound, .notFound),
        (.unavailable, .unavailable), (.limit, .limit), (.invalidState, .invalidState), (.unsupported, .unsupported),
    ]
}

/// The client of a context without a host.
struct NoHTTPClient: HTTPClientContract {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        throw HTTPError(.unsupported, reason: "this host makes no requests")
    }
}
