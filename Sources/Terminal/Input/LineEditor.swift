/// The state of a text field: one line of text, and where in it the person writes.
package struct LineEditor: Hashable, Sendable {
    /// The text before the caret, and after it: the caret is between two characters, never within one.
    package private(set) var before: String
    package private(set) var after = ""
    /// How many cells of the text are left of what is shown.
    private var scrolled = 0

    /// The caret is at the end. Line breaks and tabs become spaces.
    package init(_ text: String = "") {
        before = Self.line(text)
    }

    /// Setting it puts the caret at its end.
    package var text: String {
        get { before + after }
        set { self = LineEditor(newValue) }
    }

    /// The same with another character for each, as a password is shown.
    package func masked(with character: Character) -> LineEditor {
        var masked = self
        masked.before = String(repeating: character, count: before.count)
        masked.after = String(repeating: character, count: after.count)
        return masked
    }

    /// How many characters are before the caret.
    package var caret: Int { before.count }
    /// How many cells are before the caret.
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

    /// Does what a key does in a text field, and inserts what is pasted.
    ///
    /// - Returns: Whether it means something there; what does not (Enter, Tab, Escape, up and down) is left to others.
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

    /// Where the word begins that the caret is in or after. A word is what stands between spaces.
    private var startOfWord: String.Index {
        let end = before.lastIndex { $0 != " " } ?? before.startIndex
        return before[..<end].lastIndex { $0 == " " }.map { before.index(after: $0) } ?? before.startIndex
    }

    private var endOfWord: String.Index {
        let start = after.firstIndex { $0 != " " } ?? after.endIndex
        return after[start...].firstIndex(of: " ") ?? after.endIndex
    }

    /// What meets at the caret may be one character now, a letter and its mark: the caret goes behind it.
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

    /// Draws the field into the first row of a part, scrolled so that the caret is seen.
    ///
    /// - Returns: Where the caret is, which may be the cell after the text.
    @discardableResult
    package mutating func draw(into canvas: inout Canvas, _ part: Rectangle, _ style: Style = .plain) -> Position {
        let caret = caretCells
        // With a cell for the caret at the end.
        let needed = caret + after.cells + 1
        scrolled = min(scrolled, max(0, needed - part.width))
        scrolled = max(min(scrolled, caret), caret - max(0, part.width - 1))
        let row = Rectangle(column: part.column, row: part.row, width: part.width, height: min(1, part.height))
        canvas.fill(row, style)
        canvas.put(text, at: Position(column: part.column - scrolled, row: part.row), style, in: row)
        return Position(column: part.column + caret - scrolled, row: part.row)
    }
}
