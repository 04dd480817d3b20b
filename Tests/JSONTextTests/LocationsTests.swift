import TestSupport
import Testing

@testable import JSONText

@Suite("Many locations in one text")
struct LocationsTests {
    @Test(
        "a location equals the one counted from the beginning, even at the borders of counted blocks",
        arguments: [("", 1), ("\u{FEFF}", 2), ("{", 3), ("ab", 4)] as [(String, UInt64)])
    func same(beginning: String, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = ["\n", "\r", "\r\n", "a", "é", "語", "🦀", "\t", "  \"key\": 1,"]
        var text = beginning
        while text.utf8.count < 14_000 { text += pieces.randomElement(using: &random) ?? "" }
        let bytes = Array(text.utf8)
        let locations = JSONLocations(bytes)
        var wrong: [Int] = []
        for offset in [0, 1, 3, 4095, 4096, 4097, 8191, 8192, 8193, bytes.count - 1, bytes.count, bytes.count + 9]
            + (0..<200).map({ _ in Int.random(in: 0..<bytes.count, using: &random) })
        where locations[offset] != JSONLocation(offset: offset, in: bytes) {
            wrong.append(offset)
        }
        #expect(wrong == [])
    }
}
