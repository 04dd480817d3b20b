import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The names and identities of files", .blocking)
struct FileSystemTests {
    // The entries fill the C library's buffer (32 KiB) several times, so that names stand at its end.
    @Test("every name in a large directory is listed, once and in order")
    func names() throws {
        let directory = try TestSupport.TemporaryDirectory()
        let names = (0..<2000).map { String(repeating: "a", count: 1 + $0 % 40) + "\($0)" }
        for name in names { try File.write("", to: directory(name)) }
        #expect(try FileSystem.names(in: directory.path) == names.sorted())
        #expect(try File.names(in: directory.path) == names.sorted())
    }

    @Test("a file has another identity one second later, at any date", arguments: [-1, 0, 9_300_000_000, Int.max / 2])
    func dates(seconds: Int) throws {
        var status = stat()
        status.st_mtim = timespec(tv_sec: seconds, tv_nsec: 999_999_999)
        let identity = FileIdentity(status)
        status.st_mtim.tv_sec += 1
        #expect(FileIdentity(status) != identity)
    }

    @Test("a name that is not UTF-8 is listed apart, with escapes that a shell reads")
    func notUTF8() throws {
        let directory = try TestSupport.TemporaryDirectory()
        let bytes =
            Array("\(directory.path)/lib".utf8).map(CChar.init(bitPattern:)) + [-1, -61, 39, 92, 10] + [
                46, 115, 111, 0,
            ]
        let file = open(bytes, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        close(file)
        try File.write("", to: directory("é.so"))
        let found = try Folder(opening: directory.path).names()
        #expect(found.names == ["é.so"])
        #expect(found.notUTF8 == [#"lib\xFF\xC3\x27\x5C\x0A.so"#])
        unlink(bytes)
    }
}
