/// The byte offsets at which the parts of a link end, found in one pass over its text that copies nothing.
struct LinkRanges: Sendable {
    /// The offset of the `:`.
    private(set) var scheme = 0
    /// The end of the host: the offset of a `/`, a `?`, a `#`, or the end of the text.
    private(set) var host = 0
    /// The end of the path: the offset of a `?`, a `#`, or the end of the text.
    private(set) var path = 0
    /// The end of the query: the offset of a `#`, or the end of the text.
    private(set) var query = 0
    private(set) var end = 0
    /// The number of slashes in the path, each before a segment; a slash at the end of the path does not count.
    private(set) var slashes = 0
    /// Whether the text needs no decoding: it has no percent-encoding, and its scheme and host are lower-case ASCII.
    private(set) var isPlain = true
    private(set) var hasPercent = false
    private(set) var hasControl = false
    /// Whether the path ends with a slash, which is ignored.
    private(set) var endsWithSlash = false
    /// Whether the text before the `:` is a valid scheme.
    private(set) var hasScheme = true

    /// The end of the last segment: the end of the path, without the slash there that is ignored.
    var segments: Int { endsWithSlash ? path - 1 : path }

    /// Finds the parts of a link; nil if no `//` follows the first `:`.
    init?(_ text: Span<UInt8>) {
        end = text.count
        scheme = skip(text, from: 0) { ranges, byte in
            guard byte != UInt8(ascii: ":") else { return true }
            ranges.noteOfSite(byte)
            if !Self.mayStandInScheme(byte) { ranges.hasScheme = false }
            return false
        }
        // A scheme begins with a letter.
        if scheme == 0 || !Self.isLetter(text[0]) { hasScheme = false }
        guard scheme + 2 < end, text[scheme + 1] == UInt8(ascii: "/"), text[scheme + 2] == UInt8(ascii: "/") else {
            return nil
        }
        host = skip(text, from: scheme + 3) { ranges, byte in
            guard !Self.endsHost(byte) else { return true }
            ranges.noteOfSite(byte)
            return false
        }
        path = skip(text, from: host) { ranges, byte in
            guard byte != UInt8(ascii: "?"), byte != UInt8(ascii: "#") else { return true }
            if byte == UInt8(ascii: "/") { ranges.slashes += 1 } else { ranges.note(byte) }
            return false
        }
        if path > host, text[path - 1] == UInt8(ascii: "/") {
            slashes -= 1
            endsWithSlash = true
        }
        query = skip(text, from: path) { ranges, byte in
            guard byte != UInt8(ascii: "#") else { return true }
            ranges.note(byte)
            return false
        }
        _ = skip(text, from: query) { ranges, byte in
            ranges.note(byte)
            return false
        }
    }

    /// Returns the offset of the first byte that ends a part.
    ///
    /// - Parameter isEnd: Called for every byte except lower-case letters and digits, which end no part and make up
    ///   most of a link.
    @inline(__always)
    private mutating func skip(_ text: Span<UInt8>, from start: Int, isEnd: (inout Self, UInt8) -> Bool) -> Int {
        var index = start
        while index < text.count {
            let byte = text[index]
            if !Self.isSmallOrDigit(byte), isEnd(&self, byte) { break }
            index += 1
        }
        return index
    }

    private mutating func note(_ byte: UInt8) {
        if byte < 0x20 || byte == 0x7F { hasControl = true }
        if byte == UInt8(ascii: "%") {
            hasPercent = true
            isPlain = false
        }
    }

    private mutating func noteOfSite(_ byte: UInt8) {
        note(byte)
        if byte >= 0x80 || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) { isPlain = false }
    }

    private static func isSmallOrDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

    /// Whether a byte may stand in a scheme (RFC 3986, section 3.1).
    private static func mayStandInScheme(_ byte: UInt8) -> Bool {
        isLetter(byte) || isSmallOrDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    private static func endsHost(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
