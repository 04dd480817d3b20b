import Glibc

/// The reason why a connection failed.
package enum ConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name has no address, with the reason from getaddrinfo(3).
    case unresolved(String)
    case timeout
    /// A call failed at the last address.
    case system(SystemError)

    package var description: String {
        switch self {
        case .unresolved(let reason): reason
        case .timeout: "nothing answers there"
        case .system(let error): "\(error)"
        }
    }
}

package enum TCPConnection {
    /// Listens at 127.0.0.1.
    ///
    /// - Parameter port: 0 for one that is free.
    /// - Returns: A listening socket that does not block, and its port.
    package static func listen(_ port: UInt16) throws(SystemError) -> (OpenDescriptor, port: UInt16) {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let listener = OpenDescriptor(try systemCall("socket") { socket(AF_INET, kind, 0) })
        // A program that was there a moment ago leaves connections behind, which keep the port from others for a minute.
        var isOn: Int32 = 1
        try systemCall("setsockopt") {
            setsockopt(listener.number, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        try withUnsafeMutablePointer(to: &address) { (address) throws(SystemError) in
            try address.withMemoryRebound(to: sockaddr.self, capacity: 1) { (address) throws(SystemError) in
                try systemCall("bind") { bind(listener.number, address, size) }
                try systemCall("listen") { Glibc.listen(listener.number, 128) }
                try systemCall("getsockname") { getsockname(listener.number, address, &size) }
            }
        }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    /// Accepts the next connection at a listener, which does not block; nil if none waits.
    package static func accept(at listener: OpenDescriptor) throws(SystemError) -> OpenDescriptor? {
        do throws(SystemError) {
            return try SocketCall.accept(at: listener.number)
        } catch {
            if error.code == EAGAIN || error.code == ECONNABORTED { return nil }
            throw error
        }
    }

    /// Resolves a name, and connects to the first address that accepts. Blocks its thread; resolving has no time limit.
    ///
    /// - Parameters:
    ///   - host: A name or an IP address.
    ///   - deadline: The end of the attempts, which share the time until then.
    /// - Returns: A blocking, close-on-exec socket.
    package static func open(
        _ host: String, _ port: UInt16, until deadline: ContinuousClock.Instant
    ) throws(ConnectionError) -> OpenDescriptor {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_protocol = Int32(IPPROTO_TCP)
        hints.ai_flags = AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, "\(port)", &hints, &found)
        guard code == 0 else {
            throw code == EAI_SYSTEM
                ? .system(SystemError(code: errno, operation: "getaddrinfo"))
                : .unresolved(String(cString: gai_strerror(code)))
        }
        defer { freeaddrinfo(found) }
        let addresses = sequence(first: found) { $0?.pointee.ai_next }.prefix { $0 != nil }.compactMap { $0?.pointee }
        var failure = ConnectionError.timeout
        for (index, address) in addresses.enumerated() {
            let now = ContinuousClock.now
            guard now < deadline else { throw .timeout }
            do {
                return try connect(to: address, until: now + now.duration(to: deadline) / (addresses.count - index))
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private static func connect(
        to address: addrinfo, until deadline: ContinuousClock.Instant
    ) throws(ConnectionError) -> OpenDescriptor {
        do throws(SystemError) {
            let kind = address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
            let connection = OpenDescriptor(
                try systemCall("socket") { socket(address.ai_family, kind, address.ai_protocol) })
            guard DescriptorLimit.leaves(DescriptorLimit.reserve, beyond: connection.number) else {
                throw SystemError(code: EMFILE, operation: "socket")
            }
            do throws(SystemError) {
                try systemCall("connect") { Glibc.connect(connection.number, address.ai_addr, address.ai_addrlen) }
            } catch {
                // connect(2): after EINTR the attempt continues by itself, and a second call would fail with EALREADY.
                guard error.code == EINPROGRESS || error.code == EALREADY else { throw error }
                try finish(connection.number, until: deadline)
            }
            try systemCall("fcntl") {
                fcntl(connection.number, F_SETFL, fcntl(connection.number, F_GETFL) & ~O_NONBLOCK)
            }
            return connection
        } catch {
            throw error.code == ETIMEDOUT ? .timeout : .system(error)
        }
    }

    /// Waits until a connection is made or has failed.
    private static func finish(_ socket: Int32, until deadline: ContinuousClock.Instant) throws(SystemError) {
        while true {
            let rest = ContinuousClock.now.duration(to: deadline)
            guard rest > .zero else { throw SystemError(code: ETIMEDOUT, operation: "connect") }
            var event = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
            let milliseconds = Int32(min(60_000, (rest / .milliseconds(1)).rounded(.up)))
            if try systemCall("poll", { poll(&event, 1, milliseconds) }) > 0 { break }
        }
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        try systemCall("getsockopt") { getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &size) }
        guard code == 0 else { throw SystemError(code: code, operation: "connect") }
    }
}
