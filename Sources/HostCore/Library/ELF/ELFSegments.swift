/// The program headers (`Elf64_Phdr` of elf(5)), which map parts of the file to addresses in memory.
///
/// The loader and the host read these instead of the section headers, which may be stripped.
struct ELFSegments {
    /// The size of `Elf64_Phdr`.
    static let entrySize = 56

    /// The contents of the dynamic section (`PT_DYNAMIC`).
    let dynamicSection: ELFRegion
    /// Whether `PT_GNU_STACK` has `PF_X`. Nil if there is no such header.
    let hasExecutableStack: Bool?
    /// The contents of the note segments (`PT_NOTE`), except those that run past the file.
    let notes: [ELFRegion]

    private let file: ELFRegion
    private let loads: [Load]

    /// - Throws: `truncated` if the headers or a segment run past the file, `noDynamicSection`, `malformed`.
    init(_ file: ELFRegion, header: ELFHeader) throws(ELFError) {
        var loads: [Load] = []
        var dynamic: (address: UInt64, size: UInt64)?
        var hasExecutableStack: Bool?
        var notes: [ELFRegion] = []

        let table = try Self.table(of: file, header: header)
        for index in 0..<UInt64(header.programHeaderCount) {
            let start = index * UInt64(Self.entrySize)
            let address = try table.read(UInt64.self, at: start + 16)
            let fileSize = try table.read(UInt64.self, at: start + 32)
            switch try table.read(UInt32.self, at: start) {
            case Self.load where fileSize > 0:
                let offset = try table.read(UInt64.self, at: start + 8)
                let flags = try table.read(UInt32.self, at: start + 4)
                loads.append(
                    try Load(
                        file, offset: offset, address: address, size: fileSize, isCode: flags & Self.executable != 0))
            // If there are several, the last one counts, as for glibc's loader (_dl_map_object_from_fd).
            case Self.dynamic:
                dynamic = (address, fileSize)
            case Self.gnuStack:
                hasExecutableStack = try table.read(UInt32.self, at: start + 4) & Self.executable != 0
            case Self.note:
                let offset = try table.read(UInt64.self, at: start + 8)
                if let region = file.part(offset: offset, count: fileSize, named: "a note segment") {
                    notes.append(region)
                }
            default:
                break
            }
        }

        guard let dynamic, dynamic.size > 0 else { throw .noDynamicSection }
        let name = "the dynamic section"
        let segment = try Self.region(of: file, loads: loads, at: dynamic.address, named: name)
        guard let dynamicSection = segment.part(offset: 0, count: dynamic.size, named: name) else {
            throw .malformed("\(name) runs past its segment")
        }
        self.dynamicSection = dynamicSection
        self.hasExecutableStack = hasExecutableStack
        self.notes = notes
        self.file = file
        self.loads = loads
    }

    /// The part of the file mapped at an address, up to the end of its segment.
    ///
    /// - Throws: `malformed` if no part of the file is mapped there.
    func region(at address: UInt64, named name: String) throws(ELFError) -> ELFRegion {
        try Self.region(of: file, loads: loads, at: address, named: name)
    }

    /// Whether executable code (`PF_X`) is mapped at an address.
    func isCode(at address: UInt64) -> Bool {
        loads.contains { $0.isCode && $0.address <= address && address - $0.address < $0.size }
    }

    /// Whether a loaded part of the file has these bytes at an address that is a multiple of 16.
    func holdsAligned(_ bytes: [UInt8]) -> Bool {
        loads.contains { load in
            file.part(offset: load.offset, count: load.size, named: "a loadable segment")?
                .holds(bytes, everySixteenFrom: Int((16 - load.address % 16) % 16)) ?? false
        }
    }

    // p_type and p_flags of elf(5)
    private static let load: UInt32 = 1
    private static let dynamic: UInt32 = 2
    private static let note: UInt32 = 4
    private static let gnuStack: UInt32 = 0x6474_e551
    private static let executable: UInt32 = 1

    private static func table(of file: ELFRegion, header: ELFHeader) throws(ELFError) -> ELFRegion {
        let name = "the program header table"
        let size = UInt64(header.programHeaderCount) * UInt64(entrySize)
        let (end, overflow) = header.programHeadersOffset.addingReportingOverflow(size)
        guard !overflow else { throw .malformed("\(name) has an impossible offset") }
        guard let table = file.part(offset: header.programHeadersOffset, count: size, named: name) else {
            throw .truncated(what: name, expectedSize: end, actualSize: file.count)
        }
        return table
    }

    private static func region(
        of file: ELFRegion, loads: [Load], at address: UInt64, named name: String
    ) throws(ELFError) -> ELFRegion {
        // If segments overlap, the loader maps the later one over the earlier.
        for load in loads.reversed() where address >= load.address && address - load.address < load.size {
            let skipped = address - load.address
            if let region = file.part(offset: load.offset + skipped, count: load.size - skipped, named: name) {
                return region
            }
        }
        throw .malformed("\(name) is at an address that the file does not fill")
    }
}

/// A `PT_LOAD` segment, whose bytes are within the file.
private struct Load {
    let offset: UInt64
    let address: UInt64
    let size: UInt64
    /// `PF_X`
    let isCode: Bool

    init(
        _ file: ELFRegion, offset: UInt64, address: UInt64, size: UInt64, isCode: Bool
    ) throws(ELFError) {
        let name = "a loadable segment"
        let (end, overflow) = offset.addingReportingOverflow(size)
        guard !overflow else { throw .malformed("\(name) has an impossible size") }
        guard end <= UInt64(file.count) else {
            throw .truncated(what: name, expectedSize: end, actualSize: file.count)
        }
        self.offset = offset
        self.address = address
        self.size = size
        self.isCode = isCode
    }
}
