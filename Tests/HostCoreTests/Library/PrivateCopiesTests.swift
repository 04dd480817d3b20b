import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

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

    /// A file, and the copies of it.
    private struct Original {
        let copies: PrivateCopies
        let path: String
        let identity: FileIdentity

        /// Copies the file as if it had this content.
        func make(_ text: String, wanted: [String] = [], siblings: [PrivateCopies.File] = []) throws -> Used {
            let file = PrivateCopies.File(name: Path.name(path), identity: identity, bytes: Array(text.utf8))
            return Used(try copies.make(path, siblings + [file], wanted: wanted))
        }

        var found: String? { copies.existing(path, identity)?.path }
    }

    /// A copy that is used as long as this object is there.
    private final class Used {
        let copy: PrivateCopies.Copy
        var path: String { copy.path }
        var folder: String { Path.parent(copy.path) ?? "" }
        init(_ copy: consuming PrivateCopies.Copy) { self.copy = copy }
    }

    /// Writes a file.
    private func original(
        _ text: String = "whole", at path: String = "f.so", in directory: String
    ) throws -> Original {
        let path = "\(directory)/\(path)"
        try TemporaryDirectory.write(text, to: path)
        return Original(
            copies: PrivateCopies(directory: "\(directory)/cache/copies"), path: path, identity: try identity(of: path))
    }

    private func content(_ path: String) throws -> String {
        String(decoding: try FileDescriptor(opening: path, O_RDONLY).readAll(limit: 100), as: UTF8.self)
    }

    private func overwrite(_ path: String, _ text: String) throws {
        #expect(chmod(path, 0o700) == 0)
        try TemporaryDirectory.write(text, to: path)
    }

    @Test("a copy without its commit marker is made anew, and no partial copy is left")
    func unfinished() throws {
        try TemporaryDirectory.with { directory in
            let original = try original(in: directory)
            let folder = try original.make("whole").folder
            // The partial copy of a killed host that had the same process number.
            #expect(rename(folder, "\(folder).\(getpid())") == 0)
            #expect(original.found == nil)
            let again = try original.make("again")
            #expect(original.found == again.path)
            #expect(try content(again.path) == "again")
            #expect(access("\(folder).\(getpid())", F_OK) != 0)
        }
    }

    @Test("a new version removes the older ones that no host uses, and no copy of another file")
    func oldVersions() throws {
        try TemporaryDirectory.with { directory in
            let other = try original(at: "other.so", in: directory).make("whole").path
            var used: Used?
            var made: [String] = []
            for version in 1...4 {
                let copy = try original(String(repeating: "x", count: version), in: directory).make("copy")
                made.append(copy.path)
                if version == 2 { used = copy }
            }
            #expect(made.map { access($0, F_OK) == 0 } == [false, true, false, true])
            #expect(used?.path == made[1])
            #expect(access(other, F_OK) == 0)
            used = nil
            // A process that another test is starting shares the copy's lock until it runs its own program.
            for length in 5...500 where access(made[1], F_OK) == 0 {
                _ = try original(String(repeating: "x", count: length), in: directory).make("copy")
                sched_yield()
            }
            #expect(access(made[1], F_OK) != 0)
        }
    }

    @Test("a copy that is shorter than the file is not used, and is made anew in its place", arguments: [0, 3])
    func damaged(size: Int) throws {
        try TemporaryDirectory.with { directory in
            let original = try original(in: directory)
            let path = try original.make("whole").path
            #expect(chmod(path, 0o700) == 0)
            #expect(truncate(path, size) == 0)
            #expect(original.found == nil)
            #expect(try original.make("whole").path == path)
            #expect(original.found == path)
        }
    }

    @Test("two names of one file have a copy each, in either order", arguments: [true, false])
    func twoNames(isLink: Bool) throws {
        try TemporaryDirectory.with { directory in
            let good = try original(at: "good.so", in: directory)
            let path = "\(directory)/other.so"
            #expect((isLink ? symlink("good.so", path) : link(good.path, path)) == 0)
            let names = [good, Original(copies: good.copies, path: path, identity: try identity(of: path))]
            for _ in 1...2 {
                for name in names where name.found == nil { _ = try name.make("whole") }
            }
            for name in names { #expect(name.found?.hasSuffix("/\(Path.name(name.path))") == true) }
        }
    }

    @Test("a copy of the right size with other content is forgotten after a failure, and made anew in its place")
    func damagedContent() throws {
        try TemporaryDirectory.with { directory in
            let original = try original(in: directory)
            let path = try original.make("whole").path
            #expect(!original.copies.forgetIfDamaged(path, of: original.path))
            #expect(original.found == path)
            try overwrite(path, "wrong")
            #expect(original.found == path)
            // The file need not be there for that.
            #expect(unlink(original.path) == 0)
            #expect(original.copies.forgetIfDamaged(path, of: original.path))
            #expect(original.found == nil)
            #expect(try original.make("whole").path == path)
            #expect(try content(path) == "whole")
        }
    }

    @Test("a copy of which a later version has been copied is not judged")
    func laterVersion() throws {
        try TemporaryDirectory.with { directory in
            let first = try original(in: directory)
            let path = try first.make("whole").path
            _ = try original("newer", in: directory).make("newer")
            #expect(!first.copies.forgetIfDamaged(path, of: first.path))
        }
    }

    @Test("a copy whose sibling library was cut off is not used")
    func damagedSibling() throws {
        try TemporaryDirectory.with { directory in
            let sibling = try original("along", at: "c.so", in: directory)
            let original = try original(in: directory)
            let copy = try original.make(
                "whole", wanted: ["c.so"],
                siblings: [.init(name: "c.so", identity: sibling.identity, bytes: Array("along".utf8))])
            #expect(original.found == copy.path)
            #expect(chmod("\(copy.folder)/c.so", 0o700) == 0)
            #expect(truncate("\(copy.folder)/c.so", 2) == 0)
            #expect(original.found == nil)
        }
    }

    @Test("a sibling library that two files bring along lies once on the disk, until no copy has it")
    func sharedSibling() throws {
        try TemporaryDirectory.with { directory in
            func make(_ name: String, beside content: String) throws -> Used {
                try FileSystem.makeDirectories("\(directory)/\(name)")
                let sibling = try original(content, at: "\(name)/c.so", in: directory)
                return try original(at: "\(name)/f.so", in: directory).make(
                    "whole", wanted: ["c.so"],
                    siblings: [.init(name: "c.so", identity: sibling.identity, bytes: Array(content.utf8))])
            }
            var copies = [
                try make("one", beside: "along"), try make("two", beside: "along"), try make("three", beside: "other"),
            ]
            let inodes = try copies.map { try identity(of: "\($0.folder)/c.so").inode }
            #expect(inodes[0] == inodes[1] && inodes[0] != inodes[2])
            #expect(try content("\(copies[2].folder)/c.so") == "other")
            let shared = "\(directory)/cache/copies/siblings"
            #expect(try FileSystem.names(in: shared).count == 2)
            for name in ["one", "two", "three"] { PrivateCopies.removeFolder("\(directory)/\(name)") }
            let all = PrivateCopies(directory: "\(directory)/cache/copies")
            // Copies that are in use stay, with what they share.
            _ = all.removeUnreferenced()
            #expect(try FileSystem.names(in: shared).count == 2)
            copies = []
            // A process that another test is starting holds the lock of a copy until its exec.
            try wait {
                _ = all.removeUnreferenced()
                return try FileSystem.names(in: shared) == []
            }
            #expect(try FileSystem.names(in: shared) == [])
        }
    }

    /// The file of the only commit marker.
    private func marker(in directory: String) throws -> String {
        let folder = "\(directory)/cache/copies"
        let names = try FileSystem.names(in: folder).filter { $0.hasSuffix(".marker") }
        #expect(names.count == 1)
        return "\(folder)/\(names[0])"
    }

    @Test("after a start of the system a copy is used if it has its hash", arguments: [true, false])
    func restarted(isDamaged: Bool) throws {
        try TemporaryDirectory.with { directory in
            let original = try original(in: directory)
            let path = try original.make("whole").path
            if isDamaged { try overwrite(path, "wrong") }
            #expect(original.found == path)
            let file = try marker(in: directory)
            let marker = try #require(PrivateCopies.marker(at: file))
            var earlier = marker
            earlier.boot = "an earlier start"
            try original.copies.write(earlier, of: original.path)
            #expect(original.found == (isDamaged ? nil : path))
            #expect(PrivateCopies.marker(at: file)?.boot == (isDamaged ? earlier.boot : marker.boot))
            #expect(try original.make("whole").path == path)
            #expect(try content(path) == "whole")
        }
    }

    @Test("a truncated or foreign commit marker does not lead to a copy")
    func damagedMarker() throws {
        try TemporaryDirectory.with { directory in
            let original = try original(in: directory)
            let path = try original.make("whole", wanted: ["a.so", "b.so"]).path
            #expect(original.copies.existing(original.path, original.identity)?.wanted == ["a.so", "b.so"])
            let file = try marker(in: directory)
            let bytes = try FileDescriptor(opening: file, O_RDONLY).readAll(limit: 1 << 20)
            #expect(chmod(file, 0o700) == 0)
            func write(_ bytes: some Collection<UInt8>) throws {
                let file = try FileDescriptor(opening: file, O_WRONLY | O_TRUNC)
                try Array(bytes).withBytes { (bytes) throws(SystemError) in try file.writeAll(bytes) }
            }
            for count in 0..<bytes.count {
                try write(bytes.prefix(count))
                #expect(original.found == nil)
            }
            for index in bytes.indices {
                var other = bytes
                other[index] ^= 1
                try write(other)
                #expect(original.found == nil)
            }
            try write(bytes)
            #expect(original.found == path)
        }
    }

    @Test("a copy that another host is making does not count as an old version")
    func beingMade() throws {
        try TemporaryDirectory.with { directory in
            var others: [String] = []
            for version in 1...5 {
                let copy = try original(String(repeating: "x", count: version), in: directory).make("x")
                others.append("\(copy.folder).1")
                #expect(mkdir(others[version - 1], 0o700) == 0)
            }
            #expect(others.allSatisfy { access($0, F_OK) == 0 })
        }
    }

    @Test("copies are neither made nor used in a folder that others may write to")
    func othersMayWrite() throws {
        try TemporaryDirectory.with { directory in
            let original = try original(in: directory)
            _ = try original.make("whole")
            #expect(original.found != nil)
            #expect(chmod(original.copies.directory, 0o777) == 0)
            #expect(original.found == nil)
            #expect(throws: SystemError(code: EPERM, operation: "lstat")) { _ = try original.make("whole") }
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
