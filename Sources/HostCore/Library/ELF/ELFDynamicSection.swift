/// The entries of the dynamic section (`Elf64_Dyn` of elf(5)) that the host uses, as numbers.
///
/// Addresses are those before relocation, so that ``ELFSegments`` can map them.
struct ELFDynamicSection {
    /// `DT_NEEDED`, each an offset in the string table, in the file's order.
    private(set) var needed: [UInt64] = []
    /// `DT_SONAME`, an offset in the string table.
    private(set) var soname: UInt64?
    /// `DT_HASH`, an address.
    private(set) var hash: UInt64?
    /// `DT_GNU_HASH`, an address.
    private(set) var gnuHash: UInt64?
    /// `DT_STRSZ`
    private(set) var stringTableSize: UInt64?
    /// `DF_1_PIE` of `DT_FLAGS_1`: the file is a program, though its type is that of a library.
    private(set) var isExecutable = false

    private var stringTable: UInt64?
    private var symbolTable: UInt64?
    private var runPath: UInt64?
    private var obsoleteRunPath: UInt64?
    private var textRelocations = false
    private var flags: UInt64 = 0

    /// - Throws: `malformed` if the section does not end or has an absurd number of entries.
    init(_ section: ELFRegion) throws(ELFError) {
        for index in 0..<Self.entryLimit {
            let tag = try section.read(UInt64.self, at: index * 16)
            let value = try section.read(UInt64.self, at: index * 16 + 8)
            guard let tag = Tag(rawValue: tag) else { continue }
            switch tag {
            case .null: return
            case .needed: needed.append(value)
            case .hash: hash = value
            case .stringTable: stringTable = value
            case .symbolTable: symbolTable = value
            case .stringTableSize: stringTableSize = value
            case .symbolSize: try Self.checkSymbolSize(value)
            case .soname: soname = value
            case .obsoleteRunPath: obsoleteRunPath = value
            case .textRelocations: textRelocations = true
            case .runPath: runPath = value
            case .flags: flags = value
            case .gnuHash: gnuHash = value
            case .flags1: isExecutable = value & Self.positionIndependentExecutable != 0
            }
        }
        throw .malformed("\(section.name) has more than \(Self.entryLimit) entries")
    }

    /// `DT_TEXTREL`, or `DF_TEXTREL` of `DT_FLAGS`.
    var hasTextRelocations: Bool {
        textRelocations || flags & Self.textRelocationsFlag != 0
    }

    /// `DT_RUNPATH`, or else `DT_RPATH`, which it overrides (ld.so(8)): an offset in the string table.
    var searchPath: UInt64? {
        runPath ?? obsoleteRunPath
    }

    /// Whether the search path comes from `DT_RPATH`. The loader also uses such a path for the needs of the libraries
    /// found in it.
    var isSearchPathInherited: Bool {
        runPath == nil && obsoleteRunPath != nil
    }

    /// `DT_STRTAB`, an address.
    ///
    /// - Throws: `malformed` if the section lacks it; the gABI makes it mandatory.
    func stringTableAddress() throws(ELFError) -> UInt64 {
        guard let stringTable else { throw .malformed("it has no dynamic string table (DT_STRTAB)") }
        return stringTable
    }

    /// `DT_SYMTAB`, an address.
    ///
    /// - Throws: `malformed` if the section lacks it; the gABI makes it mandatory.
    func symbolTableAddress() throws(ELFError) -> UInt64 {
        guard let symbolTable else { throw .malformed("it has no dynamic symbol table (DT_SYMTAB)") }
        return symbolTable
    }

    /// Real libraries have some thirty entries, and one for each needed library. The limit keeps a hostile file from
    /// making the host build millions of strings.
    private static let entryLimit: UInt64 = 4096
    /// `DF_TEXTREL`
    private static let textRelocationsFlag: UInt64 = 0x4
    /// `DF_1_PIE`
    private static let positionIndependentExecutable: UInt64 = 0x0800_0000

    private static func checkSymbolSize(_ size: UInt64) throws(ELFError) {
        guard size == ELFSymbolTable.entrySize else {
            throw .malformed("its symbols are not of \(ELFSymbolTable.entrySize) bytes (DT_SYMENT)")
        }
    }
}

/// `d_tag` of elf(5).
private enum Tag: UInt64 {
    case null = 0
    case needed = 1
    case hash = 4
    case stringTable = 5
    case symbolTable = 6
    case stringTableSize = 10
    case symbolSize = 11
    case soname = 14
    case obsoleteRunPath = 15
    case textRelocations = 22
    case runPath = 29
    case flags = 30
    case gnuHash = 0x6fff_fef5
    case flags1 = 0x6fff_fffb
}
