import TestSupport
import Testing

@testable import Terminal

@Suite("Canvas")
struct CanvasTests {
    private static func canvas(_ lines: String..., columns: Int = 8) -> Canvas {
        var canvas = Canvas(columns: columns, rows: lines.count)
        for (row, line) in lines.enumerated() { canvas.put(line, at: Position(column: 0, row: row)) }
        return canvas
    }

    @Test(
        "text is cut at each edge, and half of a wide character is a space",
        arguments: [
            (0, "abc", "abc"), (-1, "abc", "bc"), (6, "abc", "      ab"), (8, "abc", ""), (-9, "abc", ""),
            (-1, "漢字", " 字"), (7, "漢", ""), (5, "漢字", "     漢"), (0, "e\u{301}x", "e\u{301}x"), (0, "\u{301}x", "x"),
            (0, "a\u{1B}[1mb", "a␛[1mb"), (0, "a\r\nb\tc", "a b c"), (0, "a\u{9B}b", "a\u{FFFD}b"),
            (0, "\u{202E}ab", "\u{FFFD}ab"),
        ])
    func edges(column: Int, text: String, line: String) {
        var canvas = Canvas(columns: 8, rows: 1)
        canvas.put(text, at: Position(column: column, row: 0))
        #expect(canvas.lines == [line])
    }

    @Test("text outside of its part changes no cells, and its end column is returned even where it is cut")
    func clip() {
        var canvas = Self.canvas("........")
        let part = Rectangle(column: 2, row: 0, width: 3, height: 1)
        #expect(canvas.put("abcdef漢", at: Position(column: 1, row: 0), in: part) == 9)
        #expect(canvas.lines == ["..bcd..."])
        #expect(canvas.put("x", at: Position(column: 2, row: 1), in: part) == 3)
        #expect(canvas.lines == ["..bcd..."])
    }

    @Test(
        "text over half of a wide character leaves a space for the other half",
        arguments: [(0, "x", "x 字"), (1, "x", " x字"), (1, "語", " 語"), (3, "x", "漢 x"), (1, "xy", " xy")])
    func halves(column: Int, text: String, line: String) {
        var canvas = Self.canvas("漢字")
        canvas.put(text, at: Position(column: column, row: 0))
        #expect(canvas.lines == [line])
    }

    @Test("a box has its title in the upper edge, cut if it is too long")
    func box() {
        var canvas = Canvas(columns: 12, rows: 3)
        canvas.box(canvas.bounds, title: "Title")
        #expect(canvas.lines == ["┌─ Title ──┐", "│          │", "└──────────┘"])
        canvas.box(canvas.bounds, title: "A longer title", border: .ascii)
        #expect(canvas.lines == ["+- A lon… -+", "|          |", "+----------+"])
        canvas = Canvas(columns: 12, rows: 3)
        canvas.box(Rectangle(column: -2, row: 1, width: 5, height: 9))
        #expect(canvas.lines == ["", "──┐", "  │"])
        canvas = Canvas(columns: 3, rows: 1)
        canvas.box(canvas.bounds)
        #expect(canvas.lines == [""])
    }

    @Test("shifted cells stay within their part")
    func shift() {
        var canvas = Self.canvas("abcdefgh", "ABCDEFGH", "12345678")
        canvas.shift(Rectangle(column: 1, row: 0, width: 3, height: 3), rows: 1)
        #expect(canvas.lines == ["a   efgh", "AbcdEFGH", "1BCD5678"])
        canvas.shift(Rectangle(column: 0, row: 1, width: 8, height: 1), columns: -2)
        #expect(canvas.lines[1] == "cdEFGH")
        canvas = Self.canvas("a漢b")
        canvas.shift(canvas.bounds, columns: -2)
        #expect(canvas.lines == [" b"])
    }

    @Test("a part of another screen is drawn with halves of wide characters as spaces")
    func draw() {
        let other = Self.canvas("漢字ab", "cdefgh")
        var canvas = Self.canvas("........", "........")
        canvas.draw(other, Rectangle(column: 1, row: 0, width: 4, height: 2), at: Position(column: 2, row: 0))
        #expect(canvas.lines == [".. 字a..", "..defg.."])
        canvas = Self.canvas("........", "........")
        canvas.draw(other, at: Position(column: 5, row: 1))
        #expect(canvas.lines == ["........", ".....漢"])
    }

    @Test("both halves of a wide character have one style, wherever the edge of a part is")
    func restyle() {
        for columns in [0..<1, 1..<2, 0..<2, 1..<3] {
            var canvas = Self.canvas("漢字")
            canvas.restyle(Rectangle(column: columns.lowerBound, row: 0, width: columns.count, height: 1)) {
                $0 = .reverse
            }
            #expect(canvas[0, 0].style == canvas[1, 0].style)
            #expect(canvas[2, 0].style == canvas[3, 0].style)
            #expect(canvas.lines == ["漢字"])
        }
    }

    @Test("nothing is drawn on a screen without cells, nor far outside")
    func nowhere() {
        for size in [Size(columns: 0, rows: 0), Size(columns: 0, rows: 3), Size(columns: 3, rows: 0)] {
            var canvas = Canvas(size)
            var generator = SeededGenerator(seed: 1)
            canvas.put("漢", at: Position(column: 0, row: 0))
            canvas.box(Rectangle(column: -1, row: -1, width: 9, height: 9), title: "title")
            canvas.fill(Rectangle(column: -5, row: -5, width: 2, height: 2))
            canvas.restyle(Rectangle(column: 0, row: 0, width: 9, height: 9)) { $0 = .bold }
            canvas.shift(canvas.bounds, columns: 1, rows: 1)
            canvas.draw(Self.canvas("abc"), at: Position(column: -1, row: 0))
            #expect(canvas.lines == Array(repeating: "", count: size.rows))
            _ = generator.next()
        }
    }

    @Test("a letter with too many marks is cut")
    func marks() {
        var canvas = Canvas(columns: 2, rows: 1)
        canvas.put("a" + String(repeating: "\u{301}", count: 10_000), at: Position(column: 0, row: 0))
        #expect(canvas.lines[0].unicodeScalars.count == 32)
    }
}
