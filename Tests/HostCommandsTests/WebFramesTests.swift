import TestSupport
import Testing

@testable import HostCommands
@testable import ProgramTestSupport

@Suite("What a browser sends") struct WebFramesTests {
    @Test(
        "the digest of a text is that of FIPS 180",
        arguments: [
            ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
            ),
            (String(repeating: "a", count: 1_000_000), "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
        ])
    func digest(text: String, expected: String) {
        let digits = SHA1.digest(of: Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        #expect(digits.joined() == expected)
    }

    @Test("a key is answered as in the example of RFC 6455")
    func key() {
        #expect(WebSocketFrames.accept(key: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }

    // MARK: WebSocket

    /// A frame as a browser sends it.
    private static func frame(_ first: UInt8, _ content: String, mask: [UInt8] = [1, 2, 3, 4]) -> [UInt8] {
        let bytes = Array(content.utf8)
        let length: [UInt8] =
            bytes.count < 126 ? [0x80 | UInt8(bytes.count)] : [0xFE, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
        return [first] + length + mask + bytes.enumerated().map { $1 ^ mask[$0 % 4] }
    }

    private static func frames(_ bytes: [UInt8], limit: Int = 1000, step: Int = .max) -> [MessageFrame] {
        var (reader, frames) = (WebSocketFrames(limit: limit), [] as [MessageFrame])
        var rest = bytes[...]
        while !rest.isEmpty {
            reader.append(Array(rest.prefix(step)))
            rest = rest.dropFirst(step)
            while let frame = reader.next() {
                frames.append(frame)
                if case .end = frame { return frames }
            }
        }
        return frames
    }

    private static func message(_ text: String) -> MessageFrame { .message(Array(text.utf8)) }

    /// The end of a connection with a code of section 7.4.1.
    private static func end(_ code: UInt16) -> MessageFrame { .end([0x88, 2, UInt8(code >> 8), UInt8(code & 255)]) }

    @Test("messages are read in whatever pieces and frames they come", arguments: [1, 2, 5, 1000])
    func pieces(step: Int) {
        let long = String(repeating: "x", count: 300)
        let bytes =
            Self.frame(0x81, "{}") + Self.frame(0x01, "ab") + Self.frame(0x89, "?") + Self.frame(0x00, "cd")
            + Self.frame(0x8A, "") + Self.frame(0x80, "ef") + Self.frame(0x81, long) + Self.frame(0x81, "")
        #expect(
            Self.frames(bytes, step: step) == [
                Self.message("{}"), .reply([0x8A, 1, UInt8(ascii: "?")]), Self.message("abcdef"), Self.message(long),
                Self.message(""),
            ])
    }

    @Test(
        "what breaks the rules ends the connection with the code that says why",
        arguments: [
            (frame(0x88, "\u{3}x"), 1000), (frame(0x82, "x"), 1003), (frame(0x80, "x"), 1002),
            (frame(0x83, "x"), 1002), (frame(0xC1, "x"), 1002), (frame(0x09, "x"), 1002),
            (frame(0x01, "a") + frame(0x81, "b"), 1002), ([0x81, 0x01, 0x41], 1002),
            (frame(0x89, String(repeating: "x", count: 126)), 1002),
            (frame(0x81, String(repeating: "x", count: 1001)), 1009),
            (frame(0x01, String(repeating: "x", count: 600)) + frame(0x80, String(repeating: "x", count: 401)), 1009),
            ([0x81, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0], 1009),
        ] as [([UInt8], UInt16)])
    func broken(bytes: [UInt8], code: UInt16) {
        #expect(Self.frames(bytes) == [Self.end(code)])
        #expect(Self.frames(bytes, step: 1) == [Self.end(code)])
    }

    @Test("any bytes are read")
    func anything() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let count = Int.random(in: 0..<40, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            let whole = Self.frames(bytes, limit: 20)
            #expect(whole == Self.frames(bytes, limit: 20, step: 3), "\(bytes)")
        }
    }

    @Test("a message is sent in one frame with its length", arguments: [0, 125, 126, 65_535, 65_536])
    func sent(count: Int) {
        let frame = WebSocketFrames(limit: 1).frame([UInt8](repeating: 7, count: count))
        let length: [UInt8] =
            switch count {
            case ..<126: [UInt8(count)]
            case ..<65_536: [126, UInt8(count >> 8), UInt8(count & 255)]
            default: [127, 0, 0, 0, 0, 0, 1, 0, 0]
            }
        #expect(Array(frame.prefix(1 + length.count)) == [0x81] + length)
        #expect(frame.count == 1 + length.count + count)
    }

    // MARK: HTTP

    private static func head(_ text: String) throws -> HTTPHead? {
        var bytes = Array(text.utf8)
        return try HTTPHead(removingFrom: &bytes)
    }

    @Test("the head of a request has its target and its fields")
    func head() throws {
        var bytes = Array(
            ("\r\nGET /a/b?token=x&y=?z HTTP/1.1\r\nHost: h:1\r\nCookie: a=1; t-1=xyz\r\nCookie: b=2\r\n"
                + "Connection:\tkeep-alive ,  Upgrade\t\r\nX:\r\n\r\nrest").utf8)
        let head = try #require(try HTTPHead(removingFrom: &bytes))
        #expect(bytes == Array("rest".utf8))
        #expect(head.method == "GET" && head.path == "/a/b" && head.query == "token=x&y=?z")
        #expect(head["host"] == "h:1" && head["x"] == "" && head["none"] == nil)
        #expect(head.has("upgrade", in: "connection") && !head.has("close", in: "connection"))
        #expect(head.cookie("t-1") == "xyz" && head.cookie("b") == "2" && head.cookie("t") == nil)
        #expect(head.parameter("token") == "x" && head.parameter("y") == "?z" && head.parameter("k") == nil)
    }

    @Test(
        "a head that is not finished is waited for",
        arguments: ["", "GET", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: a\r\n"])
    func unfinished(text: String) throws {
        #expect(try Self.head(text) == nil)
    }

    @Test(
        "a head that breaks the rules is refused",
        arguments: [
            // As a browser never sends it.
            ("\r\n\r\n", 400), ("GET  / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1 \r\n\r\n", 400),
            ("GET / HTTP/2\r\n\r\n", 505),
            ("GET / HTTP/1.0\r\n\r\n", 505), ("GET x HTTP/1.1\r\n\r\n", 400), ("GET /#x HTTP/1.1\r\n\r\n", 400),
            ("GET http://a/ HTTP/1.1\r\n\r\n", 400), ("G(T / HTTP/1.1\r\n\r\n", 400), ("GET / FTP\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost\r\n\r\n", 400), ("GET / HTTP/1.1\r\nA : b\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nA: b\r\n folded\r\n\r\n", 400), ("GET / HTTP/1.1\r\nA: b\nB: c\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nA: \u{0}\r\n\r\n", 400), ("GET / HTTP/1.1\r\nA: ä\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", 413),
            ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 413),
            ("GET / HTTP/1.1\r\nA: \(String(repeating: "x", count: HTTPHead.longest))\r\n\r\n", 431),
            (String(repeating: "x", count: HTTPHead.longest), 431),
        ])
    func broken(text: String, status: Int) {
        let error = #expect(throws: HTTPHead.Problem.self) { try Self.head(text) }
        #expect(error?.rawValue == status)
    }
}
