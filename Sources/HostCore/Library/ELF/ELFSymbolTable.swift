/// The dynamic symbol table (`Elf64_Sym` of elf(5)), with the hash table that finds names in it.
///
/// The file does not state the number of symbols, so each use of an index checks it against the segment's end.
struct ELFSymbolTable {
    /// The size of `Elf64_Sym`.
    static let entrySize = 24
    /// The most symbols visited in a search for one name. A chain of a real hash table has a handful; without the
    /// limit, each search could walk all of a large hostile file.
    static let searchLimit: UInt32 = 1 << 20

    private let symbols: ELFRegion
    private let segments: ELFSegments
    private let names: ELFRegion
    private let index: Index

    /// Finds the tables named by the dynamic section. The names of the symbols are in `names`.
    ///
    /// - Throws: `malformed` if a table is missing or not within the file.
    init(_ dynamic: ELFDynamicSection, names: ELFRegion, in segments: ELFSegments) throws(ELFError) {
        let address = try dynamic.symbolTableAddress()
        self.segments = segments
        symbols = try segments.region(at: address, named: "the dynamic symbol table")
        self.names = names
        if let hash = dynamic.gnuHash {
            index = .gnu(try ELFGNUHash(try segments.region(at: hash, named: "the GNU hash table")))
        } else if let hash = dynamic.hash {
            index = .systemV(try ELFSystemVHash(try segments.region(at: hash, named: "the symbol hash table")))
        } else {
            // Linkers put the string table directly after the symbols, so its address limits the search.
            let strings = try dynamic.stringTableAddress()
            let size = min(strings > address ? strings - address : 0, UInt64(symbols.count))
            index = .none(count: UInt32(clamping: size / UInt64(Self.entrySize)))
        }
    }

    /// Whether the library defines a function of this name that `dlsym` would find.
    ///
    /// - Throws: `malformed` if the search leaves the tables or finds no end.
    func defines(_ name: String) throws(ELFError) -> Bool {
        let name = Array(name.utf8)
        switch index {
        case .gnu(let hash): return try hash.defines(name, in: self)
        case .systemV(let hash): return try hash.defines(name, in: self)
        case .none(let count): return try scan(for: name, count: count)
        }
    }

    /// Whether the symbol at this index is a function of this name that `dlsym` would find.
    ///
    /// - Throws: `malformed` if there is no such symbol.
    func defines(_ name: [UInt8], at index: UInt32) throws(ELFError) -> Bool {
        let start = UInt64(index) * UInt64(Self.entrySize)
        guard names.holds(name, at: UInt64(try symbols.read(UInt32.self, at: start))) else { return false }
        let info = try symbols.read(UInt8.self, at: start + 4)
        let visibility = try symbols.read(UInt8.self, at: start + 5) & 0x3
        let section = try symbols.read(UInt16.self, at: start + 6)
        let value = try symbols.read(UInt64.self, at: start + 8)
        return Self.foundTypes.contains(info & 0xf)
            && Self.foundBindings.contains(info >> 4)
            && Self.foundVisibilities.contains(visibility)
            && section != Self.undefined
            // glibc's lookup skips a symbol without a value (do_lookup_x, elf/dl-lookup.c). An absolute symbol, and one
            // that leads to data, cannot be called.
            && value != 0 && section != Self.absolute && segments.isCode(at: value)
    }

    private func scan(for name: [UInt8], count: UInt32) throws(ELFError) -> Bool {
        guard count <= Self.searchLimit else {
            throw .malformed("\(symbols.name) has more than \(Self.searchLimit) symbols and no hash table")
        }
        for index in 0..<count where try defines(name, at: index) {
            return true
        }
        return false
    }

    private enum Index {
        case gnu(ELFGNUHash)
        case systemV(ELFSystemVHash)
        /// Without a hash table, the loader finds no symbol, but the host reports those that exist.
        case none(count: UInt32)
    }

    /// `STT_NOTYPE`, as in hand-written code, `STT_FUNC`, and `STT_GNU_IFUNC`, a function chosen at load time.
    private static let foundTypes: [UInt8] = [0, 2, 10]
    /// `STB_GLOBAL` and `STB_WEAK`.
    private static let foundBindings: [UInt8] = [1, 2]
    /// `STV_DEFAULT` and `STV_PROTECTED`.
    private static let foundVisibilities: [UInt8] = [0, 3]
    /// `SHN_UNDEF`
    private static let undefined: UInt16 = 0
    /// `SHN_ABS`
    private static let absolute: UInt16 = 0xfff1
}
