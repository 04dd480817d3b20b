/// One value of a document with its path, for readers that turn a document into a type of their own and report
/// mismatches by key path, line and column.
///
/// ```swift
/// let root = try JSONField(JSONDocument.parse(bytes, options: .withComments))
/// try root.expectKeys(["schemes", "root"])
/// let name = try root.required("root").string()   // line 4, column 11: root: expected a string, found a number
/// ```
package struct JSONField: Sendable {
    package let document: JSONDocument
    package let path: JSONPath
    package let value: JSON

    package init(_ document: JSONDocument) {
        self.init(document: document, path: .root, value: document.root)
    }

    private init(document: JSONDocument, path: JSONPath, value: JSON) {
        self.document = document
        self.path = path
        self.value = value
    }

    /// An error at this value.
    package func mismatch(_ message: String) -> JSONError {
        JSONError(path: path, location: document.location(of: path), message: message.withoutMiddle)
    }

    /// The member with this key; nil if the value is not an object or has no such member.
    package subscript(key: String) -> JSONField? {
        guard let member = value.object?[key] else { return nil }
        return JSONField(document: document, path: path.appending(key: key), value: member)
    }

    /// Returns the member with this key, which must exist.
    package func required(_ key: String) throws(JSONError) -> JSONField {
        guard try object()[key] != nil, let member = self[key] else {
            throw mismatch("expected the member '\(key)', and it is missing")
        }
        return member
    }

    /// An error at the key of this member.
    package func keyMismatch(_ message: String) -> JSONError {
        JSONError(path: path, location: document.keyLocation(of: path), message: message.withoutMiddle)
    }

    /// Refuses members that are not in `keys`, naming the nearest known one.
    package func expectKeys(_ keys: [String]) throws(JSONError) {
        if let first = try members(besides: keys).first { throw first.unknownKey(among: keys) }
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
        guard let string = value.string else { throw expected("a string") }
        return string
    }

    package func bool() throws(JSONError) -> Bool {
        guard let bool = value.bool else { throw expected("true or false") }
        return bool
    }

    package func integer() throws(JSONError) -> Int64 {
        guard let integer = value.integer else { throw expected("an integer") }
        return integer
    }

    /// The elements of an array.
    package func elements() throws(JSONError) -> [JSONField] {
        guard let array = value.array else { throw expected("an array") }
        return array.enumerated().map {
            JSONField(document: document, path: path.appending(index: $0.offset), value: $0.element)
        }
    }

    /// The members of an object, in the order of the text.
    package func members() throws(JSONError) -> [(key: String, field: JSONField)] {
        try object().members.map { key, value in
            (key, JSONField(document: document, path: path.appending(key: key), value: value))
        }
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
