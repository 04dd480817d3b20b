import FeatureContract
import TestSupport
import Testing

@Suite struct PercentCodingTests {
    @Test(
        "percent-encoding is decoded once",
        arguments: [
            ("", ""), ("plain", "plain"), ("a%20b", "a b"), ("%2525", "%25"), ("%25", "%"), ("%c3%A9", "é"),
            ("%F0%9F%9A%82", "🚂"), ("a+b", "a+b"), ("%2B", "+"), ("%00", "\0"), ("é", "é"), ("é%20", "é "),
        ])
    func decoding(text: String, decoded: String) {
        #expect(PercentCoding.decoded(text) == decoded)
    }

    @Test(
        "malformed percent-encoding has no text",
        arguments: [
            "%", "%2", "a%", "%zz", "%2g", "%g2", "% 2", "%-1", "%+1", "%%41", "%é", "%C3", "%C3%28", "%FF", "%80",
            "%ED%A0%80", "%C0%AF", "%F4%90%80%80", "%C3é",
        ])
    func malformed(text: String) {
        #expect(PercentCoding.decoded(text) == nil)
    }

    @Test(
        "characters with a meaning in a link are encoded, and others stay",
        arguments: [
            ("aZ09-._~:@,", "aZ09-._~:@,"), ("a/b", "a/b"), ("a b", "a%20b"), ("&=%", "%26%3D%25"),
            ("+?#", "%2B%3F%23"), ("{}", "%7B%7D"), ("é", "%C3%A9"), ("\n\u{1B}\u{7F}", "%0A%1B%7F"),
            ("!$'()*;", "%21%24%27%28%29%2A%3B"),
        ])
    func encoding(text: String, encoded: String) {
        #expect(PercentCoding.encoded(text) == encoded)
    }

    @Test("a slash is encoded where it would end a path segment")
    func slashes() {
        #expect(PercentCoding.encoded("a/b", keepingSlashes: false) == "a%2Fb")
    }

    @Test("encoded text is plain ASCII and decodes to the original bytes", arguments: 1...4 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            let text = generator.text(upTo: 12)
            let encoded = PercentCoding.encoded(text, keepingSlashes: .random(using: &generator))
            #expect(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"?#&=+".utf8.contains($0) })
            #expect(try #require(PercentCoding.decoded(encoded)).utf8.elementsEqual(text.utf8))
        }
    }
}
