import FeatureContract
import Testing

@Suite("An origin")
struct OriginTests {
    @Test(
        "is a scheme, a host and a port, in one notation",
        arguments: [
            ("https://api.example.org", "https://api.example.org"),
            ("HTTPS://API.Example.ORG", "https://api.example.org"),
            ("https://a.b:443", "https://a.b"), ("http://a.b:80", "http://a.b"), ("http://a.b:443", "http://a.b:443"),
            ("https://a.b:80", "https://a.b:80"), ("http://localhost:65535", "http://localhost:65535"),
            ("http://nas", "http://nas"), ("http://a_b", "http://a_b"), ("http://_a.b-c.d_", "http://_a.b-c.d_"),
            ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example"), ("https://1.a", "https://1.a"),
            ("https://0x1.a1", "https://0x1.a1"), ("http://127.0.0.1", "http://127.0.0.1"),
            ("http://255.255.255.255:1", "http://255.255.255.255:1"), ("http://[::1]", "http://[::1]"),
            ("http://[::1]:8080", "http://[::1]:8080"), ("https://[0:0::1]:443", "https://[::1]"),
            ("https://[2001:DB8::1]", "https://[2001:db8::1]"),
            (
                "https://\(long(63)).\(long(63)).\(long(63)).\(long(61))",
                "https://\(long(63)).\(long(63)).\(long(63)).\(long(61))"
            ),
        ])
    func texts(text: String, expected: String) throws {
        let origin = try Origin(text)
        #expect(origin.text == expected)
        #expect(try Origin(origin.text) == origin)
        #expect(try HTTPURL(text).origin == origin)
        #expect(try HTTPURL("\(text)/a?b").text == "\(expected)/a?b")
        #expect(try OriginPattern(text).text == expected)
        #expect(OriginPattern(origin).covers(origin))
    }

    private static func long(_ count: Int) -> String { String(repeating: "a", count: count) }

