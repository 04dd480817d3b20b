/// The signs by which `go version` recognizes a file of Go's linker.
///
/// Both are loaded with the library, so they survive stripping, and no symbol or section of another library has them by
/// chance.
enum ELFGoRuntime {
    /// Whether a file has both the note and the build information.
    static func isPresent(in segments: ELFSegments) -> Bool {
        segments.notes.contains(where: hasBuildID) && segments.holdsAligned(buildInformation)
    }

    /// The first bytes of the build information, at a multiple of 16: debug/buildinfo of Go's library.
    private static let buildInformation = [0xff] + Array(" Go buildinf:".utf8)

    /// The owner of the note, with its NUL bytes: ELF_NOTE_GOBUILDID of cmd/internal/buildid.
    private static let owner = Array("Go".utf8) + [0, 0]
    private static let buildIDType: UInt32 = 4

    /// Whether a note is Go's build ID: `Elf64_Nhdr` of elf(5), the owner, the content, each padded to 4 bytes.
    private static func hasBuildID(_ notes: ELFRegion) -> Bool {
        var start: UInt64 = 0
        while let ownerSize = try? notes.read(UInt32.self, at: start),
            let contentSize = try? notes.read(UInt32.self, at: start + 4),
            let type = try? notes.read(UInt32.self, at: start + 8)
        {
            let name = notes.part(offset: start + 12, count: UInt64(ownerSize), named: "the owner of a note")
            if type == buildIDType, let name, name.count == owner.count, name.prefix(owner.count) == owner {
                return true
            }
            start += 12 + padded(ownerSize) + padded(contentSize)
        }
        return false
    }

    private static func padded(_ size: UInt32) -> UInt64 { (UInt64(size) + 3) & ~3 }
}
