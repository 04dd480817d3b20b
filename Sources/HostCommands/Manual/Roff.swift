import HostCore
import HostSystem
import JSONText

/// A text in roff, with the macros of man(7).
struct Roff {
    private(set) var text: String

    /// Begins the page of this version, without hyphenation and justification, so that paths and options stay intact.
    ///
    /// - Parameter section: 1 for commands, 5 for files.
    init(_ name: String, section: Int) {
        let manual = section == 1 ? "User Commands" : "File Formats"
        let source = "\(HostName.name) \(HostName.version)"
        text = ".TH \(name.uppercased()) \(section) \"\(HostName.date)\" \"\(source)\" \"\(manual)\"\n.nh\n.ad l\n"
    }

    /// Adds a request or macro with its arguments, as one line.
    mutating func macro(_ name: String, _ arguments: String...) {
        let words = arguments.map { "\"" + Self.escaped($0).replacing("\"", with: "\\(dq") + "\"" }
        text += (["." + name] + words).joined(separator: " ") + "\n"
    }

    /// Adds a filled text. Each sentence begins a line, after which roff leaves more space.
    mutating func fill(_ text: String) {
        var line = ""
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            let word = Self.escaped(word)
            if !line.isEmpty, line.count + 1 + word.count > Self.lineLength {
                write(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
            guard word.last == "." || word.last == "?" else { continue }
            write(line)
            line = ""
        }
        if !line.isEmpty { write(line) }
    }

    private static let lineLength = 80

    /// Adds a term, in italics what stands for something else, and its meaning.
    mutating func item(_ bold: String, value italic: String = "", _ meaning: String) {
        macro("TP")
        term(bold, italic)
        fill(meaning)
    }

    /// Adds terms and their meanings, in two columns close together.
    mutating func table(_ rows: [(term: String, meaning: String)]) {
        let width = min(rows.map { DisplayText.width($0.term) }.max() ?? 0, Self.widestTerm)
        macro("RS", "4")
        macro("PD", "0")
        for row in rows {
            macro("TP", String(width + 2))
            term(row.term)
            fill(row.meaning)
        }
        macro("PD")
        macro("RE")
    }

    private static let widestTerm = 20

    /// Adds literal words in bold, such as a name, followed by placeholders in italics.
    mutating func term(_ bold: String, _ italic: String = "") {
        write("\\fB\(Self.escaped(bold))\\fR" + (italic.isEmpty ? "" : " \\fI\(Self.escaped(italic))\\fR"))
    }

    /// Adds unchanged lines, such as a command to type.
    mutating func example(_ lines: [String]) {
        text += ".RS 4\n.nf\n"
        for line in lines { write(Self.escaped(line)) }
        text += ".fi\n.RE\n"
    }

    private mutating func write(_ line: String) {
        // A dot at the beginning of a line would make a request of it; apostrophes are escaped already.
        text += (line.hasPrefix(".") ? "\\&" : "") + line + "\n"
    }

    /// Returns the text with escapes for all characters that roff would replace, so that text copied from the page is
    /// intact.
    static func escaped(_ text: some StringProtocol) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case "'": "\\(aq"
            case "`": "\\(ga"
            case "^": "\\(ha"
            case "~": "\\(ti"
            // In a locale without this character man(1) would leave it out.
            case "…": "..."
            default:
                scalar.isASCII ? String(scalar) : "\\[u\(scalar.codePoint.dropFirst(2))]"
            }
        }.joined()
    }
}
