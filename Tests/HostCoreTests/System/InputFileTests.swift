import Glibc
import Testing

@testable import HostCore

@Suite("A file that is read as a whole", .blocking)
struct InputFileTests {
    /// What reading says, as text or as the reason why not.
    private func read(_ path: String, limit: Int = 100, patience: Duration = .zero) -> String {
        do throws(InputFileError) {
            return String(decoding: try InputFile.read(named: path, limit: limit, patience: patience), as: UTF8.self)
        } catch {
            return error.description
        }
    }

    @Test("a pipe that is named is read, and one to which nobody writes is given up")
    func pipes() throws {
        try TemporaryDirectory.with { directory in
            let path = "\(directory)/pipe"
            #expect(mkfifo(path, 0o600) == 0)
            #expect(read(path) == "it is a pipe, and nobody writes to it")
            let writer = open(path, O_RDWR | O_CLOEXEC)
            #expect(write(writer, "hello", 5) == 5)
            // The pipe is not at its end as long as somebody may write.
            #expect(read(path, limit: 4) == "File too large")
            close(writer)
        }
    }

    @Test("a directory, a socket and a disk are not opened")
    func kinds() throws {
        try TemporaryDirectory.with { directory in
            #expect(read(directory) == "it is a directory, and no file")
            #expect(read("\(directory)/none") == "No such file or directory")
            let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            defer { close(number) }
            #expect(read("/proc/self/fd/\(number)") == "it is a socket, and no file")
        }
    }

    @Test("what is found, and not named, is a regular file or is not opened")
    func found() throws {
        try TemporaryDirectory.with { directory in
            try TemporaryDirectory.write("text", to: "\(directory)/file")
            #expect(symlink("/dev/zero", "\(directory)/zero") == 0)
            #expect(mkfifo("\(directory)/pipe", 0o600) == 0)
            #expect(try InputFile.read(found: "\(directory)/file", limit: 4) == Array("text".utf8))
            #expect(throws: InputFileError.kind(.characterDevice)) {
                try InputFile.read(found: "\(directory)/zero", limit: 4)
            }
            #expect(throws: InputFileError.kind(.pipe)) { try InputFile.read(found: "\(directory)/pipe", limit: 4) }
        }
    }
}
