import Glibc
import HostSystem
import JSONText
import TestSupport

@testable import HostCore
@testable import HostTestSupport

/// A directory for one session file.
typealias SessionDirectory = TestSupport.TemporaryDirectory

extension SessionDirectory {
    var file: String { self("session.json") }

    /// The names of the files in it.
    func names() throws -> [String] { try File.names(in: path) }
}

extension Session {
    /// Sessions that differ by a number.
    static func numbered(_ number: Int64) -> Session { Session(state: ["number": .integer(number)]) }
}

/// The problem of a body; nil if it succeeds.
func sessionProblem(_ body: () throws(SessionError) -> Void) -> SessionError? {
    do {
        try body()
        return nil
    } catch {
        return error
    }
}

/// The permissions of a file, without its kind.
func permissions(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
}

/// Runs a body while the lock on a file is held without a store, as if by another process.
func whileLocked(_ path: String, content: String, _ body: () throws -> Void) throws {
    let file = try FileDescriptor(opening: path, O_RDWR | O_CREAT, mode: 0o600)
    try Array(content.utf8).withBytes { (bytes) throws(SystemError) in try file.writeAll(bytes) }
    let number = file.number
    try systemCall("flock") { flock(number, LOCK_EX | LOCK_NB) }
    // Unlocks explicitly: close(2) does not suffice while a program that another test starts still has the file open.
    defer { _ = flock(number, LOCK_UN) }
    try body()
}
