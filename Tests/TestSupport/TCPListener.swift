import Dispatch
import Glibc
import Synchronization

/// A program on this machine that other programs connect to, at a port that the kernel chooses.
package final class TCPListener: Sendable {
    private let socket: Int32
    package let port: UInt16
    private let accepted = Atomic(0)
    /// Connections that fill the queue of one that accepts none.
    private let filling: [Int32]

    /// - Parameters:
    ///   - greeting: What each connection gets, which is closed then; nil to accept none, so that further connections
    ///     are not answered.
    ///   - family: `AF_INET` or `AF_INET6`.
    package init(greeting: String?, family: Int32 = AF_INET) throws {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let made = Glibc.socket(family, kind, 0)
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        var address = sockaddr_in6()
        let port: UInt16? = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                if family == AF_INET6 {
                    address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                        $0.pointee.sin6_addr = in6addr_loopback
                    }
                } else {
                    size = socklen_t(MemoryLayout<sockaddr_in>.size)
                    address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                        $0.pointee.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
                    }
                }
                address.pointee.sa_family = sa_family_t(family)
                guard made >= 0, bind(made, address, size) == 0, listen(made, greeting == nil ? 0 : 128) == 0,
                    getsockname(made, address, &size) == 0
                else { return nil }
                // The port has the same place in the addresses of both families.
                return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    UInt16(bigEndian: $0.pointee.sin_port)
                }
            }
        }
        guard let port else { throw TemporaryDirectory.Failure("listen", "127.0.0.1") }
        self.port = port
        socket = made
        filling =
            greeting != nil
            ? []
            : withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    (0..<4).map { _ in
                        let filling = Glibc.socket(family, kind | Int32(SOCK_NONBLOCK.rawValue), 0)
                        _ = connect(filling, address, size)
                        return filling
                    }
                }
            }
        guard let greeting else { return }
        DispatchQueue(label: "a listener").async { [self] in
            while true {
                let connection = accept(made, nil, nil)
                guard connection >= 0 else {
                    // Closed by this thread alone, since another listener could get its number.
                    close(made)
                    return
                }
                accepted.add(1, ordering: .relaxed)
                _ = send(connection, greeting, greeting.utf8.count, Int32(MSG_NOSIGNAL))
                close(connection)
            }
        }
    }

    /// The number of connections that have been accepted.
    package var count: Int { accepted.load(ordering: .relaxed) }

    /// Ends listening. Must be called, as the listener keeps itself.
    package func stop() {
        shutdown(socket, Int32(SHUT_RDWR))
        guard !filling.isEmpty else { return }
        for descriptor in filling + [socket] { close(descriptor) }
    }
}
