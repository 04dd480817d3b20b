import JSONText

/// An unreadable header in a stream of messages, after which the start of the next message is unknown.
package struct HeaderError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ problem: String) {
        description = "\(problem); expected the header 'Content-Length: N', an empty line, and N bytes of JSON"
    }
}

/// Cuts a stream of bytes into messages with a header, as the Language Server Protocol does: `Content-Length: 42`, an
/// empty line, and 42 bytes. Header lines end in CR LF.
package struct HeaderFrames: MessageFrames, Sendable {
    /// The longest header, in bytes.
    package static let longestHeader = 4096

    private let limit: Int
    private var bytes: [UInt8] = []
    /// The message that is dropped: its length, the number of further bytes, and what is looked for in it.
    private var skipped: (length: Int, rest: Int, id: MemberSearch)?
    /// The length of the next message; nil if its header was not read yet.
    private var length: Int?

    /// - Parameter limit: The longest message, in bytes.
    package init(limit: Int) {
        self.limit = limit
    }

    package static func frame(_ message: [UInt8]) -> [UInt8] {
        Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
    }

    package func frame(_ message: [UInt8]) -> [UInt8] { Self.frame(message) }

    package var farewell: [UInt8] { [] }

    package mutating func append(_ more: [UInt8]) { bytes += more }

    /// Returns the next complete message; nil if there is none yet.
    package mutating func next() throws(HeaderError) -> MessageFrame? {
        if let frame = skip() { return frame }
        guard skipped == nil else { return nil }
        if length == nil { length = try removeHeader() }
        guard let length else { return nil }
        if length > limit {
            (skipped, self.length) = ((length, length, MemberSearch()), nil)
            return skip()
        }
        guard bytes.count >= length else { return nil }
        let message = Array(bytes.prefix(length))
        bytes.removeFirst(length)
        self.length = nil
        return .message(message)
    }

    /// Drops what has come of a message that is too long; returns its frame at its end, or once its id was found.
    private mutating func skip() -> MessageFrame? {
        guard case (let length, var rest, var search)? = skipped else { return nil }
        let dropped = min(rest, bytes.count)
        let wasFound = search.found != nil
        search.read(bytes.prefix(dropped))
        bytes.removeFirst(dropped)
        rest -= dropped
        skipped = rest == 0 ? nil : (length, rest, search)
        guard !wasFound, rest == 0 || search.found != nil else { return nil }
        return .tooLong(length, id: search.found)
    }

    /// Reads a complete header, and returns the length in it; nil if it is incomplete.
    private mutating func removeHeader() throws(HeaderError) -> Int? {
        var lines: [String] = []
        var start = 0
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")), end < Self.longestHeader {
            guard end > start, bytes[end - 1] == UInt8(ascii: "\r") else {
                throw HeaderError("a line of the header does not end in CR LF")
            }
            if end - 1 == start {
                bytes.removeFirst(end + 1)
                return try Self.length(lines)
            }
            guard let line = String(validating: bytes[start..<end - 1], as: UTF8.self) else {
                throw HeaderError("the header is not UTF-8")
            }
            lines.append(line)
            start = end + 1
        }
        guard bytes.count < Self.longestHeader else {
            throw HeaderError("the header is longer than \(Self.longestHeader) bytes")
        }
        return nil
    }

    /// Returns the charset of a Content-Type in lower case: `utf-8` for `application/json; charset="UTF-8"`. Nil if it
    /// has none, which means UTF-8 here.
    private static func charset(of type: Substring) -> String? {
        let marks: Set<Character> = [" ", "\t", "\"", "'"]
        let parameters = type.lowercased().split(separator: ";").map { $0.filter { !marks.contains($0) } }
        return parameters.first { $0.hasPrefix("charset=") }.map { String($0.dropFirst("charset=".count)) }
    }

    private static func length(_ lines: [String]) throws(HeaderError) -> Int {
        var length: Int?
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw HeaderError("a line of the header has no colon") }
            if parts[0].lowercased() == "content-type", let charset = charset(of: parts[1]), charset != "utf-8",
                charset != "utf8"
            {
                throw HeaderError("the charset of the Content-Type is '\(charset)', and only utf-8 is read")
            }
            // Other fields do not matter.
            guard parts[0].lowercased() == "content-length" else { continue }
            let words = parts[1].split { $0 == " " || $0 == "\t" }
            guard words.count == 1, words[0].utf8.allSatisfy(\.isDigit), let number = Int(words[0]) else {
                throw HeaderError("the Content-Length is no number of bytes")
            }
            guard length ?? number == number else { throw HeaderError("the header has two lengths") }
            length = number
        }
        guard let length else { throw HeaderError("the header has no Content-Length") }
        return length
    }
}

/// Looks for the member `"id"` of a JSON object that comes in pieces, without keeping the object.
struct MemberSearch {
    /// The longest member, in bytes.
    private static let limit = 256

    private(set) var found: [UInt8]?
    private var depth = 0
    private var isText = false
    private var isEscaped = false
    /// The bytes of the current member of the object, without what is in it.
    private var member: [UInt8] = []

    static func id(in message: [UInt8]) -> [UInt8]? {
        var search = MemberSearch()
        search.read(message[...])
        return search.found
    }

    mutating func read(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes where found == nil {
            if isText {
                (isText, isEscaped) = (
                    isEscaped || byte != UInt8(ascii: "\""), !isEscaped && byte == UInt8(ascii: "\\")
                )
            } else {
                switch byte {
                case UInt8(ascii: "\""): isText = true
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    depth += 1
                    if depth == 1 { continue }
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    if depth == 1 { endMember() }
                    depth -= 1
                case UInt8(ascii: ",") where depth == 1:
                    endMember()
                    continue
                case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): continue
                default: break
                }
            }
            if depth == 1, member.count <= Self.limit { member.append(byte) }
        }
    }

    private mutating func endMember() {
        if member.starts(with: "\"id\":".utf8), member.count <= Self.limit { found = member }
        member = []
    }
}
