import Testing

@testable import Terminal

@Suite("Width in cells")
struct CellWidthTests {
    @Test(
        "a character takes as many cells as a terminal gives it",
        arguments: [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("ｱ", 1), ("Ａ", 2), ("한", 2),
            ("\u{1112}\u{1161}\u{11AB}", 2),
            ("👍", 2), ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("❤", 1), ("❤️", 2), ("1️⃣", 2), ("\u{301}", 0), ("\u{200B}", 0),
            ("─", 1), ("กำ", 2), ("🫨", 2), ("\u{1B}", 1), ("\t", 1), ("\r\n", 1), ("\u{9B}", 1), ("\u{202E}", 1),
        ] as [(Character, Int)])
    func characters(character: Character, cells: Int) {
        #expect(CellWidth.of(character) == cells)
    }
}
