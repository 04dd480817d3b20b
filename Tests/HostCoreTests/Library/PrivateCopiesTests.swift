import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostCore

@Suite("The private copies", .blocking)
struct PrivateCopiesTests {
    private func identity(of path: String) throws -> FileIdentity {
        FileIdentity(try FileDescriptor(opening: path, O_RDONLY).status())
    }

    @Test("a file's identity changes with its content and when it is replaced, and not when it is read")
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

    @Test("a truncated copy is made anew, and no partial copy is left")
    func unfinished() throws {
        try TemporaryDirectory.with { directory in
            let copies = PrivateCopies(directory: "\(directory)/a/b")
            let original = "\(directory)/f.so"
            try TemporaryDirectory.write("whole", to: original)
            let identity = try identity(of: original)
            func make(_ text: String) throws -> String {
                try copies.make(original, identity, Array(text.utf8), wanted: [], siblings: [])
            }
            let path = try make("whole")
            let folder = try #require(Path.parent(path))
            #expect(rename(folder, "\(folder).\(getpid())") == 0)
            // The partial copy of a killed host that had the same process number.
            #expect(copies.existing(original, identity)?.path == nil)
            #expect(try make("again") == path)
            #expect(copies.existing(original, identity)?.path == path)
            #expect(try FileDescriptor(opening: path, O_RDONLY).readAll(limit: 100) == Array("again".utf8))
            #expect(access("\(folder).\(getpid())", F_OK) != 0)
        }
    }

