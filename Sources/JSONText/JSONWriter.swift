/// Writes values as strict JSON (RFC 8259) in UTF-8.
///
/// The parser reads back an equal value. A double keeps its kind (`1.0` stays `1.0`) and has the fewest digits that
/// read back as itself; infinity and NaN, which JSON cannot express, are written as `null`. Members keep their order.
/// Control characters, DEL, C1 controls and the separators U+2028 and U+2029 are always escaped, so that the text is
/// safe for a terminal and stays on one line unless it is `pretty`.
package struct JSONWriter: Sendable {
    /// Whether members and elements have separate lines, indented by two spaces a level, down to `deepestIndent`.
    package let pretty: Bool

    /// The deepest indented level: deeply nested text would be mostly spaces.
    static let deepestIndent = 40

    package init(pretty: Bool = false) {
        self.pretty = pretty
    }

    /// Appends the text of a value, without a line break at its end.
    package func write(_ json: JSON, to bytes: inout [UInt8]) {
        write(json, to: &bytes, depth: 0)
    }

    /// A string in JSON, including its quotes.
    ///
    /// ```swift
    /// JSONWriter.quoted("red \u{1B}[31m")   // "red \u001b[31m"
    /// ```
    package static func quoted(_ string: String) -> String {
        var bytes: [UInt8] = []
        write(string, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(_ json: JSON, to bytes: inout [UInt8], depth: Int) {
        switch json {
        case .null: bytes += "null".utf8
        case .bool(let bool): bytes += (bool ? "true" : "false").utf8
        case .integer(let integer): bytes += integer.description.utf8
        case .double(let double): bytes += (double.isFinite ? double.description : "null").utf8
        case .string(let string): Self.write(string, to: &bytes)
        case .array(let elements):
            write(elements, between: ("[", "]"), to: &bytes, depth: depth) { element, bytes in
                write(element, to: &bytes, depth: depth + 1)
            }
        case .object(let object):
            write(object.members, between: ("{", "}"), to: &bytes, depth: depth) { member, bytes in
                Self.write(member.key, to: &bytes)
                bytes += (pretty ? ": " : ":").utf8
                write(member.value, to: &bytes, depth: depth + 1)
            }
        }
    }

    private func write<Item>(
        _ items: [Item], between brackets: (String, String), to bytes: inout [UInt8], depth: Int,
        item write: (Item, inout [UInt8]) -> Void
    ) {
        bytes += brackets.0.utf8
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            breakLine(in: &bytes, depth: depth + 1)
            write(item, &bytes)
        }
        if !items.isEmpty { breakLine(in: &bytes, depth: depth) }
        bytes += brackets.1.utf8
    }

    private func breakLine(in bytes: inout [UInt8], depth: Int) {
        guard pretty else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes += repeatElement(UInt8(ascii: " "), count: 2 * min(depth, Self.deepestIndent))
    }

    private static func write(_ string: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": bytes += "\\\"".utf8
            case "\\": bytes += "\\\\".utf8
            case "\n": bytes += "\\n".utf8
            case "\r": bytes += "\\r".utf8
            case "\t": bytes += "\\t".utf8
            case "\u{08}": bytes += "\\b".utf8
            case "\u{0C}": bytes += "\\f".utf8
            case "\u{00}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                bytes += "\\u".utf8
                bytes += repeatElement(UInt8(ascii: "0"), count: max(0, 4 - digits.utf8.count))
                bytes += digits.utf8
            default:
                if scalar.isASCII {
                    bytes.append(UInt8(truncatingIfNeeded: scalar.value))
                } else {
                    bytes += String(scalar).utf8
                }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
