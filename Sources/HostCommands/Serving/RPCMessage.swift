import HostCore
import HostSystem
import JSONText

/// The reason why a request is not carried out, as JSON-RPC 2.0 has it.
struct RPCError: Error, Hashable {
    enum Code: Int64, CaseIterable {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParams = -32602
        /// The app refuses, or cannot show what was asked for.
        case refused = -32000
        case unsupportedVersion = -32001
        case notInitialized = -32002
        case notFound = -32003
        case ambiguous = -32004
        case disabled = -32005
        case stale = -32006
        case locked = -32007
        case busy = -32008
        case crashed = -32009
        case tooLarge = -32010
        /// The number is the Language Server Protocol's `RequestCancelled`.
        case cancelled = -32800

        init(_ kind: NavigationProblem.Kind) {
            self =
                switch kind {
                case .refused, .notice, .parked: .refused
                case .notFound: .notFound
                case .ambiguous: .ambiguous
                case .disabled: .disabled
                case .stale: .stale
                case .locked: .locked
                case .busy, .abandoned: .busy
                case .crashed, .ended: .crashed
                }
        }
    }

    let code: Code
    let message: String
    /// The members of the error's `data` besides `kind`, such as the latest revision of the screen.
    let data: JSONObject

    init(_ code: Code, _ message: String, data: JSONObject = [:]) {
        self.code = code
        self.message = message
        self.data = data
    }

    /// - Parameter error: The reason why a control is not used.
    init(_ error: NodeFinderError) {
        let problem = NavigationProblem(error)
        var data = JSONObject()
        if case .repeated(_, _, let places) = error, !places.isEmpty {
            data.append(key: "places", value: .array(places.map { .string(DisplayText.safe($0)) }))
        }
        self.init(Code(problem.kind), problem.text, data: data)
    }

    /// The answer to a request that was cancelled.
    ///
    /// - Parameter hasBegun: Whether the request had begun.
    static func cancelled(hasBegun: Bool) -> RPCError {
        RPCError(
            .cancelled,
            hasBegun
                ? "the request is cancelled; what it has done already stays"
                : "the request is cancelled before it began")
    }

    /// The error in a message. Its text is safe to print.
    var json: JSON {
        [
            "code": .integer(code.rawValue), "message": .string(DisplayText.safe(message)),
            "data": .object(JSONObject([("kind", .string("\(code)"))] + data.members)),
        ]
    }
}

/// A request of JSON-RPC 2.0.
struct RPCRequest: Hashable {
    /// The id that the answer repeats. Nil for a notification, which is not answered.
    let id: JSON?
    let method: String
    /// Nil also where they are `null`, which the specification forbids and many clients send.
    let params: JSON?

    private static let longestID = 1024

    init(_ json: JSON) throws(InvalidRequest) {
        guard json.array == nil else {
            throw InvalidRequest("send each request by itself; a batch is not taken", id: nil)
        }
        guard let object = json.object else {
            throw InvalidRequest("a request is an object, not \(json.kind)", id: nil)
        }
        // A client that gets no answer with its id waits for ever. What has a result answers a request, and the host has
        // sent none.
        let isResponse = object["method"] == nil && (object["result"] ?? object["error"]) != nil
        switch object["id"] {
        case nil, .null, .string, .integer, .double: id = isResponse ? nil : object["id"]
        default: throw InvalidRequest("\"id\" is expected to be a string or a number", id: nil)
        }
        // Each screen that a request leads to has its id too.
        guard (id?.string?.utf8.count ?? 0) <= Self.longestID else {
            throw InvalidRequest("\"id\" has at most \(Self.longestID) bytes", id: nil)
        }
        guard object["jsonrpc"] == "2.0" else {
            throw InvalidRequest("\"jsonrpc\" is expected to be \"2.0\"", id: id)
        }
        guard let method = object["method"]?.string else {
            throw InvalidRequest("\"method\" is expected to be a string", id: id)
        }
        self.method = method
        params = object["params"].flatMap { $0.isNull ? nil : $0 }
    }
}

/// The reason why a message is no request, with its id where that can be read.
struct InvalidRequest: Error, Hashable {
    let error: RPCError
    let id: JSON?

    init(_ message: String, id: JSON?) {
        error = RPCError(.invalidRequest, message)
        self.id = id
    }

    init(_ error: RPCError, id: JSON?) {
        self.error = error
        self.id = id
    }
}

/// The messages of JSON-RPC 2.0.
enum RPCMessage {
    /// A message of a client: a request, or the error that answers what is none.
    typealias Received = Result<RPCRequest, InvalidRequest>

    static func read(_ bytes: [UInt8]) -> Received {
        let json: JSON
        do {
            json = try JSON.parse(bytes)
        } catch {
            let error = RPCError(.parseError, "the message is no JSON: \(error)")
            return .failure(InvalidRequest(error, id: id(inMember: MemberSearch.id(in: bytes))))
        }
        return Result { () throws(InvalidRequest) in try RPCRequest(json) }
    }

    /// Reads the member `"id": …` of a message that is not read as a whole; nil for what cannot be an id.
    static func id(inMember member: [UInt8]?) -> JSON? {
        let object = member.flatMap { try? JSON.parse([UInt8(ascii: "{")] + $0 + [UInt8(ascii: "}")]) }
        return object?["id"].flatMap { $0.string != nil || $0.number != nil ? $0 : nil }
    }

    /// The answer to a request.
    ///
    /// - Parameter id: The request's id; nil where it is unknown.
    static func answer(_ result: Result<JSON, RPCError>, id: JSON?) -> JSON {
        var object: JSONObject = ["jsonrpc": "2.0", "id": id ?? .null]
        switch result {
        case .success(let value): object.append(key: "result", value: value)
        case .failure(let error): object.append(key: "error", value: error.json)
        }
        return .object(object)
    }

    static func notification(_ notification: ServeNotification, _ params: JSONObject) -> JSON {
        ["jsonrpc": "2.0", "method": .string(notification.rawValue), "params": .object(params)]
    }
}
