internal import JSONText

/// Where a request of HTTP goes: RFC 6454. `https://api.example.org`, `http://[::1]:8080`.
package struct Origin: Hashable, Sendable {
    package enum Scheme: String, Hashable, Sendable, CaseIterable {
        case http, https

        /// The port without which an origin of the scheme is written.
        package var port: UInt16 { self == .http ? 80 : 443 }
    }

    package let scheme: Scheme
    /// A name in lower case, or an IP address; version 6 in its shortest form, without brackets.
    package let host: String
    package let port: UInt16

    /// Reads an origin alone, which nothing follows, not even `/`.
    package init(_ text: String) throws(URLProblem) {
        let rest: Substring
        (self, rest) = try Self.beginning(of: text)
        guard rest.isEmpty else {
            throw URLProblem("\(quoted: String(rest)) follows the host and port; write '\(self.text)' alone")
        }
    }

    private init(scheme: Scheme, host: String, port: UInt16) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    package var text: String { "\(scheme)://\(authority)" }

    /// The host and, if it is not the scheme's, the port.
    fileprivate var authority: String {
        (host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host) + (port == scheme.port ? "" : ":\(port)")
    }

    /// The IP address, if the host is one: `127.0.0.1`, `::1`.
    package var address: String? {
        host.utf8.contains(UInt8(ascii: ":")) || Self.endsInNumber(host) ? host : nil
    }

    /// Reads the origin with which an absolute URL begins, and returns it with the rest of the URL.
    fileprivate static func beginning(of text: String) throws(URLProblem) -> (Origin, Substring) {
        try URLProblem.requireCharacters(text)
        let (name, rest) = text.splitOnce(at: ":")
        guard let scheme = Scheme(rawValue: String(name).lowercasedASCII), let rest, rest.utf8.starts(with: "//".utf8)
        else { throw URLProblem("the beginning is neither 'http://' nor 'https://'") }
        let bytes = rest.utf8.dropFirst(2)
        let end = bytes.firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
        let authority = rest[bytes.startIndex..<end]
        guard !authority.utf8.contains(UInt8(ascii: "@")) else {
            throw URLProblem(
                "what stands before '@' is no host; write the host right after '\(scheme)://', without a user's name")
        }
        let (host, port) = try parts(of: authority)
        guard let port else { return (Origin(scheme: scheme, host: host, port: scheme.port), rest[end...]) }
        guard let number = UInt16(port), number > 0, String(number) == port else {
            throw URLProblem("the port \(quoted: String(port)) is not a number from 1 to 65535")
        }
        return (Origin(scheme: scheme, host: host, port: number), rest[end...])
    }

    private static func parts(of authority: Substring) throws(URLProblem) -> (host: String, port: Substring?) {
        if authority.utf8.first == UInt8(ascii: "[") {
            let (text, rest) = authority.dropFirst().splitOnce(at: "]")
            guard let rest, rest.isEmpty || rest.utf8.first == UInt8(ascii: ":"),
                let address = Endpoint.address6(String(text))
            else {
                throw URLProblem("the host \(quoted: String(authority)) is not an IP address such as '[::1]'")
            }
            guard address != "::" else { throw .noMachine(address) }
            if address.utf8.starts(with: "::ffff:".utf8), address.utf8.contains(UInt8(ascii: ".")) {
                throw URLProblem(
                    "'[\(address)]' is an address of version 4; write '\(address.splitAll(at: ":").last ?? "")'")
            }
            return (address, rest.isEmpty ? nil : rest.dropFirst())
        }
        let (text, port) = authority.splitOnce(at: ":")
        return (try host(String(text)), port)
    }

    /// The name or the address of version 4. An address has one notation here, since programs differ on the others:
    /// `127.1` and `0177.0.0.1` are this machine to some of them.
    private static func host(_ text: String) throws(URLProblem) -> String {
        let hyphen = UInt8(ascii: "-")
        guard let name = Endpoint.name(text),
            text.splitAll(at: ".").allSatisfy({ $0.utf8.first != hyphen && $0.utf8.last != hyphen })
        else {
            throw URLProblem(
                "the host \(quoted: text) is neither an IP address nor a name of letters, digits, '-' and '_', such as "
                    + "'api.example.org'")
        }
        let numbers = name.splitAll(at: ".")
        let isAddress =
            numbers.count == 4 && numbers.allSatisfy { number in UInt8(number).map { "\($0)" == number } ?? false }
        guard isAddress || !endsInNumber(name) else {
            throw URLProblem(
                "the host \(quoted: text) ends in a number, and is no IP address of four numbers such as '127.0.0.1'")
        }
        // The network of no machine: RFC 6890.
        guard !isAddress || numbers[0] != "0" else { throw .noMachine(name) }
        return name
    }

    private static func endsInNumber(_ name: String) -> Bool {
        guard let last = name.splitAll(at: ".").last else { return false }
        return last.utf8.starts(with: "0x".utf8) || last.utf8.allSatisfy(\.isDigit)
    }
}

