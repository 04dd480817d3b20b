/// The values of a text in the order of their beginnings, from ``JSONParser``.
///
/// A token is followed by those of the values inside it and has the index after these, so that the next sibling is one
/// step away. In an object, each value follows its key.
struct JSONTokens: Sendable {
    struct Token {
        /// The offset of the first byte: that of the quote for a string.
        let start: Int
        var content: Content
        /// The index of the first token after this one and those inside it.
        var end: Int
    }

    enum Content {
        case null
        case bool(Bool)
        case integer(Int64)
        case double(Double)
        /// A string without escapes, up to the quote at that offset.
        case string(end: Int)
        /// A string with escapes, and its index in ``JSONTokens/decoded``.
        case decoded(Int)
        case array(count: Int)
        /// `bits` combines those of all keys.
        case object(count: Int, bits: UInt64)
    }

    /// An index of an array or object with many children, which would be slow to step through.
    private struct Children {
        /// The indices of the elements, or of the members' keys.
        var indices: [Int] = []
        var positions: [ExactText: Int] = [:]
    }

    let bytes: [UInt8]
    private var tokens: [Token] = []
    private var decoded: [String] = []
    /// The children of each array or object that has more than a few.
    private var children: [Int: Children] = [:]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // About as many as a small text has.
        tokens.reserveCapacity(min(bytes.count / 8, 256))
    }

    var count: Int { tokens.count }

    subscript(index: Int) -> Token { tokens[index] }

    mutating func append(_ content: Content, at start: Int) {
        tokens.append(Token(start: start, content: content, end: tokens.count + 1))
    }

    mutating func append(decoded string: String, at start: Int) {
        append(.decoded(decoded.count), at: start)
        decoded.append(string)
    }

    /// Records that all tokens since that of an array or object are inside it.
    mutating func close(_ index: Int, _ content: Content, count: Int, positions: [ExactText: Int] = [:]) {
        tokens[index].content = content
        tokens[index].end = tokens.count
        guard count > JSONObject.fewMembers else { return }
        var children = Children(positions: positions)
        children.indices.reserveCapacity(count)
        var child = index + 1
        while child < tokens.count {
            children.indices.append(child)
            child = endOfChild(child, of: index)
        }
        self.children[index] = children
    }
}

extension JSONTokens {
    func string(_ index: Int) -> String? {
        let token = tokens[index]
        return switch token.content {
        case .string(let end): String(decoding: bytes[token.start + 1..<end], as: UTF8.self)
        case .decoded(let index): decoded[index]
        default: nil
        }
    }

    func key(_ index: Int) -> String { string(index) ?? "" }

    func value(_ index: Int) -> JSON {
        var next = index
        return value(&next)
    }

    /// Returns the value of a token and steps past it.
    private func value(_ index: inout Int) -> JSON {
        let first = index
        index += 1
        switch tokens[first].content {
        case .null: return .null
        case .bool(let bool): return .bool(bool)
        case .integer(let integer): return .integer(integer)
        case .double(let double): return .double(double)
        case .string, .decoded: return .string(string(first) ?? "")
        case .array(let count):
            var elements: [JSON] = []
            elements.reserveCapacity(count)
            for _ in 0..<count { elements.append(value(&index)) }
            return .array(elements)
        case .object(let count, _):
            var members: [(key: String, value: JSON)] = []
            members.reserveCapacity(count)
            for _ in 0..<count {
                let key = key(index)
                index += 1
                members.append((key, value(&index)))
            }
            return .object(JSONObject(members, positions: children[first]?.positions ?? [:]))
        }
    }
}

extension JSONTokens {
    /// Returns the index of the value for exactly that key; nil if there is none or the token is not an object.
    func member(_ key: String, of object: Int) -> Int? {
        guard case .object(let count, let bits) = tokens[object].content else { return nil }
        if count > JSONObject.fewMembers, let children = children[object] {
            return children.positions[ExactText(key)].map { children.indices[$0] + 1 }
        }
        let text = key.utf8Span.span
        guard bits & Self.bit(of: text) != 0 else { return nil }
        return self.key(text, amongFirst: count, of: object).map { $0 + 1 }
    }

