extension JSONParser {
    /// The value at the position (section 3).
    /// - Parameters:
    ///   - expected: The text of a message for what should stand here.
    ///   - key: The offset of the key that the value belongs to.
    ///   - note: A note that the message adds.
    mutating func value(
        expected: String, key: Int? = nil, note: String? = nil
    ) throws(JSONSyntaxError) -> JSON {
        let mark = recordsMarks ? marks.open(value: position, key: key) : nil
        let value: JSON
        switch peek {
        case UInt8(ascii: "{"): value = .object(try object())
        case UInt8(ascii: "["): value = .array(try array())
        case UInt8(ascii: "\""): value = .string(try string())
        case UInt8(ascii: "-"): value = try number()
        case .some(let byte) where byte.isDigit: value = try number()
        case .some(let byte) where byte.isWord: value = try word()
        default: throw unexpected(expected, note: note ?? valueNote)
        }
        if let mark { marks.close(mark) }
        return value
    }

    /// The array whose opening bracket is at the position (section 5).
    private mutating func array() throws(JSONSyntaxError) -> [JSON] {
        let opening = position
        try enter()
        var elements: [JSON] = []
        try skipSpace()
        if !skip(UInt8(ascii: "]")) {
            var expected = "a value or ']'"
            repeat {
                let note = openNote("array", opening) ?? trailingCommaNote(UInt8(ascii: "]"), after: elements.count)
                elements.append(try value(expected: expected, note: note))
                expected = "a value after ','"
            } while try another(closing: UInt8(ascii: "]"), of: "array", from: opening)
        }
        depth -= 1
        return elements
    }

    /// The object whose opening brace is at the position (section 4).
    private mutating func object() throws(JSONSyntaxError) -> JSONObject {
        let opening = position
        try enter()
        var object = JSONObject()
        var keyOffsets: [Int] = []
        try skipSpace()
        if !skip(UInt8(ascii: "}")) {
            var expected = "a key in double quotes or '}'"
            repeat {
                guard peek == UInt8(ascii: "\"") else {
                    throw unexpected(
                        expected,
                        note: openNote("object", opening) ?? trailingCommaNote(UInt8(ascii: "}"), after: object.count))
                }
                expected = "a key in double quotes after ','"
                let keyOffset = position
                let key = try string()
                if let first = object.position(of: key) {
                    throw error(.duplicateKey(key, first: location(keyOffsets[first])), at: keyOffset)
                }
                keyOffsets.append(keyOffset)
                try skipSpace()
                guard skip(UInt8(ascii: ":")) else {
                    throw unexpected("':' after the key \(JSONFound.quoted(key))", note: openNote("object", opening))
                }
                try skipSpace()
                let note = openNote("object", opening)
                object.appendNew(key: key, value: try value(expected: "a value after ':'", key: keyOffset, note: note))
            } while try another(closing: UInt8(ascii: "}"), of: "object", from: opening)
        }
        depth -= 1
        return object
    }

    /// Steps over an opening bracket, one level deeper.
    private mutating func enter() throws(JSONSyntaxError) {
        guard depth < maximumDepth else { throw error(.tooDeep(maximum: max(0, maximumDepth))) }
        depth += 1
        position += 1
    }

    /// Steps over the comma to the next member or element, or over the closing bracket.
    /// - Returns: Whether another one follows.
    private mutating func another(
        closing: UInt8, of container: String, from opening: Int
    ) throws(JSONSyntaxError) -> Bool {
        try skipSpace()
        if skip(closing) { return false }
        guard skip(UInt8(ascii: ",")) else {
            let content = container == "array" ? "an element" : "a member"
            let expected = "',' or '\(Unicode.Scalar(closing))' after \(content)"
            throw unexpected(expected, note: openNote(container, opening))
        }
        try skipSpace()
        return !(options.allowsTrailingCommas && skip(closing))
    }

    /// One of the three literal names (section 3).
    private mutating func word() throws(JSONSyntaxError) -> JSON {
        let start = position
        while let byte = peek, byte.isWord { position += 1 }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        switch word {
        case "true": return true
        case "false": return false
        case "null": return .null
        default:
            let names = ["true", "false", "null"]
            let note = names.contains(word.lowercased()) ? "it is written '\(word.lowercased())'" : nil
            throw error(.unexpected(expected: "a value", found: .word(word), note: note), at: start)
        }
    }
}
