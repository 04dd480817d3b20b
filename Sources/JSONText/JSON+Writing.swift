extension JSON {
    /// The text of the value, as ``JSONWriter`` writes it.
    ///
    /// ```swift
    /// JSON.object(["name": "home", "order": 1]).text()   // {"name":"home","order":1}
    /// ```
    package func text(pretty: Bool = false) -> String {
        String(decoding: utf8(pretty: pretty), as: UTF8.self)
    }

    /// The UTF-8 of the value's text, as ``JSONWriter`` writes it.
    package func utf8(pretty: Bool = false) -> [UInt8] {
        var bytes: [UInt8] = []
        JSONWriter(pretty: pretty).write(self, to: &bytes)
        return bytes
    }
}
