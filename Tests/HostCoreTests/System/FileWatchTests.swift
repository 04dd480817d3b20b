import Glibc
import TestSupport
import Testing

@testable import HostCore

/// What a watch has told, oldest first.
@MainActor
private final class Told {
    private(set) var names: [String?] = []
    private var watch: FileWatch?

    var beingWritten: Set<String> { watch?.namesBeingWritten ?? [] }
    var refusals: [String] { watch?.refusals.map(\.directory) ?? [] }

    init(_ directories: [String], stopsAtFirst: Bool = false) throws {
        watch = try FileWatch(directories) { [weak self] name in
            self?.names.append(name)
            if stopsAtFirst { self?.stop() }
        }
    }

    func stop() { watch?.stop() }

    /// Waits until it is told anew that anything may be another.
    func waitForAnything(_ body: () throws -> Void) async throws {
        let count = names.count
        try body()
        try await wait { self.names.dropFirst(count).contains(nil) }
    }

    /// Waits until a file that is written anew is told of; so is then all that came before it.
    func waitForNewFile(_ path: String) async throws {
        let count = names.count
        try File.write("x", to: path)
        try await wait { self.names.dropFirst(count).contains(Path.name(path)) }
    }
}

/// Moves a file or a directory, over what is there.
private func move(_ old: String, to new: String) { #expect(rename(old, new) == 0, "rename \(old)") }

@MainActor
@Suite("Watching directories")
struct FileWatchTests {
    private let directory: TestSupport.TemporaryDirectory

    init() throws {
        directory = try TestSupport.TemporaryDirectory()
    }

    @Test("a file that is written in place is told of once it is closed, and until then is one that is being written")
    func inPlace() async throws {
        try File.write("old", to: directory("a.so"))
        let told = try Told([directory.path])
        let file = try #require(fopen(directory("a.so"), "r+"))
        #expect(fputs("new", file) >= 0 && fflush(file) == 0)
        try await told.waitForNewFile(directory("after"))
        #expect(!told.names.contains("a.so"))
        #expect(told.beingWritten == ["a.so"])
        fclose(file)
        try await wait { told.names.contains("a.so") }
        #expect(told.beingWritten == [])
    }

    @Test("a file that is renamed into the directory, renamed out of it, linked or deleted is told of")
    func names() async throws {
        try directory.makeDirectory("in")
        try directory.makeDirectory("out")
        for name in ["moved", "linked"] { try File.write("x", to: directory("out/\(name)")) }
        let told = try Told([directory("in")])
        move(directory("out/moved"), to: directory("in/moved"))
        #expect(link(directory("out/linked"), directory("in/linked")) == 0)
        #expect(symlink("../out/linked", directory("in/symbolic")) == 0)
        try await told.waitForNewFile(directory("in/one"))
        #expect(Set(told.names) == ["moved", "linked", "symbolic", "one"])
        let count = told.names.count
        move(directory("in/moved"), to: directory("out/moved"))
        #expect(unlink(directory("in/linked")) == 0)
        try await told.waitForNewFile(directory("in/two"))
        #expect(Set(told.names.dropFirst(count)) == ["moved", "linked", "two"])
    }

    @Test("a file that was being written when it was deleted, or moved over, is so no more")
    func unfinished() async throws {
        try File.write("x", to: directory("other"))
        let told = try Told([directory.path])
        let files = try ["deleted", "replaced"].map { try #require(fopen(directory($0), "we")) }
        for file in files { #expect(fputs("half", file) >= 0 && fflush(file) == 0) }
        try await told.waitForNewFile(directory("one"))
        #expect(told.beingWritten == ["deleted", "replaced"])
        #expect(unlink(directory("deleted")) == 0)
        move(directory("other"), to: directory("replaced"))
        try await told.waitForNewFile(directory("two"))
        #expect(told.beingWritten == [])
        for file in files { fclose(file) }
    }

    @Test(
        "a directory that is not there is told of when it comes to be, and watched then",
        arguments: ["plugins", "share/plugins", "share/switchyard/plugins"])
    func missing(name: String) async throws {
        let told = try Told([directory(name)])
        try File.write("x", to: directory("something else"))
        var path = directory.path
        for part in name.split(separator: "/") {
            path += "/\(part)"
            try await told.waitForAnything { #expect(mkdir(path, 0o755) == 0) }
        }
        #expect(told.names.allSatisfy { $0 == nil })
        try await told.waitForNewFile("\(path)/new.so")
    }

    @Test("several that are not there are each told of, below the same directory and in one another")
    func severalMissing() async throws {
        let names = ["config", "data", "data/plugins", "there/plugins"]
        try directory.makeDirectory("there")
        let told = try Told(names.map { directory($0) } + [directory("there")])
        for name in names {
            try await told.waitForAnything { try directory.makeDirectory(name) }
            try await told.waitForNewFile(directory("\(name)/new.so"))
        }
        try await told.waitForNewFile(directory("there/new.so"))
    }

    @Test("a directory that is deleted and made again is watched again")
    func deleted() async throws {
        try directory.makeDirectory("plugins")
        let told = try Told([directory("plugins")])
        for _ in 1...3 {
            try await told.waitForNewFile(directory("plugins/a.so"))
            try await told.waitForAnything { TestSupport.TemporaryDirectory.remove(directory("plugins")) }
            try await told.waitForAnything { try directory.makeDirectory("plugins") }
        }
        try await told.waitForNewFile(directory("plugins/a.so"))
    }

    @Test("of a directory that is moved away nothing more is told, and of the one in its place all")
    func movedAway() async throws {
        try directory.makeDirectory("plugins")
        let told = try Told([directory("plugins")])
        try await told.waitForAnything { move(directory("plugins"), to: directory("elsewhere")) }
        try File.write("x", to: directory("elsewhere/old.so"))
        try await told.waitForAnything { try directory.makeDirectory("plugins") }
        try await told.waitForNewFile(directory("plugins/new.so"))
        #expect(!told.names.contains("old.so"))
    }

    @Test("a directory by a symbolic link is that which the link names, also when it names another")
    func linked() async throws {
        for name in ["one", "two"] { try directory.makeDirectory(name) }
        #expect(symlink("one", directory("current")) == 0)
        let told = try Told([directory("current")])
        try await told.waitForNewFile(directory("one/a.so"))
        #expect(symlink("two", directory("next")) == 0)
        try await told.waitForAnything { move(directory("next"), to: directory("current")) }
        try await told.waitForNewFile(directory("two/b.so"))
    }

    @Test("a file where a directory is meant is waited for to go")
    func noDirectory() async throws {
        try File.write("x", to: directory("plugins"))
        let told = try Told([directory("plugins")])
        #expect(told.refusals == [])
        try await told.waitForAnything { #expect(unlink(directory("plugins")) == 0) }
        try await told.waitForAnything { try directory.makeDirectory("plugins") }
        try await told.waitForNewFile(directory("plugins/a.so"))
    }

    @Test("who has stopped is told nothing more, also not of what has happened before")
    func stopped() async throws {
        let (stopped, stopping) = (try Told([directory.path]), try Told([directory.path], stopsAtFirst: true))
        let told = try Told([directory.path])
        for name in ["a", "b", "c"] { try File.write("x", to: directory(name)) }
        stopped.stop()
        try await told.waitForNewFile(directory("d"))
        try await wait { !stopping.names.isEmpty }
        #expect(stopped.names == [])
        #expect(stopping.names == ["a"])
    }

    @Test("10,000 files at once, of which the kernel drops some, end in a call, and what comes then is told too", .deep)
    func overflow() async throws {
        let told = try Told([directory.path])
        // Nothing is read meanwhile: this is the thread that would.
        for number in 1...10_000 { try File.write("x", to: directory("\(number).so")) }
        try await wait { !told.names.isEmpty }
        let limit = String(decoding: try File.read("/proc/sys/fs/inotify/max_queued_events"), as: UTF8.self)
        if let limit = Int(limit.trimmed.filter(\.isNumber)), limit < 30_000 { #expect(told.names == [nil]) }
        #expect(told.beingWritten == [])
        try await told.waitForNewFile(directory("after.so"))
    }
}
