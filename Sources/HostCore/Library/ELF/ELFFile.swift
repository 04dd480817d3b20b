import HostSystem

/// The contents of an ELF shared library, read from its bytes without running it.
///
/// `dlopen` runs a library's constructors before it returns, and a truncated file kills the process that maps it
/// (SIGBUS). Inspecting the file first shows why it cannot be loaded, and which libraries it would bring in. No
/// sequence of bytes makes this code trap, read past the buffer, or work for long.
///
/// Sources: elf(5) and the System V gABI. Section headers are not read, since they may be stripped.
package struct ELFFile: Equatable, Sendable {
    /// The libraries that it needs (`DT_NEEDED`), in the order of the file.
    package let neededLibraries: [String]
    /// The name by which other libraries link to it (`DT_SONAME`).
    package let soname: String?
    /// The folders to search first for its needed libraries (`DT_RUNPATH`, or `DT_RPATH` without it). Split at colons,
    /// with `$ORIGIN` and the like unexpanded; an empty element is the working directory.
    package let runPaths: [String]
    /// Whether the run paths also apply to the needs of its needed libraries (`DT_RPATH` without `DT_RUNPATH`).
    let areRunPathsInherited: Bool
    /// Whether loading it writes into its code (`DT_TEXTREL`, or `DF_TEXTREL`), which hardened systems forbid.
    package let hasTextRelocations: Bool
    /// Whether it asks for an executable stack (`PT_GNU_STACK` with `PF_X`). Without that header, the machine's default
    /// applies: ``ELFMachine/stackIsExecutableByDefault``.
    package let hasExecutableStack: Bool
    /// Whether it contains Go's runtime, which starts threads and sets signal handlers when loaded, and never ends:
    /// such a library keeps to the ABI only in its own process.
    package let hasGoRuntime: Bool
    /// Whether it may have symbols that are one for the whole process (`STB_GNU_UNIQUE`), as C++ makes them for inline
    /// variables: of two such libraries in a process the later one uses those of the earlier.
    let hasGNUExtensions: Bool
    /// The names, among those looked up, of functions that the library defines.
    ///
    /// A symbol counts if `dlsym` would find it (defined, global or weak, of default or protected visibility), and if
    /// it is a function or has no type. Symbol versions are ignored.
    package let definedFunctions: Set<String>

    /// Reads a library's bytes. Keeps and copies only the results.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - symbols: The names to look up in the dynamic symbol table.
    ///   - machine: The expected architecture, a 64-bit little-endian one.
    /// - Throws: The first reason why this is not a complete shared library for the machine.
    package init(
        _ bytes: UnsafeRawBufferPointer, lookingFor symbols: Set<String> = [], machine: ELFMachine = .current
    ) throws(ELFError) {
        try self.init(ELFRegion(bytes, named: "the file"), lookingFor: symbols, machine: machine)
    }

    /// Reads only the needed parts of an open file.
    init(_ file: FilePieces, lookingFor symbols: Set<String> = []) throws(ELFError) {
        try self.init(ELFRegion(file.bytes, of: file, named: "the file"), lookingFor: symbols, machine: .current)
    }

    private init(_ file: ELFRegion, lookingFor symbols: Set<String>, machine: ELFMachine) throws(ELFError) {
        let header = try ELFHeader(file, machine: machine)
        let segments = try ELFSegments(file, header: header)
        let dynamic = try ELFDynamicSection(segments.dynamicSection)
        guard !dynamic.isExecutable else { throw .notSharedObject("position-independent executable") }

        let strings = try Self.stringTable(dynamic, in: segments)
        neededLibraries = try Self.neededLibraries(dynamic, in: strings)
        soname = try Self.soname(dynamic, in: strings)
        runPaths = try Self.runPaths(dynamic, in: strings)
        areRunPathsInherited = dynamic.isSearchPathInherited
        hasTextRelocations = dynamic.hasTextRelocations
        hasExecutableStack = segments.hasExecutableStack ?? machine.stackIsExecutableByDefault
        hasGoRuntime = ELFGoRuntime.isPresent(in: segments)
        hasGNUExtensions = header.hasGNUExtensions
        let table = try ELFSymbolTable(dynamic, names: strings, in: segments)
        definedFunctions = try Self.defined(symbols, in: table)
    }

    /// `PATH_MAX`: a longer name could not be opened.
    private static let nameLimit = 4096
    /// Store-based systems (Nix, Guix) write run paths of many kilobytes; this leaves them room.
    private static let runPathLimit = 1 << 20

    private static func stringTable(
        _ dynamic: ELFDynamicSection, in segments: ELFSegments
    ) throws(ELFError) -> ELFRegion {
        let name = "the dynamic string table"
        let rest = try segments.region(at: try dynamic.stringTableAddress(), named: name)
        guard let size = dynamic.stringTableSize else { return rest }
        guard let table = rest.part(offset: 0, count: size, named: name) else {
            throw .malformed("\(name) runs past its segment")
        }
        return table
    }

    private static func neededLibraries(
        _ dynamic: ELFDynamicSection, in strings: ELFRegion
    ) throws(ELFError) -> [String] {
        var names: [String] = []
        for offset in dynamic.needed {
            names.append(try strings.string(at: offset, upTo: nameLimit))
        }
        return names
    }

    private static func soname(_ dynamic: ELFDynamicSection, in strings: ELFRegion) throws(ELFError) -> String? {
        guard let offset = dynamic.soname else { return nil }
        return try strings.string(at: offset, upTo: nameLimit)
    }

    /// As in glibc, an empty string is no run path (decompose_rpath, elf/dl-load.c).
    private static func runPaths(_ dynamic: ELFDynamicSection, in strings: ELFRegion) throws(ELFError) -> [String] {
        guard let offset = dynamic.searchPath else { return [] }
        let paths = try strings.string(at: offset, upTo: runPathLimit)
        return paths.isEmpty ? [] : paths.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    }

    private static func defined(_ symbols: Set<String>, in table: ELFSymbolTable) throws(ELFError) -> Set<String> {
        var defined: Set<String> = []
        for symbol in symbols.sorted() where try table.defines(symbol) {
            defined.insert(symbol)
        }
        return defined
    }
}

