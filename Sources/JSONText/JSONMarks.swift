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
