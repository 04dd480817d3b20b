/// Hashes the bytes of a part of a link or a pattern. An equal hash only selects candidates, which are then compared.
package enum LinkHash {
    package static func of(_ text: String) -> UInt64 { of(text.utf8Span.span) }

    /// Hashes two parts: a scheme and a host, or a feature and a route.
    package static func of(_ first: String, _ second: String) -> UInt64 { mixed(of(second), into: of(first)) }

    static func of(_ text: Span<UInt8>) -> UInt64 {
        let bytes = text.bytes
        var hash = mixed(UInt64(truncatingIfNeeded: bytes.byteCount), into: 0)
        var offset = 0
        while bytes.byteCount - offset >= 8 {
            hash = mixed(bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self), into: hash)
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < bytes.byteCount {
            rest = rest << 8 | UInt64(text[offset])
            offset += 1
        }
        return mixed(rest, into: hash)
    }

    /// Whether two parts have equal bytes.
    static func areEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        var offset = 0
        while left.count - offset >= 8 {
            let word = left.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
            guard word == right.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self) else { return false }
            offset += 8
        }
        while offset < left.count {
            guard left[offset] == right[offset] else { return false }
            offset += 1
        }
        return true
    }

    /// Mixes a value into a hash.
    package static func mixed(_ value: UInt64, into hash: UInt64) -> UInt64 {
        // The multiplier is an odd number whose bits look random; the shift brings the upper half down.
        let product = (hash ^ value) &* 0xD6E8_FEB8_6659_FD93
        return product ^ (product >> 32)
    }
}
