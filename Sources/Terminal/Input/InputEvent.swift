/// What a person does at a terminal.
package enum InputEvent: Hashable, Sendable {
    case key(Key, Modifiers)
    case mouse(MouseEvent)
    /// Text that was pasted as a whole. It has no control characters but newlines and tabs.
    case paste(String)

    /// The text that it writes; nil for what writes none.
    package var text: String? {
        switch self {
        case .key(.character(let character), []), .key(.character(let character), .shift): String(character)
        case .paste(let text): text
        case .key, .mouse: nil
        }
    }

    /// A key without any modifier.
    package static func key(_ key: Key) -> InputEvent { .key(key, []) }
}

package enum Key: Hashable, Sendable {
    /// One that gives text. Never a control character: Ctrl-C is `c` with ``Modifiers/control``. Of a letter that a
    /// terminal sends in parts (a mark after its letter), each part comes by itself.
    case character(Character)
    case enter, tab, backspace, escape
    case up, down, left, right, home, end, pageUp, pageDown, insert, delete
    /// F1 and on.
    case function(Int)
}

/// The keys that were held. Shift is told of where a terminal tells it: not of a letter, which is upper-case then.
package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
}

/// What was done with the mouse, and in which cell.
package struct MouseEvent: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        case press(Button)
        case release(Button)
        /// Moved with a button held.
        case drag(Button)
        case wheelUp, wheelDown, wheelLeft, wheelRight
    }

    package enum Button: Hashable, Sendable {
        case left, middle, right
    }

    package var action: Action
    package var position: Position
    package var modifiers: Modifiers

    package init(_ action: Action, at position: Position, _ modifiers: Modifiers = []) {
        self.action = action
        self.position = position
        self.modifiers = modifiers
    }
}
