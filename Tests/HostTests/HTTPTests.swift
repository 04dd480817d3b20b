import TestSupport
import Testing

@testable import FeatureContract
@testable import HostCore

@Suite(
    "Requests of HTTP through the host", .blocking,
    .enabled(if: Fixtures.haveCompiler && HTTPServer.program != nil, "no cc or no python3 is installed"))
struct HTTPTests {
    /// The fixture, which asks for these origins.
    private static func feature(asking asked: [String], _ id: String = "fetches") -> Feature {
        let list = asked.map { "\\\"\($0)\\\"" }.joined(separator: ",")
        return .source(
            id,
            """
            #define FEATURE_ID "\(id)"
            #define NET "\(list)"
            #include "Fetches/fetches.c"

            """)
    }

    private func sandbox(asking asked: [String], allowing allowed: [String]? = nil, _ more: String = "") throws
        -> Sandbox
    {
        let list = (allowed ?? asked).map { #""\#($0)""# }.joined(separator: ", ")
        return try Sandbox(
            .only([Self.feature(asking: asked)]),
            wiring: .text(#"{ "features": { "fetches": { "allow": { "net": [\#(list)] }\#(more) } } }"#))
    }

    /// What the feature shows after a request.
    private func shown(_ host: Sandbox, _ url: String, _ options: String = "", _ more: String...) throws -> String {
        let outcome = try host.run(
            ["navigate", "--wait", "300", "fetches/get?url=\(PercentCoding.encoded(url))\(options)"] + more)
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
        return outcome.output
    }

    @Test(
        "an author sees each answer of a server as it is, and what went wrong by a code and a sentence",
        arguments: [
            ("ok", "", "200 of @/ok: 5 bytes of 'text/plain'", "text: GET 0"),
            ("status/204", "", "204 of @/status/204: 0 bytes", "done 1"),
            ("status/404", "", "404 of @/status/404: 4 bytes", "text: page"),
            ("status/500", "", "500 of @/status/500: 4 bytes", "text: page"),
            ("redirect/301", "", "200 of @/ok", "text: GET 0"),
            ("redirect/302", "&method=POST&body=9", "200 of @/ok", "text: GET 0"),
            ("redirect/303", "&method=PUT&body=9", "200 of @/ok", "text: GET 0"),
            ("redirect/307", "&method=POST&body=9", "200 of @/ok", "text: POST 9"),
            ("redirect/308", "&method=POST&body=300000", "200 of @/ok", "text: POST 300000"),
            ("loop", "", "11: '@/loop' is the 11th page that redirects to another one", "failed 1"),
            ("to?ftp://localhost/", "", "12: '@/to?ftp://localhost/' redirects to what is no URL", "failed 1"),
            ("chunked", "", "200 of @/chunked: 11 bytes", "text: hello world"),
            ("gzip/1000", "", "200 of @/gzip/1000: 9000 bytes", "text: unpacked unpacked"),
            ("trickle", "", "200 of @/trickle: 25 bytes", "text: drop drop drop drop drop"),
            ("early", "", "200 of @/early: 5 bytes", "text: later"),
            ("bytes/10000000", "", "200 of @/bytes/10000000: 10000000 bytes", "done 1"),
            ("bytes/10000000", "&cancel=1", "cancelled", "failed 1"),
            ("ok", "&method=PUT&body=10000000", "200 of @/ok", "text: PUT 10000000"),
            ("echo", "&method=POST&body=200000", "200 of @/echo: 200000 bytes", "text: abcdefghijklmnopqrstuvwxyzabc"),
            ("ok", "&method=HEAD", "200 of @/ok: 0 bytes of 'text/plain'", "done 1"),
            ("ok", "&method=OPTIONS", "200 of @/ok", "text: OPTIONS 0"),
            ("cut", "", "12: no answer of '@/cut': transfer closed with 996 bytes remaining", "failed 1"),
            ("more", "", "200 of @/more: 4 bytes", "text: part"),
            ("garbage", "", "12: no answer of '@/garbage'", "failed 1"),
            ("slow/30", "&timeout=300", "12: no answer of '@/slow/30': Operation timed out", "failed 1"),
            ("silent", "&timeout=300", "12: no answer of '@/silent': Operation timed out", "failed 1"),
            (
                "large-head/70000", "",
                "11: the answer of '@/large-head/70000' is refused: its head has more than 64 KiB", "failed 1"
            ),
            (
                "many-heads/2000", "",
                "11: the answer of '@/many-heads/2000' is refused: its head has more than 1000 fields", "failed 1"
            ),
            ("endless", "", "11: the answer of '@/endless' is refused: its body has more than 64 MiB", "failed 1"),
            (
                "gzip/30000000", "", "11: the answer of '@/gzip/30000000' is refused: its body has more than 64 MiB",
                "failed 1"
            ),
            (
                "ok", "&count=20", "16 requests are under way already; ask again when one is answered",
                "refused 4, done 16"
            ),
        ])
    func answers(path: String, options: String, shows first: String, and second: String) throws {
        let server = try HTTPServer()
        let origin = "http://localhost:\(server.port)"
        let host = try sandbox(asking: [origin])
        let shown = try shown(host, "\(origin)/\(path)", options)
        for text in [first, second] { #expect(shown.contains(text.replacing("@", with: origin)), "\(shown)") }
    }

    @Test(
        "what is no request is refused at once, and says what to write",
        arguments: [
            ("http://localhost:@/ok", "&method=CONNECT", "'CONNECT' is no method; expected one of DELETE, GET"),
            ("http://localhost:@/ok", "&method=get", "'get' is no method"),
            ("http://localhost:@/ok", "&method=HEAD&body=1", "HEAD has no body"),
            (
                "http://localhost:@/ok", "&name=Host&value=other",
                "the host writes the header 'Host' itself; leave it out"
            ),
            (
                "http://localhost:@/ok", "&name=content-length&value=1",
                "the host writes the header 'content-length' itself"
            ),
            ("http://localhost:@/ok", "&name=A%0D%0AB&value=1", "is no name of a header"),
            (
                "http://localhost:@/ok", "&name=A&value=1%0D%0AHost:%20evil",
                "has a value that is not one line of printable"
            ),
            ("http://localhost:@/ok", "&body=70000000", "the body of a request has at most 64 MiB"),
            ("ftp://localhost:@/ok", "", "the beginning is neither 'http://' nor 'https://'"),
            ("file:///etc/passwd", "", "the beginning is neither 'http://' nor 'https://'"),
            ("http://localhost:@@evil.example/", "", "what stands before '@' is no host"),
            ("http://evil%2eexample/", "", "is neither an IP address nor a name"),
            ("http://2130706433:@/", "", "is no IP address of four numbers"),
            ("http://0x7f.1:@/", "", "is no IP address of four numbers"),
            ("http://lоcalhost:@/", "", "begins with 'xn--'"),
            ("http://localhost:@/a b", "", "percent-encode it"),
        ])
    func refused(url: String, options: String, reason: String) throws {
        let host = try sandbox(asking: ["http://localhost:9"])
        let shown = try shown(host, url.replacing(":@", with: ":9"), options)
        #expect(shown.contains("asked 1, refused 1, done 0, failed 0") && shown.contains(reason), "\(shown)")
    }

    @Test(
        "a server that does not prove who it is, is not believed",
        .enabled(if: TestAuthority.program != nil, "no openssl is installed"),
        arguments: [
            ("localhost", 2, false, true, "text: GET 0"),
            ("localhost", 2, false, false, "12: no answer of '@/ok': SSL certificate problem: "),
            ("localhost", -1, false, true, "SSL certificate problem: certificate has expired"),
            (
                "other.example", 2, false, true,
                "no alternative certificate subject name matches target host name 'localhost'"
            ),
            ("localhost", 2, true, true, "SSL certificate problem: self-signed certificate"),
        ])
    func certificates(name: String, days: Int, selfSigned: Bool, known: Bool, shows expected: String) throws {
        let authority = try TestAuthority()
        let server = try HTTPServer(
            certificate: try authority.certificate(for: name, signedByItself: selfSigned, days: days))
        let origin = "https://localhost:\(server.port)"
        let host = try sandbox(asking: [origin])
        if known { host.set("SSL_CERT_FILE", authority.file) }
        let shown = try shown(host, "\(origin)/ok")
        #expect(shown.contains(expected.replacing("@", with: origin)), "\(shown)")
    }
}