/// The origins to which a permission for HTTP leads: one, or with `*` all with one more label before a name.
/// `https://api.example.org`, `https://*.example.org`.
package struct OriginPattern: Hashable, Sendable {
    package let text: String
    /// The origin, or what follows `*.` in it; nil for the text of a feature's code that is not an origin.
    private let origin: Origin?
    private let hasStar: Bool

    package init(_ text: String) throws(URLProblem) {
        let (scheme, rest) = text.splitOnce(at: ":")
        let star = "//*."
        guard let rest, rest.utf8.starts(with: star.utf8) else {
            self.init(try Origin(text))
            return
        }
        let origin = try Origin("\(scheme)://\(rest.dropFirst(star.count))")
        guard origin.address == nil, origin.host.utf8.contains(UInt8(ascii: ".")) else {
            throw URLProblem("what follows '*.' is not a name with a dot, such as 'example.org'")
        }
        self.init(text: "\(origin.scheme)://*.\(origin.authority)", origin: origin, hasStar: true)
    }

    /// The origin alone.
    package init(_ origin: Origin) { self.init(text: origin.text, origin: origin, hasStar: false) }

    /// Adopts the text of a feature's code, for a manifest that is checked when it is read.
    package init(unchecked text: String) {
        self = (try? OriginPattern(text)) ?? OriginPattern(text: text, origin: nil, hasStar: false)
    }

    private init(text: String, origin: Origin?, hasStar: Bool) {
        self.text = text
        self.origin = origin
        self.hasStar = hasStar
    }

    /// The IP address, if the host is one.
    package var address: String? { origin?.address }

    package func covers(_ origin: Origin) -> Bool {
        guard let own = self.origin, hasStar else { return origin == self.origin }
        return origin.scheme == own.scheme && origin.port == own.port
            && origin.host.splitOnce(at: ".").1.map { $0 == own.host[...] } ?? false
    }

    package func covers(_ other: OriginPattern) -> Bool {
        self == other || !other.hasStar && other.origin.map(covers) ?? false
    }

    /// Whether both cover an origin; then one covers the other.
    package func meets(_ other: OriginPattern) -> Bool { covers(other) || other.covers(self) }
}

