import Glibc
import Testing

@testable import HostCore

@Suite("Private copies")
struct PrivateCopiesTests {
    private func identity(of path: String) throws -> FileIdentity {
        FileIdentity(try FileDescriptor(opening: path, O_RDONLY).status())
    }

    @Test("a file's identity changes when its content does, when it is replaced, and not when it is only read")
    func identities() throws {
        try TemporaryDirectory.with { directory in
            let path = "\(directory)/file"
            try TemporaryDirectory.write("one", to: path)
            let first = try identity(of: path)
            #expect(try identity(of: path) == first)
            #expect(try identity(of: path).name == first.name)
            try TemporaryDirectory.write("longer", to: path)
            let second = try identity(of: path)
            #expect(second.name != first.name)
            try TemporaryDirectory.write("longer", to: "\(directory)/new")
            #expect(rename("\(directory)/new", path) == 0)
            #expect(try identity(of: path).name != second.name)
            #expect(first.name.allSatisfy { $0.isHexDigit || $0 == "-" })
        }
    }

    @Test("a copy that was cut off is made anew, and nothing half made is left")
    func unfinished() throws {
        try TemporaryDirectory.with { directory in
            let copies = PrivateCopies(directory: "\(directory)/a/b")
            try TemporaryDirectory.write("x", to: "\(directory)/file")
            let identity = try identity(of: "\(directory)/file")
            // What a host of the same process number that was killed has left.
            let left = "\(directory)/a/b/.\(identity.name).\(getpid())"
            try TemporaryDirectory.write("half", to: "\(left)/f.so")
            #expect(chmod("\(left)/f.so", 0o500) == 0)
            let path = try Array("whole".utf8).withBytes { (bytes) throws(SystemError) in
                try copies.copy(bytes, named: "f.so", identity: identity, companions: [])
            }
            #expect(path == "\(directory)/a/b/\(identity.name)/f.so")
            let text = try FileDescriptor(opening: path, O_RDONLY).readAll(limit: 100)
            #expect(text == Array("whole".utf8))
            #expect(access(left, F_OK) != 0)
            // It is used again as it is.
            let again = try Array("other".utf8).withBytes { (bytes) throws(SystemError) in
                try copies.copy(bytes, named: "f.so", identity: identity, companions: [])
            }
            #expect(again == path)
            #expect(try FileDescriptor(opening: path, O_RDONLY).readAll(limit: 100) == text)
        }
    }
}

@Suite("Files and their errors")
struct SystemCallTests {
    @Test("a file is read up to a limit, and one byte more is an error")
    func limit() throws {
        try TemporaryDirectory.with { directory in
            try TemporaryDirectory.write("12345", to: "\(directory)/file")
            #expect(try FileDescriptor(opening: "\(directory)/file", O_RDONLY).readAll(limit: 5).count == 5)
            let error = #expect(throws: SystemError.self) {
                try FileDescriptor(opening: "\(directory)/file", O_RDONLY).readAll(limit: 4)
            }
            #expect(error?.code == EFBIG)
        }
    }

    @Test("an error says what the system says")
    func message() {
        let error = #expect(throws: SystemError.self) {
            _ = try FileDescriptor(opening: "/nowhere/at/all", O_RDONLY)
        }
        #expect(error == SystemError(code: ENOENT, operation: "open"))
        #expect(error?.description == "No such file or directory")
    }

    @Test("a call that a signal interrupts is made again")
    func interrupted() throws {
        var calls = 0
        let result = try systemCall("test") { () -> Int in
            calls += 1
            errno = EINTR
            return calls < 3 ? -1 : 7
        }
        #expect(result == 7)
        #expect(calls == 3)
    }
}
