/// Where the parts of a link end in its text, in bytes. Found in one pass over the bytes, without taking any of them
/// out.
struct LinkBorders: Sendable {
    /// The `:`.
    private(set) var scheme = 0
    /// Behind the host: a `/`, a `?`, a `#` or the end.
    private(set) var host = 0
    /// Behind the path: a `?`, a `#` or the end.
    private(set) var path = 0
    /// Behind the query: a `#` or the end.
    private(set) var query = 0
    private(set) var end = 0
    /// How many slashes the path has.
    private(set) var slashes = 0
    /// Whether everything says what it means as it stands: there is no percent-encoding, and scheme and host are in
    /// lower case.
    private(set) var isPlain = true
    private(set) var hasPercent = false
    private(set) var hasControl = false

    /// Nil where no `//` follows the first `:`.
    init?(_ text: Span<UInt8>) {
        end = text.count
        var index = 0
        while index < end, text[index] != UInt8(ascii: ":") {
            note(text[index], isOfSite: true)
            index += 1
        }
        scheme = index
        guard index + 2 < end, text[index + 1] == UInt8(ascii: "/"), text[index + 2] == UInt8(ascii: "/") else {
            return nil
        }
        index += 3
        while index < end, !Self.endsHost(text[index]) {
            note(text[index], isOfSite: true)
            index += 1
        }
        host = index
        while index < end, text[index] != UInt8(ascii: "?"), text[index] != UInt8(ascii: "#") {
            note(text[index], isOfSite: false)
            if text[index] == UInt8(ascii: "/") { slashes += 1 }
            index += 1
        }
        path = index
        while index < end, text[index] != UInt8(ascii: "#") {
            note(text[index], isOfSite: false)
            index += 1
        }
        query = index
        while index < end {
            note(text[index], isOfSite: false)
            index += 1
        }
    }

    private mutating func note(_ byte: UInt8, isOfSite: Bool) {
        if byte < 0x20 || byte == 0x7F { hasControl = true }
        if byte == UInt8(ascii: "%") {
            hasPercent = true
            isPlain = false
        }
        if isOfSite, byte >= 0x80 || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) { isPlain = false }
    }

    private static func endsHost(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
