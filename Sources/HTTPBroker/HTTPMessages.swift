import FeatureContract
import Glibc
import HostSystem

// What a feature, its host and the broker say to each other about one request, an exchange:
//
//     feature                      host                                broker
//     -------                      ----                                ------
//     send: the head, a piece  ->  checks the origin, the headers  ->  connects, sends
//                              <-                                  <-  wantsBody: the piece from there
//     body: that piece         ->                                  ->
//                              <-  checks and follows redirects    <-  response: the head, a piece
//     next                     ->                                  ->
//                              <-                                  <-  body: a piece, and whether it is the last one
//
// Each question has one answer, so that nobody gets more than they can hold. In place of any answer comes a failure,
// which ends the exchange, as the last piece does.

/// A field of a request's or a response's head: RFC 9110, section 5.
@BinaryCoded
package struct HTTPHeader: Hashable, Sendable {
    /// In a response in lower case.
    package let name: String
    package internal(set) var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether the value of a request's header is known to be no secret: fields of content, of conditions and of what is
    /// preferred. What any other name means is the service's own.
    fileprivate var isOpen: Bool {
        let name = name.lowercased()
        return ["accept", "content-", "if-"].contains(where: name.hasPrefix)
            || ["cache-control", "date", "pragma", "prefer", "priority", "range", "user-agent"].contains(name)
    }
}

extension [HTTPHeader] {
    /// The value of the first field of that name, whose case does not matter.
    package subscript(_ name: String) -> String? { first { $0.name.lowercased() == name }?.value }

    /// The values that no recording has: of headers that say who asks, with their last words, as the token of
    /// `Bearer TOKEN`, and of the other headers and the items of the URL's query that a request marks.
    ///
    /// - Parameter names: The marked names, in lower case.
    package func secrets(marked names: Set<String>, in url: String) -> [String] {
        func decoded(_ text: Substring) -> String { PercentCoding.decoded(text) ?? String(text) }
        let items = (url.splitOnce(at: "?").1?.splitAll(at: "&") ?? []).flatMap { item -> [String] in
            let (name, value) = item.splitOnce(at: "=")
            guard let value, names.contains(decoded(name).lowercased()) else { return [] }
            return [String(value), decoded(value)]
        }
        return items
            + flatMap { header -> [String] in
                let name = header.name.lowercased()
                let isOwn = ["authorization", "cookie", "set-cookie"].contains(name)
                guard isOwn || names.contains(name) else { return [] }
                let words = isOwn ? header.value.split(separator: " ") : []
                return [header.value.trimmed] + words.suffix(1).map(String.init)
            }
    }
}

@BinaryCoded
package struct HTTPRequestHead: Hashable, Sendable {
    package var method: String
    package var url: String
    package var headers: [HTTPHeader]
    package var bodySize: UInt64
    /// The longest time for the whole exchange in milliseconds; 0 for any time.
    package var timeout: UInt32
    /// The names of headers and of the query's items whose values are secrets.
    package var secretNames: [String]

    package init(
        method: String, url: String, headers: [HTTPHeader], bodySize: UInt64 = 0, timeout: UInt32 = 0,
        secretNames: [String] = []
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.bodySize = bodySize
        self.timeout = timeout
        self.secretNames = secretNames
    }

    /// The request as a recording has it: with the values of headers that are known to be no secrets.
    package var recorded: HTTPRequestHead {
        var head = self
        head.headers = headers.map { header in
            header.isOpen
                ? header : HTTPHeader(header.name, String(repeating: "*", count: header.value.utf8.count))
        }
        return head
    }
}

@BinaryCoded
package struct HTTPResponseHead: Hashable, Sendable {
    package var status: UInt32
    package var headers: [HTTPHeader]
    /// The URL that has answered: of the request, or of its last redirect.
    package var url: String

    package init(status: UInt32, headers: [HTTPHeader], url: String) {
        self.status = status
        self.headers = headers
        self.url = url
    }
}

/// A question about an exchange.
@BinaryCoded
package enum HTTPQuestion: Hashable, Sendable {
    /// Begins it, with the first piece of the request's body.
    case send(HTTPRequestHead, [UInt8])
    /// The piece of the request's body that is wanted, and its offset.
    case body([UInt8], from: UInt64)
    /// Asks for the next piece of the response's body.
    case next
}

extension HTTPQuestion {
    /// Whether it may follow an answer: the piece of the body that was wanted, whole, and else `next`.
    ///
    /// - Parameter wanted: The offset of the piece; nil if none is wanted.
    package func follows(wanted: UInt64?, bodySize: UInt64) -> Bool {
        switch self {
        case .send: false
        case .next: wanted == nil
        case .body(let piece, let offset):
            offset == wanted && piece.count == HTTPLimit.pieceSize(at: offset, of: bodySize)
        }
    }
}

