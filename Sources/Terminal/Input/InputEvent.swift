/// An action of the user at a terminal.
package enum InputEvent: Hashable, Sendable {
    case key(Key, Modifiers)
    case mouse(MouseEvent)
    /// A text that was pasted as a whole. It has no control characters except newlines and tabs.
    case paste(String)

    /// The text that the event inserts; nil if it inserts none.
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
    /// A key that gives text, never a control character: Ctrl-C is `c` with ``Modifiers/control``. If a terminal sends
    /// a letter in parts (a mark after its letter), each part is an event of its own.
    case character(Character)
    case enter, tab, backspace, escape
    case up, down, left, right, home, end, pageUp, pageDown, insert, delete
    /// A function key, from 1 for F1.
    case function(Int)
}

/// The modifier keys that were held. Shift is only included if the terminal reports it, which it does not for a letter:
/// that is upper-case then.
package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
}

/// An action with the mouse, and its cell.
package struct MouseEvent: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        case press(Button)
        case release(Button)
        /// The mouse was moved with a button held.
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
