import Glibc
import HostSystem

/// Hands the page of an app to browsers on this machine, by HTTP/1.1, and their WebSockets to the app's ``Server``.
///
/// It listens at 127.0.0.1, where every user of the machine and every page in a browser can knock. So it answers only
/// requests under its own name, since another site's name may lead to 127.0.0.1 too; only those of its own page, by
/// `Origin`; and only who has the token in its link. The request with the token gets a cookie, which the files of the page
/// need, and its WebSockets need both: a browser sends cookies to all ports of a name, where another user's program may
/// listen, and keeps what a page has stored to that page's port.
///
/// Like that of ``Server``, all its work is on the main queue, and no call waits.
@MainActor
final class WebServer {
    /// A file of the page, or an answer that says why there is none.
    private struct Answer {
        var status = "200 OK"
        var type = "text/plain"
        var policy = WebServer.policy
        var more: [String] = []
        var content: [UInt8] = []
    }

    /// A connection that has not become a WebSocket.
    private final class Connection {
        let socket: OpenDescriptor
        var input: [UInt8] = []
        /// Whether the input is the beginning of a head, and there is nothing to do before more comes.
        var isIncomplete = false
        var output: ArraySlice<UInt8> = []
        /// Whether it is closed once the output is written.
        var isLast = false
        var isClosed = false

        init(_ socket: OpenDescriptor) { self.socket = socket }
    }

    /// The most connections that are no WebSockets. If there are more, the oldest are closed: no browser needs one
    /// between two requests.
    private static let mostConnections = min(64, DescriptorLimit.current / 4)
    /// What pages may load and run: nothing but what this server has, and no script within the page.
    private nonisolated static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'"
    /// A page that has its style and its script within, as the graph, connects to nothing.
    private static let inlinePolicy =
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'"

    private let listener: OpenDescriptor
    let port: UInt16
    private let token = WebServer.makeToken()
    private let cookie = WebServer.makeToken()
    /// Tokens that open the page once.
    private var tickets: Set<String> = []
    private var connections: [Connection] = []
    private var watch: DescriptorWatch?
    /// Whether no connection can be accepted for a while, as where too many files are open.
    private var isPaused = false
    private let server: Server
    private let graph: () -> String

    /// Begins to listen, and serves nothing before ``start()``.
    ///
    /// - Parameters:
    ///   - port: 0 for one that is free.
    ///   - graph: Makes the page of the graph.
    init(_ server: Server, port: UInt16, graph: @escaping () -> String) throws(SystemError) {
        self.server = server
        self.graph = graph
        (listener, self.port) = try TCPConnection.listen(port)
    }

    /// The link for the user's browser.
    var link: String { "http://127.0.0.1:\(port)/?token=\(token)" }

    /// A link that works once: other users of the machine see the arguments of the program that opens it.
    func makeTicket() -> String {
        let ticket = Self.makeToken()
        tickets.insert(ticket)
        return "http://127.0.0.1:\(port)/?token=\(ticket)"
    }

