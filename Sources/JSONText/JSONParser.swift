/// A recursive-descent parser of RFC 8259's grammar over bytes that are known to be UTF-8.
struct JSONParser {
    let bytes: [UInt8]
    let options: JSONOptions
    var position = 0
    var tokens: JSONTokens

    let maximumDepth: Int
    /// The number of open arrays and objects at the position.
    var depth = 0

    /// - Throws: If the text is too large or not UTF-8.
    init(_ bytes: some Collection<UInt8>, options: JSONOptions) throws(JSONError) {
        let size = bytes.count
        guard size <= options.maximumSize else {
            let start = JSONLocation(line: 1, column: 1, offset: 0)
            let problem = JSONProblem.tooLarge(size: size, maximum: options.maximumSize)
            throw JSONError(location: start, message: problem.message)
        }
        self.bytes = Array(bytes)
        self.options = options
        tokens = JSONTokens(self.bytes)
        maximumDepth = min(options.maximumDepth, JSONOptions.deepest)
        position = try checkEncoding()
    }

    static func tokens(
        of bytes: some Collection<UInt8>, options: JSONOptions
    ) throws(JSONError) -> JSONTokens {
        var parser = try JSONParser(bytes, options: options)
        try parser.skipSpace()
        guard parser.peek != nil else { throw parser.error(.empty) }
        guard try parser.value() else { throw parser.noValue("a value") }
        try parser.skipSpace()
        guard parser.peek == nil else { throw parser.unexpected("end of text after the value") }
        return parser.tokens
    }

    /// The byte at the position; nil at the end of the text.
    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Steps over a byte if it is at the position.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }
}

extension JSONParser {
    /// Reads the value at the position (section 3); false if no value starts there.
    private mutating func value() throws(JSONError) -> Bool {
        switch peek {
        case UInt8(ascii: "{"): try object()
        case UInt8(ascii: "["): try array()
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "-"): try number()
        case .some(let byte) where byte.isDigit: try number()
        case .some(let byte) where byte.isWord: try word()
        default: return false
        }
        return true
    }

    /// Reads the array whose opening bracket is at the position (section 5).
    private mutating func array() throws(JSONError) {
        let (opening, index) = (position, tokens.count)
        tokens.append(.array(count: 0), at: opening)
        try enter()
        var count = 0
        if !skip(UInt8(ascii: "]")) {
            repeat {
                guard try value() else {
                    throw noValue(
                        count == 0 ? "a value or ']'" : "a value after ','",
                        note: openNote("array", opening) ?? trailingCommaNote(UInt8(ascii: "]"), after: count))
                }
                count += 1
            } while try another(closing: UInt8(ascii: "]"), of: "array", from: opening)
        }
        depth -= 1
        tokens.close(index, .array(count: count), count: count)
    }

    /// Reads the object whose opening brace is at the position (section 4).
    private mutating func object() throws(JSONError) {
        let (opening, index) = (position, tokens.count)
        var (count, bits) = (0, UInt64(0))
        var positions: [ExactText: Int] = [:]
        tokens.append(.object(count: 0, bits: 0), at: opening)
        try enter()
        if !skip(UInt8(ascii: "}")) {
            repeat {
                guard peek == UInt8(ascii: "\"") else {
                    throw unexpected(
                        count == 0 ? "a key in double quotes or '}'" : "a key in double quotes after ','",
                        note: openNote("object", opening) ?? trailingCommaNote(UInt8(ascii: "}"), after: count))
                }
                let key = tokens.count
                try string()
                if let first = tokens.keyEqualToLast(behind: count, of: index, &bits, &positions) {
                    let location = location(tokens[first].start)
                    throw error(.duplicateKey(tokens.key(key), first: location), at: tokens[key].start)
                }
                try skipSpace()
                guard skip(UInt8(ascii: ":")) else {
                    throw unexpected(
                        "':' after the key \(JSONFound.quoted(tokens.key(key)))", note: openNote("object", opening))
                }
                try skipSpace()
                guard try value() else { throw noValue("a value after ':'", note: openNote("object", opening)) }
                count += 1
            } while try another(closing: UInt8(ascii: "}"), of: "object", from: opening)
        }
        depth -= 1
        tokens.close(index, .object(count: count, bits: bits), count: count, positions: positions)
    }

    /// Steps over an opening bracket and the space after it, one level deeper.
    private mutating func enter() throws(JSONError) {
        guard depth < maximumDepth else { throw error(.tooDeep(maximum: max(0, maximumDepth))) }
        depth += 1
        position += 1
        try skipSpace()
    }

    /// Steps over a comma or the closing bracket, and returns whether a further member or element follows.
    private mutating func another(
        closing: UInt8, of container: String, from opening: Int
    ) throws(JSONError) -> Bool {
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

    private mutating func word() throws(JSONError) {
        let start = position
        while let byte = peek, byte.isWord { position += 1 }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        switch word {
        case "true": tokens.append(.bool(true), at: start)
        case "false": tokens.append(.bool(false), at: start)
        case "null": tokens.append(.null, at: start)
        default:
            let names = ["true", "false", "null"]
            let note = names.contains(word.lowercased()) ? "it is written '\(word.lowercased())'" : nil
            throw error(.unexpected(expected: "a value", found: .word(word), note: note), at: start)
        }
    }
}

