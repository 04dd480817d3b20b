import Glibc
import HTTPBroker
import JSONText
import TestSupport
import Testing

@testable import FeatureContract
@testable import HostCore
@testable import HostTools
@testable import ProgramTestSupport

@Suite(
    "Requests of HTTP through the host", .blocking,
    .enabled(if: Fixtures.haveCompiler && HTTPServer.program != nil, "no cc or no python3 is installed"))
struct HTTPTests {
    /// The fixture, which asks for these origins.
    private static func feature(
        asking asked: [String], _ id: String = "fetches", preloading url: String? = nil, build: Int = 1
    ) -> Feature {
        let list = asked.map { "\\\"\($0)\\\"" }.joined(separator: ",")
        return .source(
            id,
            """
            #define FEATURE_ID "\(id)"
            \(asked.isEmpty ? "" : "#define NET \"\(list)\"")
            \(url.map { "#define PRELOAD \"\($0)\"" } ?? "")
            #include "Fetches/fetches.c"
            int build = \(build);

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
            ["navigate", "--wait", "300s", "fetches/get?url=\(PercentCoding.encoded(url))\(options)"] + more)
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
        return outcome.output
    }

    /// An app that waits for the answer to one request.
    private func waiting(_ host: Sandbox, for url: String) throws -> RunningApp {
        let app = try RunningApp(host, "--fresh", "fetches/get?url=\(url)", columns: 200)
        try app.see("asked 1, refused 0, done 0, failed 0")
        return app
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
            ("to-text?/ok?%FC%7B%20%7D", "", "200 of @/ok?%EF%BF%BD%7B%20%7D: 5 bytes", "text: GET 0"),
            ("loop?word=hush", "", "11: '@/loop' is the 11th page that redirects to another one", "failed 1"),
            ("to?ftp://localhost/", "", "12: '@/to' redirects to what is no URL", "failed 1"),
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
            (
                "cut?word=hush", "", "200 of @/cut?word=hush: 4 bytes",
                "12: the answer of '@/cut' broke off: transfer closed with 996 bytes remaining"
            ),
            ("more", "", "200 of @/more: 4 bytes", "text: part"),
            ("garbage?word=hush", "", "12: no answer of '@/garbage': ", "failed 1"),
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
            (
                "large-head/200000", "",
                "11: the answer of '@/large-head/200000' is refused: its head has more than 64 KiB", "failed 1"
            ),
            (
                "trailers/20000", "",
                "11: the answer of '@/trailers/20000' is refused: its head has more than 64 KiB", "failed 1"
            ),
            (
                "head/HTTP/1.1_200x", "",
                "12: the answer of '@/head/HTTP/1.1_200x' is refused: it begins with 'HTTP/1.1 200x' in place of a status",
                "failed 1"
            ),
            ("head/HTTP/1.1_101_Other;Upgrade:_x", "", "12: no answer of '@/head/HTTP/1.1_101_Other", "failed 1"),
            ("head/HTTP/1.1_999_Odd", "", "is refused: it begins with 'HTTP/1.1 999 Odd'", "failed 1"),
            (
                "head/HTTP/1.1_200_OK;:_x;A_B:_c;HTTP/1.1_302:_x;content-type:_a/;_b;_c", "",
                ": 4 bytes of 'a/ b c'", "text: body"
            ),
            ("fold/15000", "", "200 of @/fold/15000: 0 bytes of 'a b b b", "done 1"),
            ("stream", "&method=POST&body=1000000", "200 of @/stream: 1000000 bytes", "done 1"),
            ("slow-loop", "&timeout=700", "12: no answer of '@/slow-loop'", "failed 1"),
            ("headers", "&method=POST&body=9&name=Accept&value=%20%20", "content-length: 9", "done 1"),
            ("ok", "&method=POST&body=9&name=X-Blank&value=%20", "sent 9", "text: POST 9"),
            ("headers", "&method=POST", "content-length: 0", "done 1"),
            ("ok", "&body=9", "sent 9", "text: GET 9"),
            ("ok", "&method=PUT&body=65536", "sent 65536", "text: PUT 65536"),
            ("ok", "&method=PUT&body=65537", "sent 65537", "text: PUT 65537"),
            ("ok", "&method=POST&body=300000", "sent 300000", "text: POST 300000"),
            (
                "endless", "", "200 of @/endless: 67",
                "11: the answer of '@/endless' is refused: its body has more than 64 MiB"
            ),
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

    @Test(
        "an origin is asked if the manifest asks for it and the wiring allows it, and a port of every machine is not one",
        arguments: [
            (["http://localhost:@"], #""allow": { "net": ["http://localhost:@"] }"#, nil),
            (
                ["http://localhost:@"], "",
                #"to allow it, add "allow": {"net": ["http://localhost:@"]} to "fetches" in "features""#
            ),
            ([], #""allow": { "net": ["http://localhost:@"] }"#, "its manifest does not ask for it by"),
            (["tcp:@"], #""allow": { "net": ["tcp:@"] }"#, "its manifest does not ask for it by"),
            (["https://localhost:@"], #""allow": { "net": ["https://localhost:@"] }"#, "its manifest does not ask"),
            (
                ["http://localhost:@"],
                #""allow": { "net": ["http://localhost:@"] }, "deny": { "net": ["http://localhost:@"] }"#,
                "the wiring file denies it"
            ),
            ([], #""isolation": "inline""#, nil),
        ] as [([String], String, String?)])
    func permissions(asked: [String], options: String, refusal: String?) throws {
        let server = try HTTPServer()
        func text(_ text: String) -> String { text.replacing("@", with: "\(server.port)") }
        let host = try Sandbox(
            .only([Self.feature(asking: asked.map(text))]),
            wiring: .text(#"{ "features": { "fetches": { \#(text(options)) } } }"#))
        let shown = try shown(host, text("http://localhost:@/ok"))
        if let refusal {
            #expect(shown.contains("'fetches' may not ask 'http://localhost:\(server.port)': "), "\(shown)")
            #expect(shown.contains(text(refusal)) && shown.contains("refused 1"), "\(shown)")
        } else {
            #expect(shown.contains("text: GET 0"), "\(shown)")
        }
    }

    @Test("a body has the type that the feature names, or none, and a blank field is sent as one")
    func fields() throws {
        let server = try HTTPServer()
        let origin = "http://localhost:\(server.port)"
        let host = try sandbox(asking: [origin])
        let plain = try shown(host, "\(origin)/headers", "&method=POST&body=9")
        #expect(plain.contains("content-length: 9") && !plain.contains("content-type"), "\(plain)")
        let typed = try shown(host, "\(origin)/headers", "&method=POST&body=9&name=Content-Type&value=a/b")
        #expect(typed.contains("content-type: a/b"), "\(typed)")
        let blank = try shown(host, "\(origin)/headers", "&name=X-Blank&value=%20%09")
        #expect(blank.contains("x-blank: \n") || blank.contains("x-blank:\n"), "\(blank)")
    }

    @Test(
        "a proxy of the operator's is asked in place of the server, unless the server is an exception",
        .enabled(if: TestAuthority.program != nil, "no openssl is installed"))
    func proxies() throws {
        let authority = try TestAuthority()
        let (proxy, plain) = (try HTTPServer(), try HTTPServer())
        let secured = try HTTPServer(certificate: try authority.certificate(for: "localhost"))
        let origins = ["http://localhost:\(plain.port)", "https://localhost:\(secured.port)", "http://other.example"]
        let host = try sandbox(asking: origins)
        host.set("SSL_CERT_FILE", authority.file)
        host.set("http_proxy", "http://localhost:\(proxy.port)")
        host.set("HTTPS_PROXY", "http://localhost:\(proxy.port)")
        #expect(try shown(host, "\(origins[0])/ok").contains("text: by proxy \(origins[0])/ok"))
        #expect(try shown(host, "\(origins[2])/ok").contains("text: by proxy http://other.example/ok"))
        // The answer of the proxy to CONNECT is nobody's.
        let tunnelled = try shown(host, "\(origins[1])/status/404")
        #expect(tunnelled.contains("404 of \(origins[1])/status/404: 4 bytes of ''"), "\(tunnelled)")
        for exceptions in ["localhost", "*", "a.b,.localhost", "a.b localhost"] {
            host.set("NO_PROXY", exceptions)
            #expect(try shown(host, "\(origins[0])/ok").contains("text: GET 0"), "\(exceptions)")
        }
        for others in ["local", "localhost.", "host", "127.0.0.0/8", "\tlocalhost", "ocalhost"] {
            host.set("NO_PROXY", others)
            #expect(try shown(host, "\(origins[0])/ok").contains("text: by proxy"), "\(others)")
        }
    }

    @Test("a trace has each request with its origin, and its status where there was one, and neither path nor query")
    func traced() throws {
        let server = try HTTPServer()
        let origin = "http://localhost:\(server.port)"
        let nobody = "http://localhost:1"
        let host = try sandbox(asking: [origin, nobody])
        for (url, expected) in [
            ("\(origin)/status/404?word=swordfish", ["feature": "fetches", "origin": .string(origin), "status": 404]),
            ("\(nobody)/?word=swordfish", ["feature": "fetches", "origin": .string(nobody)]),
        ] as [(String, JSON)] {
            _ = try shown(host, url, "", "--trace", "trace")
            let text = String(decoding: try File.read("\(host.work)/trace"), as: UTF8.self)
            let spans = try #require(JSON.parse(text).array).filter { $0["name"] == "request" }
            #expect(spans.map { $0["args"] } == [expected], "\(text)")
            #expect(!text.contains("swordfish"))
        }
    }

    @Test("a redirect leads to allowed origins alone, and takes no credentials to another one")
    func redirects() throws {
        let (first, second) = (try HTTPServer(), try HTTPServer())
        let origins = [first, second].map { "http://localhost:\($0.port)" }
        let secret = "&name=Authorization&value=Bearer%20secret"
        let allowed = try sandbox(asking: origins)
        let same = try shown(allowed, "\(origins[0])/to?/headers", secret)
        #expect(same.contains("authorization: Bearer secret"), "\(same)")
        let other = try shown(allowed, "\(origins[0])/to?\(origins[1])/headers", secret)
        #expect(other.contains("200 of \(origins[1])/headers") && !other.contains("secret\n"), "\(other)")
        let refused = try shown(
            sandbox(asking: origins, allowing: [origins[0]]), "\(origins[0])/to?\(origins[1])/headers")
        let reason = "redirects to '\(origins[1])/headers', and 'fetches' may not ask '\(origins[1])'"
        #expect(refused.contains("3: ") && refused.contains(reason), "\(refused)")
    }

    @Test(
        "the process that makes requests may be killed: what was under way fails, and the next request starts another")
    func killed() throws {
        let server = try HTTPServer()
        let origin = "http://localhost:\(server.port)"
        let host = try sandbox(asking: [origin])
        let app = try waiting(host, for: "\(origin)/silent")
        let broker = try #require(try Self.brokers(of: app.terminal.process).first)
        kill(broker, SIGKILL)
        // On a busy machine it may not have begun yet: "crashed in its start".
        try app.see(
            "12: the process that makes requests crashed", "(SIGKILL: killed); the next request starts another one")
        try app.go(to: "fetches/get?url=\(origin)/ok")
        try app.see("asked 2, refused 0, done 1, failed 1", "text: GET 0")
        try app.quit()
        #expect(host.remainingProcesses() == [])
    }

    @Test(
        "a name with an address of this machine or of a private network is refused, unless the wiring names the address",
        .enabled(if: PrivateNetwork.canMake, "no network can be made"),
        arguments: [
            ("127.0.0.1", "127.0.0.1"), ("10.0.0.1", "10.0.0.1"), ("::1", "[::1]"),
            ("169.254.169.254", "169.254.169.254"), ("::ffff:127.0.0.1", "127.0.0.1"), ("fd00::1", "[fd00::1]"),
            // The network has no way to the first address, so that libcurl tries the second one.
            ("9.9.9.9,127.0.0.1", "127.0.0.1"),
        ])
    func privateNames(addresses: String, written: String) throws {
        let origin = PrivateNetwork.origin
        let network = PrivateNetwork(answers: addresses)
        let shown = try network.run(sandbox(asking: [origin]), "fetches/get?url=\(origin)/ok")
        #expect(shown.contains("3: 'inside.example' is at "), "\(shown)")
        #expect(shown.contains("allow it by an origin with that address, such as 'http://\(written)'"), "\(shown)")
        guard addresses.contains("127.0.0.1") || addresses == "::1" else { return }
        let allowed = try sandbox(asking: [origin, "http://\(written)"])
        #expect(try network.run(allowed, "fetches/get?url=\(origin)/ok").contains("text: GET 0"))
    }

    @Test(
        "a name that had a public address is refused once it has one of this machine",
        .enabled(if: PrivateNetwork.canMake, "no network can be made"),
        arguments: ["127.0.0.1", "::1", "10.0.0.1,127.0.0.1"])
    func rebound(addresses: String) throws {
        let link = "fetches/get?url=\(PrivateNetwork.origin)/ok"
        let host = try sandbox(asking: [PrivateNetwork.origin])
        let shown = try PrivateNetwork(answers: "8.8.8.8 \(addresses)").run(host, link, link)
        let parts = shown.split(separator: "asked 1, ")
        #expect(parts.count == 3 && parts[1].contains("done 1") && parts[1].contains("text: GET 0"), "\(shown)")
        #expect(parts.last?.contains("3: 'inside.example' is at ") == true, "\(shown)")
    }

    @Test(
        "a body is sent whole, and from its start, where a connection falls that was open already",
        arguments: [(9, 5), (65_537, 65_000), (200_000, 60_000)])
    func resent(size: Int, read: Int) throws {
        let server = try HTTPServer()
        let origin = "http://localhost:\(server.port)"
        let host = try sandbox(asking: [origin])
        let sum = try shown(host, "\(origin)/echo", "&method=PUT&body=\(size)").firstMatch(of: /sum ([0-9a-f]+)/)?.1
        // An answer with its length, so that the connection stays good.
        let app = try RunningApp(host, "--fresh", "fetches/get?url=\(origin)/ok&method=HEAD", columns: 200)
        try app.see("done 1")
        try app.go(to: "fetches/get?url=\(origin)/reset/\(read)&method=PUT&body=\(size)&pause=300")
        let sent = "sum \(try #require(sum)), sent \(size)"
        try app.see("200 of \(origin)/reset/\(read): \(size) bytes of 'text/plain', \(sent)")
        try app.quit()
    }

    @Test(
        "a request that may do something each time is sent once, and any other one again where a connection falls",
        arguments: [("POST", 1), ("PATCH", 1), ("PUT", 2), ("DELETE", 2)])
    func sentAgain(method: String, times: Int) throws {
        let server = try HTTPServer()
        let origin = "http://localhost:\(server.port)"
        let app = try RunningApp(
            try sandbox(asking: [origin]), "--fresh", "fetches/get?url=\(origin)/ok&method=HEAD", columns: 200)
        try app.see("done 1")
        try app.go(to: "fetches/get?url=\(origin)/drop&method=\(method)")
        try app.see("12: no answer of '\(origin)/drop': ", "failed 1")
        try app.go(to: "fetches/get?url=\(origin)/dropped")
        try app.see("text: \(times)", "done 2")
        try app.quit()
    }

    @Test("a feature that crashes in a callback has failed: the command and the flow say so")
    func crashedInCallback() throws {
        // It answers with 200 once: the screen is made again, and asks again.
        let server = try HTTPServer()
        let origin = "http://localhost:\(server.port)"
        let host = try sandbox(asking: [origin])
        let link = "fetches/get?url=\(origin)/once&crash=1"
        let outcome = try host.run(["navigate", "--wait", "300s", link])
        #expect(outcome.end == .exit(1), "\(outcome.output)")
        #expect(outcome.diagnostics.contains("the feature 'fetches' crashed in the callback of a request (SIGABRT"))
        #expect(outcome.output.contains("404 of \(origin)/once"), "\(outcome.output)")
        for (expected, code) in [("", 1), ("expect-error crashed in the callback", 0)] as [(String, Int32)] {
            let server = try HTTPServer()
            let origin = "http://localhost:\(server.port)"
            let host = try sandbox(asking: [origin])
            let link = "fetches/get?url=\(origin)/once&crash=1"
            try File.write("\(link)\n\(expected)\n", to: "\(host.work)/crash.flow")
            let tested = try host.run("test", "--wait", "300s", "crash.flow")
            #expect(tested.end == .exit(code), "\(tested.output)")
        }
    }

    @Test("a password of the operator's proxy is in no reason that a feature gets")
    func proxyPassword() throws {
        let host = try sandbox(asking: ["http://localhost:9"])
        for proxy in ["http://u:HUSH@HUSH@127.0.0.1:9", "ftp://u:HUSH@127.0.0.1:9", "http://u:HU/SH@127.0.0.1:9"] {
            host.set("http_proxy", proxy)
            let shown = try shown(host, "http://localhost:9/ok")
            #expect(shown.contains("12: no answer of 'http://localhost:9/ok'") && !shown.contains("HU"), "\(shown)")
        }
    }

    @Test("an address of version 6 is an origin, and asked by it")
    func version6() throws {
        let server = try HTTPServer()
        let origin = "http://[::1]:\(server.port)"
        let host = try sandbox(asking: [origin])
        #expect(try shown(host, "\(origin)/ok").contains("200 of \(origin)/ok: 5 bytes"))
        #expect(try shown(host, "\(origin)/to?//localhost:\(server.port)/ok").contains("3: '\(origin)/to"))
    }

    @Test(
        "a server of HTTP/2 alone is asked as any other", .deep,
        .enabled(
            if: HTTP2Server.program != nil && TestAuthority.program != nil, "no nghttpd or no openssl is installed"))
    func version2() throws {
        let authority = try TestAuthority()
        let server = try HTTP2Server(
            certificate: try authority.certificate(for: "localhost"), files: ["ok": "by two", "empty": ""])
        let origin = "https://localhost:\(server.port)"
        let host = try sandbox(asking: [origin])
        host.set("SSL_CERT_FILE", authority.file)
        for (path, first, second) in [
            ("ok", "200 of @/ok: 6 bytes", "text: by two"), ("empty", "200 of @/empty: 0 bytes", "done 1"),
            ("none", "404 of @/none", "done 1"), ("ok&count=20", "refused 4, done 16", "text: by two"),
        ] {
            let shown = try shown(host, "\(origin)/\(path.prefix { $0 != "&" })", String(path.drop { $0 != "&" }))
            for text in [first, second] { #expect(shown.contains(text.replacing("@", with: origin)), "\(shown)") }
        }
    }

    @Test("each feature has its own process for requests, so that it shares no connection with another")
    func apart() throws {
        let server = try HTTPServer()
        let origin = "http://localhost:\(server.port)"
        let features = ["fetches", "other"]
        let options = features.map { #""\#($0)": { "allow": { "net": ["\#(origin)"] } }"# }.joined(separator: ", ")
        let host = try Sandbox(
            .only(features.map { Self.feature(asking: [origin], $0) }),
            wiring: .text(#"{ "features": { \#(options) } }"#))
        let app = try waiting(host, for: "\(origin)/silent")
        let first = try Self.brokers(of: app.terminal.process)
        try app.go(to: "other/get?url=\(origin)/ok")
        try app.see("text: GET 0")
        #expect(try Self.brokers(of: app.terminal.process).count == 2 && first.count == 1)
        kill(first[0], SIGKILL)
        try app.go(to: "push:other/get?url=\(origin)/ok")
        try app.see("asked 2, refused 0, done 2, failed 0")
        try app.quit()
        #expect(host.remainingProcesses() == [])
    }

    @Test(
        "a reload ends the requests of the version before, and the next one counts its own from the first",
        arguments: [#""allow": { "net": ["@"] }"#, #""isolation": "inline""#])
    func reloaded(options: String) throws {
        let server = try HTTPServer()
        let origin = "http://localhost:\(server.port)"
        let host = try Sandbox(
            .only([Self.feature(asking: [origin], preloading: "\(origin)/silent")]),
            wiring: .text(#"{ "features": { "fetches": { \#(options.replacing("@", with: origin)) } } }"#))
        let app = try RunningApp(host, "--fresh", "fetches", columns: 200)
        try app.see("asked 9, refused 0, done 0, failed 0")
        try host.install(Self.feature(asking: [origin], preloading: "\(origin)/silent", build: 2))
        try app.see("'fetches' is another build now", "asked 9, refused 0, done 0, failed 0")
        try app.go(to: "fetches/get?url=\(origin)/ok")
        try app.see("asked 10, refused 0, done 1, failed 0", "text: GET 0")
        try app.quit()
    }

    @Test("a process for requests that has stopped is ended after half a minute, and another one is started", .deep)
    func stopped() throws {
        let server = try HTTPServer()
        let origin = "http://localhost:\(server.port)"
        let host = try sandbox(asking: [origin])
        let app = try waiting(host, for: "\(origin)/slow/1000")
        kill(try #require(try Self.brokers(of: app.terminal.process).first), SIGSTOP)
        sleep(40)
        try app.see(
            "12: the process that makes requests has not answered for 30 seconds; the next request starts another")
        try app.go(to: "fetches/get?url=\(origin)/ok")
        try app.see("asked 2, refused 0, done 1, failed 1", "text: GET 0")
        try app.quit()
        #expect(host.remainingProcesses() == [])
    }

    @Test("a question of a feature's that is not the next one is refused, and the request goes on")
    @MainActor
    func forged() async throws {
        let server = try HTTPServer()
        let origin = "http://localhost:\(server.port)"
        let application = try sandbox(asking: [origin]).application()
        let http = application.makeCoordinator().http
        defer { http.end() }
        func ask(_ question: HTTPQuestion, of number: UInt64 = 1) async -> Result<HTTPAnswer?, CallFailure> {
            await withCheckedContinuation { continuation in
                do throws(CallFailure) {
                    try http.ask(question, of: number, for: "fetches") { result in
                        continuation.resume(returning: result.map { $0?.http })
                    }
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        func isRefused(_ question: HTTPQuestion) async -> Bool {
            if case .failure(let failure) = await ask(question) { failure.code == .invalidArgument } else { false }
        }
        let size = 100_000
        let head = HTTPRequestHead(method: "POST", url: "\(origin)/ok", headers: [], bodySize: UInt64(size))
        let body = [UInt8](repeating: 0x61, count: size)
        #expect(await isRefused(.send(head, Array(body.prefix(HTTPLimit.piece - 1)))))
        #expect(await isRefused(.send(head, Array(body.prefix(HTTPLimit.piece + 1)))))
        #expect(try await ask(.send(head, Array(body.prefix(HTTPLimit.piece)))).get() == .wantsBody(from: 65_536))
        let rest = Array(body.suffix(size - HTTPLimit.piece))
        for wrong in [
            HTTPQuestion.next, .body([], from: 65_536), .body(rest + [0], from: 65_536), .body(rest, from: 0),
            .send(head, rest),
        ] {
            #expect(await isRefused(wrong))
        }
        guard case .response(let response, var text, var isWhole)? = try await ask(.body(rest, from: 65_536)).get()
        else {
            Issue.record("no response")
            return
        }
        while !isWhole, case .body(let more, let isLast)? = try await ask(.next).get() {
            text += more
            isWhole = isLast
        }
        #expect(response.status == 200 && isWhole && text == Array("POST 100000".utf8))
        // A process that falls while nothing is asked is the answer to the next question.
        let long = HTTPRequestHead(method: "GET", url: "\(origin)/bytes/1000000", headers: [])
        guard case .response(_, _, isWhole: false)? = try await ask(.send(long, []), of: 2).get() else {
            Issue.record("no response")
            return
        }
        for broker in try Self.brokers(of: getpid()) { kill(broker, SIGKILL) }
        try await Task.sleep(for: .milliseconds(300))
        guard case .failure(let failure) = await ask(.next, of: 2) else {
            Issue.record("no failure")
            return
        }
        #expect(failure.code == .unavailable && failure.reason.contains("SIGKILL"), "\(failure)")
        #expect(try await ask(.send(long, []), of: 2).get() != nil)
    }

    @Test(
        "feature, process for requests and host may be killed at any moment: nothing hangs, and nothing is left", .deep)
    func kills() throws {
        let server = try HTTPServer()
        let origin = "http://localhost:\(server.port)"
        let host = try sandbox(asking: [origin])
        let feature = host.path(Self.feature(asking: [origin]))
        for round in 0..<50 {
            let app = try RunningApp(host, "--fresh", "fetches/get?url=\(origin)/slow/0.3&count=4", columns: 119)
            try app.see("asked 4, refused 0")
            let process = app.terminal.process
            for name in round % 2 == 0 ? ["http", feature, "http"] : [feature, "http", feature] {
                app.press(.controlK)
                try app.see(status: "Command:")
                app.type("\u{15}push:fetches/get?url=\(origin)/bytes/3000000&count=4\r")
                // At any moment of these requests.
                usleep(.random(in: 0..<40_000))
                for victim in try Processes.withArgument(containing: "worker\0\(name)\0\(process)") {
                    kill(victim, SIGKILL)
                }
                try app.go(to: "push:fetches/get?url=\(origin)/ok")
                // All requests are answered, by a response or a failure, also those of screens that are made again. The
                // end of the feature may be noticed only now.
                while true {
                    try app.terminal.wait(for: "all answers") { model in
                        model.contains("crashed in resolve")
                            || model.contains("refused 0") && !model.contains("Fetching")
                    }
                    guard app.model.contains("crashed in resolve") else { break }
                    try app.go(to: "push:fetches/get?url=\(origin)/ok")
                }
            }
            usleep(.random(in: 0..<40_000))
            kill(process, SIGKILL)
            #expect(try app.terminal.waitForEnd() == .signal(SIGKILL))
            #expect(host.remainingProcesses() == [], "round \(round)")
        }
    }

    private static func brokers(of host: Int32) throws -> [Int32] {
        try Processes.withArgument(containing: "worker\0http\0\(host)")
    }

    @Test("a recording holds requests and answers without secrets, and needs no network to be replayed")
    func recorded() throws {
        let origin: String
        let host: Sandbox
        do {
            let server = try HTTPServer()
            origin = "http://localhost:\(server.port)"
            host = try sandbox(asking: [origin])
            let own = PercentCoding.encoded("\(origin)/ok?more=open-item&to%6Ben=")
            for (name, destination) in [
                ("ok", "\(origin)/ok&name=Authorization&value=hush"), ("cookies", "\(origin)/cookies"),
                ("pieces", "\(origin)/credentials/20000&name=Authorization&value=hush"),
                ("echo", "\(origin)/echo&name=Cookie&value=hush&method=POST&body=200000"),
                ("own", "\(own)&name=X-Api-Key&value=hush&secret=token"),
                ("marked", "\(origin)/ok&name=X-Api-Key&value=hush&secret=x-api-key"),
                ("redirected", "\(origin)/to-token&secret=token"),
                ("answered", "\(origin)/token&secret=x-auth-token"),
                ("plain", "\(origin)/ok&name=Accept&value=text/open"),
            ] { _ = try host.output("navigate", "--wait", "300s", "--record", name, "fetches/get?url=\(destination)") }
        }
        // In 'pieces', one of 20,000 is where a piece ends.
        let secrets = ["hush-hush", "item-hush", "token-hush", "-hush,", "ush,"]
        for (name, open) in [
            ("ok", ""), ("pieces", ""), ("cookies", ""), ("echo", ""), ("own", "open-item"), ("marked", ""),
            ("redirected", ""),
            ("answered", ""), ("plain", "text/open"),
        ] {
            let bytes = String(decoding: try File.read("\(host.work)/\(name)"), as: UTF8.self)
            for secret in secrets { #expect(!bytes.contains(secret), "\(secret) in \(name)") }
            #expect(open.isEmpty || bytes.contains(open))
            let replayed = try host.run("replay", name)
            #expect(replayed.end == .exit(0), "\(replayed.output) \(replayed.diagnostics)")
            // The feature shows a sum of the body, in which the secrets are replaced.
            if name == "pieces" { continue }
            let compared = try host.run("replay", name, "--with", host.path(Self.feature(asking: [origin])))
            #expect(compared.end == .exit(0), "\(compared.output) \(compared.diagnostics)")
            #expect(compared.output.contains("'fetches' answers as recorded: "), "\(compared.output)")
        }
    }

    @Test("doctor notes the features whose requests fail on a machine without libcurl")
    @MainActor
    func withoutClient() throws {
        let application = try sandbox(asking: ["http://localhost:9"]).application()
        #expect(WiringFindings.requests(application, hasClient: true) == [])
        let found = WiringFindings.requests(application, hasClient: false)
        #expect(found.map(\.code) == [.httpUnavailable] && found.first?.fix.contains("install libcurl") == true)
        let other = try sandbox(asking: ["http://localhost:9"], allowing: []).application()
        #expect(WiringFindings.requests(other, hasClient: false) == [])
    }

    @Test("the wiring sets the largest body, of requests and of responses")
    func largestBody() throws {
        let server = try HTTPServer()
        let origin = "http://localhost:\(server.port)"
        let host = try sandbox(asking: [origin], #", "httpBody": "1MiB""#)
        #expect(try shown(host, "\(origin)/bytes/1048576").contains(": 1048576 bytes"))
        #expect(try shown(host, "\(origin)/bytes/1048577").contains("is refused: its body has more than 1 MiB"))
        #expect(try shown(host, "\(origin)/ok", "&method=PUT&body=1048576").contains("text: PUT 1048576"))
        let refused = try shown(host, "\(origin)/ok", "&method=PUT&body=1048577")
        #expect(refused.contains("the body of a request has at most 1 MiB"), "\(refused)")
        let small = try sandbox(asking: [origin], #", "httpBody": "1536KiB""#)
        #expect(try shown(small, "\(origin)/bytes/1572865").contains("is refused: its body has more than 1536 KiB"))
    }
}

/// A network that only one program sees, with a server and with names of its own: unshare(1), Fixtures/Fetches/network.py.
private struct PrivateNetwork {
    static let program = installedProgram("unshare")
    static let canMake: Bool = {
        guard let program, HTTPServer.program != nil else { return false }
        return (try? Subprocess(program, options + ["/bin/true"]).run())?.end == .exit(0)
    }()
    static let origin = "http://inside.example:8080"
    private static let options = ["--map-root-user", "--mount", "--net"]

    /// The addresses that every name has, as the script takes them.
    let answers: String

    /// Navigates to each link by a run of the host, and returns what is printed.
    func run(_ host: Sandbox, _ links: String...) throws -> String {
        let script = #"program=$1; shift; for link; do "$program" navigate --wait 300s "$link" || exit; done"#
        let outcome = try Subprocess(
            try #require(Self.program),
            Self.options + [
                try #require(HTTPServer.program), Repository.path("Tests/Fixtures/Fetches/network.py"), answers,
                "/bin/sh", "-c", script, "sh", Products.switchyard,
            ] + links,
            environment: host.environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }
        ).run()
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
        return outcome.output
    }
}
