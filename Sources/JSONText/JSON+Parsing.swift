extension JSON {
    /// Reads one JSON text (RFC 8259 section 2), the whole of `bytes`.
    ///
    /// Strict by default. Where the RFC leaves a choice: keys of an object must differ (section 4), compared scalar by
    /// scalar; the escape of a lone surrogate is refused (section 8.2); an integer beyond `Int64` becomes the nearest
    /// double and one too small for a double becomes zero (section 6); `-0` is `.double(-0.0)`.
    ///
    /// ```swift
    /// try JSON.parse("[1, 2.0]")   // .array([.integer(1), .double(2)])
    /// try JSON.parse("[1, 2")      // line 1, column 6: expected ',' or ']' after an element, found end of text; …
    /// ```
    ///
    /// - Throws: The first error. An invalid byte is reported before an error of grammar in front of it.
    package static func parse(
        _ bytes: some Collection<UInt8>, options: JSONOptions = .strict
    ) throws(JSONSyntaxError) -> JSON {
        var parser = try JSONParser(bytes, options: options, recordsMarks: false)
        return try parser.parse()
    }

    /// Reads one JSON text, as `parse(_:options:)` does from bytes.
    package static func parse(_ text: String, options: JSONOptions = .strict) throws(JSONSyntaxError) -> JSON {
        try parse(text.utf8, options: options)
    }
}
