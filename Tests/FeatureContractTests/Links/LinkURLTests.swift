import FeatureContract
import TestSupport
import Testing

@Suite(.blocking) struct LinkURLTests {
    struct Parts: Sendable, CustomTestStringConvertible {
        let text: String
        let scheme: String
        let host: String
        let segments: [String]
        let query: [[String?]]
        let fragment: String?

        init(
            _ text: String, scheme: String = "s", host: String = "h", _ segments: [String] = [],
            query: [[String?]] = [], fragment: String? = nil
        ) {
            (self.text, self.scheme, self.host) = (text, scheme, host)
            (self.segments, self.query, self.fragment) = (segments, query, fragment)
        }

        var testDescription: String { text.debugDescription }
    }

    @Test(
        "a link is split as RFC 3986 says",
        arguments: [
            Parts("s://h"),
            Parts("s://h/"),
            Parts("s://h?"),
            Parts("s://h#", fragment: ""),
            Parts("s://h/?#", fragment: ""),
            Parts(
                "challenge://character/detail?id=42", scheme: "challenge", host: "character", ["detail"],
                query: [["id", "42"]]),
            Parts("s://h/a/b/c", ["a", "b", "c"]),
            Parts("s://h//", [""]),
            Parts("s://h///", ["", ""]),
            Parts("s://h/a/", ["a"]),
            Parts("s://h/a//", ["a", ""]),
            Parts("s://h/a/?q=1/#f/", ["a"], query: [["q", "1/"]], fragment: "f/"),
            Parts("s://h//a", ["", "a"]),
            Parts("s://h/a//b", ["a", "", "b"]),
            Parts("s://h/./../a", [".", "..", "a"]),
            Parts("s://h?a=1&b", query: [["a", "1"], ["b", nil]]),
            Parts("s://h/?a=&a=&=x", query: [["a", ""], ["a", ""], ["", "x"]]),
            Parts("s://h?&&a&&", query: [["a", nil]]),
            Parts("s://h?a=b=c", query: [["a", "b=c"]]),
            Parts("s://h?a=/b?c", query: [["a", "/b?c"]]),
            Parts("s://h#a?b/c#d", fragment: "a?b/c#d"),
            Parts("s://h/p?q=1#f", ["p"], query: [["q", "1"]], fragment: "f"),
            Parts("s://h#?q=1", fragment: "?q=1"),
            Parts("s://h:8080/a", host: "h:8080", ["a"]),
            Parts("s://user@h/a", host: "user@h", ["a"]),
            Parts("s://[::1]:80/a", host: "[::1]:80", ["a"]),
            Parts("s://h:/a", host: "h:", ["a"]),
            Parts("a+b-c.d9://h", scheme: "a+b-c.d9"),
        ])
    func parts(expected: Parts) throws {
        try check(expected)
    }

    @Test(
        "a link's scheme and host are lowercased, and the rest keeps its case",
        arguments: [
            Parts("S://H/Path?Query=Value#Fragment", ["Path"], query: [["Query", "Value"]], fragment: "Fragment"),
            Parts("HTTPS://WWW.Example.COM", scheme: "https", host: "www.example.com"),
            Parts("s://%48", host: "h"),
            Parts("s://\u{212A}", host: "\u{212A}"),
            Parts("s://%E2%84%AA.Org", host: "\u{212A}.org"),
        ])
    func letterCase(expected: Parts) throws {
        try check(expected)
    }

    @Test(
        "percent-encoding is decoded once, after the link is split",
        arguments: [
            Parts("s://h/a%2Fb", ["a/b"]),
            Parts("s://h/%3Fa%23", ["?a#"]),
            Parts("s://h/%2525", ["%25"]),
            Parts("s://h/%c3%a9%20x", ["é x"]),
            Parts("s://h/%2E%2e", [".."]),
            Parts("s://h?a%3Db=c%26d", query: [["a=b", "c&d"]]),
            Parts("s://h?a=1+1", query: [["a", "1+1"]]),
            Parts("s://h?a=%2B", query: [["a", "+"]]),
            Parts("s://h?a=%0A%00", query: [["a", "\n\0"]]),
            Parts("s://h#%23", fragment: "#"),
            Parts("s://%63haracter", host: "character"),
            Parts("s://h/é 🚂", ["é 🚂"]),
            Parts("s://h?a={b}", query: [["a", "{b}"]]),
        ])
    func decoding(expected: Parts) throws {
        try check(expected)
    }

    @Test(
        "a combining mark belongs to the text behind the delimiter that it would modify",
        arguments: [
            Parts("s://\u{301}h", host: "\u{301}h"),
            Parts("s://h/\u{301}a/\u{338}/", ["\u{301}a", "\u{338}"]),
            Parts("s://h?\u{301}a=\u{338}&\u{20E3}b", query: [["\u{301}a", "\u{338}"], ["\u{20E3}b", nil]]),
            Parts("s://h#\u{FE0F}\u{20E3}", fragment: "\u{FE0F}\u{20E3}"),
        ])
    func combiningMarks(expected: Parts) throws {
        try check(expected)
    }

