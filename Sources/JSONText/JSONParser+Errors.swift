extension JSONParser {
    func location(_ offset: Int) -> JSONLocation { JSONLocation(offset: offset, in: bytes) }

    /// The error for a problem at an offset, or at the position.
    func error(_ problem: JSONProblem, at offset: Int? = nil) -> JSONSyntaxError {
        JSONSyntaxError(location: location(offset ?? position), message: problem.message)
    }

    /// The error for unexpected text at the position.
    func unexpected(_ expected: String, note: String? = nil) -> JSONSyntaxError {
        error(.unexpected(expected: expected, found: found, note: note))
    }

    /// The text at the position.
    private var found: JSONFound {
        guard position < bytes.count else { return .endOfText }
        // The longest scalar has four bytes; what is cut off after the first one does not matter.
        let text = String(decoding: bytes[position..<min(position + 4, bytes.count)], as: UTF8.self)
        return text.unicodeScalars.first.map(JSONFound.scalar) ?? .endOfText
    }

    /// Returns a note on where the open array or object starts, if the position is at the end of the text.
    func openNote(_ container: String, _ opening: Int) -> String? {
        peek == nil ? "the \(container) starts at \(location(opening))" : nil
    }

    /// Returns a note that the comma before a closing bracket is one too many, if the position is at that bracket.
    func trailingCommaNote(_ closing: UInt8, after count: Int) -> String? {
        guard count > 0, peek == closing, !options.allowsTrailingCommas else { return nil }
        return "a trailing comma is not allowed here"
    }

    /// The note on a value that starts as in another notation.
    var valueNote: String? {
        switch peek {
        case UInt8(ascii: "'"): "a string takes double quotes"
        case UInt8(ascii: "+"): "a number takes no plus sign"
        case UInt8(ascii: "."): "a number takes a digit before its '.'"
        default: nil
        }
    }
}
