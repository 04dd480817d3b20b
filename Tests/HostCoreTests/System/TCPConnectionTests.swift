import Glibc
import HostSystem
import TestSupport
import Testing

@Suite("A TCP connection", .blocking)
struct TCPConnectionTests {
    private func open(_ host: String, _ port: UInt16, within time: Duration = .seconds(300)) throws -> OpenDescriptor {
        try TCPConnection.open(host, port, until: .now + time)
    }

    @Test(
        "is made to an address and to a name, and its descriptor is blocking and close-on-exec",
        arguments: [
            "127.0.0.1", "localhost",
        ])
    func connects(host: String) throws {
        let listener = try TCPListener(greeting: "hello")
        defer { listener.stop() }
        let connection = try open(host, listener.port)
        var bytes = [UInt8](repeating: 0, count: 10)
        #expect(recv(connection.number, &bytes, bytes.count, Int32(MSG_WAITALL)) == 5)
        #expect(String(decoding: bytes.prefix(5), as: UTF8.self) == "hello")
        #expect(fcntl(connection.number, F_GETFL) & O_NONBLOCK == 0)
        #expect(fcntl(connection.number, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test("fails with the reason of the system where no program listens")
    func refused() throws {
        let listener = try TCPListener(greeting: "hello")
        let port = listener.port
        listener.stop()
        #expect(throws: ConnectionError.system(SystemError(code: ECONNREFUSED, operation: "connect"))) {
            try open("127.0.0.1", port)
        }
    }

    @Test("is given up at its deadline where the other machine does not answer")
    func silent() throws {
        let listener = try TCPListener(greeting: nil)
        defer { listener.stop() }
        #expect(throws: ConnectionError.timeout) { try open("127.0.0.1", listener.port, within: .milliseconds(100)) }
        #expect(throws: ConnectionError.timeout) { try open("127.0.0.1", listener.port, within: .zero) }
    }

    @Test("fails with the reason of the resolver where the name has no address")
    func unresolved() throws {
        let error = #expect(throws: ConnectionError.self) { try open("switchyard.invalid", 1) }
        guard case .unresolved(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test("is closed with its last reference, unless it has been given away")
    func closed() throws {
        let listener = try TCPListener(greeting: "")
        defer { listener.stop() }
        var kept: OpenDescriptor? = try open("127.0.0.1", listener.port)
        let number = try #require(kept?.giveAway())
        #expect(kept?.number == -1)
        kept = nil
        #expect(fcntl(number, F_GETFD) >= 0)
        close(number)
    }
}
