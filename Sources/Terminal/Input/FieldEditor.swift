/// The state of a text field: its text, of one or several lines, and the caret in it.
package struct FieldEditor: Hashable, Sendable {
    /// The text before the caret, and after it: the caret is between two characters, never within one.
    package private(set) var before: String
    package private(set) var after = ""
    /// Whether the text may have several lines: Enter begins one, and up and down move in them.
    package let isMultiline: Bool
    /// The number of cells scrolled out to the left; of rows above, in a text of several lines.
    private var scrolled = 0
    /// The cells per row at the last drawing.
    private var width = 80

    /// Makes a field with the caret at the end. Tabs become spaces, and so do line breaks unless it has several lines.
    package init(_ text: String = "", isMultiline: Bool = false) {
        self.isMultiline = isMultiline
        before = ""
        before = fitted(text)
    }

    /// Makes a field of one line with the caret at an offset in characters, at most at the end.
    package init(_ text: String, caret: Int) {
        self.init(text)
        (before, after) = (String(before.prefix(caret)), String(before.dropFirst(caret)))
    }

    /// The whole text. Setting it puts the caret at its end.
    package var text: String {
        get { before + after }
        set { self = FieldEditor(newValue, isMultiline: isMultiline) }
    }

    /// Returns a copy with `character` in place of each character, for a password.
    package func masked(with character: Character) -> FieldEditor {
        var masked = self
        masked.before = String(repeating: character, count: before.count)
        masked.after = String(repeating: character, count: after.count)
        return masked
    }

    package var caret: Int { before.count }
    package var caretCells: Int { before.cells }

    private func fitted(_ text: String) -> String {
        String(text.map { $0.isNewline ? (isMultiline ? "\n" : " ") : $0 == "\t" ? " " : $0 })
    }

    // MARK: Changes

    /// Inserts typed or pasted text; tabs become spaces, and so do line breaks in a text of one line.
    package mutating func insert(_ text: String) {
        before += fitted(text)
        settle()
    }

    /// Handles a key as a text field does, and inserts pasted text.
    ///
    /// - Returns: Whether the event was handled. Tab, Escape and the mouse are left to the caller, and in a text of one
    ///   line Enter, up and down too.
    package mutating func handle(_ event: InputEvent) -> Bool {
        if let text = event.text {
            insert(text)
            return true
        }
        switch event {
        case .key(.enter, _) where isMultiline: insert("\n")
        case .key(.up, _) where isMultiline: moveRow(-1)
        case .key(.down, _) where isMultiline: moveRow(1)
        case .key(.character(let character), .control): return handle(control: character)
        case .key(.character(let character), .alt): return handle(alt: character)
        case .key(.left, []): moveLeft()
        case .key(.right, []): moveRight()
        case .key(.left, .control), .key(.left, .alt): moveWordLeft()
        case .key(.right, .control), .key(.right, .alt): moveWordRight()
        case .key(.home, _): moveToStart()
        case .key(.end, _): moveToEnd()
        case .key(.backspace, .alt), .key(.backspace, .control): deleteWordLeft()
        case .key(.backspace, _): deleteLeft()
        case .key(.delete, .alt), .key(.delete, .control): deleteWordRight()
        case .key(.delete, _): deleteRight()
        case .key, .mouse, .paste, .background: return false
        }
        return true
    }

    private mutating func handle(control character: Character) -> Bool {
        switch character {
        case "a": moveToStart()
        case "e": moveToEnd()
        case "b": moveLeft()
        case "f": moveRight()
        case "d": deleteRight()
        case "w": deleteWordLeft()
        case "u": before = String(before[..<startOfLine])
        case "k": after = String(after[endOfLine...])
        default: return false
        }
        return true
    }

    private mutating func handle(alt character: Character) -> Bool {
        switch character {
        case "b": moveWordLeft()
        case "f": moveWordRight()
        case "d": deleteWordRight()
        default: return false
        }
        return true
    }

    package mutating func moveLeft() {
        if let character = before.popLast() { after = String(character) + after }
    }

    package mutating func moveRight() {
        if !after.isEmpty { before.append(after.removeFirst()) }
    }

    package mutating func moveToStart() {
        after = before[startOfLine...] + after
        before = String(before[..<startOfLine])
    }

    package mutating func moveToEnd() {
        before += after[..<endOfLine]
        after = String(after[endOfLine...])
    }

    private var startOfLine: String.Index {
        before.lastIndex(of: "\n").map { before.index(after: $0) } ?? before.startIndex
    }

    private var endOfLine: String.Index { after.firstIndex(of: "\n") ?? after.endIndex }

    /// Moves the caret to the row above or below, in the same column if that row has it.
    private mutating func moveRow(_ step: Int) {
        let rows = Self.rows(of: text, cells: width)
        let (row, column) = caretPlace(in: rows)
        guard rows.indices.contains(row + step) else { return }
        let start = rows[..<(row + step)].reduce(0) { $0 + $1.count }
        var line = rows[row + step]
        // The caret stays in its row: after the last character it would be at the start of the next one.
        if row + step < rows.count - 1 { line = line.dropLast() }
        let whole = text
        let place = whole.index(whole.startIndex, offsetBy: start + line.prefix(cells: column).count)
        (before, after) = (String(whole[..<place]), String(whole[place...]))
    }

    package mutating func moveWordLeft() {
        let word = before[startOfWord...]
        after = word + after
        before.removeLast(word.count)
    }

    package mutating func moveWordRight() {
        let word = after[..<endOfWord]
        before += word
        after.removeFirst(word.count)
    }

    package mutating func deleteLeft() {
        _ = before.popLast()
        settle()
    }

    package mutating func deleteRight() {
        if !after.isEmpty { after.removeFirst() }
        settle()
    }

    package mutating func deleteWordLeft() {
        before.removeSubrange(startOfWord...)
        settle()
    }

    package mutating func deleteWordRight() {
        after.removeSubrange(..<endOfWord)
        settle()
    }

    /// The start of the word at or before the caret. Words are separated by spaces; a line break is a word.
    private var startOfWord: String.Index {
        guard let end = before.lastIndex(where: { $0 != " " }) else { return before.startIndex }
        if before[end].isNewline { return end }
        return before[..<end].lastIndex { $0 == " " || $0.isNewline }.map { before.index(after: $0) }
            ?? before.startIndex
    }

    private var endOfWord: String.Index {
        guard let start = after.firstIndex(where: { $0 != " " }) else { return after.endIndex }
        if after[start].isNewline { return after.index(after: start) }
        return after[start...].firstIndex { $0 == " " || $0.isNewline } ?? after.endIndex
    }

    /// Moves the caret after a character that an edit has joined at the caret, such as a letter and its mark.
    private mutating func settle() {
        guard let last = before.last, let next = after.first, (String(last) + String(next)).first != last else {
            return
        }
        let whole = text
        let count = before.utf8.count
        before = ""
        after = ""
        for character in whole {
            if before.utf8.count < count { before.append(character) } else { after.append(character) }
        }
    }

    // MARK: Rows

    /// Breaks a text into rows that keep all of its characters, after spaces if possible. A line break belongs to the
    /// row that it ends.
    package static func rows(of text: String, cells: Int) -> [Substring] {
        let cells = max(1, cells)
        var rows: [Substring] = []
        var (start, index, width) = (text.startIndex, text.startIndex, 0)
        var afterSpace: String.Index?
        while index < text.endIndex {
            let next = text.index(after: index)
            if text[index] == "\n" {
                rows.append(text[start..<next])
                (start, index, width, afterSpace) = (next, next, 0, nil)
                continue
            }
            let taken = CellWidth.of(text[index])
            if width + taken > cells, index > start {
                let cut = afterSpace ?? index
                rows.append(text[start..<cut])
                (start, width, afterSpace) = (cut, text[cut..<index].cells, nil)
                continue
            }
            width += taken
            if text[index] == " " { afterSpace = next }
            index = next
        }
        return rows + [text[start...]]
    }

    private func caretPlace(in rows: [Substring]) -> (row: Int, column: Int) {
        var rest = before.count
        for (row, text) in rows.enumerated() {
            if rest < text.count || row == rows.count - 1 { return (row, text.prefix(rest).cells) }
            rest -= text.count
        }
        return (0, 0)
    }

    /// The row of the caret in a text drawn with this width.
    package func caretRow(width: Int) -> Int { caretPlace(in: Self.rows(of: text, cells: width - 1)).row }

    // MARK: Drawing

    /// Draws the field into a rectangle, scrolled so that the caret is visible. A text of one line uses the first row.
    ///
    /// - Returns: The position of the caret, which may be the cell after the text.
    @discardableResult
    package mutating func draw(into canvas: inout Canvas, _ part: Rectangle, _ style: Style = .plain) -> Position {
        if isMultiline { return drawRows(into: &canvas, part, style) }
        let caret = caretCells
        // Includes a cell for the caret at the end.
        let needed = caret + after.cells + 1
        scrolled = min(scrolled, max(0, needed - part.width))
        scrolled = max(min(scrolled, caret), caret - max(0, part.width - 1))
        let row = Rectangle(column: part.column, row: part.row, width: part.width, height: min(1, part.height))
        canvas.fill(row, style)
        canvas.put(text, at: Position(column: part.column - scrolled, row: part.row), style, in: row)
        return Position(column: part.column + caret - scrolled, row: part.row)
    }

    private mutating func drawRows(into canvas: inout Canvas, _ part: Rectangle, _ style: Style) -> Position {
        // The last column is for the caret after a full row.
        width = max(1, part.width - 1)
        let rows = Self.rows(of: text, cells: width)
        let (row, column) = caretPlace(in: rows)
        scrolled = max(0, min(scrolled, rows.count - part.height))
        scrolled = max(min(scrolled, row), row - max(0, part.height - 1))
        canvas.fill(part, style)
        for (index, text) in rows.dropFirst(scrolled).prefix(part.height).enumerated() {
            let text = text.last == "\n" ? text.dropLast() : text
            canvas.put(text, at: Position(column: part.column, row: part.row + index), style, in: part)
        }
        return Position(column: part.column + column, row: part.row + row - scrolled)
    }
}
