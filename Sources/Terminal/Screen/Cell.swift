/// One cell of a screen.
package struct Cell: Hashable, Sendable {
    /// The character; nil in the second cell of a wide character.
    package let character: Character?
    package var style: Style

    /// - Parameter character: The character; one that a terminal would obey is replaced by a visible one.
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
