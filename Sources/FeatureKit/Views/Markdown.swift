internal import JSONText

/// The part of Markdown that SwiftUI takes in a line of text: emphasis, code and links. Their words stay.
enum Markdown {
    /// Returns a text without its marks; a link becomes its words with the address in brackets.
    ///
    /// - Parameter arguments: Ranges of UTF-8 positions whose bytes are no marks: the arguments of a text with interpolations.
    static func plain(_ text: String, arguments: [Range<Int>] = []) -> String {
        guard hasMarks(text) else { return text }
        let bytes = Array(text.utf8)
        var protected = [Bool](repeating: false, count: bytes.count)
        for range in arguments { for index in range.clamped(to: bytes.indices) { protected[index] = true } }
        let parser = Parser(bytes: bytes, protected: protected)
        return String(decoding: parser.plain(bytes.indices), as: UTF8.self)
    }

    static func hasMarks(_ text: String) -> Bool {
        text.utf8.contains { $0 == star || $0 == underscore || $0 == backtick || $0 == bracket }
    }

    private static let star = UInt8(ascii: "*"), underscore = UInt8(ascii: "_")
    private static let backtick = UInt8(ascii: "`"), bracket = UInt8(ascii: "[")

    private struct Parser {
        let bytes: [UInt8]
        let protected: [Bool]

        func plain(_ range: Range<Int>) -> [UInt8] {
            var output: [UInt8] = []
            var index = range.lowerBound
            while index < range.upperBound {
                let byte = bytes[index]
                if !protected[index] {
                    if byte == UInt8(ascii: "\\"), index + 1 < range.upperBound, isMark(bytes[index + 1]) {
                        output.append(bytes[index + 1])
                        index += 2
                        continue
                    }
                    if byte == Markdown.backtick, let end = find([byte], in: index + 1..<range.upperBound) {
                        output += bytes[index + 1..<end]
                        index = end + 1
                        continue
                    }
                    if byte == Markdown.star || byte == Markdown.underscore,
                        let next = emphasis(at: index, range, &output)
                    {
                        index = next
                        continue
                    }
                    if byte == Markdown.bracket, let next = link(at: index, range, &output) {
                        index = next
                        continue
                    }
                }
                output.append(byte)
                index += 1
            }
            return output
        }

        private func isMark(_ byte: UInt8) -> Bool {
            [
                Markdown.star, Markdown.underscore, Markdown.backtick, Markdown.bracket, UInt8(ascii: "]"),
                UInt8(ascii: "\\"),
            ]
            .contains(byte)
        }

        /// Adds what an emphasis holds, and returns the position behind it; nil if none begins here.
        private func emphasis(at start: Int, _ range: Range<Int>, _ output: inout [UInt8]) -> Int? {
            let mark = bytes[start]
            var count = 1
            while count < 3, start + count < range.upperBound, bytes[start + count] == mark { count += 1 }
            let inner = start + count
            guard inner < range.upperBound, !isSpace(bytes[inner]) else { return nil }
            // An underscore in a word is part of it.
            if mark == Markdown.underscore, start > range.lowerBound, isWord(bytes[start - 1]) { return nil }
            let marks = [UInt8](repeating: mark, count: count)
            var from = inner
            while let end = find(marks, in: from..<range.upperBound) {
                let after = end + count
                let closes =
                    !isSpace(bytes[end - 1]) && end > inner
                    && (mark == Markdown.star || after == range.upperBound || !isWord(bytes[after]))
                if closes {
                    output += plain(inner..<end)
                    return after
                }
                from = end + 1
            }
            return nil
        }

        /// Adds the words and the address of a link, and returns the position behind it; nil if none begins here.
        private func link(at start: Int, _ range: Range<Int>, _ output: inout [UInt8]) -> Int? {
            guard let middle = find(Array("](".utf8), in: start + 1..<range.upperBound),
                let end = find(Array(")".utf8), in: middle + 2..<range.upperBound)
            else { return nil }
            let words = plain(start + 1..<middle)
            let address = bytes[middle + 2..<end]
            if address.starts(with: Array("inflect:".utf8)), output.last == UInt8(ascii: "^") {
                // SwiftUI does so in the user's language.
                output.removeLast()
                output += Inflection.fitted(String(decoding: words, as: UTF8.self)).utf8
                return end + 1
            }
            output += words
            if words != Array(address), !address.contains(UInt8(ascii: " ")) {
                output += Array(" (".utf8) + address + Array(")".utf8)
            }
            return end + 1
        }

        private func find(_ marks: [UInt8], in range: Range<Int>) -> Int? {
            guard marks.count <= range.count else { return nil }
            return (range.lowerBound...range.upperBound - marks.count).first { index in
                marks.indices.allSatisfy { bytes[index + $0] == marks[$0] && !protected[index + $0] }
            }
        }

        private func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

        private func isWord(_ byte: UInt8) -> Bool { byte >= 128 || byte.isDigit || byte.isLetter }
    }
}
