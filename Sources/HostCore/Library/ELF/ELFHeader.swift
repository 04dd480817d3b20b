/// The ELF header (`Elf64_Ehdr` of elf(5)): the kind of the file, and the place of its program headers.
struct ELFHeader {
    /// `e_phoff`
    let programHeadersOffset: UInt64
    /// `e_phnum`
    let programHeaderCount: UInt16
    /// Whether `EI_OSABI` says that the file uses extensions of GNU.
    let hasGNUExtensions: Bool

    /// Reads and checks the header.
    ///
    /// - Throws: Any error that distinguishes kinds of files; never `noDynamicSection`.
    init(_ file: ELFRegion, machine: ELFMachine) throws(ELFError) {
        try Self.checkMagic(file)
        guard file.count >= Self.size else {
            throw .truncated(what: "the ELF header", expectedSize: UInt64(Self.size), actualSize: file.count)
        }
        try Self.checkLayout(file)

        let found = ELFMachine(rawValue: try file.read(UInt16.self, at: 18))
        guard found == machine else { throw .otherMachine(found: found, wanted: machine) }
        try Self.checkType(try file.read(UInt16.self, at: 16))

        guard try file.read(UInt16.self, at: 54) == ELFSegments.entrySize else {
            throw .malformed("its program headers are not of \(ELFSegments.entrySize) bytes")
        }
        hasGNUExtensions = try file.read(UInt8.self, at: 7) == 3
        programHeadersOffset = try file.read(UInt64.self, at: 32)
        programHeaderCount = try file.read(UInt16.self, at: 56)
    }

    /// The size of `Elf64_Ehdr`.
    private static let size = 64
    private static let magic: [UInt8] = [0x7f, 0x45, 0x4c, 0x46]

    private static func checkMagic(_ file: ELFRegion) throws(ELFError) {
        let start = file.prefix(magic.count)
        guard !start.isEmpty else { throw .empty }
        guard magic.starts(with: start) else { throw .notELF(firstBytes: start) }
    }

    /// Checks that the file's layout is the one read here: `EI_CLASS`, `EI_DATA` and `EI_VERSION`.
    private static func checkLayout(_ file: ELFRegion) throws(ELFError) {
        switch try file.read(UInt8.self, at: 4) {
        case 1: throw .otherClass
        case 2: break
        case let other: throw .malformed("it is neither 32-bit nor 64-bit (class \(other))")
        }
        switch try file.read(UInt8.self, at: 5) {
        case 1: break
        case 2: throw .otherByteOrder
        case let other: throw .malformed("it is neither little-endian nor big-endian (encoding \(other))")
        }
        let version = try file.read(UInt8.self, at: 6)
        guard version == 1 else { throw .malformed("it is of ELF version \(version), and only version 1 exists") }
    }

    private static func checkType(_ type: UInt16) throws(ELFError) {
        switch type {
        case 1: throw .notSharedObject("relocatable object")
        case 2: throw .notSharedObject("executable")
        case 3: break
        case 4: throw .notSharedObject("core file")
        default: throw .notSharedObject("file type \(type)")
        }
    }
}
