/// What is pasted, between the sequences that a terminal puts around it.
struct PastedText: Sendable {
    /// As much as is kept; what follows is passed over up to the end.
    static let maximumBytes = 1 << 20
    private static let end = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    /// How many bytes of `end` have come last.
    private var matched = 0

    /// - Returns: The whole text, with the byte that ends it.
    mutating func take(_ byte: UInt8) -> String? {
        if byte == Self.end[matched] {
            matched += 1
            if matched == Self.end.count { return text }
            return nil
        }
        // Only its first byte is an ESC: what was matched in vain begins nothing anew, this byte may.
        keep(Self.end.prefix(matched))
        matched = byte == Self.end[0] ? 1 : 0
        if matched == 0 { keep([byte]) }
        return nil
    }

    private mutating func keep(_ more: some Collection<UInt8>) {
        bytes += more.prefix(Self.maximumBytes - bytes.count)
    }

    /// Line ends of all kinds are newlines; what is not UTF-8 is U+FFFD, also a character that was cut at the maximum.
    private var text: String {
        var text = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            defer { isAfterReturn = scalar == "\r" }
            switch scalar {
            case "\n" where isAfterReturn: break
            case "\r", "\n": text.append("\n")
            case "\t": text.append("\t")
            default: if scalar.properties.generalCategory != .control { text.append(scalar) }
            }
        }
        return String(text)
    }
}
