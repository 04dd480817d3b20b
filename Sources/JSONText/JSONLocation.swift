/// A place in a JSON text, as an editor shows it.
///
/// A line ends with LF, CR LF or CR. A byte order mark at the start of the text takes no column.
package struct JSONLocation: Hashable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// The column, from 1, in Unicode scalars: a tab is one column, a letter outside ASCII too.
    package let column: Int
    /// The number of bytes in front of the place.
    package let offset: Int

    package init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }

    /// Counts the lines and columns in front of `offset`. Takes time with its size: for messages, not for every value.
    ///
    /// - Parameter bytes: valid UTF-8 up to `offset`.
    init(offset: Int, in bytes: [UInt8]) {
        let mark = JSONParser.byteOrderMark
        let start = offset >= mark.count && bytes.starts(with: mark) ? mark.count : 0
        var line = 1
        var column = 1
        var previous: UInt8 = 0
        for byte in bytes[start..<max(start, min(offset, bytes.count))] {
            switch byte {
            case UInt8(ascii: "\n") where previous == UInt8(ascii: "\r"):
                break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                line += 1
                column = 1
            case 0x80...0xBF:
                break
            default:
                column += 1
            }
            previous = byte
        }
        self.init(line: line, column: column, offset: offset)
    }
}

extension JSONLocation: CustomStringConvertible {
    /// For a message: "line 3, column 7".
    package var description: String { "line \(line), column \(column)" }
}
