import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

/// The reports of a watch, oldest first.
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

    /// Waits until the watch reports that anything may have changed.
    func waitForAnything(_ body: () throws -> Void) async throws {
        let count = names.count
        try body()
        try await wait { self.names.dropFirst(count).contains(nil) }
    }

    /// Waits for the report of a newly written file, which comes after all earlier ones.
    func waitForNewFile(_ path: String) async throws {
        let count = names.count
        try File.write("x", to: path)
        try await wait { self.names.dropFirst(count).contains(Path.name(path)) }
    }
}

/// Moves a file or a directory, over an existing one.
private func move(_ old: String, to new: String) { #expect(rename(old, new) == 0, "rename \(old)") }

@MainActor
@Suite("The watch of directories")
struct FileWatchTests {
    private let directory: TestSupport.TemporaryDirectory

    init() throws {
        directory = try TestSupport.TemporaryDirectory()
    }

    @Test("the watch reports a file written in place once it is closed, and lists it as being written until then")
    func inPlace() async throws {
        // Never open for writing before the watch: a process that another test starts would have it too, and close it later.
        close(open(directory("a.so"), O_CREAT | O_RDONLY | O_CLOEXEC, 0o644))
        let told = try Told([directory.path])
        let file = try #require(fopen(directory("a.so"), "r+e"))
        #expect(fputs("new", file) >= 0 && fflush(file) == 0)
        try await told.waitForNewFile(directory("after"))
        #expect(!told.names.contains("a.so"))
        #expect(told.beingWritten == ["a.so"])
        fclose(file)
        try await wait { told.names.contains("a.so") }
        #expect(told.beingWritten == [])
    }

    @Test("the watch reports a file that is renamed into or out of the directory, linked or deleted")
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

    @Test("a file that is deleted or replaced while it is written no longer counts as being written")
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
        "the watch reports a missing directory when it appears, and watches it from then on",
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

    @Test("the watch reports each of several missing directories, siblings and nested ones")
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

    @Test("a directory that is moved away is no longer watched, and the one in its place is")
    func movedAway() async throws {
        try directory.makeDirectory("plugins")
        let told = try Told([directory("plugins")])
        try await told.waitForAnything { move(directory("plugins"), to: directory("elsewhere")) }
        try File.write("x", to: directory("elsewhere/old.so"))
        try await told.waitForAnything { try directory.makeDirectory("plugins") }
        try await told.waitForNewFile(directory("plugins/new.so"))
        #expect(!told.names.contains("old.so"))
    }

    @Test("the watch follows a symbolic link to a directory, and a change of the link's target")
    func linked() async throws {
        for name in ["one", "two"] { try directory.makeDirectory(name) }
        #expect(symlink("one", directory("current")) == 0)
        let told = try Told([directory("current")])
        try await told.waitForNewFile(directory("one/a.so"))
        #expect(symlink("two", directory("next")) == 0)
        try await told.waitForAnything { move(directory("next"), to: directory("current")) }
        try await told.waitForNewFile(directory("two/b.so"))
    }

    @Test("the watch waits until a file in the place of a directory is gone")
    func noDirectory() async throws {
        try File.write("x", to: directory("plugins"))
        let told = try Told([directory("plugins")])
        #expect(told.refusals == [])
        try await told.waitForAnything { #expect(unlink(directory("plugins")) == 0) }
        try await told.waitForAnything { try directory.makeDirectory("plugins") }
        try await told.waitForNewFile(directory("plugins/a.so"))
    }

    @Test("a stopped watch reports nothing more, not even earlier changes")
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

    @Test("10,000 new files at once, some of which the kernel drops, give a report, and so do later files", .deep)
    func overflow() async throws {
        let told = try Told([directory.path])
        // Nothing is read meanwhile, since this is the thread that reads.
        for number in 1...10_000 { try File.write("x", to: directory("\(number).so")) }
        try await wait { !told.names.isEmpty }
        let limit = String(decoding: try File.read("/proc/sys/fs/inotify/max_queued_events"), as: UTF8.self)
        if let limit = Int(limit.trimmed.filter(\.isNumber)), limit < 30_000 { #expect(told.names == [nil]) }
        #expect(told.beingWritten == [])
        try await told.waitForNewFile(directory("after.so"))
    }
}
