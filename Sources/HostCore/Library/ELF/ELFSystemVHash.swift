/// The hash table of `DT_HASH` (System V gABI, "Hash Table"): two words (number of buckets, number of symbols), the
/// buckets, and for each symbol the next one of its chain, or 0 at the end.
struct ELFSystemVHash {
    private let table: ELFRegion
    private let bucketCount: UInt32
    private let symbolCount: UInt32

    /// Reads the head of the table.
    ///
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
