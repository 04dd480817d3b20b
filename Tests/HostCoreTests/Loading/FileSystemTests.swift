import TestSupport
import Testing

@testable import HostCore

@Suite("What the loader asks of directories", .blocking)
struct FileSystemTests {
    // Their entries fill the C library's buffer (32 KiB) several times, so that names stand at its end.
    @Test("every name in a large directory is there, once and in order")
    func names() throws {
        let directory = try TestSupport.TemporaryDirectory()
        let names = (0..<2000).map { String(repeating: "a", count: 1 + $0 % 40) + "\($0)" }
        for name in names { try File.write("", to: directory(name)) }
        #expect(try FileSystem.names(in: directory.path) == names.sorted())
        #expect(try File.names(in: directory.path) == names.sorted())
    }
}
