import HostCore
import HostSystem
import Terminal

struct StyledText: Hashable, Sendable {
    struct Span: Hashable, Sendable {
        var text: String
        var style: Style
    }

    private(set) var spans: [Span] = []

    init(_ text: String = "", _ style: Style = .plain) {
        append(text, style)
    }

    /// Appends a text, possibly a feature's, with its control characters replaced.
    mutating func append(_ text: String, _ style: Style = .plain) {
        guard !text.isEmpty else { return }
        let text = DisplayText.safe(text)
        if spans.last?.style == style {
            spans[spans.count - 1].text += text
        } else {
            spans.append(Span(text: text, style: style))
        }
    }

    mutating func append(_ other: StyledText) {
        for span in other.spans { append(span.text, span.style) }
    }

    func appending(_ text: StyledText) -> StyledText {
        var longer = self
        longer.append(text)
        return longer
    }

    func appending(_ text: String, _ style: Style = .plain) -> StyledText {
        var longer = self
        longer.append(text, style)
        return longer
    }

    /// Gives unstyled parts this style.
    mutating func restylePlain(_ style: Style) {
        for index in spans.indices where spans[index].style == .plain { spans[index].style = style }
    }

    var text: String { spans.map(\.text).joined() }
    var cells: Int { spans.reduce(0) { $0 + $1.text.cells } }
    var isEmpty: Bool { spans.isEmpty }

    /// Returns lines of at most `cells` cells, broken between words.
    func wrapped(cells: Int) -> [StyledText] {
        if self.cells <= cells { return [self] }
        let text = text
        let styles = styles(of: text)
        var index = 0
        return text.wrapped(cells: cells).map { line in
            var styled = StyledText()
            for character in line {
                // The spaces at a break are in neither line.
                while index < styles.count, styles[index].0 != character { index += 1 }
                guard index < styles.count else { break }
                styled.append(String(character), styles[index].1)
                index += 1
            }
            return styled
        }
    }

    /// Returns each character of the whole text with its style. A combining mark at the beginning of a span belongs to
    /// the last character of the span before.
    private func styles(of text: String) -> [(Character, Style)] {
        var styles: [(Character, Style)] = []
        var (span, end, position) = (0, spans.first?.text.utf8.count ?? 0, 0)
        for character in text {
            while position >= end, span + 1 < spans.count {
                span += 1
                end += spans[span].text.utf8.count
            }
            styles.append((character, spans[span].style))
            position += character.utf8.count
        }
        return styles
    }

    /// Returns the text if it fits; otherwise its beginning with an ellipsis.
    func truncated(cells: Int) -> StyledText {
        guard self.cells > cells else { return self }
        var rest = cells
        var shorter = StyledText()
        for span in spans where rest > 0 {
            let part = span.text.truncated(cells: rest)
            shorter.append(part, span.style)
            rest -= part.cells
            if part != span.text { break }
        }
        return shorter
    }
}

extension Canvas {
    /// Writes styled text in one line, and returns the column after it.
    @discardableResult
    mutating func put(_ text: StyledText, at position: Position, in clip: Rectangle? = nil) -> Int {
        var column = position.column
        for span in text.spans {
            column = put(span.text, at: Position(column: column, row: position.row), span.style, in: clip)
        }
        return column
    }
}

/// The styles of the interface. They use sixteen colours, whose shades the terminal's owner has chosen; no colour is
/// the only sign of anything.
enum Theme {
    static let title = Style.bold
    static let secondary = Style.dim
    /// The colour of links, buttons, keys and the selected tab: the user can use them.
    static let accent = Style(.cyan)
    static let field = Style.underline
    static let button = accent.with(.bold)
    static let danger = Style(.red, .bold)
    static let warning = Style(.yellow)
    static let success = Style(.green)
    static let rule = Style.dim
    static let badge = Style(.magenta)
    static let match = Style(.yellow, .reverse)

    static func style(_ node: ViewNode) -> Style {
        if node.flags.contains(.disabled) { return secondary }
        return switch node.role {
        case .primary: node.flags.contains(.header) ? .bold : .plain
        case .secondary: secondary
        case .accent: accent
        case .success: success
        case .warning: warning
        case .danger: danger
        }
    }
}
