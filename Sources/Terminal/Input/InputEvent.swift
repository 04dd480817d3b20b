/// An action of the user at a terminal.
package enum InputEvent: Hashable, Sendable {
    case key(Key, Modifiers)
    case mouse(MouseEvent)
    /// A text pasted as a whole. It has no control characters except newlines and tabs.
    case paste(String)
    /// The terminal's answer about the colour of its background.
    case background(ExactColor)

    /// The text that the event inserts; nil if it inserts none.
    package var text: String? {
        switch self {
        case .key(.character(let character), []), .key(.character(let character), .shift): String(character)
        case .paste(let text): text
        case .key, .mouse, .background: nil
        }
    }

    package static func key(_ key: Key) -> InputEvent { .key(key, []) }
}

package enum Key: Hashable, Sendable {
    /// A key that gives text, never a control character: Ctrl-C is `c` with ``Modifiers/control``. A letter sent in
    /// parts (a mark after its letter) makes an event for each part.
    case character(Character)
    case enter, tab, backspace, escape
    case up, down, left, right, home, end, pageUp, pageDown, insert, delete
    /// A function key, from 1 for F1.
    case function(Int)
}

/// The held modifier keys. Shift is only included if the terminal reports it, which it does not for a letter: that is
/// then upper-case. The values are those of xterm's sequences.
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

/// The pasted text, between the terminal's brackets.
struct PastedText: Sendable {
    /// The most bytes to keep; the rest is skipped up to the end.
    static let maximumBytes = 1 << 20
    private static let end = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    /// The number of bytes of `end` received so far.
    private var matched = 0

    /// - Returns: The whole text when the byte ends it; nil before.
    mutating func receive(_ byte: UInt8) -> String? {
        if byte == Self.end[matched] {
            matched += 1
            if matched == Self.end.count { return text }
            return nil
        }
        // Only the first byte of `end` is an ESC, so of the mismatched bytes only this one may begin a match.
        keep(Self.end.prefix(matched))
        matched = byte == Self.end[0] ? 1 : 0
        if matched == 0 { keep([byte]) }
        return nil
    }

    private mutating func keep(_ more: some Collection<UInt8>) {
        bytes += more.prefix(Self.maximumBytes - bytes.count)
    }

    /// The text with all kinds of line ends as newlines, and with U+FFFD for invalid UTF-8, also for a character cut at
    /// the maximum.
    private var text: String {
        var text = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            defer { isAfterReturn = scalar == "\r" }
            switch scalar {
            case "\n" where isAfterReturn: break
            case "\r", "\n": text.append("\n")
            case "\t": text.append("\t")
            default: if scalar.properties.generalCategory != .control { text.append(scalar) }
            }
        }
        return String(text)
    }
}
