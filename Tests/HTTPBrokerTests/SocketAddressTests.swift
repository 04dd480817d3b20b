import Testing

@testable import HTTPBroker

@Suite("Addresses of machines")
struct SocketAddressTests {
    @Test(
        "an address is public if anyone's machine may have it",
        arguments: [
            ("93.184.215.14", true), ("1.1.1.1", true), ("172.15.255.255", true), ("172.32.0.1", true),
            ("100.63.0.1", true), ("223.255.255.255", true), ("192.0.1.1", true), ("2606:2800:21f:cb07::1", true),
            ("2a00:1450::1", true),
            ("0.0.0.0", false), ("10.0.0.1", false), ("100.64.0.1", false), ("127.0.0.1", false), ("127.1.2.3", false),
            ("169.254.169.254", false), ("172.16.0.1", false), ("172.31.255.255", false), ("192.0.0.1", false),
            ("192.0.2.1", false), ("192.168.1.1", false), ("198.18.0.1", false), ("198.51.100.1", false),
            ("203.0.113.1", false), ("224.0.0.1", false), ("240.0.0.1", false), ("255.255.255.255", false),
            ("::", false), ("::1", false), ("::ffff:127.0.0.1", false), ("::ffff:10.0.0.1", false),
            ("64:ff9b::7f00:1", false), ("fe80::1", false), ("fc00::1", false), ("ff02::1", false),
            ("2001::1", false), ("2001:db8::1", false), ("2002:7f00:1::", false), ("3fff::1", false),
        ])
    func publicity(text: String, isPublic: Bool) throws {
        let address = try #require(SocketAddress(text))
        #expect(address.isPublic == isPublic)
    }

    @Test(
        "no text but an address is one",
        arguments: ["", "localhost", "127.1", "0x7f.0.0.1", "1.2.3.4.5", "[::1]", "::g"])
    func none(text: String) {
        #expect(SocketAddress(text) == nil)
    }

    @Test("an address of version 4 in the form of version 6 is that of version 4")
    func mapped() {
        #expect(SocketAddress("::ffff:1.2.3.4")?.text == "1.2.3.4")
        #expect(SocketAddress("2001:0DB8::0001")?.text == "2001:db8::1")
    }
}
