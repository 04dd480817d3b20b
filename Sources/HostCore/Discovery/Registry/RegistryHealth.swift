import HostSystem

/// The state of the registry, for reports to the user.
package struct RegistryHealth: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        case missing
        case good
        /// The file was damaged or not usable, for this reason: `its header is damaged`. Readable entries are known.
        /// The next recorded entry repairs the file, unless its directory is at fault.
        case rebuilt(why: String)
    }

    package let path: String
    let size: Int
    let count: Int
    package let state: State
}

/// The reason why this host cannot use a registry's file, or not all of it.
package enum RegistryDamage: Error, Hashable, Sendable {
    /// Other users may write to the directory, or it is not a directory.
    case directory
    /// Other users may write to the file.
    case othersMayWrite
    case notReadable(SystemError)
    case notRegularFile(FileKind)
    case tooLarge(limit: Int)
    /// The file does not begin with the registry's magic number.
    case noRegistry
    case otherFormat(found: UInt32, known: UInt32)
    case header
    case otherABI(major: UInt32, minor: UInt32)
    /// This many bytes at the end are not complete records.
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
