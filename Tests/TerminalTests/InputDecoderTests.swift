import TestSupport
import Testing

@testable import Terminal

@Suite("The input of a terminal")
struct InputDecoderTests {
    /// The events of bytes, including the pending ones.
    private static func events(_ bytes: [UInt8]) -> [InputEvent] {
        var decoder = InputDecoder()
        return decoder.decode(bytes) + decoder.flush()
    }

    private static func events(_ text: String) -> [InputEvent] { events(Array(text.utf8)) }

    @Test(
        "each key is recognized in every encoding of terminals",
        arguments: [
            ("a", .character("a"), []), ("A", .character("A"), []), ("é", .character("é"), []),
            ("漢", .character("漢"), []), ("👍", .character("👍"), []), (" ", .character(" "), []),
            ("\u{3}", .character("c"), .control), ("\u{0}", .character(" "), .control),
            ("\u{1C}", .character("\\"), .control), ("\u{1F}", .character("_"), .control),
            ("\u{1B}a", .character("a"), .alt), ("\u{1B}é", .character("é"), .alt), ("\u{1B}\u{7F}", .backspace, .alt),
            ("\u{1B}\u{3}", .character("c"), [.alt, .control]), ("\u{1B}\r", .enter, .alt),
            ("\u{1B}[", .character("["), .alt), ("\u{1B}O", .character("O"), .alt), ("\u{1B}]", .character("]"), .alt),
            ("\u{1B}P", .character("P"), .alt),
            ("\r", .enter, []), ("\n", .enter, []), ("\t", .tab, []), ("\u{1B}[Z", .tab, .shift),
            ("\u{7F}", .backspace, []), ("\u{8}", .backspace, []), ("\u{1B}", .escape, []),
            ("\u{1B}[A", .up, []), ("\u{1B}[B", .down, []), ("\u{1B}[C", .right, []), ("\u{1B}[D", .left, []),
            ("\u{1B}OA", .up, []), ("\u{1B}OD", .left, []), ("\u{1B}[1;5C", .right, .control),
            ("\u{1B}[1;2A", .up, .shift), ("\u{1B}[1;3D", .left, .alt),
            ("\u{1B}[1;8B", .down, [.shift, .alt, .control]),
            ("\u{1B}[1;9A", .up, .alt), ("\u{1B}[a", .up, .shift), ("\u{1B}Od", .left, .control),
            ("\u{1B}\u{1B}[A", .up, .alt), ("\u{1B}\u{1B}OC", .right, .alt), ("\u{1B}O5C", .right, .control),
            ("\u{1B}[H", .home, []), ("\u{1B}[F", .end, []), ("\u{1B}OH", .home, []), ("\u{1B}OF", .end, []),
            ("\u{1B}[1~", .home, []), ("\u{1B}[4~", .end, []), ("\u{1B}[7~", .home, []), ("\u{1B}[8~", .end, []),
            ("\u{1B}[1;5H", .home, .control), ("\u{1B}[7^", .home, .control), ("\u{1B}[8$", .end, .shift),
            ("\u{1B}[2~", .insert, []), ("\u{1B}[3~", .delete, []), ("\u{1B}[3;5~", .delete, .control),
            ("\u{1B}[3$", .delete, .shift), ("\u{1B}[3@", .delete, [.shift, .control]),
            ("\u{1B}[5~", .pageUp, []), ("\u{1B}[6~", .pageDown, []), ("\u{1B}[6;2~", .pageDown, .shift),
            ("\u{1B}OP", .function(1), []), ("\u{1B}OS", .function(4), []), ("\u{1B}[11~", .function(1), []),
            ("\u{1B}[[A", .function(1), []), ("\u{1B}[[E", .function(5), []), ("\u{1B}[15~", .function(5), []),
            ("\u{1B}[21~", .function(10), []), ("\u{1B}[24~", .function(12), []), ("\u{1B}[1;2P", .function(1), .shift),
            ("\u{1B}[24;5~", .function(12), .control), ("\u{1B}OM", .enter, []), ("\u{1B}Oq", .character("1"), []),
            ("\u{1B}Ok", .character("+"), []),
        ] as [(String, Key, Modifiers)])
    func keys(text: String, key: Key, modifiers: Modifiers) {
        #expect(Self.events(text) == [.key(key, modifiers)])
        // The following character is a key of its own.
        guard text.unicodeScalars.count > 1 || !text.hasPrefix("\u{1B}"), !["[", "O", "]", "P"].contains(text.last)
        else { return }
        #expect(Self.events(text + "z") == [.key(key, modifiers), .key(.character("z"))])
    }

