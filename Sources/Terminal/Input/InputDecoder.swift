/// Turns the bytes of a terminal into the user's actions.
///
/// Any bytes may come, split anywhere. Unknown input gives no event and is skipped as a whole: control sequences of
/// every kind, answers of the terminal, bytes that are not UTF-8.
package struct InputDecoder: Sendable {
    private enum State: Sendable {
        case ground
        /// An ESC, or a second one after it, which some terminals send before a key pressed with Alt.
        case escape(isSecond: Bool)
        /// A character of more than one byte.
        case character([UInt8], length: Int)
        /// ESC [
        case control([UInt8])
        /// ESC [ [, with which the Linux console begins F1 to F5.
        case consoleFunction
        /// ESC [ M and three bytes: the mouse of terminals without a newer form.
        case oldMouse([UInt8])
        /// ESC O
        case shift3([UInt8])
        /// ESC ] and similar introducers, up to ST: an answer of the terminal.
        case string(introducer: UInt8, [UInt8])
        /// An ESC in such a string: the first half of ST, or the beginning of something else.
        case stringEscape([UInt8])
        case paste
    }

    private var state = State.ground
    private var alt = false
    private var pasted = PastedText()
    private var events: [InputEvent] = []

    package init() {}

    /// Decodes bytes, and returns the events that they complete.
    package mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
        for byte in bytes { receive(byte) }
        defer { events = [] }
        return events
    }

    /// Whether the Escape key may have been pressed: its byte also begins other keys. If nothing follows within some 50
    /// ms, ``flush()`` decides.
    package var hasPendingEscape: Bool {
        switch state {
        case .escape, .stringEscape: true
        case .string(_, let bytes): bytes.isEmpty
        case .control(let bytes), .shift3(let bytes): bytes.isEmpty
        default: false
        }
    }

    /// Decodes the pending bytes as separate keys, since nothing follows.
    ///
    /// A sequence that is clearly cut off stays pending: on a slow connection, its rest would look like typed text.
    package mutating func flush() -> [InputEvent] {
        guard hasPendingEscape else { return [] }
        switch state {
        case .escape(let isSecond):
            for _ in 0..<(isSecond ? 2 : 1) { events.append(.key(.escape)) }
        case .stringEscape: events.append(.key(.escape))
        case .control: give(.character("["), .alt)
        case .shift3: give(.character("O"), .alt)
        case .string(let introducer, _): give(.character(Character(Unicode.Scalar(introducer))), .alt)
        default: break
        }
        reset()
        defer { events = [] }
        return events
    }

    private mutating func reset() {
        state = .ground
        alt = false
    }

    private mutating func give(_ key: Key, _ modifiers: Modifiers = []) {
        events.append(.key(key, alt ? modifiers.union(.alt) : modifiers))
    }

    // MARK: Bytes

    private mutating func receive(_ byte: UInt8) {
        switch state {
        case .ground: receiveFirst(byte)
        case .escape(let isSecond): receiveAfterEscape(byte, isSecond)
        case .character(let bytes, let length): receiveCharacter(bytes, byte, length)
        case .control(let bytes): receiveControl(bytes, byte)
        case .consoleFunction:
            if let key = KeySequence.console(byte) { give(key) }
            reset()
        case .oldMouse(let bytes):
            guard bytes.count == 2 else { return state = .oldMouse(bytes + [byte]) }
            if let event = MouseSequence.old(bytes + [byte]) { events.append(.mouse(event)) }
            reset()
        case .shift3(let bytes): takeShift3(bytes, byte)
        case .string(let introducer, let bytes): receiveString(introducer, bytes, byte)
        case .stringEscape(let bytes) where byte == UInt8(ascii: "\\"): finishString(bytes)
        case .stringEscape: receiveAfterEscape(byte, false)
        case .paste:
            guard let text = pasted.receive(byte) else { return }
            if !text.isEmpty { events.append(.paste(text)) }
            reset()
        }
    }

    /// Drops a pending sequence, and decodes this byte separately.
    private mutating func receiveAnew(_ byte: UInt8) {
        reset()
        receiveFirst(byte)
    }

    private mutating func receiveFirst(_ byte: UInt8) {
        switch byte {
        case 0x1B:
            state = .escape(isSecond: false)
            return
        case 0x09: give(.tab)
        // The Return key sends the first; pasting without brackets, and some programs, send the second.
        case 0x0D, 0x0A: give(.enter)
        case 0x08, 0x7F: give(.backspace)
        case 0x00: give(.character(" "), .control)
        case 0x01...0x1A: give(.character(Character(Unicode.Scalar(byte + 0x60))), .control)
        case 0x1C...0x1F: give(.character(Character(Unicode.Scalar(byte + 0x40))), .control)
        case 0x20..<0x7F: give(.character(Character(Unicode.Scalar(byte))))
        case 0xC2...0xDF: return state = .character([byte], length: 2)
        case 0xE0...0xEF: return state = .character([byte], length: 3)
        case 0xF0...0xF4: return state = .character([byte], length: 4)
        default: break
        }
        reset()
    }

    private mutating func receiveAfterEscape(_ byte: UInt8, _ isSecond: Bool) {
        switch byte {
        case 0x1B:
            // Of three ESC bytes, the first is certainly the Escape key.
            if isSecond { events.append(.key(.escape)) }
            state = .escape(isSecond: true)
        case UInt8(ascii: "["):
            alt = isSecond
            state = .control([])
        case UInt8(ascii: "O"):
            alt = isSecond
            state = .shift3([])
        default:
            if isSecond { events.append(.key(.escape)) }
            if Self.stringIntroducers.contains(byte) { return state = .string(introducer: byte, []) }
            state = .ground
            alt = true
            receiveFirst(byte)
        }
    }

    private mutating func receiveCharacter(_ bytes: [UInt8], _ byte: UInt8, _ length: Int) {
        guard 0x80...0xBF ~= byte else { return receiveAnew(byte) }
        let bytes = bytes + [byte]
        guard bytes.count == length else { return state = .character(bytes, length: length) }
        // Overlong forms, surrogates and the like are not characters, and C1 control characters are not keys.
        if let text = String(validating: bytes, as: UTF8.self), let scalar = text.unicodeScalars.first,
            scalar.properties.generalCategory != .control
        {
            give(.character(Character(scalar)))
        }
        reset()
    }

    // MARK: Sequences

    /// The maximum length of a sequence, more than that of any known one. A longer one is skipped.
    private static let maximumSequence = 256
    private static let maximumString = 4096

    /// The bytes after ESC that introduce DCS, SOS, OSC, PM and APC.
    private static let stringIntroducers = Array("PX]^_".utf8)

    private mutating func receiveControl(_ bytes: [UInt8], _ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "[") where bytes.isEmpty: state = .consoleFunction
        case UInt8(ascii: "M") where bytes.isEmpty: state = .oldMouse([])
        // rxvt ends some sequences with a byte that is otherwise in the middle.
        case UInt8(ascii: "$") where KeySequence.isShiftedByRxvt(bytes), 0x40...0x7E: finishControl(bytes, byte)
        case 0x20...0x3F where bytes.count < Self.maximumSequence: state = .control(bytes + [byte])
        case 0x20...0x3F: reset()
        default: receiveAnew(byte)
        }
    }

    private mutating func finishControl(_ bytes: [UInt8], _ final: UInt8) {
        if final == UInt8(ascii: "~"), bytes == Array("200".utf8) {
            pasted = PastedText()
            state = .paste
            return
        }
        if let event = MouseSequence.event(bytes, final) {
            events.append(.mouse(event))
        } else if let (key, modifiers) = KeySequence.key(bytes, final) {
            give(key, modifiers)
        }
        reset()
    }

    private mutating func takeShift3(_ bytes: [UInt8], _ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ";"):
            if bytes.count < Self.maximumSequence { state = .shift3(bytes + [byte]) } else { reset() }
        case 0x20...0x7E:
            if let (key, modifiers) = KeySequence.shift3(bytes, byte) { give(key, modifiers) }
            reset()
        default: receiveAnew(byte)
        }
    }

    /// Decodes a byte of an answer. Control bytes other than ESC, BEL, CAN and SUB are keys that the user presses
    /// during an unfinished answer, since no answer contains them.
    private mutating func receiveString(_ introducer: UInt8, _ bytes: [UInt8], _ byte: UInt8) {
        switch byte {
        case 0x1B: state = .stringEscape(introducer == UInt8(ascii: "]") ? bytes : [])
        case 0x07 where introducer == UInt8(ascii: "]"): finishString(bytes)
        case 0x07, 0x18, 0x1A: reset()
        case 0x00..<0x20, 0x7F: receiveAnew(byte)
        case _ where bytes.count < Self.maximumString: state = .string(introducer: introducer, bytes + [byte])
        default: reset()
        }
    }

    /// Decodes xterm's answer for the background, `11;rgb:1e1e/1e1e/2e2e`: one to four hexadecimal digits a part.
    private mutating func finishString(_ bytes: [UInt8]) {
        reset()
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasPrefix("11;rgb:") else { return }
        let parts = text.dropFirst(7).split(separator: "/", omittingEmptySubsequences: false).map { part -> UInt8? in
            guard (1...4).contains(part.utf8.count), part.first?.isHexDigit == true,
                let number = UInt32(part, radix: 16)
            else { return nil }
            return UInt8(number * 255 / (1 << (4 * UInt32(part.utf8.count)) - 1))
        }
        guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2] else { return }
        events.append(.background(ExactColor(red, green, blue)))
    }
}
