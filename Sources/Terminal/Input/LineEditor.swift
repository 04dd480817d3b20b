/// The state of a text field: one line of text, and the caret in it.
package struct LineEditor: Hashable, Sendable {
    /// The text before the caret, and after it: the caret is between two characters, never within one.
    package private(set) var before: String
    package private(set) var after = ""
    /// The number of cells of the text that are scrolled out to the left.
    private var scrolled = 0

    /// Makes a field with the caret at the end. Line breaks and tabs become spaces.
    package init(_ text: String = "") {
        before = Self.line(text)
    }

    /// The whole text. Setting it puts the caret at its end.
    package var text: String {
        get { before + after }
        set { self = LineEditor(newValue) }
    }

    /// Returns a copy with `character` in place of each character, as a password is shown.
    package func masked(with character: Character) -> LineEditor {
        var masked = self
        masked.before = String(repeating: character, count: before.count)
        masked.after = String(repeating: character, count: after.count)
        return masked
    }

    /// The number of characters before the caret.
    package var caret: Int { before.count }
    /// The number of cells before the caret.
    package var caretCells: Int { before.cells }

    private static func line(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }

    // MARK: Changes

    /// Inserts what was typed or pasted; line breaks and tabs become spaces.
    package mutating func insert(_ text: String) {
        before += Self.line(text)
        settle()
    }

    /// Handles a key as a text field does, and inserts pasted text.
    ///
    /// - Returns: Whether the event was handled. Enter, Tab, Escape, up, down and the mouse are left to the caller.
    package mutating func handle(_ event: InputEvent) -> Bool {
        if let text = event.text {
            insert(text)
            return true
        }
        switch event {
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
        case .key, .mouse, .paste: return false
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
        case "u": before = ""
        case "k": after = ""
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
        after = text
        before = ""
    }

    package mutating func moveToEnd() {
        before = text
        after = ""
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

    /// The start of the word that the caret is in or after. Words are separated by spaces.
    private var startOfWord: String.Index {
        let end = before.lastIndex { $0 != " " } ?? before.startIndex
        return before[..<end].lastIndex { $0 == " " }.map { before.index(after: $0) } ?? before.startIndex
    }

    private var endOfWord: String.Index {
        let start = after.firstIndex { $0 != " " } ?? after.endIndex
        return after[start...].firstIndex(of: " ") ?? after.endIndex
    }

    /// Moves the caret behind a character that an edit has joined at the caret, such as a letter and its mark.
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

    // MARK: Drawing

    /// Draws the field into the first row of a rectangle, scrolled so that the caret is visible.
    ///
    /// - Returns: The position of the caret, which may be the cell after the text.
    @discardableResult
    package mutating func draw(into canvas: inout Canvas, _ part: Rectangle, _ style: Style = .plain) -> Position {
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
}