    @Test(
        "a mouse event has its cell, its button and the held keys",
        arguments: [
            ("\u{1B}[<0;1;1M", .press(.left), 0, 0, []), ("\u{1B}[<0;10;5m", .release(.left), 9, 4, []),
            ("\u{1B}[<1;1;1M", .press(.middle), 0, 0, []), ("\u{1B}[<2;300;200M", .press(.right), 299, 199, []),
            ("\u{1B}[<32;3;4M", .drag(.left), 2, 3, []), ("\u{1B}[<64;1;2M", .wheelUp, 0, 1, []),
            ("\u{1B}[<65;1;2M", .wheelDown, 0, 1, []), ("\u{1B}[<66;1;2M", .wheelLeft, 0, 1, []),
            ("\u{1B}[<4;1;1M", .press(.left), 0, 0, .shift), ("\u{1B}[<8;1;1M", .press(.left), 0, 0, .alt),
            ("\u{1B}[<80;1;1M", .wheelUp, 0, 0, .control), ("\u{1B}[M !!", .press(.left), 0, 0, []),
            ("\u{1B}[M#*%", .release(.left), 9, 4, []), ("\u{1B}[M`!!", .wheelUp, 0, 0, []),
        ] as [(String, MouseEvent.Action, Int, Int, Modifiers)])
    func mouse(text: String, action: MouseEvent.Action, column: Int, row: Int, modifiers: Modifiers) {
        let event = MouseEvent(action, at: Position(column: column, row: row), modifiers)
        #expect(Self.events(text + "z") == [.mouse(event), .key(.character("z"))])
    }

