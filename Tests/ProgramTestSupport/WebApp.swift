import Glibc
import HostSystem
import JSONText
import TestSupport
import Testing

/// A `switchyard web`, beside the browsers of a test.
final class WebApp {
    struct Answer {
        let status: Int
        let content: String
        private let fields: [String: String]

        init(_ text: String) throws {
            let (head, rest) = try #require(text.cutInTwo(at: "\r\n\r\n"))
            let lines = head.split(separator: "\r\n")
            status = try #require(Int(lines[0].split(separator: " ")[1]))
            content = String(rest)
            let pairs = lines.dropFirst().compactMap { $0.cutInTwo(at: ": ") }
            fields = Dictionary(pairs.map { ($0.0.lowercased(), String($0.1)) }) { $1 }
        }

        subscript(name: String) -> String? { fields[name] }
    }

    /// What a browser says that wants a WebSocket.
    static let upgrade = [
        "Upgrade: websocket", "Connection: keep-alive, Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]

    let port: UInt16
    let token: String
    /// The cookie that the page has got.
    private(set) var cookie = ""
    private let process: BackgroundHost
    /// Its directory lives as long as this.
    private let sandbox: Sandbox

    /// Starts the host, and waits for its link.
    init(_ host: Sandbox, _ arguments: String...) throws {
        sandbox = host
        let file = host.directory("link-\(UInt32.random(in: 0 ... .max))")
        process = try BackgroundHost(host, ["web", "--session", ""] + arguments, output: file)
        wait { [process] in (try? File.read(file))?.last == 10 || process.outcome != nil }
        let link = String(decoding: try File.read(file).dropLast(), as: UTF8.self)
        let (start, token) = try #require(link.cutInTwo(at: "/?token="))
        (port, self.token) = (
            try #require(start.cutInTwo(at: "http://127.0.0.1:").flatMap { UInt16($0.1) }), String(token)
        )
        let page = try get("/?token=\(token)")
        cookie = String(try #require(page["set-cookie"]?.prefix { $0 != ";" }))
    }

    deinit { try? process.signal(SIGKILL) }

    var host: String { "127.0.0.1:\(port)" }

    func connect() throws -> OpenDescriptor {
        try TCPConnection.open("127.0.0.1", port, until: .now.advanced(by: .seconds(300)))
    }

    /// Sends a request whose head this is, and returns the answer.
    func answer(_ head: String) throws -> Answer {
        let connection = try connect()
        let isLast = head.contains("Connection:") || !head.contains(" HTTP/1.1")
        _ = connection.send("\(head)\(isLast ? "" : "\r\nConnection: close")\r\n\r\n".utf8)
        var bytes: [UInt8] = []
        // A WebSocket where none is meant to be ends the test too.
        while !bytes.starts(with: "HTTP/1.1 101 ".utf8), let more = connection.receive(), !more.isEmpty {
            bytes += more
        }
        return try Answer(String(decoding: bytes, as: UTF8.self))
    }

    func get(_ path: String, _ fields: String...) throws -> Answer {
        try answer((["GET \(path) HTTP/1.1", "Host: \(host)"] + fields).joined(separator: "\r\n"))
    }

    /// Opens a window, which has sent `initialize`.
    func window() throws -> WebWindow {
        let connection = try connect()
        let head =
            ["GET /app?token=\(token) HTTP/1.1", "Host: \(host)", "Origin: http://\(host)", "Cookie: \(cookie)"]
            + Self.upgrade
        _ = connection.send("\(head.joined(separator: "\r\n"))\r\n\r\n".utf8)
        return try WebWindow(connection)
    }

    /// Ends the host by a signal.
    func end(by signal: Int32) throws -> Subprocess.Outcome {
        try process.signal(signal)
        return try process.outcomeOfEnd()
    }
}

/// A window of a browser, which has a WebSocket.
final class WebWindow {
    struct Silence: Error {}

    private let connection: OpenDescriptor
    private var input: [UInt8] = []
    /// The code with which the host has ended the connection.
    private(set) var closingCode: UInt16?

    fileprivate init(_ connection: OpenDescriptor) throws {
        self.connection = connection
        var head = ""
        while !head.hasSuffix("\r\n\r\n") {
            head += String(decoding: try take(1), as: UTF8.self)
        }
        #expect(head.hasPrefix("HTTP/1.1 101 ") && head.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
        send(["jsonrpc": "2.0", "id": 0, "method": "initialize", "params": ["protocolVersion": 1]])
    }

    /// A frame with a mask.
    static func frame(_ opcode: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = [0xFE, UInt8(content.count >> 8), UInt8(content.count & 255)]
        return [0x80 | opcode] + length + [9, 8, 7, 6] + content.enumerated().map { $1 ^ [9, 8, 7, 6][$0 % 4] }
    }

    func send(_ message: JSON) { send(bytes: Self.frame(1, message.utf8())) }
    func send(bytes: [UInt8]) { _ = connection.send(bytes) }
    func close() { Glibc.close(connection.giveAway()) }

    /// Returns the next message; nil at the end of the connection.
    func next() throws -> JSON? {
        guard closingCode == nil, let head = try? take(2) else { return nil }
        let size = [126: 2, 127: 8][head[1]] ?? 0
        let count = size == 0 ? Int(head[1]) : try take(size).reduce(0) { $0 << 8 | Int($1) }
        let content = try take(count)
        guard head[0] == 0x88 else { return try JSON.parse(content) }
        closingCode = UInt16(content[0]) << 8 | UInt16(content[1])
        return nil
    }

    /// Waits for a message.
    func receive(_ isMeant: (JSON) -> Bool) throws -> JSON {
        while let message = try next() {
            if isMeant(message) { return message }
        }
        throw Silence()
    }

    private func take(_ count: Int) throws -> [UInt8] {
        while input.count < count {
            guard let more = connection.receive(), !more.isEmpty else { throw Silence() }
            input += more
        }
        defer { input.removeFirst(count) }
        return Array(input.prefix(count))
    }
}

extension StringProtocol {
    /// What stands before and behind the first occurrence of a text.
    fileprivate func cutInTwo(at mark: String) -> (SubSequence, SubSequence)? {
        guard let range = firstRange(of: mark) else { return nil }
        return (self[..<range.lowerBound], self[range.upperBound...])
    }
}
