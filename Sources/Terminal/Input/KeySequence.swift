/// The sequences of terminals for keys without text: xterm and its followers, rxvt, the Linux console.
enum KeySequence {
    typealias Press = (Key, Modifiers)

    /// Decodes `ESC [`, parameters and a final byte.
    static func key(_ bytes: [UInt8], _ final: UInt8) -> Press? {
        switch final {
        case UInt8(ascii: "~"): numbered(bytes)
        // rxvt: Shift, Control, both.
        case UInt8(ascii: "$"): numbered(bytes, .shift)
        case UInt8(ascii: "^"): numbered(bytes, .control)
        case UInt8(ascii: "@"): numbered(bytes, [.shift, .control])
        case UInt8(ascii: "Z"): modifiers(bytes).map { (.tab, $0.union(.shift)) }
        case UInt8(ascii: "a")...UInt8(ascii: "d"): bytes.isEmpty ? lettered(final - 0x20).map { ($0, .shift) } : nil
        default: lettered(final).flatMap { key in modifiers(bytes).map { (key, $0) } }
        }
    }

    /// Decodes `ESC O`, optional modifiers, and a letter: the keys of application mode, and of the number pad.
    static func shift3(_ bytes: [UInt8], _ final: UInt8) -> Press? {
        switch final {
        case UInt8(ascii: "a")...UInt8(ascii: "d") where bytes.isEmpty: lettered(final - 0x20).map { ($0, .control) }
        case UInt8(ascii: "M"): modifiers(bytes).map { (.enter, $0) }
        case UInt8(ascii: "I"): modifiers(bytes).map { (.tab, $0) }
        case UInt8(ascii: "X"): modifiers(bytes).map { (.character("="), $0) }
        // The keys of the pad are 64 beyond their characters, from * to 9.
        case UInt8(ascii: "j")...UInt8(ascii: "y"):
            modifiers(bytes).map { (.character(Character(Unicode.Scalar(final - 0x40))), $0) }
        default: lettered(final).flatMap { key in modifiers(bytes).map { (key, $0) } }
        }
    }

    /// Decodes F1 to F5 of the Linux console: `ESC [ [ A` to `ESC [ [ E`.
    static func console(_ byte: UInt8) -> Key? {
        (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte) ? .function(Int(byte) - 0x40) : nil
    }

    /// Whether a `$` after these bytes ends a sequence of rxvt: they are only the number of a key.
    static func isShiftedByRxvt(_ bytes: [UInt8]) -> Bool {
        numbers(bytes[...]).map { $0.count == 1 && keys[$0[0]] != nil } ?? false
    }

    /// Reads numbers between semicolons, each of up to six digits; an empty one is 0.
    static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int]? {
        var numbers = [0]
        var digits = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: ";"):
                numbers.append(0)
                digits = 0
            case UInt8(ascii: "0")...UInt8(ascii: "9") where digits < 6:
                numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - 0x30)
                digits += 1
            default: return nil
            }
        }
        return numbers
    }

    private static func lettered(_ letter: UInt8) -> Key? {
        switch letter {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "P"): .function(1)
        case UInt8(ascii: "Q"): .function(2)
        case UInt8(ascii: "R"): .function(3)
        case UInt8(ascii: "S"): .function(4)
        default: nil
        }
    }

    /// The keys by the number before `~`. Some numbers exist on one terminal only, and none has two meanings.
    private static let keys: [Int: Key] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
        11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
        17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
        23: .function(11), 24: .function(12),
    ]

    private static func numbered(_ bytes: [UInt8], _ more: Modifiers = []) -> Press? {
        guard let numbers = numbers(bytes[...]), numbers.count <= 2, let key = keys[numbers[0]] else { return nil }
        return (key, (numbers.count == 2 ? modifiers(of: numbers[1]) : []).union(more))
    }

    /// Decodes `1 ; modifiers` before a letter, or modifiers alone, or nothing. Other numbers are not a key: a terminal
    /// reports its cursor as `row ; column R`.
    private static func modifiers(_ bytes: [UInt8]) -> Modifiers? {
        guard let numbers = numbers(bytes[...]), numbers.count == 1 || numbers.count == 2 && numbers[0] <= 1 else {
            return nil
        }
        return modifiers(of: numbers[numbers.count - 1])
    }

    /// Decodes the number of modifiers: 1 more than a sum of Shift 1, Alt 2, Control 4, Meta 8. Meta counts as Alt.
    private static func modifiers(of number: Int) -> Modifiers {
        guard number > 1 else { return [] }
        let bits = number - 1
        return Modifiers(rawValue: UInt8(bits & 7)).union(bits & 8 != 0 ? .alt : [])
    }
}

/// The mouse sequences of terminals: xterm's modes 1000 and 1002, in the format of 1006 and in the original one.
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
        return MouseEvent(
            action, at: Position(column: column - 1, row: row - 1), Modifiers(rawValue: UInt8(code >> 2 & 7)))
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