    @Test("the host keeps a few old versions of a file, and all copies of other files")
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
                        try copies.make(original, identity, [UInt8(version)], wanted: [], siblings: []))
                }
            }
            let kept = try #require(made["one.so"]).filter { access($0, F_OK) == 0 }
            #expect(kept.count == 3)
            #expect(kept.last == made["one.so"]?.last)
            #expect(try #require(made["two.so"]).allSatisfy { access($0, F_OK) == 0 })
        }
    }

    @Test("a copy that is shorter than the file is not used, and is made anew in its place", arguments: [0, 3])
    func damaged(size: Int) throws {
        try TemporaryDirectory.with { directory in
            let copies = PrivateCopies(directory: "\(directory)/copies")
            let original = "\(directory)/f.so"
            try TemporaryDirectory.write("whole", to: original)
            let identity = try identity(of: original)
            let path = try copies.make(original, identity, Array("whole".utf8), wanted: [], siblings: [])
            #expect(chmod(path, 0o700) == 0)
            #expect(truncate(path, size) == 0)
            #expect(copies.existing(original, identity)?.path == nil)
            #expect(try copies.make(original, identity, Array("whole".utf8), wanted: [], siblings: []) == path)
            #expect(copies.existing(original, identity)?.path == path)
        }
    }

    @Test("two names of one file have a copy each, in either order", arguments: [true, false])
    func twoNames(isLink: Bool) throws {
        try TemporaryDirectory.with { directory in
            let copies = PrivateCopies(directory: "\(directory)/copies")
            let (good, other) = ("\(directory)/good.so", "\(directory)/other.so")
            try TemporaryDirectory.write("whole", to: good)
            #expect((isLink ? symlink("good.so", other) : link(good, other)) == 0)
            let identity = try identity(of: good)
            for _ in 1...2 {
                for original in [good, other] where copies.existing(original, identity) == nil {
                    _ = try copies.make(original, identity, Array("whole".utf8), wanted: [], siblings: [])
                }
                #expect(copies.existing(good, identity)?.path.hasSuffix("/good.so") == true)
                #expect(copies.existing(other, identity)?.path.hasSuffix("/other.so") == true)
            }
        }
    }

    @Test("a copy of the right size with other content is forgotten after a failure, and made anew in its place")
    func damagedContent() throws {
        try TemporaryDirectory.with { directory in
            let first = try made(in: directory)
            try first.copies.settle(first.batch)
            #expect(!first.copies.forgetIfDamaged(first.path, of: first.original, first.identity))
            #expect(first.found == first.path)
            #expect(chmod(first.path, 0o700) == 0)
            try TemporaryDirectory.write("wrong", to: first.path)
            #expect(first.found == first.path)
            #expect(first.copies.forgetIfDamaged(first.path, of: first.original, first.identity))
            #expect(first.found == nil)
            let path = try first.copies.make(
                first.original, first.identity, Array("whole".utf8), wanted: [], siblings: [])
            #expect(path == first.path)
            #expect(try FileDescriptor(opening: path, O_RDONLY).readAll(limit: 9) == Array("whole".utf8))
        }
    }

    @Test("a copy whose original has changed is not judged")
    func changedOriginal() throws {
        try TemporaryDirectory.with { directory in
            let first = try made(in: directory)
            try first.copies.settle(first.batch)
            try TemporaryDirectory.write("newer", to: first.original)
            #expect(!first.copies.forgetIfDamaged(first.path, of: first.original, first.identity))
        }
    }

    @Test("a copy whose sibling library was cut off is not used")
    func damagedSibling() throws {
        try TemporaryDirectory.with { directory in
            let copies = PrivateCopies(directory: "\(directory)/copies")
            let (original, beside) = ("\(directory)/f.so", "\(directory)/c.so")
            try TemporaryDirectory.write("whole", to: original)
            try TemporaryDirectory.write("along", to: beside)
            let sibling = PrivateCopies.Sibling(
                name: "c.so", identity: try identity(of: beside), bytes: Array("along".utf8))
            let identity = try identity(of: original)
            let path = try copies.make(
                original, identity, Array("whole".utf8), wanted: ["c.so"], siblings: [sibling])
            #expect(copies.existing(original, identity)?.path == path)
            let copied = try #require(Path.parent(path)) + "/c.so"
            #expect(chmod(copied, 0o700) == 0)
            #expect(truncate(copied, 2) == 0)
            #expect(copies.existing(original, identity)?.path == nil)
        }
    }

    /// A copy with all that finds it, and its batch.
    private struct Made {
        let copies: PrivateCopies
        let original: String
        let identity: FileIdentity
        let path: String
        let batch: CopyBatch

        var found: String? { copies.existing(original, identity)?.path }
    }

    /// A copy of `whole`, which is not settled.
    private func made(in directory: String, wanted: [String] = []) throws -> Made {
        let copies = PrivateCopies(directory: "\(directory)/copies")
        let original = "\(directory)/f.so"
        try TemporaryDirectory.write("whole", to: original)
        let identity = try identity(of: original)
        var batch = CopyBatch()
        let path = try copies.make(
            original, identity, Array("whole".utf8), wanted: wanted, siblings: [], in: &batch)
        return Made(copies: copies, original: original, identity: identity, path: path, batch: batch)
    }

    @Test(
        "a copy of a batch can be loaded at once, and is found once the disk has the whole batch", arguments: [1, 100])
    func batch(count: Int) throws {
        try TemporaryDirectory.with { directory in
            let copies = PrivateCopies(directory: "\(directory)/copies")
            var batch = CopyBatch()
            var identities: [String: FileIdentity] = [:]
            for number in 1...count {
                let original = "\(directory)/\(number).so"
                try TemporaryDirectory.write("\(number)", to: original)
                let identity = try identity(of: original)
                let path = try copies.make(
                    original, identity, Array("\(number)".utf8), wanted: ["x.so"], siblings: [], in: &batch)
                #expect(try FileDescriptor(opening: path, O_RDONLY).readAll(limit: 9) == Array("\(number)".utf8))
                #expect(copies.existing(original, identity) == nil)
                identities[original] = identity
            }
            try copies.settle(batch)
            for (original, identity) in identities { #expect(copies.existing(original, identity)?.wanted == ["x.so"]) }
        }
    }

    @Test("a copy that was never settled, as after a power loss, is not trusted for its size")
    func neverSettled() throws {
        try TemporaryDirectory.with { directory in
            let first = try made(in: directory)
            #expect(chmod(first.path, 0o700) == 0)
            try TemporaryDirectory.write("w\0\0\0\0", to: first.path)
            #expect(first.found == nil)
            let path = try first.copies.make(
                first.original, first.identity, Array("whole".utf8), wanted: [], siblings: [])
            #expect(path == first.path)
            #expect(first.found == path)
            #expect(try FileDescriptor(opening: path, O_RDONLY).readAll(limit: 9) == Array("whole".utf8))
        }
    }

    @Test("a truncated or foreign commit marker does not lead to a copy")
    func damagedNote() throws {
        try TemporaryDirectory.with { directory in
            let made = try made(in: directory, wanted: ["a.so", "b.so"])
            try made.copies.settle(made.batch)
            let note = try #require(made.batch.notes.first)
            #expect(made.copies.existing(made.original, made.identity)?.wanted == ["a.so", "b.so"])
            let bytes = Array(note.text.utf8)
            #expect(chmod(note.file, 0o700) == 0)
            for count in 0..<bytes.count {
                try TemporaryDirectory.write(String(decoding: bytes.prefix(count), as: UTF8.self), to: note.file)
                #expect(made.found == nil)
            }
            for index in bytes.indices {
                var other = bytes
                other[index] ^= 1
                try TemporaryDirectory.write(String(decoding: other, as: UTF8.self), to: note.file)
                #expect(made.found == nil)
            }
            try TemporaryDirectory.write(note.text, to: note.file)
            #expect(made.found == made.path)
        }
    }

    @Test("a copy that another host is making does not count as an old version")
    func beingMade() throws {
        try TemporaryDirectory.with { directory in
            let copies = PrivateCopies(directory: "\(directory)/copies")
            let original = "\(directory)/f.so"
            var others: [String] = []
            for version in 1...5 {
                try TemporaryDirectory.write(String(repeating: "x", count: version), to: original)
                let path = try copies.make(
                    original, try identity(of: original), Array(repeating: 1, count: version), wanted: [],
                    siblings: [])
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
            _ = try copies.make(original, identity, [1], wanted: [], siblings: [])
            #expect(copies.existing(original, identity)?.path != nil)
            #expect(chmod("\(directory)/copies", 0o777) == 0)
            #expect(copies.existing(original, identity)?.path == nil)
            #expect(throws: SystemError(code: EPERM, operation: "lstat")) {
                try copies.make(original, identity, [1], wanted: [], siblings: [])
            }
        }
    }
}

@Suite("The files and their errors", .blocking)
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

    @Test("an error has the system's message")
    func message() {
        let error = #expect(throws: SystemError.self) {
            _ = try FileDescriptor(opening: "/nowhere/at/all", O_RDONLY)
        }
        #expect(error == SystemError(code: ENOENT, operation: "open"))
        #expect(error?.description == "No such file or directory")
    }

    @Test("a call that a signal interrupts is repeated")
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
