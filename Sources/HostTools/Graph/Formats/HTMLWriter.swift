import HostSystem
import JSONText

/// Writes HTML and SVG, element by element.
///
/// Names of elements and attributes are literals of the host, by their type. All other text goes through
/// ``escaped(_:keepingLines:)``, so that no text of a feature becomes markup.
struct HTMLWriter {
    typealias Attribute = (name: StaticString, value: String?)

    private(set) var text = ""

    /// Writes an element around `content`. An attribute with the value nil is left out, and one with an empty value is
    /// written without it.
    mutating func element(
        _ name: StaticString, _ attributes: [Attribute] = [], content: (inout HTMLWriter) -> Void
    ) {
        begin(name, attributes)
        content(&self)
        text += "</\(name)>"
    }

    mutating func element(_ name: StaticString, _ attributes: [Attribute] = [], _ content: String) {
        element(name, attributes) { $0.write(content) }
    }

    /// Writes an element without content and end tag: `<hr>`.
    mutating func void(_ name: StaticString, _ attributes: [Attribute] = []) {
        begin(name, attributes)
    }

    /// Writes text from any source, escaped.
    mutating func write(_ content: String, keepingLines: Bool = false) {
        text += Self.escaped(content, keepingLines: keepingLines)
    }

    mutating func writeMarkup(_ markup: StaticString) {
        text += "\(markup)"
    }

    /// Writes a script or style of the host on separate lines.
    ///
    /// - Parameter resource: A file of this module's resources, without any text that looks like markup.
    mutating func writeResource(_ resource: [UInt8]) {
        text += "\n" + String(decoding: resource, as: UTF8.self)
    }

    /// Writes JSON into a script element.
    mutating func writeData(_ json: JSON) { text += json.textInScript() }

    mutating func breakLine() {
        text += "\n"
    }

    private mutating func begin(_ name: StaticString, _ attributes: [Attribute]) {
        text += "<\(name)"
        for (name, value) in attributes {
            guard let value else { continue }
            text += value.isEmpty ? " \(name)" : " \(name)=\"\(Self.escaped(value))\""
        }
        text += ">"
    }

    /// Escapes text for an element or a quoted attribute. Control characters, which a page may not contain, and
    /// characters that reorder text become visible, as on a terminal.
    static func escaped(_ text: String, keepingLines: Bool = false) -> String {
        let text = DisplayText.safe(text, keepingLines: keepingLines)
        guard text.utf8.contains(where: { "&<>\"'`".utf8.contains($0) }) else { return text }
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".unicodeScalars
            case "<": escaped += "&lt;".unicodeScalars
            case ">": escaped += "&gt;".unicodeScalars
            case "\"": escaped += "&quot;".unicodeScalars
            case "'": escaped += "&#39;".unicodeScalars
            case "`": escaped += "&#96;".unicodeScalars
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
