import Glibc
import TestSupport
import Testing

@testable import HostCore

@Suite("Private copies", .blocking)
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
            let original = "\(directory)/f.so"
            try TemporaryDirectory.write("whole", to: original)
            let identity = try identity(of: original)
            func make(_ text: String) throws -> String {
                try copies.make(original, identity, Array(text.utf8), wanted: [], companions: [])
            }
            let path = try make("whole")
            let folder = try #require(Path.parent(path))
            #expect(rename(folder, "\(folder).\(getpid())") == 0)
            // What a host of the same process number that was killed has left.
            #expect(copies.existing(original, identity)?.path == nil)
            #expect(try make("again") == path)
            #expect(copies.existing(original, identity)?.path == path)
            #expect(try FileDescriptor(opening: path, O_RDONLY).readAll(limit: 100) == Array("again".utf8))
            #expect(access("\(folder).\(getpid())", F_OK) != 0)
        }
    }

    @Test("of the older versions of a file a few are kept, and those of other files all")
    func oldVersions() throws {
        try TemporaryDirectory.with { directory in
            let copies = PrivateCopies(directory: "\(directory)/copies")
            var made: [String: [String]] = [:]
            for version in 1...6 {
                for name in ["one.so", "two.so"] where name == "one.so" || version == 1 {
                    let original = "\(directory)/\(name)"
                    try TemporaryDirectory.write(String(repeating: "x", count: version), to: original)
                    let identity = try identity(of: original)
                    made[name, default: []].append(
                        try copies.make(original, identity, [UInt8(version)], wanted: [], companions: []))
                }
            }
            let kept = try #require(made["one.so"]).filter { access($0, F_OK) == 0 }
            #expect(kept.count == 3)
            #expect(kept.last == made["one.so"]?.last)
            #expect(try #require(made["two.so"]).allSatisfy { access($0, F_OK) == 0 })
        }
    }

    @Test("a copy that is shorter than the file is not used, and made anew in its place", arguments: [0, 3])
    func damaged(size: Int) throws {
        try TemporaryDirectory.with { directory in
            let copies = PrivateCopies(directory: "\(directory)/copies")
            let original = "\(directory)/f.so"
            try TemporaryDirectory.write("whole", to: original)
            let identity = try identity(of: original)
            let path = try copies.make(original, identity, Array("whole".utf8), wanted: [], companions: [])
            #expect(chmod(path, 0o700) == 0)
            #expect(truncate(path, size) == 0)
            #expect(copies.existing(original, identity)?.path == nil)
            #expect(try copies.make(original, identity, Array("whole".utf8), wanted: [], companions: []) == path)
            #expect(copies.existing(original, identity)?.path == path)
        }
    }

    @Test("a copy whose companion was cut off is not used")
    func damagedCompanion() throws {
        try TemporaryDirectory.with { directory in
            let copies = PrivateCopies(directory: "\(directory)/copies")
            let (original, beside) = ("\(directory)/f.so", "\(directory)/c.so")
            try TemporaryDirectory.write("whole", to: original)
            try TemporaryDirectory.write("along", to: beside)
            let companion = PrivateCopies.Companion(
                name: "c.so", identity: try identity(of: beside), bytes: Array("along".utf8))
            let identity = try identity(of: original)
            let path = try copies.make(
                original, identity, Array("whole".utf8), wanted: ["c.so"], companions: [companion])
            #expect(copies.existing(original, identity)?.path == path)
            let copied = try #require(Path.parent(path)) + "/c.so"
            #expect(chmod(copied, 0o700) == 0)
            #expect(truncate(copied, 2) == 0)
            #expect(copies.existing(original, identity)?.path == nil)
        }
    }

    @Test("what another host is making is not taken for an old version")
    func beingMade() throws {
        try TemporaryDirectory.with { directory in
            let copies = PrivateCopies(directory: "\(directory)/copies")
            let original = "\(directory)/f.so"
            var others: [String] = []
            for version in 1...5 {
                try TemporaryDirectory.write(String(repeating: "x", count: version), to: original)
                let path = try copies.make(
                    original, try identity(of: original), Array(repeating: 1, count: version), wanted: [],
                    companions: [])
                others.append("\(try #require(Path.parent(path))).1")
                #expect(mkdir(others[version - 1], 0o700) == 0)
            }
            #expect(others.allSatisfy { access($0, F_OK) == 0 })
        }
    }

    @Test("copies are neither made nor used in a folder that others may write to")
    func othersMayWrite() throws {
        try TemporaryDirectory.with { directory in
            let copies = PrivateCopies(directory: "\(directory)/copies")
            let original = "\(directory)/f.so"
            try TemporaryDirectory.write("x", to: original)
            let identity = try identity(of: original)
            _ = try copies.make(original, identity, [1], wanted: [], companions: [])
            #expect(copies.existing(original, identity)?.path != nil)
            #expect(chmod("\(directory)/copies", 0o777) == 0)
            #expect(copies.existing(original, identity)?.path == nil)
            #expect(throws: SystemError(code: EPERM, operation: "lstat")) {
                try copies.make(original, identity, [1], wanted: [], companions: [])
            }
        }
    }
}

@Suite("Files and their errors", .blocking)
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
