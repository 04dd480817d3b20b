import HostCore
import Terminal

/// Text in one or more styles.
struct StyledText: Hashable, Sendable {
    struct Span: Hashable, Sendable {
        var text: String
        var style: Style
    }

    private(set) var spans: [Span] = []

    init(_ text: String = "", _ style: Style = .plain) {
        append(text, style)
    }

    /// Appends what a feature says: no control character of it stays what it is.
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

    func appending(_ text: String, _ style: Style = .plain) -> StyledText {
        var longer = self
        longer.append(text, style)
        return longer
    }

    var text: String { spans.map(\.text).joined() }
    var cells: Int { spans.reduce(0) { $0 + $1.text.cells } }
    var isEmpty: Bool { spans.isEmpty }

    /// Lines of at most that many cells, broken between words.
    func wrapped(cells: Int) -> [StyledText] {
        if self.cells <= cells { return [self] }
        let text = text
        let styles = styles(of: text)
        var index = 0
        return text.wrapped(cells: cells).map { line in
            var styled = StyledText()
            for character in line {
                // Spaces between two lines are in neither.
                while index < styles.count, styles[index].0 != character { index += 1 }
                guard index < styles.count else { break }
                styled.append(String(character), styles[index].1)
                index += 1
            }
            return styled
        }
    }

    /// Each character of the whole with its style. Where two spans meet, a mark at the beginning of one belongs to the
    /// last character before it.
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

    /// The text where it fits; else its beginning with an ellipsis.
    func truncated(cells: Int) -> StyledText {
        guard self.cells > cells else { return self }
        var rest = cells
        var shorter = StyledText()
        for span in spans where rest > 0 {
            let part = span.text.truncated(cells: rest)
            shorter.append(part, span.style)
            rest -= part.cells
        }
        return shorter
    }
}

extension Canvas {
    /// Writes styled text in one line.
    ///
    /// - Returns: The column after it.
    @discardableResult
    mutating func put(_ text: StyledText, at position: Position, in clip: Rectangle? = nil) -> Int {
        var column = position.column
        for span in text.spans {
            column = put(span.text, at: Position(column: column, row: position.row), span.style, in: clip)
        }
        return column
    }
}
