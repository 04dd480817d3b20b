import FeatureABI
import HostSystem

/// The header of a registry's file: the kind of the file, the hosts that can use it, and the file's own number.
///
/// ```
/// 8 magic   4 format   4 major   4 minor of the ABI   8 number   8 XXH64 of all before
/// ```
struct RegistryHeader: Hashable, Sendable {
    /// The format of the file, raised when the content of a record changes.
    static let format: UInt32 = 6
    static let size = 36
    /// The first bytes of the file. The last four are as in PNG: a transfer as text would change them.
    private static let magic: [UInt8] = Array("SYRG".utf8) + [0x0D, 0x0A, 0x1A, 0x0A]

    /// A random number that distinguishes the file from its predecessor, which may have had the same inode.
    let number: UInt64

    init() {
        number = .random(in: .min ... .max)
    }

    /// - Parameter bytes: The file, or its beginning.
    init(reading bytes: [UInt8]) throws(RegistryDamage) {
        guard bytes.starts(with: Self.magic) else { throw .noRegistry }
        var reader = BinaryReader(bytes[Self.magic.count...])
        // The format comes first: the rest of another format may have any shape.
        guard let format = try? reader.uint32() else { throw .header }
        guard format == Self.format else { throw .otherFormat(found: format, known: Self.format) }
        guard let (major, minor, number, checksum) = try? Self.rest(&reader) else { throw .header }
        guard checksum == Self.checksum(bytes[..<(Self.size - 8)]) else { throw .header }
        guard major == SY_ABI_MAJOR, minor == SY_ABI_MINOR else { throw .otherABI(major: major, minor: minor) }
        self.number = number
    }

    private static func rest(_ reader: inout BinaryReader) throws(BinaryError) -> (UInt32, UInt32, UInt64, UInt64) {
        (try reader.uint32(), try reader.uint32(), try reader.uint64(), try reader.uint64())
    }

    var bytes: [UInt8] {
        var writer = BinaryWriter(capacity: Self.size)
        for byte in Self.magic { writer.append(byte) }
        writer.append(Self.format)
        writer.append(SY_ABI_MAJOR)
        writer.append(SY_ABI_MINOR)
        writer.append(number)
        writer.append(Self.checksum(writer.bytes[...]))
        return writer.bytes
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.withUnsafeBytes { XXHash64.hash($0) }
    }
}
