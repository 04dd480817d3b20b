import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostCore

@Suite("The note of a scan", .blocking)
struct ScanNoteTests {
    private func notes(in directory: RegistryDirectory) throws -> [String] {
        try File.names(in: directory.path).filter { $0.hasPrefix("registry.scanning-") }
    }

    private func left(_ directory: RegistryDirectory) -> [[RegistryEntry]] {
        ScanNote.ofDeadHosts(in: RegistryFolder(directory.path)).map { note in
            note.entries.sorted { $0.path < $1.path }
        }
    }

    private static let entries = [RegistryEntry.refused("a.so"), .refused("b.so"), .refused("c.so")]

    @Test("a host takes up the last note of a dead host, and no note of a living one")
    func dead() throws {
        let directory = try RegistryDirectory()
        var note: ScanNote? = try ScanNote(in: RegistryFolder(directory.path))
        note?.write(Self.entries)
        note?.write([Self.entries[1]])
        #expect(left(directory) == [])
        // The note as a killed host leaves it.
        let name = try #require(try notes(in: directory).first)
        try File.write(File.read(directory(name)), to: directory("registry.scanning-dead"))
        #expect(left(directory) == [[Self.entries[1]]])
        note?.write(Self.entries)
        try File.write(File.read(directory(name)), to: directory("registry.scanning-dead"))
        #expect(left(directory) == [Self.entries])
        note = nil
        #expect(try notes(in: directory) == ["registry.scanning-dead"])
        for dead in ScanNote.ofDeadHosts(in: RegistryFolder(directory.path)) { dead.remove() }
        #expect(try notes(in: directory) == [])
    }

    @Test("a damaged or empty note is removed, and a truncated one keeps its whole records")
    func damaged() throws {
        let directory = try RegistryDirectory.holding([])
        var whole = RegistryLog().bytes
        for entry in Self.entries { whole += RegistryLog.record(try #require(entry.payload)) }
        for count in [0, 1, RegistryHeader.size, RegistryHeader.size + 5] {
            try File.write(Array(whole.prefix(count)), to: directory("registry.scanning-dead"))
            #expect(left(directory) == [])
            #expect(try notes(in: directory) == [])
        }
        try File.write(Array(whole.dropLast()), to: directory("registry.scanning-dead"))
        #expect(left(directory) == [Array(Self.entries.dropLast())])
    }

    @Test("a pipe in the place of a note is removed without a wait")
    func pipe() throws {
        let directory = try RegistryDirectory.holding([])
        #expect(mkfifo(directory("registry.scanning-1"), 0o600) == 0)
        #expect(left(directory) == [])
        #expect(try notes(in: directory) == [])
    }

    @Test("a note is neither written nor believed in a directory that others may write to")
    func othersMayWrite() throws {
        let directory = try RegistryDirectory.holding([])
        try File.write(
            RegistryLog().bytes + RegistryLog.record(Self.entries[0].payload ?? []),
            to: directory("registry.scanning-x"))
        #expect(left(directory) == [[Self.entries[0]]])
        #expect(chmod(directory.path, 0o777) == 0)
        #expect(left(directory) == [])
        #expect(throws: SystemError(code: EPERM, operation: "lstat")) {
            _ = try ScanNote(in: RegistryFolder(directory.path))
        }
    }
}
