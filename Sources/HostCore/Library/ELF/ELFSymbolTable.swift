/// The dynamic symbol table (`Elf64_Sym` of elf(5)), with the hash table that finds a name in it.
///
/// Nothing in the file says how many symbols there are; an index is checked against the segment's end when used.
struct ELFSymbolTable {
    /// The size of `Elf64_Sym`.
    static let entrySize = 24
    /// How many symbols a search for one name looks at before it calls the table malformed.
    ///
    /// A chain of a real hash table has a handful; without a bound, a large hostile file could have each search walk
    /// all of it.
    static let searchLimit: UInt32 = 1 << 20

    private let symbols: ELFRegion
    private let names: ELFRegion
    private let index: Index

    /// The table that the dynamic section tells of, with names in `names`.
    ///
    /// - Throws: `malformed` where a table is missing or outside what the file fills.
    init(_ dynamic: ELFDynamicSection, names: ELFRegion, in segments: ELFSegments) throws(ELFError) {
        let address = try dynamic.symbolTableAddress()
        symbols = try segments.region(at: address, named: "the dynamic symbol table")
        self.names = names
        if let hash = dynamic.gnuHash {
            index = .gnu(try ELFGNUHash(try segments.region(at: hash, named: "the GNU hash table")))
        } else if let hash = dynamic.hash {
            index = .systemV(try ELFSystemVHash(try segments.region(at: hash, named: "the symbol hash table")))
        } else {
            // Linkers put the string table right behind the symbols; the first that is not one ends the search.
            let strings = try dynamic.stringTableAddress()
            let size = min(strings > address ? strings - address : 0, UInt64(symbols.count))
            index = .none(count: UInt32(clamping: size / UInt64(Self.entrySize)))
        }
    }

    /// Whether the library gives this name a meaning of its own that `dlsym` would find.
    ///
    /// - Throws: `malformed` where the search leaves the tables or finds no end.
    func defines(_ name: String) throws(ELFError) -> Bool {
        let name = Array(name.utf8)
        switch index {
        case .gnu(let hash): return try hash.defines(name, in: self)
        case .systemV(let hash): return try hash.defines(name, in: self)
        case .none(let count): return try scan(for: name, count: count)
        }
    }

    /// Whether the symbol of this index has this name, and is one that `dlsym` would find.
    ///
    /// - Throws: `malformed` where there is no such symbol.
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
            // glibc's lookup passes over a symbol without a value (do_lookup_x, elf/dl-lookup.c).
            && (value != 0 || section == Self.absolute)
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
        /// Neither: the loader would find nothing, but a person is told what is there.
        case none(count: UInt32)
    }

    /// `STT_NOTYPE`, `STT_OBJECT`, `STT_FUNC` and `STT_GNU_IFUNC`, a function that is chosen when loaded.
    private static let foundTypes: [UInt8] = [0, 1, 2, 10]
    /// `STB_GLOBAL`, `STB_WEAK` and `STB_GNU_UNIQUE`, a global of C++.
    private static let foundBindings: [UInt8] = [1, 2, 10]
    /// `STV_DEFAULT` and `STV_PROTECTED`.
    private static let foundVisibilities: [UInt8] = [0, 3]
    /// `SHN_UNDEF`
    private static let undefined: UInt16 = 0
    /// `SHN_ABS`
    private static let absolute: UInt16 = 0xfff1
}