    /// What is not the beginning of a URL, and a part of the reason.
    static let bad: [(String, String)] = [
        ("", "neither 'http://'"), ("//a.b", "neither 'http://'"), ("a.b", "neither 'http://'"),
        ("https:a.b", "neither 'http://'"), ("https:/a.b", "neither 'http://'"), ("ftp://a.b", "neither 'http://'"),
        ("httpss://a.b", "neither 'http://'"), ("://a.b", "neither 'http://'"), ("https", "neither 'http://'"),
        ("https://", "the host ''"), ("https:///x", "the host ''"), ("https://:80", "the host ''"),
        ("https://?a.b", "the host ''"), ("https://#a.b", "the host ''"),
        ("https://api.example.org@evil.example", "before '@' is no host"),
        ("https://user:secret@a.b", "before '@' is no host"), ("https://@a.b", "before '@' is no host"),
        ("https://a.b:443@c.d", "before '@' is no host"), ("https://[::1]@c.d", "before '@' is no host"),
        ("https://evil\\@a.b", "U+005C"), ("https:\\\\a.b", "U+005C"), ("https://a.b\\c.d", "U+005C"),
        ("https://b\u{FC}cher.example", "U+00FC is in no URL; percent-encode it, or write a host's name in its ASCII"),
        ("https://\u{430}pi.example.org", "'xn--'"), ("https://api\u{3002}example.org", "'xn--'"),
        ("https://api.example\u{FF0E}org", "'xn--'"), ("https://a\u{AD}b.c", "'xn--'"),
        ("https://a.b\u{301}", "'xn--'"), ("https://\u{212A}.b", "'xn--'"), ("https://a.b:\u{661}", "'xn--'"),
        ("\u{FEFF}https://a.b", "U+FEFF"), ("https://127.0.0.1\u{2488}", "'xn--'"),
        ("https://api.example.org%2eevil", "the host 'api.example.org%2eevil' is neither"),
        ("https://%61.b", "is neither an IP address nor a name"), ("https://a.b.", "is neither"),
        ("https://.a", "is neither"), ("https://a..b", "is neither"), ("https://.", "is neither"),
        ("https://-a.b", "is neither"), ("https://a-.b", "is neither"), ("https://a.-", "is neither"),
        ("https://a,b", "is neither"), ("https://a!b", "is neither"), ("https://*", "is neither"),
        ("https://a.*.b", "is neither"), ("https://\(long(64)).b", "is neither"),
        ("https://\(long(63)).\(long(63)).\(long(63)).\(long(62))", "is neither"), ("https://a{b}", "is neither"),
        ("https://[::FFFF:127.0.0.1]", "'[::ffff:127.0.0.1]' is an address of version 4; write '127.0.0.1'"),
        ("http://[::]", "'::' is the address of no machine; this one is '127.0.0.1' or '[::1]'"),
        ("http://0.0.0.0:80", "'0.0.0.0' is the address of no machine"),
        ("http://0.1.2.3", "'0.1.2.3' is the address of no machine"),
        ("https://2130706433", "ends in a number"), ("https://0x7f.1", "ends in a number"),
        ("https://0x7f000001", "ends in a number"), ("https://0X7F000001", "ends in a number"),
        ("https://127.1", "ends in a number"), ("https://0177.0.0.1", "ends in a number"),
        ("https://127.0.0.01", "ends in a number"), ("https://127.0.0.256", "ends in a number"),
        ("https://127.0.0.1.1", "ends in a number"), ("https://a.1", "ends in a number"),
        ("https://a.0x", "ends in a number"), ("https://0", "ends in a number"), ("https://127.0.0.1.", "is neither"),
        ("https://[::1", "such as '[::1]'"), ("https://[]", "such as '[::1]'"), ("https://[a.b]", "such as '[::1]'"),
        ("https://[127.0.0.1]", "such as '[::1]'"), ("https://[::1]a", "such as '[::1]'"),
        ("https://[fe80::1%25lo]", "such as '[::1]'"), ("https://[::1::]", "such as '[::1]'"),
        ("https://[::ffff:127.1]", "such as '[::1]'"), ("https://::1", "is neither"), ("https://a[::1]", "is neither"),
        ("https://a.b:", "the port ''"), ("https://a.b:0", "the port '0'"), ("https://a.b:080", "the port '080'"),
        ("https://a.b:65536", "the port '65536'"), ("https://a.b:+80", "the port '+80'"),
        ("https://a.b:-1", "the port '-1'"), ("https://a.b:80:80", "the port '80:80'"),
        ("https://a.b:x", "the port 'x'"), ("https://[::1]:", "the port ''"),
        (" https://a.b", "U+0020 is in no URL; percent-encode it"), ("https://a.b ", "U+0020"),
        ("https://a.b\r\n", "U+000D"), ("https://a.b\n", "U+000A"), ("https://a\tb", "U+0009"),
        ("https://a.b\u{0}", "U+0000"), ("https://a.b\u{7F}", "U+007F"),
        ("https://a.b/\(String(repeating: "a", count: 100_000))", "it has 100012 bytes"),
    ]

    @Test("and a URL begin with no other text, and the reason says why", arguments: bad)
    func refused(text: String, reason: String) {
        for suffix in ["", "/", "/index.html"] {
            let error = #expect(throws: URLProblem.self) { try HTTPURL(text + suffix) }
            #expect(suffix != "" || error?.description.contains(reason) == true, "\(error?.description ?? "")")
        }
        #expect(throws: URLProblem.self) { try Origin(text) }
        #expect(throws: URLProblem.self) { try OriginPattern(text) }
    }

    @Test("is followed by nothing", arguments: ["/", "?", "#", "/a", "?a", "#a"])
    func alone(rest: String) throws {
        let error = #expect(throws: URLProblem.self) { try Origin("HTTPS://a.b:443" + rest) }
        #expect(error?.reason == "'\(rest)' follows the host and port; write 'https://a.b' alone")
        #expect(throws: URLProblem.self) { try OriginPattern("https://*.a.b" + rest) }
    }

    @Test("has no user's secret in the reason")
    func secret() {
        let error = #expect(throws: URLProblem.self) { try Origin("https://user:secret@a.b") }
        #expect(error?.reason.contains("secret") == false)
    }

    @Test(
        "knows whether it names a machine or an address",
        arguments: [
            ("https://a.b", nil), ("https://127.0.0.1:1", "127.0.0.1"), ("https://[0::1]", "::1"),
            ("https://1.2.3.a", nil), ("https://localhost", nil),
        ] as [(String, String?)])
    func address(text: String, address: String?) throws {
        #expect(try Origin(text).address == address)
    }

    // MARK: Patterns

