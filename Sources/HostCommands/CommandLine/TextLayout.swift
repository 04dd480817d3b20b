import Glibc
import HostCore
import HostSystem
import Terminal

/// The layout of text on standard output or standard error: the width of its lines, and its styles.
struct TextLayout {
    static var output: TextLayout { TextLayout(STDOUT_FILENO, HostEnvironment.current) }
    static var errors: TextLayout { TextLayout(STDERR_FILENO, HostEnvironment.current) }

    /// Longer lines of prose are hard to read.
    private static let widestProse = 100
    private static let narrowest = 20

    /// The width of the lines: that of `COLUMNS`, else the terminal's; nil if neither is known.
    let columns: Int?
    let isTerminal: Bool
    /// Whether text has styles: at a terminal with colours, unless the user turns them off.
    let hasStyles: Bool

    init(columns: Int?, isTerminal: Bool, hasStyles: Bool) {
        self.columns = columns
        self.isTerminal = isTerminal
        self.hasStyles = hasStyles
    }

    private init(_ descriptor: Int32, _ environment: HostEnvironment) {
        isTerminal = isatty(descriptor) == 1
        var size = winsize()
        let known = isTerminal && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : 0
        columns = [environment["COLUMNS"].flatMap { Int($0) } ?? 0, known].first { $0 > 0 }.map {
            max($0, Self.narrowest)
        }
        hasStyles =
            isTerminal && ColorSupport(noColor: environment["NO_COLOR"], term: environment["TERM"]) != .none
    }

    /// The width of prose, such as the help: 80 columns if the terminal's width is unknown.
    var proseWidth: Int { min(columns ?? 80, Self.widestProse) }

    // MARK: Styles

    func styled(_ text: String, _ style: Style) -> String { hasStyles ? style.applied(to: text) : text }

    /// The words at the beginning of a report's lines, and their styles.
    private static let marks: [(word: String, style: Style)] = [
        ("error:", Style(.red, .bold)), ("warning:", Style(.yellow, .bold)), ("note:", Style(.cyan, .bold)),
        ("fix:", Style(.green, .bold)),
    ]

    /// A line with its first word, such as `error:`, in its style.
    func marked(_ line: String) -> String {
        guard hasStyles else { return line }
        let start = line.drop { $0 == " " }
        guard let mark = Self.marks.first(where: { start.hasPrefix($0.word) }) else { return line }
        return line.prefix(line.count - start.count) + styled(mark.word, mark.style) + start.dropFirst(mark.word.count)
    }

    // MARK: Lines

    /// A report as printed: at a terminal its lines are broken between words, and the words at their beginnings have
    /// styles. A file or another program gets the lines whole.
    ///
    /// - Parameter mark: The end of each broken line: ` \` for the command line of a shell.
    func report(_ text: String, breakingWith mark: String = "") -> String {
        guard isTerminal else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            let parts = columns.map { Self.broken(String(line), to: $0, mark) } ?? [String(line)]
            return [marked(parts[0])] + parts.dropFirst()
        }.joined(separator: "\n")
    }

    /// Breaks a line between words. Further lines are indented to the text column after a term, if there is one. A word
    /// that is too long stays whole.
    private static func broken(_ line: String, to width: Int, _ mark: String) -> [String] {
        guard DisplayText.width(line) > width else { return [line] }
        let indent = line.prefix { $0 == " " }.count
        let afterTerm = line.dropFirst(indent).drop { $0 != " " }
        let gap = afterTerm.prefix { $0 == " " }.count
        let column = line.count - afterTerm.count + gap
        let hanging = gap > 1 && column <= width / 3 ? column : indent + 2
        var lines: [String] = []
        var current = ""
        for (index, word) in line.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            let next = index == 0 ? String(word) : current + " " + word
            let isBlank = current.allSatisfy { $0 == " " }
            if !isBlank, !word.isEmpty, DisplayText.width(next) + mark.count > width {
                lines.append(String(current.reversed().drop { $0 == " " }.reversed()) + mark)
                current = String(repeating: " ", count: hanging) + word
            } else {
                current = next
            }
        }
        return lines + [current]
    }

    /// Breaks prose between words into lines of at most `width` columns.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        text.split { $0 == " " || $0 == "\n" }.reduce(into: []) { lines, word in
            if let last = lines.last, DisplayText.width(last) + 1 + DisplayText.width(String(word)) <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
    }
}

/// Returns lines with a heading before the first of them, as `explain` and `permissions` print them.
func headed(_ heading: String, _ lines: [String], width: Int = 9) -> [String] {
    lines.enumerated().map { index, line in
        "  \(DisplayText.padded(index == 0 ? heading : "", to: width))  \(line)"
    }
}
