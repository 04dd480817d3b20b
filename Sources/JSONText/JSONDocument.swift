/// A parsed text that keeps the locations of its values.
///
/// For files that users edit: an error that a later check finds (an unknown key, a value of the wrong kind) can be
/// reported with its line and column. A document costs the text and 32 bytes a value on top of the value itself.
///
/// ```swift
/// let document = try JSONDocument.parse(text, options: .withComments)
/// let path: JSONPath = ["tabs", 0, "name"]
/// if document.root[path]?.string == nil, let location = document.location(of: path) {
///     report("\(location): \(path): expected a string")
/// }
/// ```
package struct JSONDocument: Sendable {
    /// The value of the whole text.
    package let root: JSON

    private let locations: JSONLocations
    private let marks: JSONMarks

    /// Reads one JSON text, under the same rules as ``JSON/parse(_:options:)``.
    package static func parse(
        _ bytes: some Collection<UInt8>, options: JSONOptions = .strict
    ) throws(JSONSyntaxError) -> JSONDocument {
        var parser = try JSONParser(bytes, options: options, recordsMarks: true)
        let root = try parser.parse()
        return JSONDocument(root: root, locations: JSONLocations(parser.bytes), marks: parser.marks)
    }

    /// Reads one JSON text, as `parse(_:options:)` does from bytes.
    package static func parse(_ text: String, options: JSONOptions = .strict) throws(JSONSyntaxError) -> JSONDocument {
        try parse(text.utf8, options: options)
    }

    /// Returns the location at which the value at a path starts, or nil if there is no such value.
    ///
    /// Searches the text for it: for messages, not for every value.
    package func location(of path: JSONPath) -> JSONLocation? {
        guard let offsets = marks.offsets(of: path, in: root) else { return nil }
        return locations[offsets.value]
    }

    /// Returns the location at which the key of the member at a path starts, its quote included, or nil if there is no
    /// such member.
    package func keyLocation(of path: JSONPath) -> JSONLocation? {
        guard let key = marks.offsets(of: path, in: root)?.key else { return nil }
        return locations[key]
    }
}
