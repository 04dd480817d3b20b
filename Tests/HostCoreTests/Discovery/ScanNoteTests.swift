import Glibc
import TestSupport
import Testing

@testable import HostCore

@Suite("What a host writes down before it scans", .blocking)
struct ScanNoteTests {
    private func notes(in directory: RegistryDirectory) throws -> [String] {
        try File.names(in: directory.path).filter { $0.hasPrefix("scanning-") }
    }

    private func left(_ directory: RegistryDirectory) -> [[RegistryEntry]] {
        ScanNote.ofDeadHosts(in: RegistryFolder(directory.path)).map { note in
            note.entries.sorted { $0.path < $1.path }
        }
    }

    private static let entries = [RegistryEntry.refused("a.so"), .refused("b.so"), .refused("c.so")]

    @Test("is taken up when the host is dead, and not while it lives; what it writes last counts")
    func dead() throws {
        let directory = try RegistryDirectory()
        var note: ScanNote? = try ScanNote(in: RegistryFolder(directory.path))
        note?.write(Self.entries)
        note?.write([Self.entries[1]])
        #expect(left(directory) == [])
        // As a host leaves it that is killed.
        let name = try #require(try notes(in: directory).first)
        try File.write(File.read(directory(name)), to: directory("scanning-dead"))
        #expect(left(directory) == [[Self.entries[1]]])
        note?.write(Self.entries)
        try File.write(File.read(directory(name)), to: directory("scanning-dead"))
        #expect(left(directory) == [Self.entries])
        note = nil
        #expect(try notes(in: directory) == ["scanning-dead"])
        for dead in ScanNote.ofDeadHosts(in: RegistryFolder(directory.path)) { dead.remove() }
        #expect(try notes(in: directory) == [])
    }

    @Test("is removed where it is damaged or says nothing, and keeps its whole records where it was cut off")
    func damaged() throws {
        let directory = try RegistryDirectory.holding([])
        var whole = RegistryLog().bytes
        for entry in Self.entries { whole += RegistryLog.record(try #require(entry.payload)) }
        for count in [0, 1, RegistryHeader.size, RegistryHeader.size + 5] {
            try File.write(Array(whole.prefix(count)), to: directory("scanning-dead"))
            #expect(left(directory) == [])
            #expect(try notes(in: directory) == [])
        }
        try File.write(Array(whole.dropLast()), to: directory("scanning-dead"))
        #expect(left(directory) == [Array(Self.entries.dropLast())])
    }

    @Test("is removed where it is a pipe, and nothing waits for it")
    func pipe() throws {
        let directory = try RegistryDirectory.holding([])
        #expect(mkfifo(directory("scanning-1"), 0o600) == 0)
        #expect(left(directory) == [])
        #expect(try notes(in: directory) == [])
    }

    @Test("is neither written nor believed in a directory that others may write to")
    func othersMayWrite() throws {
        let directory = try RegistryDirectory.holding([])
        try File.write(
            RegistryLog().bytes + RegistryLog.record(Self.entries[0].payload ?? []), to: directory("scanning-x"))
        #expect(left(directory) == [[Self.entries[0]]])
        #expect(chmod(directory.path, 0o777) == 0)
        #expect(left(directory) == [])
        #expect(throws: SystemError(code: EPERM, operation: "lstat")) {
            _ = try ScanNote(in: RegistryFolder(directory.path))
        }
    }
}
