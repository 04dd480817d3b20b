// Texts that a person reads have a limit in bytes, and no character is cut in two.

extension String {
    /// The text, or as much of its beginning as fits together with an ellipsis: nobody reads more.
    package func cut(toBytes limit: Int) -> String {
        utf8.count <= limit ? self : beginning(max(0, limit - 3)) + "…"
    }

    /// As many whole characters of Unicode from the beginning as fit into `limit` bytes of UTF-8.
    package func beginning(_ limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        // Back to where a scalar begins.
        while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
        return String(self[..<end])
    }

    /// As many from the end.
    package func end(_ limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var start = utf8.index(endIndex, offsetBy: -limit)
        while start < endIndex, utf8[start] & 0xC0 == 0x80 { start = utf8.index(after: start) }
        return String(self[start...])
    }
}
