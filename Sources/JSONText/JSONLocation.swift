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

    /// Counts the lines and columns in front of `offset`. The time grows with the offset: for messages, not for every
    /// value.
    ///
    /// - Parameter bytes: valid UTF-8 up to `offset`.
    init(offset: Int, in bytes: [UInt8]) {
        self = Self.start(of: bytes).advanced(to: offset, in: bytes)
    }

    /// The place of the first character.
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

/// The locations in a text that is asked for many of them: each is counted from a known one nearby.
struct JSONLocations: Sendable {
    private static let distance = 4096

    private let bytes: [UInt8]
    /// The known locations, one for each distance, the first at the start.
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

/// The offsets at which the values and keys of a text start, in the order of the text.
///
/// A value's mark is followed by the marks of the values inside it and holds the index after these. So the next sibling
/// is one step away, and the marks of a whole document are one array.
struct JSONMarks: Sendable {
    private struct Mark {
        let value: Int
        let key: Int?
        /// The index of the first mark after those of this value.
        var end: Int
    }

    private var marks: [Mark] = []
    /// The marks of every `stride`-th child, for each value that has many: a place in a large object is found without
    /// going through all of it.
    private var children: [Int: [Int]] = [:]
    private static let stride = 64

    /// Records the start of a value, and that of its key if it is a member.
    /// - Returns: The index for `close(_:)` when the value is read.
    mutating func open(value: Int, key: Int?) -> Int {
        marks.append(Mark(value: value, key: key, end: marks.count + 1))
        return marks.count - 1
    }

    /// Records that all marks since `open(value:key:)` belong to that value.
    mutating func close(_ index: Int) {
        marks[index].end = marks.count
        guard marks.count - index > Self.stride else { return }
        var (children, child, count) = ([Int](), index + 1, 0)
        while child < marks.count {
            if count.isMultiple(of: Self.stride) { children.append(child) }
            count += 1
            child = marks[child].end
        }
        self.children[index] = children
    }

    /// Returns the offsets of the value at a path in `root`, and of its key.
    func offsets(of path: JSONPath, in root: JSON) -> (value: Int, key: Int?)? {
        var value = root
        var index = 0
        for element in path.elements {
            let child: (position: Int, value: JSON)
            switch (element, value) {
            case (.key(let key), .object(let object)):
                guard let position = object.position(of: key) else { return nil }
                child = (position, object.members[position].value)
            case (.index(let position), .array(let array)):
                guard array.indices.contains(position) else { return nil }
                child = (position, array[position])
            default:
                return nil
            }
            let known = children[index]?[child.position / Self.stride]
            let steps = known == nil ? child.position : child.position % Self.stride
            index = known ?? index + 1
            for _ in 0..<steps { index = marks[index].end }
            value = child.value
        }
        return (marks[index].value, marks[index].key)
    }
}