@BinaryCoded
package enum HTTPAnswer: Hashable, Sendable {
    case wantsBody(from: UInt64)
    case response(HTTPResponseHead, [UInt8], isWhole: Bool)
    case body([UInt8], isWhole: Bool)

    package var isLast: Bool {
        switch self {
        case .wantsBody: false
        case .response(_, _, let isWhole), .body(_, let isWhole): isWhole
        }
    }

    /// The answer with another piece of the response's body, where it has one.
    package func replacingPiece(_ body: ([UInt8]) -> [UInt8]) -> HTTPAnswer {
        switch self {
        case .wantsBody: self
        case .response(let head, let piece, let isWhole): .response(head, body(piece), isWhole: isWhole)
        case .body(let piece, let isWhole): .body(body(piece), isWhole: isWhole)
        }
    }
}

package enum HTTPLimit {
    /// The bytes of a body in one question or answer.
    package static let piece = 64 << 10
    /// The bytes of the piece of a body that begins at an offset.
    package static func pieceSize(at offset: UInt64, of bodySize: UInt64) -> Int {
        offset < bodySize ? Int(min(bodySize - offset, UInt64(piece))) : 0
    }
    /// The bytes of all names and values in one head.
    package static let headers = 64 << 10
    package static let headerCount = 1_000
    /// The bytes of a request's, and of a response's body.
    package static let body: UInt64 = 64 << 20
    /// The exchanges of one feature at once.
    package static let exchanges = 16
    package static let redirects = 10
    /// The time in which nothing comes and nothing can be sent, after which an exchange fails, in seconds.
    package static let silence = 30
    /// The seconds after which the host ends a request whose time is over, if the broker has not.
    package static let grace = 1
    /// The seconds between two looks whether a broker works that is to answer, and the number of looks in which it says
    /// nothing until it is ended.
    package static let look = 5
    package static let looks = 6
}

// MARK: Between the host and the broker

/// The rules of one exchange.
@BinaryCoded
package struct HTTPRules: Hashable, Sendable {
    /// The addresses that a name may have although they are not public.
    package var addresses: [String]
    package var maximumBody: UInt64

    package init(addresses: [String], maximumBody: UInt64 = HTTPLimit.body) {
        self.addresses = addresses
        self.maximumBody = maximumBody
    }
}

@BinaryCoded
package enum HTTPBrokerQuestion: Hashable, Sendable {
    case feature(HTTPQuestion)
    /// Asked while an answer is awaited, and answered at once.
    case isWorking
}

@BinaryCoded
package enum HTTPBrokerReply: Hashable, Sendable {
    case answer(HTTPAnswer)
    case failure(CallFailure)
    case works
}

/// A message of an exchange, which is one packet of its socket: unix(7), `SOCK_SEQPACKET`.
package enum HTTPPacket {
    /// More than a piece, a head and a URL.
    static let maximumSize = 192 << 10

    /// The host's and the broker's ends of a new exchange.
    package static func ends() throws(SystemError) -> (OpenDescriptor, OpenDescriptor) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        try systemCall("socketpair") { socketpair(AF_UNIX, kind, 0, &ends) }
        for end in ends {
            var size = Int32(2 * maximumSize)
            setsockopt(end, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        return (OpenDescriptor(ends[0]), OpenDescriptor(ends[1]))
    }

    /// Sends a message. Since each question waits for its answer, the socket has room.
    ///
    /// - Returns: False if the other end is gone, or does not read.
    package static func send(_ message: some BinaryCoded, over socket: Int32) -> Bool {
        let bytes = BinaryWriter.bytes { $0.append(coded: message) }
        return bytes.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            == bytes.count
    }

    package enum Received<Message> {
        case message(Message), nothing, end
    }

    package static func receive<Message: BinaryCoded>(
        _ type: Message.Type, from socket: Int32
    ) throws(BinaryError) -> Received<Message> {
        let bytes = withUnsafeTemporaryAllocation(byteCount: maximumSize, alignment: 1) { buffer -> [UInt8]? in
            var count = recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            // The other end was closed with a message of ours unread, which is told before what it has sent.
            if count < 0, errno == ECONNRESET {
                count = recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            }
            if count < 0, errno == EAGAIN || errno == EINTR { return nil }
            return Array(buffer.prefix(max(0, count)))
        }
        guard let bytes else { return .nothing }
        if bytes.isEmpty { return .end }
        var reader = BinaryReader(bytes)
        let message = try reader.decode(type)
        try reader.requireEnd()
        return .message(message)
    }
}
