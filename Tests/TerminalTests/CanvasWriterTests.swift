import TestSupport
import Testing

@testable import Terminal

@Suite("The bytes sent to a terminal")
struct CanvasWriterTests {
    // MARK: Random screens

    @Test(
        "the terminal shows each screen exactly, regardless of its earlier content",
        arguments: Tier.rows(of: Array(1...40), first: 8))
    func randomScreens(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let (columns, rows) = (Int.random(in: 1...30, using: &generator), Int.random(in: 1...8, using: &generator))
        var model = TerminalModel(columns: columns, rows: rows)
        model.receive(Array("\u{1B}[?7l".utf8))
        var writer = CanvasWriter(colors: .sixteen)
        var canvas = Canvas(columns: columns, rows: rows)
        for _ in 0..<60 {
            if Int.random(in: 0..<8, using: &generator) == 0 { canvas = Canvas(columns: columns, rows: rows) }
            canvas.scribble(&generator)
            if Int.random(in: 0..<10, using: &generator) == 0 { writer.invalidate() }
            model.receive(writer.bytes(for: canvas))
            #expect(model.shown == canvas.shown)
            #expect(model.isCursorHidden == (canvas.cursor == nil))
            if let cursor = canvas.cursor { #expect([model.column, model.row] == [cursor.column, cursor.row]) }
            #expect(model.defects.isEmpty)
            #expect(!model.isSynchronizing)
            #expect(writer.bytes(for: canvas).isEmpty)
        }
    }

    @Test("an emoji of a disputed width does not move the cells beside it", arguments: 1...20)
    func disputedWidths(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var model = TerminalModel(columns: 40, rows: 3, isClustering: false)
        model.receive(Array("\u{1B}[?7l".utf8))
        var writer = CanvasWriter(colors: .sixteen)
        for _ in 0..<30 {
            var canvas = Canvas(columns: 40, rows: 3)
            let family = Bool.random(using: &generator) ? "👩‍👩‍👧‍👦" : "❤️"
            for row in 0..<3 where Bool.random(using: &generator) {
                let column = Int.random(in: 0..<25, using: &generator)
                canvas.put(
                    "\(family)right of it\(row)", at: Position(column: column, row: row), .bold)
            }
            model.receive(writer.bytes(for: canvas))
            for row in 0..<3 {
                guard let start = (0..<40).first(where: { canvas[$0, row].character == "r" }) else { continue }
                let shown = model.cells[row][start..<40].map(\.text).joined()
                #expect(shown == (start..<40).map { String(canvas[$0, row].character ?? "?") }.joined())
            }
        }
    }

    // MARK: Minimal output

    private static func screen() -> Canvas {
        var canvas = Canvas(columns: 80, rows: 24)
        canvas.box(canvas.bounds, title: "Characters", Style(.green))
        for row in 1..<23 { canvas.put("row \(row) of 漢字 and Latin", at: Position(column: 2, row: row)) }
        return canvas
    }

    @Test("an unchanged screen sends nothing")
    func nothingTwice() {
        var writer = CanvasWriter(colors: .sixteen)
        #expect(!writer.bytes(for: Self.screen()).isEmpty)
        #expect(writer.bytes(for: Self.screen()).isEmpty)
    }

    @Test("a change of one cell writes one cell")
    func oneCell() {
        var model = TerminalModel(columns: 80, rows: 24)
        var writer = CanvasWriter(colors: .sixteen)
        var canvas = Self.screen()
        model.receive(writer.bytes(for: canvas))
        model.forgetCounts()
        canvas.put("X", at: Position(column: 40, row: 12))
        let bytes = writer.bytes(for: canvas)
        model.receive(bytes)
        #expect(model.writtenCells == 1)
        #expect(bytes.count <= 12)
        #expect(model.shown == canvas.shown)
    }

    @Test("an emptied line is cleared, not overwritten")
    func clearing() {
        var writer = CanvasWriter(colors: .sixteen)
        var canvas = Canvas(columns: 80, rows: 24)
        canvas.put(String(repeating: "x", count: 80), at: Position(column: 0, row: 3), .reverse)
        _ = writer.bytes(for: canvas)
        canvas.fill(canvas.bounds)
        #expect(writer.bytes(for: canvas).count <= 12)
    }

    @Test(
        "a style changes by the shorter of two sequences",
        arguments: [
            (Style.plain, Style.bold, "\u{1B}[1m"),
            (.bold, .plain, "\u{1B}[m"),
            (Style(.red), .plain, "\u{1B}[m"),
            (Style(.red), Style(.brightRed), "\u{1B}[91m"),
            (Style(.red, .bold), Style(.red), "\u{1B}[22m"),
            (Style(.red, [.bold, .dim]), Style(.red, .dim), "\u{1B}[22;2m"),
            (Style(.red, [.bold, .underline, .reverse]), Style(.blue), "\u{1B}[0;34m"),
            (.italic, Style(.default, [.italic, .underline]), "\u{1B}[4m"),
            (.plain, .plain, ""),
        ])
    func styles(old: Style, new: Style, sent: String) {
        #expect(StyleChange.text(from: old, to: new) == sent)
    }

    // MARK: Correct output

    @Test("an invalidated screen is sent in full, regardless of the terminal's content")
    func invalidation() {
        var model = TerminalModel(columns: 80, rows: 24)
        var writer = CanvasWriter(colors: .sixteen)
        model.receive(writer.bytes(for: Self.screen()))
        model.receive(Array("\u{1B}[5;5H\u{1B}[31;7mgarbage".utf8))
        writer.invalidate()
        model.receive(writer.bytes(for: Self.screen()))
        #expect(model.shown == Self.screen().shown)
    }

    @Test("a screen of another size is sent in full")
    func otherSize() {
        var model = TerminalModel(columns: 80, rows: 24)
        var writer = CanvasWriter(colors: .sixteen)
        model.receive(writer.bytes(for: Self.screen()))
        model.resize(columns: 20, rows: 5)
        var small = Canvas(columns: 20, rows: 5)
        small.put("small", at: Position(column: 0, row: 0))
        model.receive(writer.bytes(for: small))
        #expect(model.shown == small.shown)
    }

    @Test("bold text without colours stays bold and has no colour")
    func noColors() {
        var model = TerminalModel(columns: 20, rows: 1)
        var writer = CanvasWriter(colors: .none)
        var canvas = Canvas(columns: 20, rows: 1)
        canvas.put("red", at: Position(column: 0, row: 0), Style(.red, [.bold, .underline]))
        canvas.put("green", at: Position(column: 4, row: 0), Style(.green))
        model.receive(writer.bytes(for: canvas))
        #expect(model.lines == ["red green"])
        #expect(model.cells[0].allSatisfy { $0.look.color == 39 })
        #expect(model.cells[0][0].look.isBold && model.cells[0][0].look.isUnderlined)
        // A change of colour is no change then.
        canvas.put("red", at: Position(column: 0, row: 0), Style(.blue, [.bold, .underline]))
        #expect(writer.bytes(for: canvas).isEmpty)
    }

    @Test("a large change is sent as one synchronized update")
    func synchronized() {
        var writer = CanvasWriter(colors: .sixteen)
        let text = String(decoding: writer.bytes(for: Self.screen()), as: UTF8.self)
        #expect(text.hasPrefix("\u{1B}[?2026h") && text.hasSuffix("\u{1B}[?2026l"))
    }

    @Test("a cursor outside of the screen is hidden")
    func cursorOutside() {
        var model = TerminalModel(columns: 5, rows: 1)
        var writer = CanvasWriter(colors: .sixteen)
        var canvas = Canvas(columns: 5, rows: 1)
        canvas.cursor = Position(column: 5, row: 0)
        model.receive(writer.bytes(for: canvas))
        #expect(model.isCursorHidden && model.defects.isEmpty)
    }

    @Test(
        "colours are off for users who want none, and for terminals without",
        arguments: [
            (nil, "xterm-256color", ColorSupport.sixteen), ("", "xterm", .sixteen), ("1", "xterm", .none),
            ("0", "xterm", .none), (nil, "dumb", .none), (nil, nil, .none), (nil, "linux", .sixteen),
        ] as [(String?, String?, ColorSupport)])
    func support(noColor: String?, term: String?, expected: ColorSupport) {
        #expect(ColorSupport(noColor: noColor, term: term) == expected)
    }
}

/// A cell as a terminal shows it.
struct ShownCell: Hashable {
    let text: String
    let look: TerminalModel.Look
}

extension TerminalModel {
    var shown: [[ShownCell]] { cells.map { $0.map { ShownCell(text: $0.text, look: $0.look) } } }
}

extension Canvas {
    var shown: [[ShownCell]] {
        (0..<size.rows).map { row in
            (0..<size.columns).map { column in
                let cell = self[column, row]
                var look = TerminalModel.Look()
                look.isBold = cell.style.attributes.contains(.bold)
                look.isDim = cell.style.attributes.contains(.dim)
                look.isItalic = cell.style.attributes.contains(.italic)
                look.isUnderlined = cell.style.attributes.contains(.underline)
                look.isReversed = cell.style.attributes.contains(.reverse)
                let value = Int(cell.style.color.rawValue)
                look.color = value == 16 ? 39 : value < 8 ? 30 + value : 82 + value
                return ShownCell(text: cell.character.map(String.init) ?? "", look: look)
            }
        }
    }

