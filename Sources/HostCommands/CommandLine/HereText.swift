import JSONText

/// Joins the lines of a text with the line that begins it, as a shell does with a here-document: `type:Note<<END`, the
/// text's lines, and a line `END`. Other lines stay single.
///
/// The delimiter consists of letters, digits and `_`. See POSIX, Shell Command Language, 2.7.4.
struct HereText {
    /// The beginning with its `=`, such as `type:Note=` or `3=`, the delimiter, and the lines so far.
    private var open: (taker: String, word: String, lines: [String])?

    /// The line that would end the open text; nil if none is open.
    var end: String? { open?.word }

    /// Adds a line, and returns the joined line once it is complete; nil while a text is open.
    mutating func append(_ line: String) -> String? {
        guard let open else {
            guard let begun = Self.begun(by: line.trimmed) else { return line }
            self.open = (begun.taker, begun.word, [])
            return nil
        }
        guard line.trimmed == open.word else {
            self.open?.lines.append(line.hasSuffix("\r") ? String(line.dropLast()) : line)
            return nil
        }
        self.open = nil
        return open.taker + open.lines.joined(separator: "\n")
    }

    private static func begun(by line: String) -> (taker: String, word: String)? {
        let parts = line.split(separator: "<<", omittingEmptySubsequences: false)
        let taker = parts.dropLast().joined(separator: "<<")
        let isNumber = !taker.isEmpty && taker.utf8.allSatisfy(\.isDigit)
        guard let word = parts.last, !word.isEmpty, word.allSatisfy({ $0 == "_" || $0.isLetter || $0.isNumber }),
            taker.hasPrefix("type:") || isNumber, !taker.contains("=")
        else { return nil }
        return (taker + "=", String(word))
    }
}
