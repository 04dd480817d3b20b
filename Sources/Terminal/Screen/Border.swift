/// The characters that a box is drawn with.
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
