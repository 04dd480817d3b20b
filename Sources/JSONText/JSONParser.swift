/// A recursive-descent parser of RFC 8259's grammar over bytes that are known to be UTF-8.
struct JSONParser {
    let bytes: [UInt8]
    let options: JSONOptions
    var position = 0
    var marks = JSONMarks()

    let recordsMarks: Bool
    let maximumDepth: Int
    /// The number of arrays and objects that are open at the position.
    var depth = 0

    /// - Throws: when the text is too large or not UTF-8.
    init(_ bytes: some Collection<UInt8>, options: JSONOptions, recordsMarks: Bool) throws(JSONSyntaxError) {
        let size = bytes.count
        guard size <= options.maximumSize else {
            let start = JSONLocation(line: 1, column: 1, offset: 0)
            let problem = JSONProblem.tooLarge(size: size, maximum: options.maximumSize)
            throw JSONSyntaxError(location: start, message: problem.message)
        }
        self.bytes = Array(bytes)
        self.options = options
        self.recordsMarks = recordsMarks
        maximumDepth = min(options.maximumDepth, JSONOptions.deepest)
        position = try checkEncoding()
    }

    /// The value of the whole text (section 2).
    mutating func parse() throws(JSONSyntaxError) -> JSON {
        try skipSpace()
        guard peek != nil else { throw error(.empty) }
        let root = try value(expected: "a value")
        try skipSpace()
        guard peek == nil else { throw unexpected("end of text after the value") }
        return root
    }

    /// The byte at the position, or nil at the end of the text.
    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Steps over a byte when it is the one at the position.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }
}
