import Glibc
import HostCore
import HostSystem
import JSONText

/// The reason why the outcome of a link is not known: no run of the app has reported it.
enum LinkClientError: Error {
    case socket(LocalSocketError)
    /// The run has sent nothing for this time.
    case silence(host: Int32, Duration)
    /// The run has ended, or has closed the connection.
    case ended(host: Int32)
    /// The run has refused the links, or its answer is not understood.
    case refused(host: Int32, reason: String)
}

/// The outcome of opening a link.
struct LinkResult: Hashable, Sendable {
    enum Outcome: String, Sendable {
        case shown
        /// The link leads nowhere, or its screen cannot be shown.
        case notFound
        /// A screen that is locked is not left.
        case refused
        /// The screen is there, and was still loading when the next link had its turn.
        case loading
        /// The link waits for a condition, and what is shown meanwhile is there.
        case parked
    }

    let outcome: Outcome
    /// Nil if the link is shown.
    let reason: String?

    /// - Parameter answer: The answer to a request `open`. Nil if it has no outcome of the link.
    fileprivate init?(_ answer: JSON) {
        let error = answer["error"]
        if let result = answer["result"] {
            reason = result["parked"]?.string ?? result["reason"]?.string
            outcome = result["parked"] != nil ? .parked : result["settled"] == true ? .shown : .loading
        } else {
            switch error?["code"]?.integer.flatMap(RPCError.Code.init) {
            case .locked: outcome = .refused
            case .refused, .notFound, .busy, .stale, .crashed: outcome = .notFound
            default: return nil
            }
            reason = error?["message"]?.string
        }
    }

    var json: JSONObject {
        var object: JSONObject = ["result": .string(outcome.rawValue)]
        if let reason { object.append(key: "reason", value: .string(reason)) }
        return object
    }
}

/// Hands links to the run of an app, as a client of ``Server``.
struct LinkClient {
    /// The process of the run.
    var host: Int32 { connection.peer.process }
    private let connection: LocalConnection
    private let patience: Duration
    private var frames = HeaderFrames(limit: 1 << 20)

    /// The name of the socket at which a run serves its app, in the directory for sockets in `XDG_RUNTIME_DIR`.
    static func socketName(of app: String) -> String { "\(app).sock" }

    /// - Parameters:
    ///   - app: The app's id.
    ///   - patience: The longest silence of the run.
    init(app: String, environment: HostEnvironment, patience: Duration) throws(LinkClientError) {
        do {
            let directory = try SocketDirectory(in: environment["XDG_RUNTIME_DIR"], isMade: false)
            connection = try directory.connect(Self.socketName(of: app), until: .now.advanced(by: patience))
        } catch {
            throw .socket(error)
        }
        self.patience = patience
    }

    /// Hands over links, one after the other, each once the one before is opened.
    ///
    /// - Parameter report: Receives the outcome of the next link.
    mutating func open(_ links: [String], report: (LinkResult) -> Void) throws(LinkClientError) {
        // Sent along with the first link, so that a run that is stopped opens that when it goes on.
        var messages = Self.request(
            0, .initialize,
            [
                "protocolVersion": .integer(ServeMethod.version), "client": .string("\(HostName.name) open"),
                "capabilities": ["screens": false],
            ])
        for (index, link) in links.enumerated() {
            messages += Self.request(index + 1, .open, ["target": .string(link), "inTurn": true])
            try send(messages)
            messages = []
            let answer = try answer(to: index + 1)
            guard let result = LinkResult(answer) else { throw refusal(answer) }
            report(result)
        }
    }

    private static func request(_ id: Int, _ method: ServeMethod, _ params: JSON) -> [UInt8] {
        let request: JSON = [
            "jsonrpc": "2.0", "id": .integer(Int64(id)), "method": .string(method.rawValue), "params": params,
        ]
        return HeaderFrames.frame(request.utf8())
    }

    private mutating func send(_ bytes: [UInt8]) throws(LinkClientError) {
        var rest = bytes[...]
        var deadline = ContinuousClock.now.advanced(by: patience)
        while let count = connection.write(rest) {
            rest = rest.dropFirst(count)
            guard !rest.isEmpty else { return }
            if count > 0 { deadline = .now.advanced(by: patience) }
            guard connection.wait(for: POLLOUT, until: deadline) else { throw .silence(host: host, patience) }
        }
        throw .ended(host: host)
    }

    /// Returns the answer to a request. Any other message shows that the run is alive.
    private mutating func answer(to id: Int) throws(LinkClientError) -> JSON {
        while true {
            let message = try message()
            if message["id"] == .integer(Int64(id)) { return message }
            // The answer to 'initialize', or one without an id.
            if message["error"] != nil { throw refusal(message) }
        }
    }

    private func refusal(_ answer: JSON) -> LinkClientError {
        .refused(host: host, reason: answer["error"]?["message"]?.string ?? "its answer is not understood")
    }

    private mutating func message() throws(LinkClientError) -> JSON {
        let deadline = ContinuousClock.now.advanced(by: patience)
        while true {
            do {
                switch try frames.next() {
                case .message(let bytes): return try JSON.parse(bytes)
                // An answer to 'open' is short, so this frame is another message of the host.
                case .tooLong, .reply, .end: continue
                case nil: break
                }
            } catch {
                throw .refused(host: host, reason: "its answer is not understood: \(error)")
            }
            if let bytes = connection.read() {
                if bytes.isEmpty { throw .ended(host: host) }
                frames.append(bytes)
            } else if !connection.wait(for: POLLIN, until: deadline) {
                throw .silence(host: host, patience)
            }
        }
    }
}
