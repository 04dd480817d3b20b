internal import JSONText

/// Percent-encoding of one component of a link or a destination (RFC 3986, section 2.1).
package enum PercentCoding {
    /// Returns the text with every `%XX` replaced by its byte, once; nil if a `%` is not followed by two hexadecimal
    /// digits or the bytes are not UTF-8. A `+` stays.
    package static func decoded(_ text: some StringProtocol) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(\.hexadecimalValue),
                let low = rest.next().flatMap(\.hexadecimalValue)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Returns the text with every byte written as `%XX`, except those that need no encoding in any path segment or
    /// query value: letters, digits, `-._~:@,`, and `/` if `keepingSlashes`.
    package static func encoded(_ text: String, keepingSlashes: Bool = true) -> String {
        guard !text.utf8.allSatisfy({ isPlain($0, keepingSlashes: keepingSlashes) }) else { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte, keepingSlashes: keepingSlashes) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), hexadecimal(byte >> 4), hexadecimal(byte & 0xF)]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8, keepingSlashes: Bool) -> Bool {
        byte.isLetter || byte.isDigit || (byte == UInt8(ascii: "/") ? keepingSlashes : "-._~:@,".utf8.contains(byte))
    }

    private static func hexadecimal(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
    }
}
