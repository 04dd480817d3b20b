/// The pasted text, between the sequences that a terminal puts around it.
struct PastedText: Sendable {
    /// The maximum number of bytes that are kept; the rest is skipped up to the end.
    static let maximumBytes = 1 << 20
    private static let end = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    /// The number of bytes of `end` that have just come.
    private var matched = 0

    /// - Returns: The whole text when the byte ends it; nil before.
    mutating func take(_ byte: UInt8) -> String? {
        if byte == Self.end[matched] {
            matched += 1
            if matched == Self.end.count { return text }
            return nil
        }
        // Only the first byte of `end` is an ESC, so the bytes that matched in vain begin nothing anew; this byte may.
        keep(Self.end.prefix(matched))
        matched = byte == Self.end[0] ? 1 : 0
        if matched == 0 { keep([byte]) }
        return nil
    }

    private mutating func keep(_ more: some Collection<UInt8>) {
        bytes += more.prefix(Self.maximumBytes - bytes.count)
    }

    /// The text with all kinds of line ends as newlines, and with U+FFFD for invalid UTF-8, also for a character that
    /// was cut at the maximum.
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
