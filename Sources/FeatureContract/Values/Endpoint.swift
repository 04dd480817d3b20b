import Glibc
internal import JSONText

/// A machine and a port to connect to: `api.example.org:443`, `[::1]:443`.
package struct Endpoint: Hashable, Sendable {
    /// A name in lower case, or an IP address; version 6 in its shortest form, without brackets.
    package let host: String
    package let port: UInt16

    /// - Returns: Nil if no machine can have that name or address, or if the port is 0.
    package init?(host: String, port: UInt16) {
        guard port > 0, let host = host.contains(":") ? Self.address6(host) : Self.name(host) else { return nil }
        self.host = host
        self.port = port
    }

    /// Reads the text of a permission, in which a name without a dot is a protocol, except `localhost`. Nil for any
    /// other text.
    package init?(_ text: String) {
        let host: String
        let rest: String
        if text.hasPrefix("[") {
            let (address, port) = text.dropFirst().splitOnce(at: "]")
            guard address.contains(":"), let port, port.hasPrefix(":") else { return nil }
            (host, rest) = (String(address), String(port.dropFirst()))
        } else {
            let (name, port) = text.splitOnce(at: ":")
            guard Self.isPermitted(name), let port else { return nil }
            (host, rest) = (String(name), String(port))
        }
        guard let port = UInt16(rest), String(port) == rest else { return nil }
        self.init(host: host, port: port)
    }

    /// Adopts the text of a feature's code, for a manifest that is checked when it is read.
    package init(unchecked host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    package var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Whether a permission can name the machine, and not only its port.
    package var isPermission: Bool { host.contains(":") || Self.isPermitted(host) }

    private static func isPermitted(_ name: some StringProtocol) -> Bool { name.contains(".") || name == "localhost" }

    /// A name, or an address of version 4: RFC 1123, section 2.1, and `_`, which some names have.
    static func name(_ text: String) -> String? {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isName = labels.allSatisfy { label in
            (1...63).contains(label.count)
                && label.allSatisfy { $0.isLetter || $0.isDigit || "-_".utf8.contains($0) }
        }
        return isName && text.utf8.count <= 253 ? text.lowercasedASCII : nil
    }

    /// An address of version 6 in its shortest form.
    static func address6(_ text: String) -> String? {
        var address = in6_addr()
        var shortest = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard !text.utf8.contains(0), inet_pton(AF_INET6, text, &address) == 1,
            inet_ntop(AF_INET6, &address, &shortest, socklen_t(shortest.count)) != nil
        else { return nil }
        return String(decoding: shortest.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
