import JSONText

/// Cuts what a browser sends over a WebSocket into messages: RFC 6455, section 5. A message is a text, in one frame or
/// several.
struct WebSocketFrames: MessageFrames {
    private enum Opcode: UInt8 { case continuation, text, binary, close = 8, ping, pong }

    /// Why a connection ends: section 7.4.1.
    private enum Code: UInt16 {
        case normal = 1000, goingAway, protocolError, unsupported, tooBig = 1009
    }

    /// The most frames without a message that are read in one turn.
    private static let mostInTurn = 64

    private let limit: Int
    private var bytes: [UInt8]
    /// The index in ``bytes`` of the next frame.
    private var start = 0
    /// The frames so far of a message whose last frame has not come.
    private var message: [UInt8] = []
    private var isInMessage = false

    /// - Parameters:
    ///   - limit: The longest message, in bytes.
    ///   - bytes: What has come behind the request for the WebSocket.
    init(limit: Int, beginningWith bytes: [UInt8] = []) {
        self.limit = limit
        self.bytes = bytes
    }

    /// What the server answers to a request with the header field `Sec-WebSocket-Key`: section 4.2.2.
    static func accept(key: String) -> String {
        Base64.text(of: SHA1.digest(of: Array("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)))
    }

    func frame(_ message: [UInt8]) -> [UInt8] { Self.frame(.text, message) }

    /// Tells the browser that the host ends.
    var farewell: [UInt8] { Self.close(.goingAway) }

    private static func frame(_ opcode: Opcode, _ content: [UInt8]) -> [UInt8] {
        let length: [UInt8] =
            switch content.count {
            case ..<126: [UInt8(content.count)]
            case ..<65_536: [126] + withUnsafeBytes(of: UInt16(content.count).bigEndian, Array.init)
            default: [127] + withUnsafeBytes(of: UInt64(content.count).bigEndian, Array.init)
            }
        return [0x80 | opcode.rawValue] + length + content
    }

    private static func close(_ code: Code) -> [UInt8] {
        frame(.close, withUnsafeBytes(of: code.rawValue.bigEndian, Array.init))
    }

    mutating func append(_ more: [UInt8]) {
        bytes.removeFirst(start)
        start = 0
        bytes += more
    }

    mutating func next() -> MessageFrame? {
        for _ in 0..<Self.mostInTurn {
            guard let (isLast, opcode, content) = removeFrame() else { return nil }
            switch (opcode, isInMessage) {
            case (.text?, false), (.continuation?, true):
                message += content
                if message.count > limit { return .end(Self.close(.tooBig)) }
                isInMessage = !isLast
                guard isLast else { continue }
                defer { message = [] }
                return .message(message)
            case (.binary?, false): return .end(Self.close(.unsupported))
            case (.ping?, _): return .reply(Self.frame(.pong, content))
            case (.pong?, _): continue
            case (.close?, _): return .end(Self.close(.normal))
            default: return .end(Self.close(.protocolError))
            }
        }
        return .reply([])
    }

    /// Takes the next complete frame. Nil if there is none yet. A frame that breaks the rules, or is too long, has the
    /// opcode nil, or `text` and too much content.
    private mutating func removeFrame() -> (isLast: Bool, opcode: Opcode?, content: [UInt8])? {
        let bytes = bytes[start...]
        guard bytes.count >= 2 else { return nil }
        let (first, second) = (bytes[start], bytes[start + 1])
        let isControl = first & 0x08 != 0
        // Extensions use the three bits in the middle, and none is agreed on; each frame of a browser has a mask; and a
        // control frame is short and in one piece.
        guard first & 0x70 == 0, second & 0x80 != 0, !isControl || first & 0x80 != 0 && second & 0x7F < 126 else {
            return (true, nil, [])
        }
        let lengthSize = [126: 2, 127: 8][second & 0x7F] ?? 0
        guard bytes.count >= 2 + lengthSize + 4 else { return nil }
        let length =
            lengthSize == 0
            ? UInt64(second & 0x7F)
            : bytes[start + 2..<start + 2 + lengthSize].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard length <= UInt64(limit) else {
            return (true, isInMessage ? .continuation : .text, [UInt8](repeating: 0, count: limit + 1))
        }
        let begin = start + 2 + lengthSize + 4
        let end = begin + Int(length)
        guard bytes.endIndex >= end else { return nil }
        let mask = Array(bytes[begin - 4..<begin])
        let content = bytes[begin..<end].enumerated().map { $1 ^ mask[$0 % 4] }
        start = end
        return (first & 0x80 != 0, Opcode(rawValue: first & 0x0F), content)
    }
}
