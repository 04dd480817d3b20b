/// A screen as a value: its cells, and the position of its cursor.
///
/// Drawing outside the screen does nothing. If half of a wide character is overwritten or cut off, the other half
/// becomes a space.
package struct Canvas: Hashable, Sendable {
    package let size: Size
    /// The position of the cursor; nil if it is hidden. A cursor outside the screen is hidden too.
    package var cursor: Position?
    /// The cells, row by row.
    private var cells: [Cell]

    package init(_ size: Size) {
        self.size = size
        cells = Array(repeating: .blank, count: size.columns * size.rows)
    }

    package init(columns: Int, rows: Int) {
        self.init(Size(columns: columns, rows: rows))
    }

    package var bounds: Rectangle { Rectangle(size) }

    /// The cell at a position; a blank one outside the screen.
    package subscript(column: Int, row: Int) -> Cell {
        bounds.contains(Position(column: column, row: row)) ? cells[row * size.columns + column] : .blank
    }

    /// Returns the cells of a row, which must be on the screen.
    func row(_ row: Int) -> ArraySlice<Cell> {
        cells[row * size.columns..<(row + 1) * size.columns]
    }

    /// Each row as text, without the spaces at its end.
    package var lines: [String] {
        (0..<size.rows).map { row in
            var line = String(self.row(row).compactMap(\.character))
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    var shownCursor: Position? { cursor.flatMap { bounds.contains($0) ? $0 : nil } }

    /// A copy with every text in the default colour.
    var withoutColors: Canvas {
        var plain = self
        for index in plain.cells.indices { plain.cells[index].style.color = .default }
        return plain
    }

    // MARK: Text

    /// Writes a text in one line.
    ///
    /// - Parameter clip: The only part that may change; nil for the whole screen.
    /// - Returns: The column after the text, even if the text was cut off.
    @discardableResult
    package mutating func put(
        _ text: some StringProtocol, at position: Position, _ style: Style = .plain, in clip: Rectangle? = nil
    ) -> Int {
        let clip = clip.map { $0.intersection(bounds) } ?? bounds
        let isVisible = clip.rows.contains(position.row)
        var column = position.column
        for character in text {
            let width = CellWidth.of(character)
            let columns = column..<column + width
            column += width
            // A combining mark without a base character has no cell.
            guard isVisible, width > 0 else { continue }
            if clip.columns.contains(columns.lowerBound), clip.columns.contains(columns.upperBound - 1) {
                place(Cell(character, style), width: width, columns.lowerBound, position.row)
            } else {
                for column in columns where clip.columns.contains(column) {
                    place(Cell(" ", style), width: 1, column, position.row)
                }
            }
        }
        return column
    }

    // MARK: Areas

    /// Fills a rectangle with a character of one cell; a wide one leaves blanks.
    package mutating func fill(_ rectangle: Rectangle, with character: Character = " ", _ style: Style = .plain) {
        let cell = Cell(CellWidth.of(character) == 1 ? character : " ", style)
        let part = rectangle.intersection(bounds)
        for row in part.rows {
            for column in part.columns { place(cell, width: 1, column, row) }
        }
    }

    /// Changes the style of a rectangle, and keeps its characters.
    package mutating func restyle(_ rectangle: Rectangle, _ change: (inout Style) -> Void) {
        let part = rectangle.intersection(bounds)
        for row in part.rows {
            for column in part.columns { change(&cells[row * size.columns + column].style) }
        }
        // Both halves of a wide character have one style.
        for row in part.rows {
            for edge in [part.columns.lowerBound, part.columns.upperBound] where edge < size.columns {
                let index = row * size.columns + edge
                guard edge > 0, cells[index].character == nil else { continue }
                let isInside = part.columns.contains(edge)
                cells[isInside ? index - 1 : index].style = cells[isInside ? index : index - 1].style
            }
        }
    }

    /// Draws the edge of a rectangle, with a title in the upper edge. The inside stays.
    package mutating func box(
        _ rectangle: Rectangle, title: String = "", border: Border = .light, _ style: Style = .plain,
        titleStyle: Style? = nil, in clip: Rectangle? = nil
    ) {
        guard rectangle.width >= 2, rectangle.height >= 2 else { return }
        let (left, right) = (rectangle.column, rectangle.columns.upperBound - 1)
        let (top, bottom) = (rectangle.row, rectangle.rows.upperBound - 1)
        let line = String(repeating: border.horizontal, count: rectangle.width - 2)
        put("\(border.topLeft)\(line)\(border.topRight)", at: rectangle.origin, style, in: clip)
        put(
            "\(border.bottomLeft)\(line)\(border.bottomRight)", at: Position(column: left, row: bottom), style, in: clip
        )
        for row in top + 1..<bottom {
            put(String(border.vertical), at: Position(column: left, row: row), style, in: clip)
            put(String(border.vertical), at: Position(column: right, row: row), style, in: clip)
        }
        // Leaves room for a corner, a cell of the edge and a space at each side of the title.
        guard !title.isEmpty, rectangle.width > 6 else { return }
        let text = " \(title.truncated(cells: rectangle.width - 6)) "
        put(text, at: Position(column: left + 2, row: top), titleStyle ?? style, in: clip)
    }

    /// Moves the content of a rectangle within it. Content that would leave it is lost, and uncovered cells become
    /// blank.
    package mutating func shift(_ rectangle: Rectangle, columns: Int = 0, rows: Int = 0) {
        let part = rectangle.intersection(bounds)
        let before = self
        fill(part)
        let target = Rectangle(
            column: part.column + columns, row: part.row + rows, width: part.width, height: part.height)
        draw(before, part, at: target.origin, in: part)
    }

    /// Draws a part of another screen.
    ///
    /// - Parameters:
    ///   - part: The part of `other`; nil for the whole.
    ///   - position: The position of its upper left corner on this screen.
    package mutating func draw(
        _ other: Canvas, _ part: Rectangle? = nil, at position: Position = Position(column: 0, row: 0),
        in clip: Rectangle? = nil
    ) {
        let part = (part ?? other.bounds).intersection(other.bounds)
        let target = Rectangle(
            column: position.column, row: position.row, width: part.width, height: part.height)
        let visible = target.intersection(clip ?? bounds).intersection(bounds)
        let (right, down) = (part.column - position.column, part.row - position.row)
        for row in visible.rows {
            for column in visible.columns {
                let cell = other[column + right, row + down]
                let isWide = other.isFirstOfWide(column + right, row + down)
                if cell.character == nil {
                    // A second half is drawn with its first half, unless that is outside.
                    guard column == visible.columns.lowerBound else { continue }
                    place(Cell(" ", cell.style), width: 1, column, row)
                } else if isWide, column + 1 == visible.columns.upperBound {
                    place(Cell(" ", cell.style), width: 1, column, row)
                } else {
                    place(cell, width: isWide ? 2 : 1, column, row)
                }
            }
        }
    }

    // MARK: Cells

    func isFirstOfWide(_ column: Int, _ row: Int) -> Bool {
        column + 1 < size.columns && self[column + 1, row].character == nil
    }

    /// Puts a character into cells that must all be on the screen.
    private mutating func place(_ cell: Cell, width: Int, _ column: Int, _ row: Int) {
        let index = row * size.columns + column
        if cells[index].character == nil { cells[index - 1] = Cell(shown: " ", cells[index - 1].style) }
        let end = column + width
        if end < size.columns, cells[index + width].character == nil {
            cells[index + width] = Cell(shown: " ", cells[index + width].style)
        }
        cells[index] = cell
        if width == 2 { cells[index + 1] = .continuation(cell.style) }
    }
}

package struct Cell: Hashable, Sendable {
    /// The character; nil in the second cell of a wide character.
    package let character: Character?
    package var style: Style

    /// - Parameter character: The character; one with an effect on a terminal is replaced by a visible one.
    package init(_ character: Character, _ style: Style = .plain) {
        self.init(shown: PrintableText.printable(character), style)
    }

    init(shown character: Character?, _ style: Style) {
        self.character = character
        self.style = style
    }

    /// The second cell of a wide character.
    static func continuation(_ style: Style) -> Cell { Cell(shown: nil, style) }

    package static let blank = Cell(shown: " ", .plain)
}

package struct Border: Hashable, Sendable {
    package var horizontal: Character
    package var vertical: Character
    package var topLeft: Character
    package var topRight: Character
    package var bottomLeft: Character
    package var bottomRight: Character

    package static let light = Border(
        horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘")
    package static let rounded = Border(
        horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯")
    package static let double = Border(
        horizontal: "═", vertical: "║", topLeft: "╔", topRight: "╗", bottomLeft: "╚", bottomRight: "╝")
    package static let ascii = Border(
        horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+")
}