    @Test(
        "pasted text is one event without control characters",
        arguments: [
            ("one\rtwo\r\nthree\nfour\tfive", "one\ntwo\nthree\nfour\tfive"), ("a\u{1B}[31mb\u{7}\u{3}", "a[31mb"),
            ("\u{1B}[201\u{1B}\u{1B}[20", "[201[20"), ("漢字 👍", "漢字 👍"), ("\u{9B}31m", "31m"),
        ])
    func paste(pasted: String, text: String) {
        #expect(
            Self.events("\u{1B}[200~\(pasted)\u{1B}[201~z") == [.paste(text), .key(.character("z"))])
    }

    @Test("pasted text is cut after a mebibyte, and its rest is not taken for keys", .deep)
    func longPaste() {
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: (1 << 20) + 1000)
        let events = Self.events(Array("\u{1B}[200~".utf8) + bytes + Array("\u{1B}[201~z".utf8))
        #expect(events == [.paste(String(repeating: "x", count: 1 << 20)), .key(.character("z"))])
    }

    @Test(
        "an unknown sequence gives no event",
        arguments: [
            "\u{1B}[I", "\u{1B}[O", "\u{1B}[99~", "\u{1B}[?1;2c", "\u{1B}[?2026;2$y", "\u{1B}[>0;276;0c",
            "\u{1B}]10;rgb:0000/0000/0000\u{1B}\\", "\u{1B}]0;title\u{7}", "\u{1B}P>|terminal 1.0\u{1B}\\",
            "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}[<0;0;0M", "\u{1B}[<0;1M", "\u{1B}[<35;1;1M", "\u{1B}[<128;1;1M",
            "\u{1B}[1;2;3;4A", "\u{1B}[999999999999999999999~", "\u{1B}[27;5;9~", "\u{1B}[12;34R",
            "\u{1B}Oz",
            "\u{1B}[200;1~", "\u{1B}[ q", "\u{1B}[!p", "\u{1B}[[z", "\u{1B}[M\u{20}\u{20}\u{20}", "\u{9B}", "\u{85}",
        ])
    func unknown(text: String) {
        #expect(Self.events(text + "z") == [.key(.character("z"))])
    }

    @Test(
        "bytes that are not UTF-8 give no event, and later bytes are decoded as usual",
        arguments: [
            [0x80], [0xFF], [0xC0, 0x80], [0xC3], [0xE6, 0xBC], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0xE0, 0x80, 0x80], [0xF0, 0x9F, 0x91],
        ] as [[UInt8]])
    func notUTF8(bytes: [UInt8]) {
        #expect(Self.events(bytes + [0x7A]) == [.key(.character("z"))])
    }

    @Test("an unterminated sequence does not block input forever")
    func endless() {
        for beginning in ["\u{1B}]", "\u{1B}P", "\u{1B}["] {
            let bytes = Array(beginning.utf8) + [UInt8](repeating: UInt8(ascii: "1"), count: 10_000)
            #expect(Self.events(bytes + [0x7A]).last == .key(.character("z")))
        }
        // Enter and Escape end the sequence at once.
        #expect(Self.events("\u{1B}]11;rgb\r") == [.key(.enter)])
        #expect(Self.events("\u{1B}]11;rgb\u{1B}") == [.key(.escape)])
        #expect(Self.events("\u{1B}[12\u{1B}[A") == [.key(.up)])
    }

    @Test("an ESC is a key if nothing follows it, and otherwise the beginning of another key")
    func escape() {
        var decoder = InputDecoder()
        #expect(!decoder.hasPendingEscape)
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.hasPendingEscape)
        #expect(decoder.flush() == [.key(.escape)])
        #expect(!decoder.hasPendingEscape)
        #expect(decoder.flush() == [])
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.decode(Array("[A".utf8)) == [.key(.up)])
        #expect(decoder.decode([0x1B, 0x1B, 0x1B]) == [.key(.escape)])
        #expect(decoder.flush() == [.key(.escape), .key(.escape)])
        // The sequence is clearly cut off, and its rest is not typed.
        #expect(decoder.decode(Array("\u{1B}[<0;1".utf8)) == [])
        #expect(!decoder.hasPendingEscape)
        #expect(decoder.flush() == [])
        #expect(decoder.decode(Array(";1M".utf8)).count == 1)
    }

    @Test("the same bytes give the same events, regardless of how they are cut", arguments: 1...60)
    func splits(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "\u{1B}", "[", "O", "]", "P", "M", "<", "0;1;1", "~", "200~", "201~", "\u{1B}[200~", "\u{1B}[201~",
            "\u{1B}[",
            "\u{1B}O", "\u{1B}\\", "\u{7}", "é", "👍", "a", "1", ";", "5", "A", "$", "\r", "\u{0}",
        ]
        var bytes: [UInt8] = []
        for _ in 0..<400 {
            if Int.random(in: 0..<4, using: &generator) == 0 {
                bytes.append(.random(in: 0...255, using: &generator))
            } else {
                bytes += Array((pieces.randomElement(using: &generator) ?? "").utf8)
            }
        }
        var whole = InputDecoder()
        let expected = whole.decode(bytes)
        var decoder = InputDecoder()
        var events: [InputEvent] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let size = Int.random(in: 1...7, using: &generator)
            events += decoder.decode(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        #expect(events == expected)
        #expect(decoder.hasPendingEscape == whole.hasPendingEscape)
        #expect(decoder.flush() == whole.flush())
        for case .key(.character(let character), _) in events {
            #expect(character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        }
    }
}
