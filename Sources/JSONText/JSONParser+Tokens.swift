extension JSONParser {
    /// Reads the string whose opening quote is at the position (section 7).
    mutating func string() throws(JSONError) {
        let opening = position
        position += 1
        var decoded: [UInt8] = []
        var run = position
        while true {
            position = endOfPlain
            switch peek {
            case UInt8(ascii: "\""):
                if decoded.isEmpty {
                    tokens.append(.string(end: position), at: opening)
                } else {
                    decoded += bytes[run..<position]
                    tokens.append(decoded: String(decoding: decoded, as: UTF8.self), at: opening)
                }
                position += 1
                return
            case UInt8(ascii: "\\"):
                decoded += bytes[run..<position]
                decoded += String(try escape()).utf8
                run = position
            case let byte?:
                let escape = JSONWriter.quoted(String(Unicode.Scalar(byte))).dropFirst().dropLast()
                throw unexpected("'\"' at the end of the string", note: "inside a string it is written \(escape)")
            case nil:
                throw unexpected("'\"' at the end of the string", note: "the string starts at \(location(opening))")
            }
        }
    }

    /// The end of the unescaped bytes at the position.
    private var endOfPlain: Int {
        let bytes = bytes.span.bytes
        var end = position
        // Eight bytes at a time: the lowest set high bit marks the first other byte.
        while bytes.byteCount - end >= 8 {
            let word = bytes.unsafeLoadUnaligned(fromByteOffset: end, as: UInt64.self).littleEndian
            let (quotes, backslashes) = (word ^ (0x22 * Self.ones), word ^ (0x5C * Self.ones))
            let others =
                ((word &- 0x20 * Self.ones) & ~word | (quotes &- Self.ones) & ~quotes
                    | (backslashes &- Self.ones) & ~backslashes) & (0x80 * Self.ones)
            guard others == 0 else { return end + others.trailingZeroBitCount / 8 }
            end += 8
        }
        while end < bytes.byteCount, self.bytes[end].isPlain { end += 1 }
        return end
    }

    /// A 1 in each of eight bytes.
    private static var ones: UInt64 { 0x0101_0101_0101_0101 }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        let start = position
        position += 1
        let scalar: Unicode.Scalar
        switch peek {
        case UInt8(ascii: "\""): scalar = "\""
        case UInt8(ascii: "\\"): scalar = "\\"
        case UInt8(ascii: "/"): scalar = "/"
        case UInt8(ascii: "b"): scalar = "\u{08}"
        case UInt8(ascii: "f"): scalar = "\u{0C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case UInt8(ascii: "u"): return try unicodeEscape(from: start)
        default: throw unexpected("one of \" \\ / b f n r t u after '\\'")
        }
        position += 1
        return scalar
    }

    /// The scalar of `\uXXXX`, or of a surrogate pair of these. The position is at the `u`.
    private mutating func unicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
        let unit = try fourDigits()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        let end = position
        if UTF16.isLeadSurrogate(unit), skip(UInt8(ascii: "\\")), peek == UInt8(ascii: "u") {
            let second = try fourDigits()
            if UTF16.isTrailSurrogate(second),
                let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
            {
                return scalar
            }
        }
        throw error(.loneSurrogate(escape: String(decoding: bytes[start..<end], as: UTF8.self)), at: start)
    }

    /// The value of the four hexadecimal digits after the `u` at the position.
    private mutating func fourDigits() throws(JSONError) -> UInt16 {
        position += 1
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = peek?.hexadecimalValue else {
                throw unexpected("four hexadecimal digits after '\\u'")
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }
}

extension JSONParser {
    /// Reads the number whose minus sign or first digit is at the position (section 6).
    mutating func number() throws(JSONError) {
        let start = position
        let isNegative = skip(UInt8(ascii: "-"))
        let isZero = peek == UInt8(ascii: "0")
        let digits = try skipDigits(expected: "a digit after '-'")
        if isZero, digits > 1 { throw error(.leadingZero, at: start) }

        var isInteger = true
        if skip(UInt8(ascii: ".")) {
            isInteger = false
            _ = try skipDigits(expected: "a digit after '.'")
        }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            isInteger = false
            if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
            _ = try skipDigits(expected: "a digit in the exponent")
        }

        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        // Minus zero is a double because no integer keeps its sign.
        if isInteger, !(isNegative && isZero) {
            // As a double it would lose digits, and the id of a request would change.
            guard let integer = Int64(text) else { throw error(.integerOutOfRange(text), at: start) }
            tokens.append(.integer(integer), at: start)
            return
        }
        guard let double = Double(text), double.isFinite else { throw error(.numberOutOfRange(text), at: start) }
        tokens.append(.double(double), at: start)
    }

    /// Steps over at least one digit, and returns the number of digits.
    private mutating func skipDigits(expected: String) throws(JSONError) -> Int {
        let start = position
        while let byte = peek, byte.isDigit { position += 1 }
        guard position > start else { throw unexpected(expected) }
        return position - start
    }
}

extension UInt8 {
    /// Whether the byte is unescaped in a string, and does not end it.
    var isPlain: Bool { self >= 0x20 && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\") }

    /// Whether the byte is an ASCII letter, a digit or `_`.
    var isWord: Bool { isLetter || isDigit || self == UInt8(ascii: "_") }
}