    @Test(
        "of a permission may have a star as its first label, which stands for exactly one",
        arguments: [
            ("https://*.example.org", "https://api.example.org", true),
            ("HTTPS://*.Example.org:443", "https://API.example.org", true),
            ("https://*.example.org", "https://example.org", false),
            ("https://*.example.org", "https://a.b.example.org", false),
            ("https://*.example.org", "https://apiexample.org", false),
            ("https://*.example.org", "http://api.example.org", false),
            ("https://*.example.org", "https://api.example.org:8443", false),
            ("https://*.example.org:8443", "https://api.example.org:8443", true),
            ("https://*.example.org", "https://api.example.org.evil.example", false),
            ("https://*.a.b", "https://xn--bcher-kva.a.b", true),
            ("https://a.b", "https://a.b", true), ("https://a.b", "https://c.b", false),
            ("http://[::1]:1", "http://[::1]:1", true), ("http://[::1]:1", "http://[::1]:2", false),
        ])
    func covers(pattern: String, origin: String, isCovered: Bool) throws {
        let (pattern, origin) = (try OriginPattern(pattern), try Origin(origin))
        #expect(pattern.covers(origin) == isCovered)
        #expect(pattern.covers(OriginPattern(origin)) == isCovered)
        #expect(pattern.meets(OriginPattern(origin)) == isCovered)
        #expect(OriginPattern(origin).meets(pattern) == isCovered)
        #expect(!OriginPattern(origin).covers(pattern) || pattern == OriginPattern(origin))
        #expect(try OriginPattern(pattern.text) == pattern)
    }

    @Test(
        "has a star nowhere else",
        arguments: [
            "https://*", "https://*.", "https://*.org", "https://*.localhost", "https://**.a.b", "https://a*.b.c",
            "https://*a.b.c", "https://a.*.b", "https://*.*.b.c", "https://*.127.0.0.1", "https://*.[::1]",
            "https://*.0.0.1", "https://*:443", "https://*.a.b:", "*.a.b", "*://*.a.b", "https://*.a@b.c",
            "https://*.-a.b",
        ])
    func noStar(text: String) {
        #expect(throws: URLProblem.self) { try OriginPattern(text) }
    }

    @Test("of a feature's code keeps a text that is none, and covers nothing by it")
    func unchecked() throws {
        let text = "https://*"
        #expect(OriginPattern(unchecked: text).text == text)
        #expect(try !OriginPattern(unchecked: text).covers(Origin("https://a.b")))
        #expect(try OriginPattern(unchecked: "HTTPS://a.b") == OriginPattern("https://a.b"))
    }
}

@Suite("A URL of HTTP")
struct HTTPURLTests {
    @Test(
        "has a path and a query as they stand, and no fragment",
        arguments: [
            ("https://a.b", "/"), ("https://a.b/", "/"), ("https://a.b?", "/?"), ("https://a.b?c=d", "/?c=d"),
            ("https://a.b#c", "/"), ("https://a.b/c#d#e", "/c"), ("https://a.b?c#d?e", "/?c"), ("https://a.b//", "//"),
            ("https://a.b/./../c/.", "/./../c/."), ("https://a.b/%2e%2E/%ff", "/%2e%2E/%ff"),
            ("https://a.b/c:d@e;f=g,h!$&'()*+~-._", "/c:d@e;f=g,h!$&'()*+~-._"),
            ("https://a.b/c?d/e?f=https://g.h@i", "/c?d/e?f=https://g.h@i"), ("https://a.b/@c", "/@c"),
            ("https://a.b:443//c.d", "//c.d"),
        ])
    func target(text: String, target: String) throws {
        let url = try HTTPURL(text)
        #expect(url.target == target)
        #expect(url.text == "https://a.b\(target)")
        #expect(try HTTPURL(url.text) == url)
    }

    @Test(
        "has no other characters, and the reason says how to write them",
        arguments: [
            ("[", "has '['; write it as '%5B'"), ("]", "%5D"), ("|", "%7C"), ("^", "%5E"), ("{", "%7B"), ("}", "%7D"),
            ("\"", "%22"), ("<", "%3C"), (">", "%3E"), ("`", "%60"), ("\\", "U+005C"), (" ", "U+0020"),
            ("\r\nX: y", "U+000D"), ("\u{E9}", "U+00E9"), ("\u{0}", "U+0000"), ("\u{1F600}", "U+1F600"),
            ("%", "'%25'"), ("%4", "'%25'"), ("%4g", "'%25'"), ("%%41", "'%25'"), ("%u0041", "'%25'"),
        ])
    func refused(part: String, reason: String) {
        for text in ["https://a.b/\(part)", "https://a.b?c=\(part)"] {
            let error = #expect(throws: URLProblem.self) { try HTTPURL(text) }
            #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
        }
    }

