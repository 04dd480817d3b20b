import FeatureContract
import HostCore
import HostSystem
import JSONText

/// The messages between `switchyard open` and a run of the app: one JSON object a line. A request is
/// `{"version": 1, "open": ["LINK", …]}`.
enum LinkMessage {
    /// The version of the messages. A host answers a request of another version with an error.
    static let version: Int64 = 1
    /// The largest number of links in one request.
    static let maximumLinks = 16
    /// The longest line, in bytes: room for that many of the longest links, with each byte escaped.
    static let maximumLength = 1 << 19

    static func socketName(of app: String) -> String { "\(app).sock" }

    static func line(_ members: JSONObject) -> [UInt8] {
        var object = JSONObject()
        object.append(key: "version", value: .integer(version))
        for (key, value) in members { object.append(key: key, value: value) }
        return Array((JSON.object(object).text() + "\n").utf8)
    }

    /// Reads a line of this version.
    static func object(_ line: [UInt8]) throws(CallFailure) -> JSON {
        let json: JSON
        do {
            json = try JSON.parse(line)
        } catch {
            throw CallFailure(.invalidArgument, "the message is no JSON (\(error))")
        }
        guard let found = json["version"]?.integer else {
            let what =
                json["version"] == nil ? "the message has no version" : "the message's version is no whole number"
            throw CallFailure(.invalidArgument, "\(what); expected \(version)")
        }
        guard found == version else {
            throw CallFailure(
                .invalidArgument,
                "the message has version \(found), and this program knows version \(version): the run and 'open' are of "
                    + "different versions of \(HostName.name)")
        }
        return json
    }
}

/// The links that a run is to open, in order.
struct LinkRequest: Hashable, Sendable {
    let links: [String]

    init(_ links: [String]) {
        self.links = links
    }

    init(line: [UInt8]) throws(CallFailure) {
        guard let open = try LinkMessage.object(line)["open"] else {
            throw CallFailure(.invalidArgument, "the message has no links to open")
        }
        let elements = open.array ?? [open]
        links = elements.compactMap(\.string)
        guard open.array != nil, links.count == elements.count, links.count <= LinkMessage.maximumLinks else {
            throw CallFailure(
                .invalidArgument, "'open' is expected to be a list of at most \(LinkMessage.maximumLinks) links")
        }
    }

    var line: [UInt8] { LinkMessage.line(["open": .array(links.map(JSON.string))]) }
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

    init(_ outcome: Outcome, reason: String? = nil) {
        self.outcome = outcome
        self.reason = reason
    }

    init?(_ json: JSON) {
        guard let outcome = json["result"]?.string.flatMap(Outcome.init) else { return nil }
        self.init(outcome, reason: json["reason"]?.string)
    }

    var json: JSONObject {
        var object = JSONObject()
        object.append(key: "result", value: .string(outcome.rawValue))
        if let reason { object.append(key: "reason", value: .string(reason)) }
        return object
    }
}

/// A run's answer to a request.
enum LinkAnswer: Hashable, Sendable {
    /// The links wait for their turn; written each second, so that a run that is busy is known from one that hangs.
    case waiting
    /// The outcomes of the links, in the order of the request.
    case results([LinkResult])
    /// The request is refused, and the connection ends.
    case failure(String)

    init(line: [UInt8]) throws(CallFailure) {
        let json = try LinkMessage.object(line)
        if let reason = json["error"]?.string {
            self = .failure(reason)
        } else if let elements = json["results"]?.array {
            let results = elements.compactMap(LinkResult.init)
            guard results.count == elements.count else {
                throw CallFailure(.invalidArgument, "a result is not understood")
            }
            self = .results(results)
        } else if json["waiting"] != nil {
            self = .waiting
        } else {
            throw CallFailure(.invalidArgument, "the message is no answer")
        }
    }

    var line: [UInt8] {
        switch self {
        case .waiting: LinkMessage.line(["waiting": true])
        case .results(let results): LinkMessage.line(["results": .array(results.map { .object($0.json) })])
        case .failure(let reason): LinkMessage.line(["error": .string(reason)])
        }
    }
}
