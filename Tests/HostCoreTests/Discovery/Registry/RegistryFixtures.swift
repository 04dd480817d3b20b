import Glibc
import HostSystem
import TestSupport

@testable import HostCore
@testable import HostTestSupport

/// A directory for one registry.
typealias RegistryDirectory = TestSupport.TemporaryDirectory

extension RegistryDirectory {
    var registryFile: String { self("registry") }

    func registryBytes() throws -> [UInt8] { try File.read(registryFile) }

    /// Writes the file as a host does: new, and with access for this user alone.
    func writeRegistry(_ bytes: [UInt8]) throws {
        unlink(registryFile)
        try File.write(bytes, to: registryFile)
        try systemCall("chmod") { chmod(registryFile, 0o600) }
    }

    /// A registry of these entries.
    static func holding(_ entries: [RegistryEntry]) throws -> RegistryDirectory {
        let directory = try RegistryDirectory()
        try Registry.open(RegistryFolder(directory.path)).record(entries)
        return directory
    }
}

extension FileIdentity {
    static func version(_ number: Int64) -> FileIdentity {
        FileIdentity(device: 2049, inode: .max, size: 1 << 40, modified: number, changed: -number)
    }
}

extension RegistryEntry {
    /// A feature's entry.
    static func feature(_ name: String, version: Int64 = 1, manifest: String = "{}") -> RegistryEntry {
        RegistryEntry(
            path: "/plugins/\(name)", identity: .version(version), siblings: [],
            answer: .manifest(Array(manifest.utf8)))
    }

    static func refused(_ name: String, _ exit: WorkerExit? = nil, hasEntry: Bool = true) -> RegistryEntry {
        RegistryEntry(
            path: "/plugins/\(name)", identity: .version(1), siblings: [],
            answer: .refused(
                RegistryRefusal(
                    exit.map(LibraryError.ended) ?? (hasEntry ? .malformed("it is odd") : .noEntry), featureID: "notes")
            ))
    }
}

extension Registry {
    func entry(like entry: RegistryEntry) -> RegistryEntry? { self.entry(for: entry.path, entry.identity) }
}

/// The error of a body; nil if it succeeds.
func systemError(_ body: () throws(SystemError) -> Void) -> SystemError? {
    do {
        try body()
        return nil
    } catch {
        return error
    }
}

/// The error of recording an entry; nil if it succeeds.
func recording(_ entry: RegistryEntry, in registry: Registry) -> SystemError? {
    systemError { () throws(SystemError) in try registry.record(entry) }
}