    @Test("has at most 8,192 bytes")
    func size() throws {
        let path = String(repeating: "a", count: 8192 - "https://a.b/".utf8.count)
        #expect(throws: Never.self) { try HTTPURL("https://a.b/\(path)") }
        #expect(throws: URLProblem.self) { try HTTPURL("https://a.b/\(path)a") }
        #expect(throws: URLProblem.self) { try HTTPURL("https://a.b/").resolving("\(path)a") }
    }

    @Test(
        "is what a reference means, as in RFC 3986, section 5.4",
        arguments: [
            ("g", "/b/c/g"), ("./g", "/b/c/g"), ("g/", "/b/c/g/"), ("/g", "/g"), ("?y", "/b/c/d;p?y"),
            ("g?y", "/b/c/g?y"), ("#s", "/b/c/d;p?q"), ("g#s", "/b/c/g"), ("g?y#s", "/b/c/g?y"), (";x", "/b/c/;x"),
            ("g;x", "/b/c/g;x"), ("g;x?y#s", "/b/c/g;x?y"), ("", "/b/c/d;p?q"), (".", "/b/c/"), ("./", "/b/c/"),
            ("..", "/b/"), ("../", "/b/"), ("../g", "/b/g"), ("../..", "/"), ("../../", "/"), ("../../g", "/g"),
            ("../../../g", "/g"), ("../../../../g", "/g"), ("/./g", "/g"), ("/../g", "/g"), ("g.", "/b/c/g."),
            (".g", "/b/c/.g"), ("g..", "/b/c/g.."), ("..g", "/b/c/..g"), ("./../g", "/b/g"), ("./g/.", "/b/c/g/"),
            ("g/./h", "/b/c/g/h"), ("g/../h", "/b/c/h"), ("g;x=1/./y", "/b/c/g;x=1/y"), ("g;x=1/../y", "/b/c/y"),
            ("g?y/./x", "/b/c/g?y/./x"), ("g?y/../x", "/b/c/g?y/../x"), ("g#s/./x", "/b/c/g"), ("?", "/b/c/d;p?"),
            ("?a:b", "/b/c/d;p?a:b"), ("g/a:b", "/b/c/g/a:b"), ("./a:b", "/b/c/a:b"), ("/a:b", "/a:b"),
            ("/.", "/"), ("/..", "/"), ("/a//../b", "/a/b"), ("g@h", "/b/c/g@h"), ("%2e%2e/g", "/b/c/%2e%2e/g"),
        ])
    func relative(reference: String, target: String) throws {
        #expect(try HTTPURL("http://a:81/b/c/d;p?q").resolving(reference).text == "http://a:81\(target)")
    }

    @Test(
        "is another origin's where the reference names one",
        arguments: [
            ("//g", "http://g/"), ("//g:80/h/../i", "http://g/i"), ("https://g.h", "https://g.h/"),
            ("HTTPS://G.h:443/./i?j#k", "https://g.h/i?j"), ("///g", nil), ("//", nil), ("http:g", nil), ("g:h", nil),
            ("ftp://g", nil), ("javascript:x", nil), ("//u@g", nil), ("\\\\g", nil), ("/\\g", nil), (" //g", nil),
            ("/\u{E9}", nil), ("/a\r\nb", nil), ("/a b", nil), ("/{a}", nil), ("/%", nil), ("1:2", nil),
            ("https://[::1", nil), ("//g:", nil),
        ] as [(String, String?)])
    func absolute(reference: String, text: String?) throws {
        #expect((try? HTTPURL("http://a/b/c/d;p?q").resolving(reference).text) == text)
    }

    @Test("without a path is the root for a relative reference")
    func root() throws {
        #expect(try HTTPURL("https://a.b?c/d").resolving("e").text == "https://a.b/e")
        #expect(try HTTPURL("https://a.b?c/d").resolving("?e").text == "https://a.b/?e")
    }
}
