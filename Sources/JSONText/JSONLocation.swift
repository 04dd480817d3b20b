/// A place in a JSON text, as an editor shows it. A line ends with LF, CR LF or CR. A byte order mark at the start of
/// the text counts for no column.
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

    /// Counts the lines and columns in front of `offset`. The time grows with the offset: for messages, not for every
    /// value.
    ///
    /// - Parameter bytes: valid UTF-8 up to `offset`.
    init(offset: Int, in bytes: [UInt8]) {
        self = Self.start(of: bytes).advanced(to: offset, in: bytes)
    }

    static func start(of bytes: [UInt8]) -> JSONLocation {
        JSONLocation(line: 1, column: 1, offset: bytes.withoutByteOrderMark.startIndex)
    }

    /// Returns the location of a later offset, counted from this one.
    func advanced(to offset: Int, in bytes: [UInt8]) -> JSONLocation {
        var line = line
        var column = column
        var previous = self.offset > 0 ? bytes[self.offset - 1] : 0
        var index = self.offset
        let end = min(offset, bytes.count)
        while index < end {
            let byte = bytes[index]
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
            index += 1
        }
        return JSONLocation(line: line, column: column, offset: offset)
    }
}

/// The locations in a text with many queries: each is counted from a known one nearby.
struct JSONLocations: Sendable {
    private static let distance = 4096

    private let bytes: [UInt8]
    /// The known locations at regular distances, the first at the start.
    private let known: [JSONLocation]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var known = [JSONLocation.start(of: bytes)]
        for offset in stride(from: Self.distance, to: bytes.count, by: Self.distance) {
            known.append(known[known.count - 1].advanced(to: offset, in: bytes))
        }
        self.known = known
    }

    subscript(offset: Int) -> JSONLocation {
        known[min(max(0, offset) / Self.distance, known.count - 1)].advanced(to: offset, in: bytes)
    }
}

extension JSONLocation: CustomStringConvertible {
    /// The text for a message: "line 3, column 7".
    package var description: String { "line \(line), column \(column)" }
}
