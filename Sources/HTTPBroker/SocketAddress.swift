import FeatureContract
import Glibc

/// An IP address of a machine to which a socket is about to connect.
struct SocketAddress {
    /// Four bytes, or sixteen.
    let bytes: [UInt8]

    /// - Returns: Nil for an address that is not of the Internet.
    init?(_ address: UnsafeRawPointer, family: Int32) {
        switch family {
        case AF_INET:
            let offset = MemoryLayout<sockaddr_in>.offset(of: \.sin_addr) ?? 4
            bytes = (0..<4).map { address.load(fromByteOffset: offset + $0, as: UInt8.self) }
        case AF_INET6:
            let offset = MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr) ?? 8
            let all = (0..<16).map { address.load(fromByteOffset: offset + $0, as: UInt8.self) }
            bytes = Self.unmapped(all)
        default: return nil
        }
    }

    init?(_ text: String) {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = Self.unmapped(withUnsafeBytes(of: six) { Array($0) })
        } else {
            return nil
        }
    }

    /// An address of version 4 in the form of version 6 is that of version 4: RFC 4291, section 2.5.5.2.
    private static func unmapped(_ bytes: [UInt8]) -> [UInt8] {
        bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] ? Array(bytes.suffix(4)) : bytes
    }

    var text: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
    }

    /// Whether anyone's machine may have the address: the IANA registries of special addresses, RFC 6890. Of version 6,
    /// only the space that is given out is public, without what leads to addresses of version 4.
    var isPublic: Bool {
        if bytes.count == 4 { return !Self.special.contains { $0.contains(bytes) } }
        return Self.givenOut.contains(bytes) && !Self.special6.contains { $0.contains(bytes) }
    }

    private struct Network {
        let start: [UInt8]
        let bits: Int

        init(_ text: String, _ bits: Int) {
            start = SocketAddress(text)?.bytes ?? []
            self.bits = bits
        }

        func contains(_ bytes: [UInt8]) -> Bool {
            (0..<bits).allSatisfy { bit in
                let mask = UInt8(0x80) >> UInt8(bit % 8)
                return bytes[bit / 8] & mask == start[bit / 8] & mask
            }
        }
    }

    private static let special = [
        Network("0.0.0.0", 8), Network("10.0.0.0", 8), Network("100.64.0.0", 10), Network("127.0.0.0", 8),
        Network("169.254.0.0", 16), Network("172.16.0.0", 12), Network("192.0.0.0", 24), Network("192.0.2.0", 24),
        Network("192.88.99.0", 24), Network("192.168.0.0", 16), Network("198.18.0.0", 15),
        Network("198.51.100.0", 24), Network("203.0.113.0", 24), Network("224.0.0.0", 3),
    ]
    private static let givenOut = Network("2000::", 3)
    // Teredo and the rest of 2001::/23, documentation, 6to4.
    private static let special6 = [
        Network("2001::", 23), Network("2001:db8::", 32), Network("2002::", 16), Network("3fff::", 20),
    ]
}
