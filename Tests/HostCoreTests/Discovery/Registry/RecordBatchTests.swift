import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostCore

@Suite("The registry's batches", .blocking)
struct RecordBatchTests {
    private func known(in directory: RegistryDirectory) -> [RegistryEntry] {
        Registry.open(RegistryFolder(directory.path)).entries
    }

    @Test("a batch that was written is on the disk, and writes no entry twice")
    func written() throws {
        let directory = try RegistryDirectory()
        var batch = RecordBatch(Registry.open(RegistryFolder(directory.path)))
        try batch.write()
        #expect(access(directory.registryFile, F_OK) != 0)
        let entries: [RegistryEntry] = [.feature("a"), .feature("b"), .refused("c")]
        for entry in entries { batch.add(entry) }
        #expect(known(in: directory) == [])
        try batch.write()
        #expect(known(in: directory) == entries)
        let size = try directory.registryBytes().count
        try batch.write()
        #expect(try directory.registryBytes().count == size)
    }

    @Test("a batch waits for more entries, but not for long")
    func due() throws {
        let directory = try RegistryDirectory()
        var batch = RecordBatch(Registry.open(RegistryFolder(directory.path)))
        batch.add(.feature("a"))
        usleep(UInt32(RecordBatch.patience / .microseconds(1)))
        batch.add(.feature("b"))
        try batch.writeWhatIsDue()
        #expect(known(in: directory) == [.feature("a"), .feature("b")])
    }

    @Test("the host knows a batch that could not be written, and the next batch writes it along")
    func notWritten() throws {
        let directory = try RegistryDirectory()
        let registry = Registry.open(RegistryFolder(directory.path))
        var batch = RecordBatch(registry)
        batch.add(.feature("a"))
        registry.beforeStep = { _ throws(SystemError) in throw SystemError(code: ENOSPC, operation: "write") }
        #expect(systemError { () throws(SystemError) in try batch.write() }?.code == ENOSPC)
        #expect(registry.entry(like: .feature("a")) == .feature("a"))
        registry.beforeStep = { _ in }
        batch.add(.feature("b"))
        try batch.write()
        #expect(known(in: directory) == [.feature("a"), .feature("b")])
    }
}
