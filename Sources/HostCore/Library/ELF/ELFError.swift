/// The reason why a file is not a shared library that this machine can load.
package enum ELFError: Error, Hashable, Sendable {
    /// The file has no bytes.
    case empty
    /// The file does not begin with the ELF magic number; these (four at most) are its first bytes.
    case notELF(firstBytes: [UInt8])
    /// The file ends before a part that it announces.
    case truncated(what: String, expectedSize: UInt64, actualSize: Int)
    /// The file holds 32-bit code (`ELFCLASS32`).
    case otherClass
    /// The file is big-endian (`ELFDATA2MSB`).
    case otherByteOrder
    /// The file was built for another architecture.
    case otherMachine(found: ELFMachine, wanted: ELFMachine)
    /// The file is ELF, of a kind that cannot be loaded as a library: `relocatable object`, `executable`, `core file`.
    case notSharedObject(String)
    /// The file has no `PT_DYNAMIC` segment, or an empty one, as a file of separate debug information has.
    case noDynamicSection
    /// The file contradicts itself or elf(5); the text says where.
    case malformed(String)
}

extension ELFError: CustomStringConvertible {
    /// The error as a phrase that follows the file's name and a colon.
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

    /// The bytes as ASCII, with everything that could disturb a terminal or the quotes escaped.
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
