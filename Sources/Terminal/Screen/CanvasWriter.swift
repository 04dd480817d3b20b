/// Turns screens into what a terminal is sent: of each, what is other than in the one before.
///
/// The terminal is in the modes of ``TerminalDevice``: nothing wraps at the end of a line, and a line feed only goes
/// down.
package struct CanvasWriter: Sendable {
    package let colors: ColorSupport
    /// What the terminal shows, as far as is known.
    private var drawn: Canvas?
    /// Where its cursor is; nil where that is not certain.
    private var position: Position?
    private var style = Style.plain
    private var output = ""

    package init(colors: ColorSupport) {
        self.colors = colors
    }

    /// Lets the next screen be sent as a whole: the terminal may show anything now.
    package mutating func invalidate() {
        drawn = nil
    }

    /// The bytes after which the terminal shows that screen; none where it does already.
    package mutating func bytes(for canvas: Canvas) -> [UInt8] {
        output = ""
        let canvas = colors == .none ? canvas.withoutColors : canvas
        var old: Canvas
        if let drawn, drawn.size == canvas.size {
            old = drawn
        } else {
            old = Canvas(canvas.size)
            // Whatever was going on: the cursor is hidden, and the screen blank.
            style = .plain
            output += Escape.plain + Escape.reset(Escape.Mode.cursor) + Escape.clearScreen
            position = Position(column: 0, row: 0)
        }
        for row in 0..<canvas.size.rows where old.row(row) != canvas.row(row) { write(row, of: canvas, over: old) }
        place(cursor: canvas.shownCursor, before: old.shownCursor)
        drawn = canvas
        let text = output.utf8.count < Self.pieceAtOnce ? output : Self.atOnce(output)
        return Array(text.utf8)
    }

    /// What takes longer is shown at once, so that nobody sees half a screen.
    private static let pieceAtOnce = 256

    private static func atOnce(_ text: String) -> String {
        Escape.set(Escape.Mode.synchronized) + text + Escape.reset(Escape.Mode.synchronized)
    }

    // MARK: Rows

    private mutating func write(_ row: Int, of canvas: Canvas, over old: Canvas) {
        let new = Array(canvas.row(row))
        var old = Array(old.row(row))
        let end = (new.lastIndex { $0 != .blank } ?? -1) + 1
        var column = 0
        while column < new.count {
            guard old[column] != new[column] else {
                column += 1
                continue
            }
            // The rest is blank: cheaper to clear than to overwrite, from some cells on.
            if column >= end, new.count - column > Escape.clearToEndOfLine.utf8.count {
                clear(from: column, row)
                return
            }
            let cell = new[column]
            // A second half goes with its first one, which differs too.
            guard let character = cell.character else {
                column += 1
                continue
            }
            let width = column + 1 < new.count && new[column + 1].character == nil ? 2 : 1
            let isCertain = CellWidth.isCertain(character) && old[column].character.map(CellWidth.isCertain) != false
            if !isCertain {
                // The terminal may have other ideas of its width: what is right of it is written again, after it.
                for column in column + width..<max(new.count, column + width) { old[column] = .unknown }
            }
            move(to: column, row, through: new)
            set(cell.style)
            if !isCertain, width == 2 {
                // Where the terminal takes it for a narrow one, its second cell is not to show what was there.
                output += "  "
                position = nil
                move(to: column, row, through: new)
            }
            output.append(character)
            column += width
            // At the end of a line terminals differ in where the cursor is.
            position = isCertain && column < new.count ? Position(column: column, row: row) : nil
        }
    }

    private mutating func clear(from column: Int, _ row: Int) {
        move(to: column, row, through: [])
        // Some terminals clear with the look of what was written last.
        set(.plain)
        output += Escape.clearToEndOfLine
    }

    private mutating func set(_ new: Style) {
        output += StyleChange.text(from: style, to: new)
        style = new
    }

    // MARK: The cursor

    private mutating func place(cursor: Position?, before: Position?) {
        if let cursor {
            move(to: cursor.column, cursor.row, through: [])
            if before == nil { output += Escape.set(Escape.Mode.cursor) }
        } else if before != nil {
            output += Escape.reset(Escape.Mode.cursor)
        }
    }

    /// Moves by what is shortest.
    ///
    /// - Parameter cells: The row of the screen, whose characters may be written again on the way.
    private mutating func move(to column: Int, _ row: Int, through cells: [Cell]) {
        let target = Position(column: column, row: row)
        guard position != target else { return }
        output += shortestMove(to: target, through: cells)
        position = target
    }

    private func shortestMove(to target: Position, through cells: [Cell]) -> String {
        let (row, column) = (target.row + 1, target.column + 1)
        let absolute =
            column == 1 ? Escape.control(row == 1 ? "" : "\(row)", "H") : Escape.control("\(row);\(column)", "H")
        guard let position else { return absolute }
        var ways = [absolute]
        if position.row == target.row {
            let distance = target.column - position.column
            ways.append(Self.sideways(distance))
            if distance > 0, let text = text(of: cells, position.column..<target.column) { ways.append(text) }
            ways.append("\r" + Self.sideways(target.column))
        } else if target.row > position.row {
            // A line feed stays in its column.
            let down = String(repeating: "\n", count: min(target.row - position.row, 4))
            if target.row - position.row == down.utf8.count {
                ways.append(down + Self.sideways(target.column - position.column))
                ways.append("\r" + down + Self.sideways(target.column))
            }
        }
        return ways.min { $0.utf8.count < $1.utf8.count } ?? absolute
    }

    private static func sideways(_ distance: Int) -> String {
        switch distance {
        case 0: ""
        case ..<0 where distance >= -3: String(repeating: "\u{8}", count: -distance)
        case ..<0: Escape.control("\(-distance)", "D")
        default: Escape.control(distance == 1 ? "" : "\(distance)", "C")
        }
    }

    /// What stands there already, where writing it again is no more than characters.
    private func text(of cells: [Cell], _ columns: Range<Int>) -> String? {
        guard columns.count <= 4, columns.upperBound <= cells.count else { return nil }
        var text = ""
        for column in columns {
            guard let character = cells[column].character, character.isASCII, cells[column].style == style else {
                return nil
            }
            text.append(character)
        }
        return text
    }
}

extension Cell {
    /// Like no cell of a screen: there, a second half is right of a first one.
    fileprivate static let unknown = Cell(shown: nil, Style(.default, Style.Attributes(rawValue: 0xFF)))
}
