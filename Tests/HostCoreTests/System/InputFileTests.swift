import Glibc
import HostSystem
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The input file", .blocking)
struct InputFileTests {
    /// The text of a file, or the reason why it is not read.
    private func read(_ path: String, limit: Int = 100, patience: Duration = .zero) -> String {
        do {
            return String(decoding: try InputFile.read(named: path, limit: limit, patience: patience), as: UTF8.self)
        } catch {
            return error.description
        }
    }

    @Test("a pipe that the user names is read, unless no program writes to it")
    func pipes() throws {
        try TemporaryDirectory.with { directory in
            let path = "\(directory)/pipe"
            #expect(mkfifo(path, 0o600) == 0)
            #expect(read(path) == "it is a pipe, and nobody writes to it")
            let writer = open(path, O_RDWR | O_CLOEXEC)
            #expect(write(writer, "hello", 5) == 5)
            // The pipe does not end as long as it has a writer.
            #expect(read(path, limit: 4) == "File too large")
            close(writer)
        }
    }

    @Test("a directory and a socket are not opened")
    func kinds() throws {
        try TemporaryDirectory.with { directory in
            #expect(read(directory) == "it is a directory, and no file")
            #expect(read("\(directory)/none") == "No such file or directory")
            let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            defer { close(number) }
            #expect(read("/proc/self/fd/\(number)") == "it is a socket, and no file")
        }
    }

    @Test("a file that the user does not name must be a regular file to be opened")
    func found() throws {
        try TemporaryDirectory.with { directory in
            try TemporaryDirectory.write("text", to: "\(directory)/file")
            #expect(symlink("/dev/zero", "\(directory)/zero") == 0)
            #expect(mkfifo("\(directory)/pipe", 0o600) == 0)
            #expect(try InputFile.content(found: "\(directory)/file", limit: 4).bytes == Array("text".utf8))
            #expect(throws: SystemError(.kind(.characterDevice))) {
                try InputFile.content(found: "\(directory)/zero", limit: 4)
            }
            #expect(throws: SystemError(.kind(.pipe))) { try InputFile.content(found: "\(directory)/pipe", limit: 4) }
        }
    }
}
