import JSONText

/// The head of a request of HTTP/1.1: RFC 9112, sections 2 to 5.
struct HTTPHead: Hashable, Sendable {
    /// Why a request is refused, as the status of the answer: RFC 9110, section 15.
    enum Problem: Int, Error {
        case badRequest = 400, forbidden = 403, notFound = 404, methodNotAllowed = 405, contentTooLarge = 413
        case upgradeRequired = 426, headTooLarge = 431, busy = 503, versionNotSupported = 505

        var reason: String {
            switch self {
            case .badRequest: "Bad Request"
            case .forbidden: "Forbidden"
            case .notFound: "Not Found"
            case .methodNotAllowed: "Method Not Allowed"
            case .contentTooLarge: "Content Too Large"
            case .upgradeRequired: "Upgrade Required"
            case .headTooLarge: "Request Header Fields Too Large"
            case .busy: "Service Unavailable"
            case .versionNotSupported: "HTTP Version Not Supported"
            }
        }
    }

    /// The longest head, in bytes.
    static let longest = 16 << 10

    let method: String
    let path: String
    /// The part of the request's target behind its first `?`, without it: `token=x`. Empty if the target has no `?`.
    let query: String
    /// The fields by their names in lower case. Several fields of one name are joined by a comma.
    private let fields: [String: String]

    /// Takes the next complete head from what a connection has sent; nil if there is none yet.
    init?(removingFrom bytes: inout [UInt8]) throws(Problem) {
        // An empty line in front of a request is ignored: section 2.2.
        if bytes.starts(with: [13, 10]) { bytes.removeFirst(2) }
        if bytes.starts(with: [13, 10]) { throw .badRequest }
        guard let end = Self.end(of: bytes) else {
            if bytes.count >= Self.longest { throw .headTooLarge }
            return nil
        }
        guard end <= Self.longest else { throw .headTooLarge }
        let lines = String(decoding: bytes[..<(end - 4)], as: UTF8.self)
            .split(separator: "\r\n", omittingEmptySubsequences: false)
        bytes.removeFirst(end)
        // Visible characters of ASCII, blanks and tabs: a browser needs nothing else.
        guard lines.allSatisfy({ $0.utf8.allSatisfy { 0x20...0x7E ~= $0 || $0 == 9 } }) else { throw .badRequest }
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, Self.isToken(words[0]), words[1].hasPrefix("/"), !words[1].contains("#") else {
            throw .badRequest
        }
        guard words[2] == "HTTP/1.1" else {
            throw words[2].hasPrefix("HTTP/") ? .versionNotSupported : .badRequest
        }
        method = String(words[0])
        let parts = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        (path, query) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        var fields: [String: String] = [:]
        for text in lines.dropFirst() {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, Self.isToken(parts[0]) else { throw .badRequest }
            let value = String(parts[1].drop(while: Self.isBlank).reversed().drop(while: Self.isBlank).reversed())
            let name = parts[0].lowercased()
            guard name != "host" || fields[name] == nil else { throw .badRequest }
            fields[name] = fields[name].map { "\($0), \(value)" } ?? value
        }
        self.fields = fields
        // Nothing here takes a content.
        guard fields["transfer-encoding"] == nil, (fields["content-length"] ?? "0") == "0" else {
            throw .contentTooLarge
        }
    }

    subscript(name: String) -> String? { fields[name] }

    /// Whether a field that is a list of words has this one, in whatever case.
    func has(_ word: String, in name: String) -> Bool {
        (fields[name] ?? "").split(separator: ",").contains {
            String($0.filter { !Self.isBlank($0) }).lowercased() == word
        }
    }

    /// The value of a cookie: RFC 6265, section 4.2.
    func cookie(_ name: String) -> String? {
        let pairs = (fields["cookie"] ?? "").split(whereSeparator: { $0 == ";" || $0 == "," })
        return pairs.lazy.map { $0.drop(while: Self.isBlank) }.first { $0.hasPrefix("\(name)=") }
            .map { String($0.dropFirst(name.count + 1)) }
    }

    /// The value of a parameter of the query, which needs no escapes.
    func parameter(_ name: String) -> String? {
        query.split(separator: "&").first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
    }

    /// The index behind the empty line at the end of a head.
    private static func end(of bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (4...min(bytes.count, longest + 4)).first { bytes[$0 - 4..<$0].elementsEqual([13, 10, 13, 10]) }
    }

    private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

    private static func isToken(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }
}