/// An absolute URL of HTTP or HTTPS, read strictly, so that whoever reads its text again reads the same.
package struct HTTPURL: Hashable, Sendable {
    package let origin: Origin
    /// The path and the query, which begins with `/`: `/`, `/items?page=2`.
    package let target: String

    package var text: String { origin.text + target }
    /// The URL for a message: without its query, which may hold a secret.
    package var place: String { origin.text + target.prefix { $0 != "?" } }

    /// The maximum size of a URL, in bytes.
    package static let maximumLength = 8192

    /// Reads a URL. Its fragment is left out.
    package init(_ text: String) throws(URLProblem) {
        let rest: Substring
        (origin, rest) = try Origin.beginning(of: text)
        let target = rest.splitOnce(at: "#").0
        try URLProblem.requireTarget(target)
        self.target = target.utf8.first == UInt8(ascii: "/") ? String(target) : "/\(target)"
    }

    /// The URL that a reference in a redirect means: RFC 3986, section 5.2. Its fragment is left out.
    package func resolving(_ reference: String) throws(URLProblem) -> HTTPURL {
        try URLProblem.requireCharacters(reference)
        let text = reference.splitOnce(at: "#").0
        let first = text.utf8.first { ":/?".utf8.contains($0) }
        if text.utf8.starts(with: "//".utf8) { return try HTTPURL("\(origin.scheme):\(text)").withoutDots }
        if first == UInt8(ascii: ":") { return try HTTPURL(String(text)).withoutDots }
        let path = target.splitOnce(at: "?").0
        switch text.utf8.first {
        case nil: return self
        case UInt8(ascii: "?"): return try HTTPURL("\(origin.text)\(path)\(text)")
        case UInt8(ascii: "/"): return try HTTPURL(origin.text + text).withoutDots
        default:
            let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? "/"
            return try HTTPURL("\(origin.text)\(folder)\(text)").withoutDots
        }
    }

    /// The URL without the segments `.` and `..`: RFC 3986, section 5.2.4.
    private var withoutDots: HTTPURL {
        let (path, query) = target.splitOnce(at: "?")
        let segments = path.splitAll(at: "/").dropFirst()
        var kept: [Substring] = []
        for segment in segments where segment != "." {
            if segment == ".." { _ = kept.popLast() } else { kept.append(segment) }
        }
        if let last = segments.last, [".", ".."].contains(last) { kept.append("") }
        return HTTPURL(origin, "/" + kept.joined(separator: "/") + (query.map { "?\($0)" } ?? ""))
    }

    private init(_ origin: Origin, _ target: String) {
        self.origin = origin
        self.target = target
    }
}

/// The reason why a text is not a URL of HTTP or not an origin, for a message that quotes the text.
package struct URLProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A part of a sentence: `the port '0' is not a number from 1 to 65535`.
    package let reason: String

    fileprivate init(_ reason: String) { self.reason = reason }

    package var description: String { reason }

    fileprivate static func noMachine(_ address: String) -> URLProblem {
        URLProblem("\(quoted: address) is the address of no machine; this one is '127.0.0.1' or '[::1]'")
    }

    /// Requires printable ASCII, without `\`, which some programs take for `/`, and of a URL's size.
    fileprivate static func requireCharacters(_ text: String) throws(URLProblem) {
        guard text.utf8.count <= HTTPURL.maximumLength else {
            throw URLProblem("it has \(text.utf8.count) bytes, and a URL has at most \(HTTPURL.maximumLength)")
        }
        guard let scalar = text.unicodeScalars.first(where: { !("!"..."~").contains($0) || $0 == "\\" }) else { return }
        throw URLProblem(
            "the character \(scalar.codePoint) is in no URL; "
                + (scalar.isASCII
                    ? "percent-encode it"
                    : "percent-encode it, or write a host's name in its ASCII form, which begins with 'xn--'"))
    }

    /// Requires the characters of a path and a query: RFC 3986, sections 3.3 and 3.4.
    fileprivate static func requireTarget(_ text: Substring) throws(URLProblem) {
        var rest = text.utf8
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                let digits = rest.prefix(2)
                guard digits.count == 2, digits.allSatisfy({ $0.hexadecimalValue != nil }) else {
                    throw URLProblem("two hexadecimal digits do not follow each '%'; write '%' itself as '%25'")
                }
            } else if !byte.isLetter, !byte.isDigit, !"-._~!$&'()*+,;=:@/?".utf8.contains(byte) {
                throw URLProblem(
                    "the path or the query has '\(Unicode.Scalar(byte))'; write it as "
                        + "'%\(String(byte, radix: 16, uppercase: true))'")
            }
        }
    }
}
