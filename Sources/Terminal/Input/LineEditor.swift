/// The state of a text field: one line of text, and where in it the person writes.
package struct LineEditor: Hashable, Sendable {
    /// The text before the caret and after it. No character of ``text`` goes across.
    package private(set) var before: String
    package private(set) var after: String
    /// How many cells of the text are left of what is shown.
    private var scrolled = 0

    package init(_ text: String = "") {
        before = Self.line(text)
        after = ""
    }

    /// The text. Setting it puts the caret at its end.
    package var text: String {
        get { before + after }
        set { self = LineEditor(newValue) }
    }

    /// How many characters are before the caret.
    package var caret: Int { before.count }

    /// Inserts what was typed or pasted; line breaks and tabs become spaces.
    package mutating func insert(_ text: String) {
        before += Self.line(text)
    }

    /// Does what a key does in a text field.
    ///
    /// - Returns: Whether it does anything there: what is not taken may mean something to others.
    package mutating func handle(_ event: InputEvent) -> Bool {
        false
    }

    /// Draws the field into the first row of a part, scrolled so that the caret is seen.
    ///
    /// - Returns: Where the caret is, which may be the cell after the text.
    package mutating func draw(into canvas: inout Canvas, _ rectangle: Rectangle, _ style: Style = .plain) -> Position {
        rectangle.origin
    }

    private static func line(_ text: String) -> String { text }
}