extension JSONParser {
    /// Steps over white space (section 2), and over comments if the options allow them.
    mutating func skipSpace() throws(JSONError) {
        while let byte = peek {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                position += 1
            case UInt8(ascii: "/"):
                guard try skipComment() else { return }
            default:
                return
            }
        }
    }

    /// - Returns: False if the slash at the position starts no comment.
    private mutating func skipComment() throws(JSONError) -> Bool {
        let start = position
        guard start + 1 < bytes.count else { return false }
        let second = bytes[start + 1]
        guard second == UInt8(ascii: "/") || second == UInt8(ascii: "*") else { return false }
        guard options.allowsComments else { throw error(.commentNotAllowed) }
        position += 2
        if second == UInt8(ascii: "/") {
            while let byte = peek, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") { position += 1 }
            return true
        }
        while let byte = peek {
            position += 1
            if byte == UInt8(ascii: "*"), skip(UInt8(ascii: "/")) { return true }
        }
        throw error(.commentWithoutEnd, at: start)
    }
}

extension JSONParser {
    /// Checks that the text is UTF-8 (section 8.1), so that the rest of the parser can rely on it. Skips a byte order
    /// mark, as that section allows: many editors write one. Returns the offset at which the JSON starts.
    func checkEncoding() throws(JSONError) -> Int {
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { throw error(.utf16, at: 0) }
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch let invalid {
            let offset = invalid.byteOffsets.lowerBound
            throw error(.invalidUTF8(byte: bytes[offset], kind: kind(of: invalid, at: offset)), at: offset)
        }
        return bytes.withoutByteOrderMark.startIndex
    }

    /// Returns the kind of an encoding error. The standard library reports a byte that may begin an overlong form, a
    /// surrogate or a number beyond U+10FFFF as such even if no continuation byte follows it; this reports a truncated
    /// scalar.
    private func kind(of invalid: UTF8.ValidationError, at offset: Int) -> UTF8.ValidationError.Kind {
        let isFollowed = offset + 1 < bytes.count && bytes[offset + 1] & 0xC0 == 0x80
        return (0xE0...0xF4).contains(bytes[offset]) && !isFollowed ? .truncatedScalar : invalid.kind
    }
}

extension Collection<UInt8> {
    /// The bytes of a UTF-8 text without the byte order mark that many editors write.
    package var withoutByteOrderMark: SubSequence {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return starts(with: mark) ? dropFirst(mark.count) : self[...]
    }
}

/// The extensions of RFC 8259 that a parser accepts, and its limits.
package struct JSONOptions: Hashable, Sendable {
    /// Accepts `// to the end of the line` and `/* … */` (which do not nest) wherever white space may be.
    package var allowsComments = false
    /// Accepts one comma after the last member or element.
    package var allowsTrailingCommas = false
    /// The most arrays and objects that are open at once; `[[]]` is 2 deep. Never more than ``deepest``.
    package var maximumDepth = 128
    /// The maximum size of a text, in bytes.
    package var maximumSize = 16 << 20

    /// The limit of `maximumDepth`: parsing, writing and comparing a value use stack for every level. Measured: 512
    /// levels take 520 KiB of the stack in a release build and 2.7 MiB in a debug build; the default of 128 levels
    /// takes 140 KiB and 700 KiB.
    package static let deepest = 512

    package init() {}

    /// RFC 8259 without extensions: for text that programs write.
    package static let strict = JSONOptions()

    /// RFC 8259 with comments and trailing commas: for files that users edit.
    package static let withComments: JSONOptions = {
        var options = JSONOptions()
        options.allowsComments = true
        options.allowsTrailingCommas = true
        return options
    }()
}