    /// 128 random bits, of the system's own generator: getrandom(2).
    private static func makeToken() -> String {
        (0..<4).map { _ in
            let digits = String(UInt32.random(in: 0 ... .max), radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    func start() {
        watch = DescriptorWatch { [weak self] in self?.serve() }
        serve()
    }

    func stop() {
        watch?.disarm()
        watch = nil
        connections = []
        close(listener.giveAway())
    }

    /// Takes what has come, and writes what can be written. Calls no feature.
    func serve() {
        guard let watch else { return }
        accept()
        for connection in connections { advance(connection) }
        connections.removeAll(where: \.isClosed)
        var descriptors = isPaused ? [] : [pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)]
        for connection in connections {
            // A connection with more to read or to answer waits until its socket can be written to, which it can at
            // once: the watch then calls this server again, behind what the app and its other windows have to do.
            let event = connection.output.isEmpty && connection.isIncomplete ? POLLIN : POLLOUT
            descriptors.append(pollfd(fd: connection.socket.number, events: Int16(event), revents: 0))
        }
        watch.arm(descriptors)
    }

    private func accept() {
        do throws(SystemError) {
            while !isPaused, let socket = try TCPConnection.accept(at: listener) {
                if connections.count >= Self.mostConnections { connections.removeFirst() }
                connections.append(Connection(socket))
            }
        } catch {
            // Makes room, as where too many files are open.
            if !connections.isEmpty { connections.removeFirst() }
            // The connection still waits, so that trying again at once would go on without end.
            isPaused = true
            MainQueue.after(.seconds(1)) { [weak self] in
                self?.isPaused = false
                self?.serve()
            }
        }
    }

    /// Writes, and answers one request at most or reads what has come, so that no turn is long. What is not written
    /// yet holds up the next request.
    private func advance(_ connection: Connection) {
        while !connection.output.isEmpty {
            guard let count = connection.socket.send(connection.output.prefix(1 << 16)) else {
                connection.isClosed = true
                return
            }
            guard count > 0 else { return }
            connection.output = connection.output.dropFirst(count)
        }
        connection.output = []
        if connection.isLast { connection.isClosed = true }
        if connection.isClosed { return }
        do throws(HTTPHead.Problem) {
            if !connection.isIncomplete {
                if let head = try HTTPHead(removingFrom: &connection.input) { return try answer(head, connection) }
                connection.isIncomplete = true
            }
        } catch {
            return refuse(error, connection)
        }
        guard let bytes = connection.socket.receive() else { return }
        if bytes.isEmpty { connection.isClosed = true }
        connection.input += bytes
        connection.isIncomplete = false
    }

    private func answer(_ head: HTTPHead, _ connection: Connection) throws(HTTPHead.Problem) {
        guard isOwn(head) else { throw .forbidden }
        guard ["GET", "HEAD"].contains(head.method) else { throw .methodNotAllowed }
        var answer = Answer()
        var meta = ""
        if head.path == "/", let token = head.parameter("token") {
            let isTicket = tickets.contains(token)
            guard isEqual(token, self.token) || isTicket else { throw .forbidden }
            if isTicket, head.method == "GET" { tickets.remove(token) }
            // The page gets the token itself, which its WebSocket needs.
            meta = isTicket ? #"<meta name="token" content="\#(self.token)">\#n"# : ""
            // SameSite=Strict: a page of another site cannot make the browser send it.
            answer.more = ["Set-Cookie: \(cookieName)=\(cookie); HttpOnly; SameSite=Strict; Path=/"]
        } else {
            guard isEqual(head.cookie(cookieName) ?? "", cookie) else { throw .forbidden }
        }
        switch head.path {
        case "/":
            let page = String(decoding: PackageResources.page_html, as: UTF8.self)
            answer.type = "text/html"
            answer.content = Array(page.replacing("<title>", with: meta + "<title>").utf8)
        case "/page.css": (answer.type, answer.content) = ("text/css", PackageResources.page_css)
        case "/page.js": (answer.type, answer.content) = ("text/javascript", PackageResources.page_js)
        case "/graph":
            // The file that `graph` writes has no app to go back to.
            let back = #"<header><a id="back" href="/">‹ The app</a>"#
            let page = graph().replacing("<header>", with: back, maxReplacements: 1)
            (answer.type, answer.policy, answer.content) = ("text/html", Self.inlinePolicy, Array(page.utf8))
        case "/app": return try becomeWebSocket(head, connection)
        default: throw .notFound
        }
        if head.has("close", in: "connection") { connection.isLast = true }
        send(answer, head.method == "HEAD", connection)
    }

    /// Whether a request is for this server by its own name, and if a page has sent it, by a page of its own.
    private func isOwn(_ head: HTTPHead) -> Bool {
        guard let host = head["host"] else { return false }
        let names = ["127.0.0.1", "localhost"].flatMap { ["\($0):\(port)"] + (port == 80 ? [$0] : []) }
        return names.contains(host.lowercased()) && (head["origin"] ?? "http://\(host)") == "http://\(host)"
    }

    /// Cookies are the same for all ports of a name.
    private var cookieName: String { "switchyard-\(port)" }

    /// Compares in a time that tells nothing of where the difference is.
    private func isEqual(_ text: String, _ secret: String) -> Bool {
        let (text, secret) = (Array(text.utf8), Array(secret.utf8))
        return text.count == secret.count && zip(text, secret).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// The handshake of RFC 6455, section 4.2. What comes behind it belongs to the app's server.
    private func becomeWebSocket(_ head: HTTPHead, _ connection: Connection) throws(HTTPHead.Problem) {
        guard head.has("websocket", in: "upgrade"), head.has("upgrade", in: "connection"),
            head["sec-websocket-version"] == "13", let key = head["sec-websocket-key"]
        else { throw .upgradeRequired }
        // Only a page has a WebSocket here, and a browser always says which.
        let token = head.parameter("token") ?? ""
        guard head["origin"] != nil, isEqual(token, self.token) else { throw .forbidden }
        guard head.method == "GET", server.hasRoom else { throw head.method == "GET" ? .busy : .methodNotAllowed }
        let lines = [
            "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Accept: \(WebSocketFrames.accept(key: key))", "", "",
        ]
        // The output is empty, and the socket takes some hundred bytes.
        let handshake = Array(lines.joined(separator: "\r\n").utf8)
        let isSent = connection.socket.send(handshake[...]) == handshake.count
        connection.isClosed = true
        guard isSent else { return }
        let frames = WebSocketFrames(limit: ServeClient.longestMessage, beginningWith: connection.input)
        server.add(SocketConnection(OpenDescriptor(connection.socket.giveAway())), frames)
    }

    private func refuse(_ problem: HTTPHead.Problem, _ connection: Connection) {
        let text =
            switch problem {
            case .forbidden: "This link has expired. Open the one that '\(HostName.name) web' has printed last."
            case .busy: "There are too many windows: close one."
            case .notFound: #"There is nothing here. <a href="/">Open the app</a>"#
            default: problem.reason + "."
            }
        // A browser without the cookie gets no file of the app, so the style stands in the page.
        let page = """
            <!DOCTYPE html><html lang="en"><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark"><title>\(problem.reason)</title>
            <style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem }</style>
            <h1>\(problem.reason)</h1><p>\(text)</p></html>

            """
        connection.isLast = true
        var answer = Answer(
            status: "\(problem.rawValue) \(problem.reason)", type: "text/html", policy: Self.inlinePolicy,
            content: Array(page.utf8))
        if problem == .methodNotAllowed { answer.more = ["Allow: GET, HEAD"] }
        if problem == .upgradeRequired { answer.more = ["Upgrade: websocket"] }
        send(answer, false, connection)
    }

    private func send(_ answer: Answer, _ isHead: Bool, _ connection: Connection) {
        let lines =
            [
                "HTTP/1.1 \(answer.status)", "Content-Type: \(answer.type); charset=utf-8",
                "Content-Length: \(answer.content.count)", "Content-Security-Policy: \(answer.policy)",
                "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer", "Cache-Control: no-store",
                "Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Resource-Policy: same-origin",
            ] + (connection.isLast ? ["Connection: close"] : []) + answer.more
        connection.output += Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (isHead ? [] : answer.content)
    }
}
