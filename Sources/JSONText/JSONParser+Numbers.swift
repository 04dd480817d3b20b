extension JSONParser {
    /// The number whose minus sign or first digit is at the position (section 6).
    mutating func number() throws(JSONSyntaxError) -> JSON {
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
        if isInteger, !(isNegative && isZero), let integer = Int64(text) { return .integer(integer) }
        guard let double = Double(text), double.isFinite else { throw error(.numberOutOfRange(text), at: start) }
        return .double(double)
    }

    /// Steps over one digit or more.
    /// - Returns: The number of digits.
    private mutating func skipDigits(expected: String) throws(JSONSyntaxError) -> Int {
        let start = position
        while let byte = peek, byte.isDigit { position += 1 }
        guard position > start else { throw unexpected(expected) }
        return position - start
    }
}
