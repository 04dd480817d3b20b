/// One value of a document with its path, for readers that turn a document into their own type and report mismatches by
/// key path, line and column.
///
/// ```swift
/// let root = try JSONField(JSONDocument.parse(bytes, options: .withComments))
/// for other in try root.members(besides: known) { throw other.unknownKey(among: known) }
/// let name = try root.required("root").string()   // line 4, column 11: root: expected a string, found a number
/// ```
package struct JSONField: Sendable {
    package let document: JSONDocument
    private let index: Int

    package init(_ document: JSONDocument) {
        self.init(document, 0)
    }

    private init(_ document: JSONDocument, _ index: Int) {
        self.document = document
        self.index = index
    }

    package var path: JSONPath { document.tokens.path(of: index) }

    /// The value with its contents, built at each access.
    package var value: JSON { document.tokens.value(index) }

    package func mismatch(_ message: String) -> JSONError {
        JSONError(path: path, location: document.location(index), message: message.withoutMiddle)
    }

    /// The member with this key; nil if there is none or the value is not an object.
    package subscript(key: String) -> JSONField? {
        document.tokens.member(key, of: index).map { JSONField(document, $0) }
    }

    /// Returns the member with this key, which must exist.
    package func required(_ key: String) throws(JSONError) -> JSONField {
        _ = try memberCount()
        guard let member = self[key] else { throw mismatch("expected the member '\(key)', and it is missing") }
        return member
    }

    package func keyMismatch(_ message: String) -> JSONError {
        let path = path
        return JSONError(path: path, location: document.keyLocation(of: path), message: message.withoutMiddle)
    }

    /// The members whose keys are not in `keys`, in the order of the text.
    package func members(besides keys: [String]) throws(JSONError) -> [JSONField] {
        try members().filter { !keys.contains($0.key) }.map(\.field)
    }

    /// Returns the error for an unknown key, at the key of this member, naming the nearest of `keys`.
    package func unknownKey(among keys: [String]) -> JSONError {
        guard case .key(let key)? = path.elements.last else { return mismatch("expected a member") }
        let known = keys.map { "'\($0)'" }.joined(separator: ", ")
        let hint = Spelling.nearest(to: key, in: keys).map { "; did you mean '\($0)'?" } ?? "; known are \(known)"
        return keyMismatch("unknown key \(quoted: key)\(hint)")
    }

    package func object() throws(JSONError) -> JSONObject {
        guard let object = value.object else { throw expected("an object") }
        return object
    }

    package func string() throws(JSONError) -> String {
        guard let string = document.tokens.string(index) else { throw expected("a string") }
        return string
    }

    package func bool() throws(JSONError) -> Bool {
        guard case .bool(let bool) = document.tokens[index].content else { throw expected("true or false") }
        return bool
    }

    package func integer() throws(JSONError) -> Int64 {
        guard let integer = value.integer else { throw expected("an integer") }
        return integer
    }

    package func elements() throws(JSONError) -> [JSONField] {
        guard case .array(let count) = document.tokens[index].content else { throw expected("an array") }
        var elements: [JSONField] = []
        elements.reserveCapacity(count)
        var element = index + 1
        for _ in 0..<count {
            elements.append(JSONField(document, element))
            element = document.tokens[element].end
        }
        return elements
    }

    /// The members of an object, in the order of the text.
    package func members() throws(JSONError) -> [(key: String, field: JSONField)] {
        var members: [(key: String, field: JSONField)] = []
        var key = index + 1
        for _ in 0..<(try memberCount()) {
            members.append((document.tokens.key(key), JSONField(document, key + 1)))
            key = document.tokens[key + 1].end
        }
        return members
    }

    private func memberCount() throws(JSONError) -> Int {
        guard case .object(let count, _) = document.tokens[index].content else { throw expected("an object") }
        return count
    }

    /// Reads one of an enumeration's words.
    package func word<Word: RawRepresentable & CaseIterable>(
        _ type: Word.Type
    ) throws(JSONError) -> Word where Word.RawValue == String {
        let text = try string()
        guard let word = Word(rawValue: text) else {
            let words = Word.allCases.map(\.rawValue)
            let hint = Spelling.nearest(to: text, in: words).map { "; did you mean '\($0)'?" } ?? ""
            throw mismatch("\(quoted: text) is none of \(words.map { "'\($0)'" }.joined(separator: ", "))\(hint)")
        }
        return word
    }

    private func expected(_ what: String) -> JSONError {
        mismatch("expected \(what), found \(value.kind)")
    }
}
