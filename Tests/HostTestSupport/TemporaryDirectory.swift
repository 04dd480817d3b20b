import Glibc
import HostSystem

@testable import HostCore

/// Directories that are removed after the test.
enum TemporaryDirectory {
    struct Failure: Error {
        let operation: String
        let code: Int32
    }

    /// Runs `body` with the path of a new directory.
    static func with<Result>(_ body: (String) throws -> Result) throws -> Result {
        var template = Array("/tmp/switchyard-tests-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(operation: "mkdtemp", code: errno) }
        let directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { _ = system("chmod -R u+rwx '\(directory)'; rm -rf '\(directory)'") }
        return try body(directory)
    }

    /// Writes a file, and makes the directories above it.
    static func write(_ text: String, to path: String) throws {
        let folder = Path.parent(path) ?? "."
        guard system("mkdir -p '\(folder)'") == 0 else { throw Failure(operation: "mkdir", code: errno) }
        guard let file = fopen(path, "wb") else { throw Failure(operation: "fopen", code: errno) }
        defer { fclose(file) }
        guard fputs(text, file) >= 0 else { throw Failure(operation: "fputs", code: errno) }
    }
}
