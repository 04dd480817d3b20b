import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("web", .blocking, .inlineAndInWorkers) struct WebTests {
    @Test("web prints a link behind which is the page, and the page has a cookie for what follows")
    func page() throws {
        let app = try WebApp(try Sandbox())
        let page = try app.get("/?token=\(app.token)")
        #expect(page.status == 200)
        #expect(page.content.hasPrefix("<!DOCTYPE html>"))
        #expect(page["content-security-policy"]?.contains("default-src 'none'; script-src 'self'") == true)
        #expect(app.cookie.hasPrefix("switchyard-\(app.port)=") && !app.cookie.contains(app.token))
        #expect(page["set-cookie"] == "\(app.cookie); HttpOnly; SameSite=Strict; Path=/")
        for (path, type) in [("/page.js", "text/javascript"), ("/page.css", "text/css"), ("/", "text/html")] {
            let file = try app.get(path, "Cookie: a=b; \(app.cookie)")
            #expect(file.status == 200 && file["content-type"] == "\(type); charset=utf-8", "\(path)")
            #expect(file["content-length"] == "\(file.content.utf8.count)")
        }
        let graph = try app.get("/graph", "Cookie: \(app.cookie)")
        // Its way back is for the app alone, and not in the file that `graph` writes.
        #expect(graph.content.contains(#"<a id="back" href="/">"#) && graph.content.contains("What leads where"))
        let head = try app.answer("HEAD / HTTP/1.1\r\nHost: \(app.host)\r\nCookie: \(app.cookie)\r\nConnection: close")
        #expect(head.status == 200 && head.content == "" && head["content-length"] != "0")
        #expect(try app.end(by: SIGINT).end == .signal(SIGINT))
    }

    @Test("who has not got the link, or comes from elsewhere, gets nothing")
    func strangers() throws {
        let app = try WebApp(try Sandbox())
        let (cookie, host) = ("Cookie: \(app.cookie)", app.host)
        let (wrong, secret) = (String(app.token.reversed()), try #require(app.cookie.split(separator: "=").last))
        let window = ["GET /app?token=\(app.token)", "GET /app", "GET /app?token=\(secret)"]
        for (status, line, fields) in [
            (403, "GET /", [] as [String]), (403, "GET /page.js", []), (403, "GET /graph", []), (403, "GET /none", []),
            (403, "GET /app", []), (403, "GET /?token=", []), (403, "GET /?token=\(wrong)", []),
            (403, "GET /?token=\(app.token.dropLast())", []), (403, "GET /page.js?token=\(app.token)", []),
            (403, "GET /", ["Cookie: switchyard-\(app.port)=\(wrong)"]),
            (403, "GET /", ["Cookie: switchyard-\(app.port)=\(app.token)"]),
            (403, "GET /", ["Cookie: switchyard=\(secret)"]), (404, "GET /../page.js", [cookie]),
            (404, "GET /page.html", [cookie]), (405, "POST /", [cookie]), (405, "OPTIONS /", [cookie]),
            (403, "GET /", [cookie, "Origin: http://evil.example"]),
            (403, "GET /", [cookie, "Origin: http://localhost:\(app.port)"]), (403, "GET /", [cookie, "Origin: null"]),
            (200, "GET /", [cookie, "Origin: http://\(host)"]), (426, window[0], [cookie]),
            (403, window[0], [cookie] + WebApp.upgrade), (413, "GET /", [cookie, "Content-Length: 1"]),
            (403, window[0], [cookie, "Origin: http://evil.example"] + WebApp.upgrade),
            (403, window[0], ["Origin: http://\(host)"] + WebApp.upgrade),
            (403, window[1], [cookie, "Origin: http://\(host)"] + WebApp.upgrade),
            (403, window[2], [cookie, "Origin: http://\(host)"] + WebApp.upgrade),
        ] {
            let head = ["\(line) HTTP/1.1", "Host: \(host)"] + fields + ["Connection: close"]
            #expect(try app.answer(head.joined(separator: "\r\n")).status == status, "\(line) \(fields)")
        }
        for other in ["evil.example", "evil.example:\(app.port)", "127.0.0.1", "127.0.0.1:1", "localhost", "[::1]"] {
            let answer = try app.answer("GET /?token=\(app.token) HTTP/1.1\r\nHost: \(other)")
            #expect(answer.status == 403, "\(other)")
        }
        #expect(try app.answer("GET /?token=\(app.token) HTTP/1.1").status == 403)
        #expect(try app.answer("GET / HTTP/1.1\r\nHost: localhost:\(app.port)\r\n\(cookie)").status == 200)
        #expect(try app.answer("nonsense").status == 400)
    }

    @Test("each window is a client of the app, which all of them see")
    func windows() throws {
        let app = try WebApp(try Sandbox(), "character/list")
        let (first, second) = (try app.window(), try app.window())
        for window in [first, second] {
            #expect(try window.receive { $0["method"] == "screen" }["params"]?["destination"] == "character/list")
        }
        first.send(["jsonrpc": "2.0", "id": 7, "method": "perform", "params": ["label": "Elizabeth Bennet"]])
        #expect(try first.receive { $0["id"] == 7 }["result"] != nil)
        _ = try second.receive { $0["params"]?["url"] == "challenge://character/detail?id=42" }
        // A window that is closed is no loss for the others, and the last ones are told of the end.
        second.close()
        first.send(["jsonrpc": "2.0", "id": 8, "method": "back"])
        #expect(try first.receive { $0["id"] == 8 }["result"] != nil)
        #expect(try app.end(by: SIGTERM).end == .signal(SIGTERM))
        while try first.next() != nil {}
        #expect(first.closingCode == 1001)
    }

    @Test("what is no message ends a window or is refused, and the app goes on")
    func nonsense() throws {
        let app = try WebApp(try Sandbox())
        let window = try app.window()
        _ = try window.receive { $0["method"] == "screen" }
        window.send(bytes: WebWindow.frame(1, Array("no JSON".utf8)))
        #expect(try window.receive { $0["error"] != nil }["error"]?["code"] == -32700)
        window.send(["jsonrpc": "2.0", "id": 1, "method": "state"])
        #expect(try window.receive { $0["id"] == 1 }["result"] != nil)
        window.send(bytes: [0x81, 0x01, 0x41])
        while try window.next() != nil {}
        #expect(window.closingCode == 1002)
        #expect(try app.window().receive { $0["method"] == "screen" }["params"]?["destination"] == "home")
    }

    @Test("many connections that send nothing, or half of a request, keep nobody out")
    func idlers() throws {
        let app = try WebApp(try Sandbox())
        let idlers = try (0..<200).map { _ in try app.connect() }
        for idler in idlers { _ = idler.send("GET / HT".utf8) }
        #expect(try app.get("/", "Cookie: \(app.cookie)").status == 200)
        let window = try app.window()
        _ = try window.receive { $0["method"] == "screen" }
        for _ in 0..<100 { _ = try app.connect().send("x".utf8) }
        window.send(["jsonrpc": "2.0", "id": 1, "method": "state"])
        #expect(try window.receive { $0["id"] == 1 }["result"] != nil)
    }

    @Test("--open opens a link that works once")
    func open() throws {
        let host = try Sandbox()
        let folder = host.directory("bin")
        mkdir(folder, 0o755)
        try File.write(
            "#!/bin/sh\nprintf %s \"$1\" > '\(folder)/new' && mv '\(folder)/new' '\(folder)/link'\n",
            to: "\(folder)/xdg-open")
        chmod("\(folder)/xdg-open", 0o755)
        host.set("PATH", "\(folder):/usr/bin:/bin")
        let app = try WebApp(host, "--open")
        wait { access("\(folder)/link", F_OK) == 0 }
        let link = String(decoding: try File.read("\(folder)/link"), as: UTF8.self)
        #expect(link.hasPrefix("http://\(app.host)/?token=") && !link.contains(app.token))
        let path = String(link.dropFirst("http://\(app.host)".count))
        let answer = try app.get(path)
        #expect(answer.status == 200 && answer["set-cookie"]?.hasPrefix(app.cookie) == true)
        // The page has the token itself, since another user may have seen that of the link.
        #expect(answer.content.contains(#"<meta name="token" content="\#(app.token)">"#))
        let ticket = try #require(link.split(separator: "=").last)
        let window = ["GET /app?token=\(ticket) HTTP/1.1", "Host: \(app.host)", "Origin: http://\(app.host)"]
        let head = window + ["Cookie: \(app.cookie)"] + WebApp.upgrade.filter { !$0.hasPrefix("Connection") }
        #expect(try app.answer((head + ["Connection: close, Upgrade"]).joined(separator: "\r\n")).status == 403)
        #expect(try app.get(path).status == 403)
        #expect(try app.get("/?token=\(app.token)").status == 200)
    }

    @Test("a port that is none, or that another program has, is refused")
    func ports() throws {
        let host = try Sandbox()
        for port in ["x", "65536", "-1", "", "8 0"] {
            let outcome = try host.run("web", "--port", port)
            #expect(outcome.end == .exit(64))
            #expect(outcome.messages.first == "'\(port)' is no port: expected a number from 0 to 65535")
        }
        let app = try WebApp(host)
        let outcome = try host.run("web", "--session", "", "--port", "\(app.port)")
        #expect(outcome.end == .exit(69))
        #expect(outcome.messages.first?.hasPrefix("nothing is served at port \(app.port): bind: ") == true)
        #expect(outcome.messages.first?.hasSuffix("another program has that port, so name another") == true)
    }
}

@Suite("web while a feature hangs", .blocking) struct HangingWebTests {
    @Test(
        "a new window does not come between a feature and who waits for it, and another goes elsewhere meanwhile",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func window() throws {
        let app = try WebApp(
            try Sandbox(.only([.home, .fixture("BreaksOnDemand")]), wiring: .none), "--isolation", "process", "breaks")
        let (first, second) = (try app.window(), try app.window())
        for window in [first, second] { _ = try window.receive { $0["method"] == "screen" } }
        first.send(["jsonrpc": "2.0", "id": 1, "method": "perform", "params": ["label": "Hang"]])
        usleep(300_000)
        let third = try app.window()
        // It begins meanwhile.
        #expect(try third.receive { $0["id"] == 0 }["result"] != nil)
        second.send(["jsonrpc": "2.0", "id": 2, "method": "open", "params": ["target": "home"]])
        #expect(try first.receive { $0["id"] == 1 }["result"]?["settled"] == false)
        #expect(try second.receive { $0["id"] == 2 }["result"] != nil)
        _ = try third.receive { $0["params"]?["screen"]?["title"] == "Home" }
    }
}
