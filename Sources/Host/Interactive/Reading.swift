import HostCore
import Terminal

/// A text over everything, to be read and closed: the keys, the messages.
struct Reading {
    let title: String
    private let lines: [StyledText]
    private var offset = 0
    /// How many lines were seen last.
    private(set) var page = 1
    private var end = 0

    static var help: Reading {
        let width = (KeyTable.rows.map(\.keys.cells).max() ?? 0) + 3
        return Reading(
            title: "Keys",
            lines: KeyTable.rows.map { StyledText($0.keys.padded(cells: width), .bold).appending($0.meaning) })
    }

    /// The last one first.
    static func messages(_ notes: [LiveApp.Note]) -> Reading {
        Reading(
            title: "Messages",
            lines: notes.isEmpty
                ? [StyledText("There are none.", Theme.secondary)]
                : notes.reversed().map { StyledText($0.mark + $0.text, $0.style) })
    }

    private init(title: String, lines: [StyledText]) {
        self.title = title
        self.lines = lines
    }

    mutating func scroll(by lines: Int) { offset = max(0, min(offset + lines, end)) }

    /// Draws it into the middle of a part, in a frame.
    mutating func draw(into canvas: inout Canvas, _ part: Rectangle) {
        let room = max(1, part.width - 4)
        let wrapped = lines.flatMap { $0.wrapped(cells: room) }
        let width = min(part.width, (wrapped.map(\.cells).max() ?? 0) + 4)
        let height = min(part.height, wrapped.count + 2)
        page = max(1, height - 2)
        end = max(0, wrapped.count - page)
        offset = min(offset, end)
        let frame = Rectangle(
            column: part.column + (part.width - width) / 2, row: part.row + (part.height - height) / 2, width: width,
            height: height)
        canvas.fill(frame)
        let more = end > 0 ? " (\(offset + 1)–\(offset + page) of \(wrapped.count))" : ""
        canvas.box(frame, title: title + more, border: .rounded, titleStyle: Theme.title)
        let inside = frame.inset(columns: 2, rows: 1)
        for (row, line) in wrapped.dropFirst(offset).prefix(page).enumerated() {
            canvas.put(line, at: Position(column: inside.column, row: inside.row + row), in: inside)
        }
    }
}

extension LiveApp.Note {
    var style: Style {
        switch weight {
        case .done: Theme.success
        case .notice: .plain
        case .problem: Theme.danger
        }
    }

    /// What tells it apart without a colour.
    var mark: String {
        switch weight {
        case .done: "✓ "
        case .notice: ""
        case .problem: "! "
        }
    }
}