    private func check(_ expected: Parts) throws {
        let url = try LinkURL(expected.text)
        #expect(url.scheme == expected.scheme)
        #expect(url.host == expected.host)
        #expect(url.segments == expected.segments)
        #expect(url.query.map { [$0.name, $0.value] } == expected.query)
        #expect(url.fragment == expected.fragment)
        #expect(url.text == expected.text)
        #expect("\(url)" == expected.text)
    }

    @Test(
        "a text that is not a link is refused with the reason",
        arguments: [
            ("", .noScheme("")),
            ("character/detail", .noScheme("character/detail")),
            ("//h/a", .noScheme("//h/a")),
            ("://h", .noScheme("://h")),
            ("1s://h", .noScheme("1s://h")),
            ("a_b://h", .noScheme("a_b://h")),
            ("a b://h", .noScheme("a b://h")),
            ("é://h", .noScheme("é://h")),
            ("%73://h", .noScheme("%73://h")),
            ("a/b://h", .noScheme("a/b://h")),
            ("s:", .noHost("s:")),
            ("s:h", .noHost("s:h")),
            ("s:/h", .noHost("s:/h")),
            ("s://", .noHost("s://")),
            ("s:///a", .noHost("s:///a")),
            ("s://?a", .noHost("s://?a")),
            ("s://#a", .noHost("s://#a")),
            ("s://h/%", .malformedPercentEncoding("%", in: "s://h/%")),
            ("s://h/a%2", .malformedPercentEncoding("a%2", in: "s://h/a%2")),
            ("s://h/%zz/b", .malformedPercentEncoding("%zz", in: "s://h/%zz/b")),
            ("s://%/b", .malformedPercentEncoding("%", in: "s://%/b")),
            ("s://h?%=1", .malformedPercentEncoding("%", in: "s://h?%=1")),
            ("s://h?a=%4", .malformedPercentEncoding("%4", in: "s://h?a=%4")),
            ("s://h#%", .malformedPercentEncoding("%", in: "s://h#%")),
            ("s://h/%FF", .malformedPercentEncoding("%FF", in: "s://h/%FF")),
            ("s://h/%C3/%A9", .malformedPercentEncoding("%C3", in: "s://h/%C3/%A9")),
            ("s://h?a=%ED%A0%80", .malformedPercentEncoding("%ED%A0%80", in: "s://h?a=%ED%A0%80")),
            ("s://h/%C0%AF", .malformedPercentEncoding("%C0%AF", in: "s://h/%C0%AF")),
            ("s://h/a\n", .controlCharacter("\n", in: "s://h/a\n")),
            ("s://h/\u{1B}[2J", .controlCharacter("\u{1B}", in: "s://h/\u{1B}[2J")),
            ("s://h\0", .controlCharacter("\0", in: "s://h\0")),
            ("s://h/\u{7F}", .controlCharacter("\u{7F}", in: "s://h/\u{7F}")),
            ("s://h/\r\n", .controlCharacter("\r", in: "s://h/\r\n")),
        ] as [(String, LinkError)])
    func errors(text: String, error: LinkError) {
        #expect(throws: error) { try LinkURL(text) }
    }

    @Test("a link may be 8192 bytes long, and not one byte more")
    func length() throws {
        let longest = "s://h/" + String(repeating: "a", count: LinkURL.maximumLength - 6)
        #expect(try LinkURL(longest).segments.first?.count == LinkURL.maximumLength - 6)
        #expect(throws: LinkError.tooLong(count: 8193)) { try LinkURL(longest + "a") }
        #expect(throws: LinkError.tooLong(count: 8194)) { try LinkURL(longest.dropLast(2) + "éé") }
    }

    @Test("an error's message says what was expected")
    func messages() {
        #expect("\(LinkError.tooLong(count: 9000))" == "the link is 9000 bytes long; at most 8192 are taken")
        #expect("\(LinkError.controlCharacter("\n", in: "s"))".contains("the control character U+000A"))
        #expect("\(LinkError.noScheme("x"))".hasSuffix("expected SCHEME://HOST/PATH"))
        #expect("\(LinkError.noHost("x"))".hasSuffix("expected SCHEME://HOST/PATH"))
        #expect("\(LinkError.malformedPercentEncoding("%", in: "x"))".hasSuffix("write '%' itself as '%25'"))
    }

    @Test(
        "no text traps, and every parsed link has a scheme and a host", arguments: 1...4 as ClosedRange<UInt64>)
    func anything(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var count = 0
        for _ in 0..<1500 {
            let text = generator.pick("s://", "S:", "", "s://h/") + generator.text(upTo: 20)
            guard let url = try? LinkURL(text) else { continue }
            count += 1
            #expect(LinkURL.isScheme(url.scheme))
            #expect(!url.host.isEmpty)
        }
        #expect(count > 50)
    }
}
