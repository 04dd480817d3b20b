extension JSONParser {
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Checks that the text is UTF-8 (section 8.1), so that the rest of the parser can take it for granted.
    /// - Returns: The offset at which the JSON starts.
    func checkEncoding() throws(JSONSyntaxError) -> Int {
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { throw error(.utf16, at: 0) }
        let hasMark = bytes.starts(with: Self.byteOrderMark)
        if hasMark, !options.allowsByteOrderMark { throw error(.byteOrderMark, at: 0) }
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch let invalid {
            let offset = invalid.byteOffsets.lowerBound
            throw error(.invalidUTF8(byte: bytes[offset], kind: kind(of: invalid, at: offset)), at: offset)
        }
        return hasMark ? Self.byteOrderMark.count : 0
    }

    /// Returns the kind of an encoding error. The standard library reports a byte that may begin an overlong form, a
    /// surrogate or a number beyond U+10FFFF as such even if no continuation byte follows it; this reports a truncated
    /// scalar.
    private func kind(of invalid: UTF8.ValidationError, at offset: Int) -> UTF8.ValidationError.Kind {
        let isFollowed = offset + 1 < bytes.count && bytes[offset + 1] & 0xC0 == 0x80
        return (0xE0...0xF4).contains(bytes[offset]) && !isFollowed ? .truncatedScalar : invalid.kind
    }
}
