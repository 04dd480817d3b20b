/// The members of a JSON object (RFC 8259 section 4), in written order.
///
/// A key occurs once. Keys are compared exactly, scalar by scalar: "é" composed and decomposed are two keys. Two
/// objects are equal if they have equal members, in any order. A lookup takes constant time.
///
/// ```swift
/// var tab: JSONObject = ["name": "home", "order": 1]
/// tab.append(key: "icon", value: "house")
/// for (key, value) in tab { … }
/// ```
package struct JSONObject: Sendable {
    package private(set) var members: [(key: String, value: JSON)] = []

    /// The position of each key in `members`; empty for few members, which are faster to search one by one.
    private var positions: [ExactText: Int] = [:]

    static let fewMembers = 32

    package init() {}

    /// An object of these members. A repeated key keeps its first place and gets its last value.
    package init(_ members: some Sequence<(String, JSON)>) {
        for (key, value) in members { append(key: key, value: value) }
    }

    /// An object of members with the positions of their keys, if there are many.
    init(_ members: [(key: String, value: JSON)], positions: [ExactText: Int]) {
        (self.members, self.positions) = (members, positions)
    }

    package var count: Int { members.count }
    package var isEmpty: Bool { members.isEmpty }

    package var keys: [String] { members.map(\.key) }

    /// The value of exactly that key; nil if there is none.
    package subscript(key: String) -> JSON? {
        guard let position = position(of: key) else { return nil }
        return members[position].value
    }

    /// Adds a member at the end. An existing key keeps its place and gets the new value.
    package mutating func append(key: String, value: JSON) {
        if let position = position(of: key) {
            members[position].value = value
        } else {
            appendNew(key: key, value: value)
        }
    }

    private func position(of key: String) -> Int? {
        if members.count > Self.fewMembers { return positions[ExactText(key)] }
        return members.firstIndex { $0.key.isExactly(key) }
    }

    /// Adds a member whose key is known to be missing.
    private mutating func appendNew(key: String, value: JSON) {
        members.append((key, value))
        if members.count > Self.fewMembers + 1 {
            positions[ExactText(key)] = members.count - 1
        } else if members.count > Self.fewMembers {
            for (position, member) in members.enumerated() { positions[ExactText(member.key)] = position }
        }
    }
}

extension JSONObject: Hashable {
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.members.allSatisfy { right[$0.key] == $0.value }
    }

    package func hash(into hasher: inout Hasher) {
        // A sum does not depend on the order of the members.
        var sum = 0
        for (key, value) in members {
            var member = Hasher()
            member.combine(ExactText(key))
            member.combine(value)
            sum &+= member.finalize()
        }
        hasher.combine(count)
        hasher.combine(sum)
    }
}

extension JSONObject: Sequence {
    package func makeIterator() -> IndexingIterator<[(key: String, value: JSON)]> { members.makeIterator() }

    package var underestimatedCount: Int { count }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// As in `init(_:)`, a repeated key keeps its first place and gets its last value.
    package init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }
}