    /// Returns the index of an object's key that equals the last token, the key after `count` members.
    ///
    /// - Parameters:
    ///   - bits: The bits of those keys, to which that of the last is added.
    ///   - positions: The positions of the keys, once there are more than a few.
    func keyEqualToLast(
        behind count: Int, of object: Int, _ bits: inout UInt64, _ positions: inout [ExactText: Int]
    ) -> Int? {
        let last = tokens.count - 1
        guard count >= JSONObject.fewMembers else {
            return withText(last) { text in
                let (bit, earlier) = (Self.bit(of: text), bits)
                bits |= bit
                return earlier & bit == 0 ? nil : key(text, amongFirst: count, of: object)
            }
        }
        if positions.isEmpty {
            for position in 0..<count { positions[ExactText(key(child(position, of: object)))] = position }
        }
        return positions.updateValue(count, forKey: ExactText(key(last))).map { child($0, of: object) }
    }

    /// One bit of 64 for a key: an object without any key of that bit need not be searched for it.
    private static func bit(of key: Span<UInt8>) -> UInt64 {
        guard key.count > 0 else { return 1 }
        return 1 << UInt64((key.count &+ 5 &* Int(key[0]) &+ 3 &* Int(key[key.count &- 1])) & 63)
    }

    private func key(_ text: Span<UInt8>, amongFirst count: Int, of object: Int) -> Int? {
        let (tokens, bytes) = (tokens.span, bytes.span)
        var index = object + 1
        for _ in 0..<count {
            switch tokens[index].content {
            case .string(let end):
                let start = tokens[index].start + 1
                if end - start == text.count, bytes.extracting(start..<end).isEqual(to: text) { return index }
            case .decoded(let number):
                if decoded[number].utf8Span.span.isEqual(to: text) { return index }
            default: break
            }
            index = tokens[index + 1].end
        }
        return nil
    }

    private func withText<Result>(_ index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        let token = tokens[index]
        return switch token.content {
        case .string(let end): body(bytes.span.extracting(token.start + 1..<end))
        case .decoded(let index): body(decoded[index].utf8Span.span)
        default: body(Span())
        }
    }
}

extension JSONTokens {
    /// Returns the index of the value at a path; nil if the path leads nowhere.
    func index(of path: JSONPath) -> Int? {
        var index = 0
        for element in path.elements {
            switch (element, tokens[index].content) {
            case (.key(let key), .object):
                guard let member = member(key, of: index) else { return nil }
                index = member
            case (.index(let position), .array(let count)):
                guard (0..<count).contains(position) else { return nil }
                index = child(position, of: index)
            default:
                return nil
            }
        }
        return index
    }

    /// Returns the path of a value. For messages, not for every value.
    func path(of wanted: Int) -> JSONPath {
        var path = JSONPath()
        var index = 0
        while index < wanted {
            let (child, position) = child(of: index, around: wanted)
            if case .object = tokens[index].content {
                path.elements.append(.key(key(child)))
                index = child + 1
            } else {
                path.elements.append(.index(position))
                index = child
            }
        }
        return path
    }

    /// Returns the index of the child at a position of an array or object: of the element, or of the member's key.
    private func child(_ position: Int, of index: Int) -> Int {
        if let children = children[index] { return children.indices[position] }
        return (0..<position).reduce(index + 1) { child, _ in endOfChild(child, of: index) }
    }

    /// Returns the child of an array or object that is or contains a value, and its position.
    private func child(of index: Int, around wanted: Int) -> (index: Int, position: Int) {
        guard let indices = children[index]?.indices else {
            var (child, position) = (index + 1, 0)
            while endOfChild(child, of: index) <= wanted {
                child = endOfChild(child, of: index)
                position += 1
            }
            return (child, position)
        }
        var positions = indices.indices
        while positions.count > 1 {
            let middle = positions.lowerBound + positions.count / 2
            positions = indices[middle] <= wanted ? middle..<positions.upperBound : positions.lowerBound..<middle
        }
        return (indices[positions.lowerBound], positions.lowerBound)
    }

    private func endOfChild(_ child: Int, of index: Int) -> Int {
        if case .object = tokens[index].content { tokens[child + 1].end } else { tokens[child].end }
    }
}

extension Span<UInt8> {
    fileprivate func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for offset in indices where self[offset] != other[offset] { return false }
        return true
    }
}