    /// Draws random shapes and texts.
    mutating func scribble(_ generator: inout SeededGenerator) {
        let words = [
            "word", "漢字", "é", "e\u{301}x", "👍🏽", "👩‍👩‍👧‍👦", "🇩🇪", "❤️a", "한글", "─│", " ", "    ", "a", "\u{1B}[31m", "\t",
        ]
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let place = Position(
                column: Int.random(in: -3..<size.columns + 3, using: &generator),
                row: Int.random(in: -1..<size.rows + 1, using: &generator))
            let part = Rectangle(
                column: place.column, row: place.row, width: Int.random(in: 0...12, using: &generator),
                height: Int.random(in: 0...4, using: &generator))
            let style = Style(
                Color(rawValue: UInt8.random(in: 0...16, using: &generator)) ?? .default,
                Style.Attributes(rawValue: Bool.random(using: &generator) ? 0 : .random(in: 0..<32, using: &generator)))
            let text = (0..<3).map { _ in words.randomElement(using: &generator) ?? "" }.joined()
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: fill(part, with: Bool.random(using: &generator) ? " " : "#", style)
            case 1: box(part, title: text, style)
            case 2:
                shift(
                    part, columns: .random(in: -3...3, using: &generator), rows: .random(in: -2...2, using: &generator))
            case 3: restyle(part) { $0 = style }
            case 4: put(text, at: place, style, in: part)
            case 5:
                let copy = self
                draw(copy, part, at: Position(column: place.row, row: place.row))
            default: put(text, at: place, style)
            }
        }
        cursor =
            Bool.random(using: &generator)
            ? nil
            : Position(
                column: Int.random(in: 0..<size.columns, using: &generator),
                row: Int.random(in: 0..<size.rows, using: &generator))
    }
}
