import HostSystem
import TestSupport
import Testing

/// A server on this machine, whose answers depend on the path: Fixtures/Fetches/server.py.
final class HTTPServer {
    static let program = installedProgram("python3")

    private let terminal: PseudoTerminal
    let port: UInt16

    /// - Parameters:
    ///   - certificate: The files of a certificate and its key; nil for a server without TLS.
    init(certificate: (file: String, key: String)? = nil) throws {
        terminal = try PseudoTerminal(columns: 80, rows: 24)
        let script = Repository.path("Tests/Fixtures/Fetches/server.py")
        let files = certificate.map { [$0.file, $0.key] } ?? []
        try terminal.start(try #require(Self.program), [script] + files)
        var found: UInt16?
        try terminal.wait(for: "the server's port") { model in
            guard let line = model.lines.first(where: { $0.hasPrefix("port ") && $0.hasSuffix(".") }) else {
                return false
            }
            found = UInt16(line.dropFirst(5).dropLast())
            return found != nil
        }
        port = try #require(found)
    }

    deinit { terminal.hangUp() }
}

/// A server of HTTP/2 with TLS, which answers with files: nghttpd(1).
final class HTTP2Server {
    static let program = installedProgram("nghttpd")

    private let directory: TemporaryDirectory
    private let terminal: PseudoTerminal
    let port: UInt16

    init(certificate: (file: String, key: String), files: [String: String]) throws {
        directory = try TemporaryDirectory()
        for (name, text) in files { try File.write(text, to: directory(name)) }
        let listener = try TCPListener(greeting: nil)
        port = listener.port
        listener.stop()
        terminal = try PseudoTerminal(columns: 80, rows: 24)
        // It says when it listens, and then more than anyone reads.
        let script = #""$0" --verbose "$@" | { read -r line; echo "$line"; exec cat > /dev/null; }"#
        try terminal.start(
            "/bin/sh",
            [
                "-c", script, try #require(Self.program), "--htdocs=\(directory.path)", "--address=127.0.0.1",
                "\(port)",
                certificate.key, certificate.file,
            ], environment: ["PATH": "/usr/bin:/bin"])
        try terminal.wait(for: "the server") { $0.text.contains("listen") }
    }

    deinit { terminal.hangUp() }
}

/// Certificates of an authority that only a test knows: openssl-req(1), openssl-x509(1).
struct TestAuthority {
    static let program = installedProgram("openssl")

    private let directory: TemporaryDirectory
    /// The file of the authority's own certificate.
    var file: String { directory("authority.pem") }

    init() throws {
        directory = try TemporaryDirectory()
        try run(
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=Test authority", "-keyout",
            directory("authority.key"), "-out", file)
    }

    /// Makes a certificate for a name.
    ///
    /// - Parameter days: The days of which it is good, from now on; a negative number for one that is not any more.
    func certificate(
        for name: String, _ id: String = "server", signedByItself isSelfSigned: Bool = false, days: Int = 2
    ) throws -> (file: String, key: String) {
        let (key, request, file) = (directory("\(id).key"), directory("\(id).csr"), directory("\(id).pem"))
        try run("req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=\(name)", "-keyout", key, "-out", request)
        let extensions = directory("\(id).ext")
        try File.write("subjectAltName=DNS:\(name)\n", to: extensions)
        let signer =
            isSelfSigned
            ? ["-signkey", key] : ["-CA", self.file, "-CAkey", directory("authority.key"), "-CAcreateserial"]
        try run(["x509", "-req", "-in", request, "-out", file, "-extfile", extensions, "-days", "\(days)"] + signer)
        return (file, key)
    }

    private func run(_ arguments: String...) throws { try run(arguments) }

    private func run(_ arguments: [String]) throws {
        let outcome = try Subprocess(try #require(Self.program), arguments).run()
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
    }
}
