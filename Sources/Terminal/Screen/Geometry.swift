package struct Size: Hashable, Sendable {
    package var columns: Int
    package var rows: Int

    /// Makes a size; a negative number becomes 0.
    package init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }
}

/// The position of a cell, from 0 at the top left.
package struct Position: Hashable, Sendable {
    package var column: Int
    package var row: Int

    package init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// A part of a screen. It may lie outside the screen, partly or wholly: nothing is drawn there.
package struct Rectangle: Hashable, Sendable {
    package var column: Int
    package var row: Int
    package var width: Int
    package var height: Int

    /// Makes a rectangle; a negative width or height becomes 0.
    package init(column: Int, row: Int, width: Int, height: Int) {
        self.column = column
        self.row = row
        self.width = max(0, width)
        self.height = max(0, height)
    }

    package init(_ size: Size) {
        self.init(column: 0, row: 0, width: size.columns, height: size.rows)
    }

    package var origin: Position { Position(column: column, row: row) }
    package var columns: Range<Int> { column..<column + width }
    package var rows: Range<Int> { row..<row + height }
    package var isEmpty: Bool { width == 0 || height == 0 }

    package func contains(_ position: Position) -> Bool {
        columns.contains(position.column) && rows.contains(position.row)
    }

    /// Returns the common part; empty if there is none.
    package func intersection(_ other: Rectangle) -> Rectangle {
        let column = max(column, other.column)
        let row = max(row, other.row)
        return Rectangle(
            column: column, row: row, width: min(columns.upperBound, other.columns.upperBound) - column,
            height: min(rows.upperBound, other.rows.upperBound) - row)
    }

    /// Returns the rectangle without this many cells at each side.
    package func inset(columns: Int = 0, rows: Int = 0) -> Rectangle {
        Rectangle(column: column + columns, row: row + rows, width: width - 2 * columns, height: height - 2 * rows)
    }
}
