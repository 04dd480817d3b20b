extension JSONParser {
    func location(_ offset: Int) -> JSONLocation { JSONLocation(offset: offset, in: bytes) }

    /// The error for a problem at an offset, or at the position.
    func error(_ problem: JSONProblem, at offset: Int? = nil) -> JSONSyntaxError {
        JSONSyntaxError(location: location(offset ?? position), message: problem.message)
    }

    /// The error for what stands at the position.
    func unexpected(_ expected: String, note: String? = nil) -> JSONSyntaxError {
        error(.unexpected(expected: expected, found: found, note: note))
    }

    /// What stands at the position.
    private var found: JSONFound {
        guard position < bytes.count else { return .endOfText }
        // The longest scalar has four bytes; what is cut off after the first one does not matter.
        let text = String(decoding: bytes[position..<min(position + 4, bytes.count)], as: UTF8.self)
        return text.unicodeScalars.first.map(JSONFound.scalar) ?? .endOfText
    }

    /// At the end of the text: where the array or object starts that is still open.
    func openNote(_ container: String, _ opening: Int) -> String? {
        peek == nil ? "the \(container) starts at \(location(opening))" : nil
    }

    /// At a closing bracket: that the comma in front of it is one too many.
    func trailingCommaNote(_ closing: UInt8, after count: Int) -> String? {
        guard count > 0, peek == closing, !options.allowsTrailingCommas else { return nil }
        return "a trailing comma is not allowed here"
    }

    /// What is wrong with a value that starts as in other notations.
    var valueNote: String? {
        switch peek {
        case UInt8(ascii: "'"): "a string takes double quotes"
        case UInt8(ascii: "+"): "a number takes no plus sign"
        case UInt8(ascii: "."): "a number takes a digit before its '.'"
        default: nil
        }
    }
}
