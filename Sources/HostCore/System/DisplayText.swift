import FeatureContract
import JSONText

/// Makes a feature's text safe to show in a terminal or in one line.
package enum DisplayText {
    /// The maximum width of a column, in cells. A wider text overflows its column, so that one text of a megabyte does
    /// not make every row a megabyte long.
    package static let widestColumn = 80

    /// Returns the text without terminal control. Control characters become their pictures, and characters that reorder
    /// or hide text become U+FFFD. Line breaks stay if `keepingLines`, else they become spaces, as tabs do.
    package static func safe(_ text: String, keepingLines: Bool = false) -> String {
        if isPlain(text) || !text.unicodeScalars.contains(where: { isUnsafe($0) }) { return text }
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A where keepingLines: safe.append(scalar)
            case 0x09, 0x0A, 0x0D: safe.append(" ")
            // Control Pictures: U+2400 and up stand for U+0000 and up.
            case 0x00...0x1F: safe.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
            case 0x7F: safe.append("\u{2421}")
            default: safe.append(isUnsafe(scalar) ? "\u{FFFD}" : scalar)
            }
        }
        return String(safe)
    }

    /// Escapes text for an element or an attribute of XML or HTML. U+FFFD replaces a carriage return and what XML
    /// 1.0 allows in no form.
    package static func markup(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: escaped += "&amp;"
            case 0x3C: escaped += "&lt;"
            case 0x3E: escaped += "&gt;"
            case 0x22: escaped += "&quot;"
            case 0x09, 0x0A, 0x20...0xFFFD, 0x10000...: escaped.unicodeScalars.append(scalar)
            default: escaped += "\u{FFFD}"
            }
        }
        return escaped
    }

    /// The number of terminal cells for the text: two for a wide character, none for a combining one.
    package static func width(_ text: String) -> Int {
        if isPlain(text) { return text.utf8.count }
        return text.unicodeScalars.reduce(0) { $0 + width($1) }
    }

    /// Returns the sign for a symbol, followed by a space: a single character itself, else the sign for the name. Empty
    /// for a name without a sign.
    package static func symbol(_ symbol: String) -> String {
        guard symbol.count != 1 else { return symbol + " " }
        var name = symbol[...]
        // `star.circle.fill` is a star too.
        while !name.isEmpty {
            if let glyph = glyphs[String(name)] { return "\(glyph) " }
            name = name.lastIndex(of: ".").map { name[..<$0] } ?? ""
        }
        return ""
    }

    /// The signs for common names of symbols, each of one cell in the fonts of terminals.
    private static let glyphs: [String: Character] = [
        "house": "⌂", "star": "★", "heart": "♥", "gear": "⚙", "gearshape": "⚙", "magnifyingglass": "⌕", "plus": "+",
        "minus": "−", "pencil": "✎", "square.and.pencil": "✎", "checkmark": "✓", "xmark": "✗", "envelope": "✉",
        "phone": "☎", "flag": "⚑", "exclamationmark.triangle": "⚠", "exclamationmark": "!", "questionmark": "?",
        "list.bullet": "≡", "line.3.horizontal": "≡", "arrow.clockwise": "↻", "arrow.left": "←", "arrow.right": "→",
        "arrow.up": "↑", "arrow.down": "↓", "arrow.up.arrow.down": "⇅", "chevron.right": "›", "chevron.left": "‹",
        "circle": "○", "circle.fill": "●", "checkmark.circle": "✓", "sun.max": "☀", "moon": "☾", "music.note": "♪",
        "play": "▶", "stop": "■", "scissors": "✂", "number": "#", "pause": "‖", "forward": "»", "backward": "«",
        "square": "□", "checkmark.square": "■", "circle.inset.filled": "◉", "largecircle.fill": "◉", "trash": "⌫",
        "ellipsis": "…", "arrow.left.arrow.right": "⇄", "arrow.uturn.backward": "↩", "arrow.down.circle": "↓",
        "chevron.up": "▴", "chevron.down": "▾", "clock": "◷", "timer": "◷", "calendar": "▦", "square.grid": "▦",
        "photo": "▣", "paperplane": "➤", "airplane": "✈", "cloud": "☁", "umbrella": "☂", "snowflake": "❄",
        "sparkles": "✦", "bookmark": "⚐", "person": "☺", "cart": "⛒", "link": "∞", "textformat": "A",
        "square.and.arrow.up": "↥", "square.and.arrow.down": "↧", "moon.stars": "☾", "eye": "◉", "bolt": "ϟ",
        "info": "i", "dollarsign": "$", "eurosign": "€", "at": "@", "wifi": "≋", "folder": "▤", "doc": "▤",
    ]

    /// Returns the text, padded with spaces to `width` cells.
    package static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - self.width(text)))
    }

    /// Whether the text has only printable ASCII characters, as most texts do.
    private static func isPlain(_ text: String) -> Bool {
        let bytes = text.utf8Span.span
        // No branch for each byte: a byte below 0x20 or above 0x7E borrows from, or carries into, the high bit.
        var bits: UInt8 = 0
        for index in bytes.indices {
            let byte = bytes[index]
            bits |= (byte &- 0x20) | (byte &+ 1) | byte
        }
        return bits < 0x80
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: true
        // Line and paragraph separators; and embeddings, overrides and isolates, which can reorder text.
        case 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: true
        default: false
        }
    }

    // Glibc's module does not offer wcwidth(3), which would also depend on the user's locale.
    private static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        let isWide = wideRanges.contains { $0.contains(scalar.value) } || scalar.properties.isEmojiPresentation
        return isWide ? 2 : 1
    }

    /// East Asian Wide and Fullwidth (Unicode Standard Annex #11), by blocks.
    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
        0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
}

