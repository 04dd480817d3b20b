extension JSONParser {
    /// Steps over white space (section 2), and over comments where the options allow them.
    mutating func skipSpace() throws(JSONSyntaxError) {
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
    private mutating func skipComment() throws(JSONSyntaxError) -> Bool {
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
