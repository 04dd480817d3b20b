/// The sequences that terminals send for the mouse: xterm's modes 1000 and 1002, in the format of 1006 and in the
/// original one.
enum MouseSequence {
    /// Decodes `ESC [ < button ; column ; row M`, or `m` if a button was released.
    static func event(_ bytes: [UInt8], _ final: UInt8) -> MouseEvent? {
        guard bytes.first == UInt8(ascii: "<"), final == UInt8(ascii: "M") || final == UInt8(ascii: "m"),
            let numbers = KeySequence.numbers(bytes.dropFirst()), numbers.count == 3
        else { return nil }
        return event(numbers[0], column: numbers[1], row: numbers[2], isRelease: final == UInt8(ascii: "m"))
    }

    /// Decodes `ESC [ M` and three bytes, each 32 more than its number. They do not show which button was released.
    static func old(_ bytes: [UInt8]) -> MouseEvent? {
        let numbers = bytes.map { Int($0) - 32 }
        guard let code = numbers.first, code >= 0 else { return nil }
        let isRelease = code & 0b1110_0011 == 3
        return event(isRelease ? code & ~3 : code, column: numbers[1], row: numbers[2], isRelease: isRelease)
    }

    private static func event(_ code: Int, column: Int, row: Int, isRelease: Bool) -> MouseEvent? {
        guard column > 0, row > 0, let action = action(code, isRelease) else { return nil }
        var modifiers: Modifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
        return MouseEvent(action, at: Position(column: column - 1, row: row - 1), modifiers)
    }

    /// Decodes a button code: the two lowest bits are the button, 32 means that the mouse has moved, 64 the wheel, 128
    /// buttons that few mice have.
    private static func action(_ code: Int, _ isRelease: Bool) -> MouseEvent.Action? {
        switch code & ~0b1_1100 {
        case let button where button < 3: Self.button(button).map { isRelease ? .release($0) : .press($0) }
        case let button where (32..<35).contains(button): Self.button(button - 32).map { .drag($0) }
        case 64 where !isRelease: .wheelUp
        case 65 where !isRelease: .wheelDown
        case 66 where !isRelease: .wheelLeft
        case 67 where !isRelease: .wheelRight
        default: nil
        }
    }

    private static func button(_ number: Int) -> MouseEvent.Button? {
        switch number {
        case 0: .left
        case 1: .middle
        case 2: .right
        default: nil
        }
    }
}
