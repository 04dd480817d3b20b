import Glibc
import HostSystem
import JSONText
import TestSupport
import Testing

/// A `switchyard serve --socket`, beside the clients of a test.
final class ServedApp: Sendable {
    private let socket: String
    private let process: BackgroundHost

    /// Starts the host, and waits until it takes clients.
    ///
    /// - Parameter descriptors: The number of descriptors that it may have open; nil for as many as the tests.
    init(
        _ host: Sandbox, _ arguments: String..., at name: String = "served.sock", descriptors: Int? = nil
    ) throws {
        let socket = host.directory(name)
        self.socket = socket
        process = try BackgroundHost(
            host, ["serve", "--session", "", "--socket", socket] + arguments, descriptors: descriptors)
        wait { [process] in access(socket, F_OK) == 0 || process.outcome != nil }
    }

    /// Connects a client, which has sent nothing yet.
    func connect() throws -> ServeConnection {
        let directory = try SocketDirectory(at: Path.parent(socket) ?? ".")
        return ServeConnection(try directory.connect(Path.name(socket), until: .now.advanced(by: .seconds(300))))
    }

    /// Connects a client that has sent `initialize`, and has got the state and the screen.
    func client(patches: Bool = false) throws -> ServeConnection {
        let client = try connect()
        try client.initialize(patches: patches)
        return client
    }

    /// Waits until the host has ended.
    func outcomeOfEnd() throws -> Subprocess.Outcome { try process.outcomeOfEnd() }

    /// Ends the host by a client of its own.
    func end() throws -> Subprocess.Outcome {
        _ = try client().answer("shutdown")
        return try outcomeOfEnd()
    }
}

/// A client of a host that serves, with the messages that it has got.
final class ServeConnection {
    struct Silence: Error {
        let received: [JSON]
    }

    let connection: LocalConnection
    /// The bytes that the host has sent of messages that are not read yet.
    private var input: [UInt8] = []
    private var lastID: Int64 = 0
    /// The messages so far, the latest last.
    private(set) var received: [JSON] = []
    /// The whole screen, with every patch carried out.
    private(set) var screen: JSON = .null

    init(_ connection: LocalConnection) {
        self.connection = connection
    }

    func initialize(patches: Bool, awaitingScreen: Bool = true) throws {
        let capabilities: JSON = ["patches": .bool(patches)]
        _ = try answer("initialize", ["protocolVersion": 1, "capabilities": capabilities])
        if awaitingScreen { try receive { $0["method"] == "screen" } }
    }

    func send(_ json: JSON) {
        let content = json.utf8()
        connection.writeAll("Content-Length: \(content.count)\r\n\r\n\(String(decoding: content, as: UTF8.self))")
    }

    /// Returns the next message; nil at the end of the connection.
    func next() throws -> JSON? {
        while true {
            if let message = try firstMessage() {
                received.append(message)
                if message["method"] == "screen" { try take(message["params"] ?? .null) }
                return message
            }
            guard connection.wait(for: POLLIN, until: .now.advanced(by: .seconds(300))) else {
                throw Silence(received: received)
            }
            guard let bytes = connection.read() else { continue }
            if bytes.isEmpty { return nil }
            input += bytes
        }
    }

    /// Removes the first message from the input; nil while it is not whole.
    private func firstMessage() throws -> JSON? {
        guard let head = input.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let field = String(decoding: input[..<head.lowerBound], as: UTF8.self)
        let count = try #require(Int(field.dropFirst("Content-Length: ".count)), "\(field)")
        guard input.count - head.upperBound >= count else { return nil }
        defer { input.removeFirst(head.upperBound + count) }
        return try JSON.parse(Array(input[head.upperBound..<head.upperBound + count]))
    }

    private func take(_ params: JSON) throws {
        screen = try params["screen"] ?? screen.patched(by: params["patch"]?.array ?? [])
    }

    /// Waits for a message.
    @discardableResult
    func receive(_ isMeant: (JSON) -> Bool) throws -> JSON {
        while let message = try next() {
            if isMeant(message) { return message }
        }
        throw Silence(received: received)
    }

    /// Sends a request, and returns the whole answer.
    func answer(_ method: String, _ params: JSON? = nil) throws -> JSON {
        lastID += 1
        var request: JSONObject = ["jsonrpc": "2.0", "id": .integer(lastID), "method": .string(method)]
        if let params { request.append(key: "params", value: params) }
        send(.object(request))
        return try receive { $0["id"] == .integer(lastID) }
    }

    /// Sends a request that succeeds, and returns its result.
    @discardableResult
    func call(
        _ method: String, _ params: JSON? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> JSON {
        let answer = try answer(method, params)
        return try #require(answer["result"], "\(answer)", sourceLocation: sourceLocation)
    }

    /// Sends a request that is refused, and returns the code and the message.
    func refusal(_ method: String, _ params: JSON? = nil) throws -> (code: Int64, message: String) {
        let error = try answer(method, params)["error"]
        return (error?["code"]?.integer ?? 0, error?["message"]?.string ?? "")
    }
}
