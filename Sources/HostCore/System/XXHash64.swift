/// XXH64 with the seed 0 (xxHash specification, "XXH64 Algorithm Description"): fast and well mixed, but no protection
/// against an attacker.
package enum XXHash64 {
    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

    /// The main loop has no call in it and no name of another scope: a debug build hashes whole libraries too, and does
    /// not inline them.
    package static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        guard let base = bytes.baseAddress, bytes.count >= 32 else { return finish(prime5, bytes, from: 0) }
        guard UInt(bitPattern: base) % 8 == 0 else { return Array(bytes).withUnsafeBytes { XXHash64.hash($0) } }
        // Little-endian, as every machine with Swift for Linux is.
        let words = base.assumingMemoryBound(to: UInt64.self)
        let (prime1, prime2) = (prime1, prime2)
        var (lane1, lane2, lane3, lane4) = (prime1 &+ prime2, prime2, 0 as UInt64, 0 &- prime1)
        let end = bytes.count / 32 * 4
        var index = 0
        while index < end {
            lane1 = lane1 &+ words[index] &* prime2
            lane1 = (lane1 &<< 31 | lane1 &>> 33) &* prime1
            lane2 = lane2 &+ words[index &+ 1] &* prime2
            lane2 = (lane2 &<< 31 | lane2 &>> 33) &* prime1
            lane3 = lane3 &+ words[index &+ 2] &* prime2
            lane3 = (lane3 &<< 31 | lane3 &>> 33) &* prime1
            lane4 = lane4 &+ words[index &+ 3] &* prime2
            lane4 = (lane4 &<< 31 | lane4 &>> 33) &* prime1
            index = index &+ 4
        }
        let lanes = rotated(lane1, 1) &+ rotated(lane2, 7) &+ rotated(lane3, 12) &+ rotated(lane4, 18)
        return finish(merged(merged(merged(merged(lanes, lane1), lane2), lane3), lane4), bytes, from: end * 8)
    }

    /// Mixes in the bytes that remain after the blocks of 32.
    private static func finish(_ hash: UInt64, _ rest: UnsafeRawBufferPointer, from start: Int) -> UInt64 {
        var hash = hash &+ UInt64(rest.count)
        var offset = start
        while rest.count - offset >= 8 {
            hash = rotated(hash ^ round(0, word(rest, offset)), 27) &* prime1 &+ prime4
            offset += 8
        }
        if rest.count - offset >= 4 {
            let half = UInt32(littleEndian: rest.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            hash = rotated(hash ^ UInt64(half) &* prime1, 23) &* prime2 &+ prime3
            offset += 4
        }
        while offset < rest.count {
            hash = rotated(hash ^ UInt64(rest[offset]) &* prime5, 11) &* prime1
            offset += 1
        }
        hash = (hash ^ hash >> 33) &* prime2
        hash = (hash ^ hash >> 29) &* prime3
        return hash ^ hash >> 32
    }

    private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        rotated(lane &+ word &* prime2, 31) &* prime1
    }

    private static func merged(_ hash: UInt64, _ lane: UInt64) -> UInt64 {
        (hash ^ round(0, lane)) &* prime1 &+ prime4
    }

    private static func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 {
        value &<< count | value &>> (64 - count)
    }

    private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
