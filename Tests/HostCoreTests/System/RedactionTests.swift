import HostSystem
import Testing

@Suite("Redaction")
struct RedactionTests {
    @Test(
        "each character of a secret is replaced, wherever it stands and however it is percent-encoded",
        arguments: [
            ("the key is wörd 7!", "the key is *******"), ("wörd 7!wörd 7!", "**************"),
            ("a/b?key=w%C3%B6rd%207!", "a/b?key=*******"), ("a/b?key=%77%c3%b6%72%64%20%37%21&x", "a/b?key=*******&x"),
            ("n?d=a%3Fkey%3Dw%25C3%25B6rd%25207!", "n?d=a%3Fkey%3D*******"), ("wörd 7", "wörd 7"), ("", ""), ("%", "%"),
            ("w%C3", "w%C3"), ("abcd and abc", "**** and abc"),
        ])
    func text(text: String, redacted: String) {
        var redaction = Redaction()
        for secret in ["abc", "abcd", "wörd 7!"] { redaction.insert(secret) }
        #expect(redaction.redacted(text) == redacted)
        #expect(redaction.isIn(text) == (text != redacted))
    }

    @Test("a secret that is cut anywhere leaves at most three of its first bytes in the piece before")
    func pieces() {
        var redaction = Redaction()
        for secret in ["pass", "password"] { redaction.insert(secret) }
        let data = Array("1password2".utf8)
        for first in 0...data.count {
            for second in first...data.count {
                var end: [UInt8] = []
                let pieces = [data[..<first], data[first..<second], data[second...]].map {
                    redaction.redacted(piece: Array($0), after: &end)
                }
                #expect(pieces.map(\.count) == [first, second - first, data.count - second])
                let text = String(decoding: pieces.joined(), as: UTF8.self)
                let rest = text.replacing("*", with: "")
                #expect(["1", "1p", "1pa", "1pas"].contains { rest == $0 + "2" }, "\(first) \(second) \(text)")
            }
        }
    }

    @Test("data keeps its size, and the longer of two secrets is replaced first")
    func data() {
        var redaction = Redaction()
        for secret in ["pass", "password"] { redaction.insert(secret) }
        #expect(redaction.redacted(Array("1password2pass".utf8)) == Array("1********2****".utf8))
        let written = BinaryWriter.bytes(redaction: redaction) { $0.append("my password") }
        #expect(written == BinaryWriter.bytes { $0.append("my ********") })
    }
}