/// The reason why a file is not a shared library that this machine can load.
@BinaryCoded
package enum ELFError: Error, Hashable, Sendable {
    case empty
    /// The file does not begin with the ELF magic number, but with these bytes (four at most).
    case notELF(firstBytes: [UInt8])
    /// The file ends before a part that it announces.
    case truncated(what: String, expectedSize: UInt64, actualSize: Int)
    /// The file holds 32-bit code (`ELFCLASS32`).
    case otherClass
    /// The file is big-endian (`ELFDATA2MSB`).
    case otherByteOrder
    /// The file was built for another architecture.
    case otherMachine(found: ELFMachine, wanted: ELFMachine)
    /// The file is ELF, but not a loadable library: `relocatable object`, `executable`, `core file`.
    case notSharedObject(String)
    /// The file has no `PT_DYNAMIC` segment, or an empty one, as in a file of separate debug information.
    case noDynamicSection
    /// The file contradicts itself or elf(5); the text says where.
    case malformed(String)
}

extension ELFError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty:
            "the file is empty"
        case .notELF(let firstBytes):
            "not an ELF file: it begins with \"\(Self.printable(firstBytes))\""
        case .truncated(let what, let expectedSize, let actualSize):
            "truncated: \(what) should end at byte \(expectedSize), and the file has \(actualSize)"
        case .otherClass:
            "built for a 32-bit machine; this machine is 64-bit"
        case .otherByteOrder:
            "built for a big-endian machine; this machine is little-endian"
        case .otherMachine(let found, let wanted):
            "built for \(found); this machine is \(wanted)"
        case .notSharedObject(let kind):
            "not a shared library (\(kind))"
        case .noDynamicSection:
            "not a shared library (no dynamic section)"
        case .malformed(let what):
            "malformed: \(what)"
        }
    }

    /// The bytes as ASCII, with escapes for all that could disturb a terminal or the quotes.
    private static func printable(_ bytes: [UInt8]) -> String {
        var text = ""
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                text += "\\" + String(UnicodeScalar(byte))
            case 0x20...0x7e:
                text.unicodeScalars.append(UnicodeScalar(byte))
            case UInt8(ascii: "\n"):
                text += "\\n"
            default:
                text += byte < 0x10 ? "\\x0" : "\\x"
                text += String(byte, radix: 16)
            }
        }
        return text
    }
}
