import FeatureContract
import Testing

@Suite("An endpoint")
struct EndpointTests {
    @Test(
        "is a name in lower case or an address in its shortest form, and a port",
        arguments: [
            ("api.example.org", "api.example.org:443"), ("API.Example.ORG", "api.example.org:443"),
            ("nas", "nas:443"), ("a_b-1", "a_b-1:443"), ("127.0.0.1", "127.0.0.1:443"), ("127.1", "127.1:443"),
            ("::1", "[::1]:443"), ("0:0::0:1", "[::1]:443"), ("2001:DB8::1", "[2001:db8::1]:443"),
        ])
    func texts(host: String, text: String) throws {
        #expect(Endpoint(host: host, port: 443)?.text == text)
    }

    @Test(
        "is made of no text that cannot be a name or an address",
        arguments: [
            "", ".", "a.", ".a", "a..b", "a b", "a/b", "a\u{0}", "a\n", "\u{E9}", "[::1]", "1:2", "fe80::1%lo",
            "::1\u{0}",
            "a:1", String(repeating: "a", count: 64), String(repeating: "a.", count: 127) + "b",
        ])
    func refused(host: String) {
        #expect(Endpoint(host: host, port: 443) == nil)
    }

    @Test("has no port 0")
    func port() { #expect(Endpoint(host: "a.b", port: 0) == nil) }

    @Test("of a permission has a name with a dot or an address, and localhost is the only other name")
    func permission() {
        for text in ["a.b:1", "localhost:80", "[::1]:443", "192.0.2.1:65535"] {
            #expect(Endpoint(text)?.text == text)
            #expect(Endpoint(text)?.isPermission == true)
        }
        for text in ["nas:80", "udp:53", "tcp:1", "a.b", "a.b:", "a.b:01", "a.b:+1", "::1:1", "[a.b]:1", "[::1]1"] {
            #expect(Endpoint(text) == nil)
        }
        #expect(Endpoint(host: "nas", port: 80)?.isPermission == false)
    }
}
