import FeatureContract
import HostSystem
import JSONText

extension HTTPRequestHead {
    private static let methods: Set = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    /// What the host and libcurl write themselves, since they decide by it where a message ends and where it goes. Any
    /// other name is the service's own.
    private static let ownHeaders: Set = [
        "connection", "content-length", "expect", "host", "keep-alive", "proxy-authorization", "proxy-connection", "te",
        "trailer", "transfer-encoding", "upgrade",
    ]
    /// What goes to another origin after a redirect. Any other field may be a secret of the first one.
    private static let plainHeaders: Set = [
        "accept", "accept-language", "content-language", "content-type", "user-agent",
    ]

    /// Checks what a feature asks.
    ///
    /// - Parameter piece: The first piece of the body.
    /// - Returns: The URL.
    package func checked(first piece: [UInt8], maximumBody: UInt64 = HTTPLimit.body) throws(CallFailure) -> HTTPURL {
        guard Self.methods.contains(method) else {
            let all = Self.methods.sorted().joined(separator: ", ")
            throw CallFailure(.invalidArgument, "\(quoted: method) is no method; expected one of \(all)")
        }
        guard bodySize == 0 || method != "HEAD" else { throw CallFailure(.invalidArgument, "HEAD has no body") }
        guard bodySize <= maximumBody else {
            throw CallFailure(.limit, "the body of a request has at most \(ByteCount.text(maximumBody))")
        }
        guard piece.count == HTTPLimit.pieceSize(at: 0, of: bodySize) else {
            throw CallFailure(malformed: "a first piece of \(piece.count) of \(bodySize) bytes")
        }
        let size =
            headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
            + secretNames.reduce(0) { $0 + $1.utf8.count }
        guard size <= HTTPLimit.headers, max(headers.count, secretNames.count) <= HTTPLimit.headerCount else {
            throw CallFailure(
                .limit,
                "the head of a request has at most \(HTTPLimit.headers >> 10) KiB in \(HTTPLimit.headerCount) fields, "
                    + "with the names of its secrets")
        }
        for header in headers { try header.check(own: Self.ownHeaders) }
        do throws(URLProblem) {
            return try HTTPURL(url)
        } catch {
            let place = String(url.prefix { $0 != "?" })
            throw CallFailure(.invalidArgument, "\(quoted: place) is no URL to ask: \(error)")
        }
    }

    /// Becomes the request that a redirect asks for: RFC 9110, section 15.4.
    package mutating func redirect(to new: HTTPURL, from old: HTTPURL, _ status: UInt32) {
        url = new.text
        if status == 303 && method != "HEAD" || status < 303 && method == "POST" {
            method = "GET"
            bodySize = 0
            headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
        }
        if new.origin != old.origin { headers.removeAll { !Self.plainHeaders.contains($0.name.lowercased()) } }
    }
}

extension HTTPHeader {
    fileprivate func check(own: Set<String>) throws(CallFailure) {
        guard Self.isName(name) else {
            throw CallFailure(
                .invalidArgument,
                "\(quoted: name) is no name of a header; expected letters, digits and '-' as in 'Accept-Language'")
        }
        guard value.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 }) else {
            throw CallFailure(
                .invalidArgument, "the header '\(name)' has a value that is not one line of printable ASCII")
        }
        guard !own.contains(name.lowercased()) else {
            throw CallFailure(.invalidArgument, "the host writes the header '\(name)' itself; leave it out")
        }
    }

    /// A field of a response's head; nil for a line that is none: RFC 9112, section 5.1. Its name is in lower case.
    init?(line: some StringProtocol) {
        let (name, value) = Substring(line).splitOnce(at: ":")
        guard let value else { return nil }
        self.init(name.lowercased(), value.trimmed)
        guard isField else { return nil }
    }

    /// Whether the name is one, and the value one line.
    package var isField: Bool { Self.isName(name) && Self.isValue(value) }

    /// Whether a text may be the value of a response's field, or a further line of one: it has no control characters.
    static func isValue(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }

    /// A `token`: RFC 9110, section 5.6.2.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }
}
