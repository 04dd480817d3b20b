/// The secrets to replace in files that the host writes: each character becomes `*`.
package struct Redaction: Sendable {
    /// The bytes of UTF-8 that a secret must have. Shorter texts are part of too many others.
    package static let minimumSize = 4

    /// The longest first, so that no part of one remains.
    private var secrets: [(bytes: [UInt8], filler: [UInt8])] = []

    package init() {}

    package var isEmpty: Bool { secrets.isEmpty }

    /// Adds a secret, unless it is shorter than ``minimumSize``.
    package mutating func insert(_ secret: String) {
        let bytes = Array(secret.utf8)
        guard bytes.count >= Self.minimumSize, !secrets.contains(where: { $0.bytes == bytes }) else { return }
        let index = secrets.firstIndex { $0.bytes.count < bytes.count } ?? secrets.endIndex
        secrets.insert((bytes, Array(Self.filler(for: secret).utf8)), at: index)
    }

    /// The replacement for a text.
    package static func filler(for text: String) -> String { String(repeating: "*", count: text.count) }

    /// The text with `*` for each character of a secret, also of a percent-encoded one, as in destinations and links.
    package func redacted(_ text: String) -> String {
        guard let bytes = replacing(Array(text.utf8), by: { filler, _ in filler }) else { return text }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The data with `*` for each byte of a secret, so that offsets stay.
    package func redacted(_ data: [UInt8]) -> [UInt8] {
        replacing(data) { _, count in Array(repeating: UInt8(ascii: "*"), count: count) } ?? data
    }

    /// The next piece of some data with `*` for each byte of a secret, also of one that began in the piece before, or that
    /// may go on in the piece after, where ``minimumSize`` of its bytes are here.
    ///
    /// - Parameter end: The last bytes of the pieces before; then also of this one.
    package func redacted(piece: [UInt8], after end: inout [UInt8]) -> [UInt8] {
        guard !isEmpty else { return piece }
        let bytes = end + piece
        let result = replacing(bytes, mayGoOn: true) { _, count in Array(repeating: UInt8(ascii: "*"), count: count) }
        // Percent-encoded, a byte is three.
        end = bytes.suffix(3 * (secrets.first?.bytes.count ?? 0))
        return Array((result ?? bytes).suffix(piece.count))
    }

    package func isIn(_ text: String) -> Bool { replacing(Array(text.utf8)) { filler, _ in filler } != nil }

    /// Whether a text equals a redacted one, with anything for each run of `*`.
    package static func matches(_ redacted: String, _ text: String) -> Bool {
        let parts = redacted.split(separator: "*").map { Array($0.utf8) }
        guard redacted.utf8.contains(UInt8(ascii: "*")) else { return redacted == text }
        var rest = Array(text.utf8)[...]
        if let first = parts.first, !redacted.hasPrefix("*") {
            guard rest.starts(with: first) else { return false }
        }
        for part in parts {
            guard let start = rest.indices.first(where: { rest[$0...].starts(with: part) }) else { return false }
            rest = rest[(start + part.count)...]
        }
        guard let last = parts.last, !redacted.hasSuffix("*") else { return true }
        return text.utf8.count >= last.count && Array(text.utf8.suffix(last.count)) == last
    }

    /// Returns the redacted bytes; nil if they contain no secret.
    ///
    /// - Parameters:
    ///   - mayGoOn: Whether a secret may go on behind the bytes.
    ///   - filler: Returns the replacement for a secret, from its characters' filler and the number of bytes to replace.
    private func replacing(
        _ bytes: [UInt8], mayGoOn: Bool = false, by filler: (_ filler: [UInt8], _ count: Int) -> [UInt8]
    ) -> [UInt8]? {
        var result: [UInt8]?
        for secret in secrets {
            let old = result ?? bytes
            var (new, copied, index): ([UInt8], Int, Int) = ([], 0, 0)
            while index + (mayGoOn ? Self.minimumSize : secret.bytes.count) <= old.count {
                guard let end = Self.end(of: secret.bytes, in: old, at: index, mayGoOn: mayGoOn) else {
                    index += 1
                    continue
                }
                new += old[copied..<index] + filler(secret.filler, end - index)
                (copied, index) = (end, end)
            }
            if copied > 0 { result = new + old[copied...] }
        }
        return result
    }

    /// The end of a secret that begins at an index; nil if none does.
    private static func end(of secret: [UInt8], in bytes: [UInt8], at index: Int, mayGoOn: Bool) -> Int? {
        var index = index
        for (count, byte) in secret.enumerated() {
            guard index < bytes.count else { return mayGoOn && count >= minimumSize ? index : nil }
            if bytes[index] == byte {
                index += 1
            } else if bytes[index] == UInt8(ascii: "%"), let end = endOfEscape(of: byte, in: bytes, at: index + 1) {
                index = end
            } else {
                return nil
            }
        }
        return index
    }

    /// The end of a percent-encoded byte, by RFC 3986. In a destination that is an argument of a destination, the sign
    /// itself is encoded once more: `%2520`.
    private static func endOfEscape(of byte: UInt8, in bytes: [UInt8], at start: Int) -> Int? {
        var index = start
        while index + 2 <= bytes.count {
            let digits = String(decoding: bytes[index..<index + 2], as: UTF8.self)
            if UInt8(digits, radix: 16) == byte { return index + 2 }
            guard digits == "25" else { return nil }
            index += 2
        }
        return nil
    }
}
