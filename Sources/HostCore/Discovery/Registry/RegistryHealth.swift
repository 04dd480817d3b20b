/// What a person is told of the registry.
package struct RegistryHealth: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        /// There is no file yet.
        case missing
        case good
        /// It was found damaged or not usable, for this reason, in words: `its header is damaged`. What could be read
        /// is known, and the next entry that is recorded repairs the file, unless its directory is at fault.
        case rebuilt(why: String)
    }

    /// The file.
    package let path: String
    /// In bytes.
    package let size: Int
    /// How many entries are known.
    package let count: Int
    package let state: State
}

/// Why a file is not the registry of this host, or not to its end.
package enum RegistryDamage: Error, Hashable, Sendable {
    /// Others may write to the directory, or it is none.
    case directory
    /// Others may write to the file.
    case othersMayWrite
    case notReadable(SystemError)
    case notRegularFile(FileKind)
    /// It has more bytes than `limit`.
    case tooLarge(limit: Int)
    /// It does not begin as a registry does.
    case noRegistry
    case otherFormat(found: UInt32, known: UInt32)
    case header
    case otherABI(major: UInt32, minor: UInt32)
    /// So many bytes at the end are no whole records.
    case tail(Int)
}

extension RegistryDamage: CustomStringConvertible {
    package var description: String {
        switch self {
        case .directory: "its directory is not one that only this user may write to"
        case .othersMayWrite: "others may write to it"
        case .notReadable(let error): "it cannot be read (\(error))"
        case .notRegularFile(let kind): "it is \(kind)"
        case .tooLarge(let limit): "it is larger than \(limit >> 20) MiB"
        case .noRegistry: "it does not begin as a registry does"
        case .otherFormat(let found, let known): "its format is \(found), and this host's is \(known)"
        case .header: "its header is damaged"
        case .otherABI(let major, let minor): "a host has written it that speaks version \(major).\(minor) of the ABI"
        case .tail(let count): "its last \(count) bytes are no whole entries"
        }
    }
}
