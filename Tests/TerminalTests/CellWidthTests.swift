import Testing

@testable import Terminal

@Suite("Width in cells")
struct CellWidthTests {
    @Test(
        "a character takes as many cells as terminals give it",
        arguments: [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("ｱ", 1), ("Ａ", 2), ("한", 2),
            ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2), ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("❤", 1), ("❤️", 2),
            ("1️⃣", 2), ("\u{301}", 0), ("\u{200B}", 0), ("─", 1), ("กำ", 2), ("\u{1FAE8}", 2), ("\u{E000}", 1),
            ("\u{1B}", 1), ("\t", 1), ("\r\n", 1), ("\u{9B}", 1), ("\u{202E}", 1), ("\u{FFFD}", 1),
        ] as [(Character, Int)])
    func characters(character: Character, cells: Int) {
        #expect(CellWidth.of(character) == cells)
        // The printable form has the same width.
        #expect(CellWidth.of(PrintableText.printable(character)) == cells)
    }

    @Test(
        "the prefix of a text fits its cells, without half a character",
        arguments: [("abc", 2, "ab"), ("漢字", 3, "漢"), ("漢字", 4, "漢字"), ("abc", 0, ""), ("e\u{301}a", 1, "e\u{301}")])
    func prefix(text: String, cells: Int, expected: String) {
        #expect(text.prefix(cells: cells) == expected)
    }

    @Test(
        "a text that does not fit ends with an ellipsis",
        arguments: [
            ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("漢字漢", 5, "漢字…"), ("漢字漢", 4, "漢…"), ("abc", 1, "…"), ("abc", 0, ""),
            ("", 0, ""), ("e\u{301}", 1, "e\u{301}"), ("ab\u{301}", 2, "ab\u{301}"),
        ])
    func truncation(text: String, cells: Int, expected: String) {
        #expect(text.truncated(cells: cells) == expected)
        #expect(text.truncated(cells: cells).cells <= cells)
    }

    @Test(
        "lines break between words, and inside of words that are too long",
        arguments: [
            ("one two three", 8, ["one two", "three"]), ("one two", 7, ["one two"]), ("one two", 3, ["one", "two"]),
            ("abcdefgh", 3, ["abc", "def", "gh"]), ("a abcdefgh", 3, ["a", "abc", "def", "gh"]), ("", 5, [""]),
            ("one\n\ntwo\r\nthree", 9, ["one", "", "two", "three"]), ("漢字漢字", 5, ["漢字", "漢字"]),
            ("漢", 1, ["漢"]), ("one  two", 4, ["one", "two"]), ("one   ", 4, ["one"]), ("one     ", 4, ["one"]),
            ("  one two", 5, ["  one", "two"]), ("      one", 4, ["one"]), ("      ", 4, [""]),
            ("漢字", 1, ["漢", "字"]), ("  abcdef", 4, ["abcd", "ef"]), ("abc", 0, ["a", "b", "c"]),
        ])
    func wrapping(text: String, cells: Int, lines: [String]) {
        #expect(text.wrapped(cells: cells) == lines)
    }

    @Test("padding extends a text to a width, and leaves a longer one unchanged")
    func padding() {
        #expect("漢".padded(cells: 4) == "漢  ")
        #expect("abc".padded(cells: 2) == "abc")
    }
}
