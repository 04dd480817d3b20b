/// Turns screens into bytes for a terminal, only the changes from the last screen.
///
/// The terminal is in the modes of ``TerminalDevice``: nothing wraps at the end of a line, and a line feed only goes
/// down.
package struct CanvasWriter: Sendable {
    package var colors: ColorSupport { didSet { if colors != oldValue { invalidate() } } }
    /// The screen that the terminal shows; nil if unknown.
    private var drawn: Canvas?
    /// The position of the terminal's cursor; nil if uncertain.
    private var position: Position?
    private var style = Style.plain
    private var output = ""

    package init(colors: ColorSupport) {
        self.colors = colors
    }

    /// Makes the next screen be sent as a whole, since the terminal may show anything now.
    package mutating func invalidate() {
        drawn = nil
    }

    /// Returns the bytes after which the terminal shows a screen; empty if it shows that already.
    package mutating func bytes(for canvas: Canvas) -> [UInt8] {
        output = ""
        let canvas = colors == .none ? canvas.withoutColors : canvas
        var old: Canvas
        if let drawn, drawn.size == canvas.size {
            old = drawn
        } else {
            old = Canvas(canvas.size)
            // Starts from a known state: the cursor hidden, and the screen blank.
            style = .plain
            output += Escape.plain + Escape.reset(Escape.Mode.cursor) + Escape.clearScreen
            position = Position(column: 0, row: 0)
        }
        for row in 0..<canvas.size.rows where old.row(row) != canvas.row(row) { write(row, of: canvas, over: old) }
        place(cursor: canvas.shownCursor, before: old.shownCursor)
        drawn = canvas
        guard output.utf8.count >= Self.pieceAtOnce else { return Array(output.utf8) }
        return Array((Escape.set(Escape.Mode.synchronized) + output + Escape.reset(Escape.Mode.synchronized)).utf8)
    }

    /// The bytes from which output is shown at once, so that the user never sees half a screen.
    private static let pieceAtOnce = 256

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
            // The rest is blank. If it has more than a few cells, clearing needs fewer bytes than overwriting.
            if column >= end, new.count - column > Escape.clearToEndOfLine.utf8.count {
                clear(from: column, row)
                return
            }
            let cell = new[column]
            // A second half is written with its first half, which differs too.
            guard let character = cell.character else {
                column += 1
                continue
            }
            let width = column + 1 < new.count && new[column + 1].character == nil ? 2 : 1
            let isCertain = CellWidth.isCertain(character) && old[column].character.map(CellWidth.isCertain) != false
            if !isCertain {
                // The terminal may use another width for it, so the cells right of it are written again.
                for column in column + width..<max(new.count, column + width) { old[column] = .unknown }
            }
            move(to: column, row, through: new)
            set(cell.style)
            if !isCertain, width == 2 {
                // If the terminal shows a narrow character, its second cell must not keep the old content.
                output += "  "
                position = nil
                move(to: column, row, through: new)
            }
            output.append(character)
            column += width
            // At the end of a line, terminals differ in the position of the cursor.
            position = isCertain && column < new.count ? Position(column: column, row: row) : nil
        }
    }

    private mutating func clear(from column: Int, _ row: Int) {
        move(to: column, row, through: [])
        // Some terminals clear with the style of the last text.
        set(.plain)
        output += Escape.clearToEndOfLine
    }

    private mutating func set(_ new: Style) {
        output += StyleChange.text(from: style, to: new, on: colors.background)
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

    /// Moves the cursor by the shortest sequence.
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
            // A line feed keeps the column.
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

    /// Returns the text of these columns if its characters suffice to write it again; nil otherwise.
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
    /// A cell unequal to any on a screen, where a second half is always right of a first one.
    fileprivate static let unknown = Cell(shown: nil, Style(.default, Style.Attributes(rawValue: 0xFF)))
}
