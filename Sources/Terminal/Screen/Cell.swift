/// One place of a screen.
package struct Cell: Hashable, Sendable {
    /// What stands there; nil in the second cell of a wide character.
    package let character: Character?
    package var style: Style

    /// - Parameter character: What a terminal would obey is replaced by what shows it.
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
