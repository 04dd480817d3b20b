import HostCore
import Terminal

/// The pager: a text over the whole app to read and close, such as the keys and the messages.
struct Pager {
    let title: String
    /// Each line: its text, and the head before the text, such as a key. The text continues below itself.
    private let lines: [(head: StyledText, text: StyledText)]
    private var offset = 0
    private(set) var page = 1
    private var end = 0

    /// Returns a pager with the keys: the shortcuts of the screen, then the host's own.
    ///
    /// - Parameter idle: The keys that do nothing now, which are faint.
    static func help(_ shortcuts: [KeyTable.Row], idle: Set<String>) -> Pager {
        let groups = [("On this screen", shortcuts)] + KeyTable.groups.map { ($0.title, $0.rows) }
        let width = (groups.flatMap(\.1).map(\.keys.cells).max() ?? 0) + 2
        return Pager(
            title: "Keys",
            lines: groups.filter { !$0.1.isEmpty }.flatMap { title, rows in
                [(StyledText(), StyledText(title, Theme.secondary))]
                    + rows.map {
                        let isIdle = idle.contains($0.keys)
                        return (
                            StyledText("  " + $0.keys.padded(cells: width), isIdle ? Theme.secondary : Theme.accent),
                            StyledText($0.meaning, isIdle ? Theme.secondary : .plain)
                        )
                    }
            })
    }

    /// Returns a pager with the messages, the latest first.
    static func messages(_ notes: [(time: String, note: LiveApp.Note)]) -> Pager {
        Pager(
            title: "Messages",
            lines: notes.isEmpty
                ? [(StyledText(), StyledText("There are none.", Theme.secondary))]
                : notes.reversed().map { time, note in
                    (StyledText("\(time)  ", Theme.secondary), StyledText(note.mark + note.text, note.style))
                })
    }

    private init(title: String, lines: [(head: StyledText, text: StyledText)]) {
        self.title = title
        self.lines = lines
    }

    /// Returns the lines broken to a width. A text goes on below its beginning, or stands below its head where too little
    /// is left beside that.
    private func wrapped(cells: Int) -> [StyledText] {
        lines.flatMap { line in
            let column = line.head.cells
            guard cells - column >= 16 else {
                let indent = StyledText(String(repeating: " ", count: min(4, cells / 4)))
                return line.head.wrapped(cells: cells)
                    + line.text.wrapped(cells: max(1, cells - indent.cells)).map { indent.appending($0) }
            }
            return line.text.wrapped(cells: cells - column).enumerated().map { index, part in
                (index == 0 ? line.head : StyledText(String(repeating: " ", count: column))).appending(part)
            }
        }
    }

    mutating func scroll(by lines: Int) { offset = max(0, min(offset + lines, end)) }

    /// Draws the pager in the middle of an area, in a frame if there is room for one.
    mutating func draw(into canvas: inout Canvas, _ part: Rectangle) {
        let hasFrame = part.height >= 5 && part.width >= 20
        let wrapped = wrapped(cells: max(1, part.width - (hasFrame ? 4 : 0)))
        page = max(1, min(part.height - (hasFrame ? 2 : 0), wrapped.count))
        end = max(0, wrapped.count - page)
        offset = min(offset, end)
        var inside = part
        if hasFrame {
            let width = min(part.width, (wrapped.map(\.cells).max() ?? 0) + 4)
            let frame = Rectangle(
                column: part.column + (part.width - width) / 2, row: part.row + (part.height - page - 2) / 2,
                width: width, height: page + 2)
            canvas.fill(frame)
            let more = end > 0 ? " (\(offset + 1)–\(offset + page) of \(wrapped.count))" : ""
            canvas.box(frame, title: title + more, border: .rounded, titleStyle: Theme.title)
            inside = frame.inset(columns: 2, rows: 1)
        } else {
            canvas.fill(part)
        }
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

    /// The sign that shows the weight without a colour.
    var mark: String {
        switch weight {
        case .done: "✓ "
        case .notice: ""
        case .problem: "! "
        }
    }
}