/// A table of text columns with headings. The last column is not padded.
package struct TextTable {
    private var rows: [[Cell]] = []

    private struct Cell {
        let text: String
        let width: Int

        init(_ text: String) {
            self.text = DisplayText.safe(text)
            width = DisplayText.width(self.text)
        }
    }

    package init(_ heading: [String]) {
        append(heading)
    }

    package mutating func append(_ row: [String]) {
        rows.append(row.map(Cell.init))
    }

    package var text: String {
        let widths = rows[0].indices.map { column in
            rows.reduce(0) { min(max($0, $1[column].width), DisplayText.widestColumn) }
        }
        // Built from bytes: a String would check at each append for characters that join.
        var text: [UInt8] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                text += cell.text.utf8
                guard column < row.count - 1 else { continue }
                text += repeatElement(UInt8(ascii: " "), count: max(0, widths[column] - cell.width) + 2)
            }
            text.append(UInt8(ascii: "\n"))
        }
        return String(decoding: text, as: UTF8.self)
    }
}

package enum ByteCount {
    /// The number of bytes for a text such as `64KiB`, `256MiB` or `2GiB`. Nil for any other text.
    package static func bytes(inText text: String) -> Int? {
        for (unit, shift) in [("KiB", 10), ("MiB", 20), ("GiB", 30)] where text.hasSuffix(unit) {
            guard let number = Int(text.dropLast(3)), number > 0, number < 1 << 30 else { return nil }
            return number << shift
        }
        return nil
    }

    /// The text of a number of bytes, in MiB if it is a whole number of them, else in KiB: `64 MiB`, `1536 KiB`.
    package static func text(_ bytes: UInt64) -> String {
        bytes % (1 << 20) == 0 ? "\(bytes >> 20) MiB" : "\((bytes + 1023) >> 10) KiB"
    }
}

extension Duration {
    /// Whether a number of seconds can be a deadline: above zero, and at most 1e9 (some thirty years).
    package static func isUsable(seconds: Double) -> Bool { seconds > 0 && seconds <= 1e9 }

    /// The seconds for a text such as `2s`, `1.5s` or `250ms`. Nil for any other text, and if not usable.
    package static func seconds(inText text: String) -> Double? {
        let (number, scale) = text.hasSuffix("ms") ? (text.dropLast(2), 0.001) : (text.dropLast(1), 1.0)
        guard text.hasSuffix("s"), number.utf8.first?.isDigit == true,
            case .double(let value)? = ValueType.double.value(fromText: String(number)),
            isUsable(seconds: value * scale)
        else { return nil }
        return value * scale
    }
}
