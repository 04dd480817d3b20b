/// The hash table of `DT_GNU_HASH`, which all current linkers write.
///
/// No standard describes its layout; this is that of glibc's `_dl_setup_hash` and `do_lookup_x`: four words (number of
/// buckets, first symbol, number of bloom words, bloom shift), the bloom filter in 64-bit words, the buckets, and the
/// hash of each symbol from the first on. The lowest bit of a hash marks the end of a chain.
struct ELFGNUHash {
    private let table: ELFRegion
    private let bucketCount: UInt32
    private let firstSymbol: UInt32
    private let bloomCount: UInt32
    private let bloomShift: UInt32

    /// - Throws: `malformed` if the loader would refuse the table or misread it.
    init(_ table: ELFRegion) throws(ELFError) {
        self.table = table
        bucketCount = try table.read(UInt32.self, at: 0)
        firstSymbol = try table.read(UInt32.self, at: 4)
        bloomCount = try table.read(UInt32.self, at: 8)
        bloomShift = try table.read(UInt32.self, at: 12)
        guard bloomCount.nonzeroBitCount == 1, bloomShift < 32 else {
            throw .malformed("\(table.name) has an impossible filter")
        }
    }

    /// Whether one of the symbols in the table defines the name.
    func defines(_ name: [UInt8], in symbols: ELFSymbolTable) throws(ELFError) -> Bool {
        let hash = Self.hash(name)
        guard bucketCount > 0, try mayHold(hash) else { return false }
        let chains = bucketsOffset + UInt64(bucketCount) * 4

        var symbol = try table.read(UInt32.self, at: bucketsOffset + UInt64(hash % bucketCount) * 4)
        guard symbol != 0 else { return false }
        guard symbol >= firstSymbol else { throw .malformed("\(table.name) leads to a symbol outside it") }

        for _ in 0..<ELFSymbolTable.searchLimit {
            let link = try table.read(UInt32.self, at: chains + UInt64(symbol - firstSymbol) * 4)
            if link | 1 == hash | 1, try symbols.defines(name, at: symbol) { return true }
            if link & 1 == 1 { return false }
            guard symbol < .max else { break }
            symbol += 1
        }
        throw .malformed("\(table.name) has a chain that does not end")
    }

    private static let bloomOffset: UInt64 = 16

    private var bucketsOffset: UInt64 {
        Self.bloomOffset + UInt64(bloomCount) * 8
    }

    /// Whether the table may have the hash, by the bloom filter: only false is certain.
    private func mayHold(_ hash: UInt32) throws(ELFError) -> Bool {
        let index = UInt64((hash / 64) & (bloomCount - 1))
        let word = try table.read(UInt64.self, at: Self.bloomOffset + index * 8)
        let mask: UInt64 = 1 << UInt64(hash % 64) | 1 << UInt64((hash >> bloomShift) % 64)
        return word & mask == mask
    }

    /// Bernstein's hash, times 33 from 5381.
    private static func hash(_ name: [UInt8]) -> UInt32 {
        name.reduce(5381) { $0 &* 33 &+ UInt32($1) }
    }
}

/// The hash table of `DT_HASH` (System V gABI, "Hash Table"): two words (number of buckets, number of symbols), the
/// buckets, and for each symbol the next one of its chain, or 0 at the end.
struct ELFSystemVHash {
    private let table: ELFRegion
    private let bucketCount: UInt32
    private let symbolCount: UInt32

    /// - Throws: `malformed` if the table has no room for its own counts.
    init(_ table: ELFRegion) throws(ELFError) {
        self.table = table
        bucketCount = try table.read(UInt32.self, at: 0)
        symbolCount = try table.read(UInt32.self, at: 4)
    }

    /// Whether one of the symbols in the table defines the name.
    func defines(_ name: [UInt8], in symbols: ELFSymbolTable) throws(ELFError) -> Bool {
        guard bucketCount > 0 else { return false }
        let chains = 8 + UInt64(bucketCount) * 4

        var symbol = try table.read(UInt32.self, at: 8 + UInt64(Self.hash(name) % bucketCount) * 4)
        // A chain longer than the number of symbols contains a loop.
        for _ in 0..<min(symbolCount, ELFSymbolTable.searchLimit) {
            guard symbol != 0 else { return false }
            guard symbol < symbolCount else { throw .malformed("\(table.name) leads to a symbol outside it") }
            if try symbols.defines(name, at: symbol) { return true }
            symbol = try table.read(UInt32.self, at: chains + UInt64(symbol) * 4)
        }
        guard symbol == 0 else { throw .malformed("\(table.name) has a chain that does not end") }
        return false
    }

    /// The gABI's `elf_hash`.
    private static func hash(_ name: [UInt8]) -> UInt32 {
        name.reduce(0) { hash, byte in
            let sum = (hash << 4) &+ UInt32(byte)
            let high = sum & 0xf000_0000
            return (sum ^ (high >> 24)) & ~high
        }
    }
}
