import Glibc
import HostCore
import TestSupport
import Testing

@MainActor
@Suite("Watching directories", .blocking)
struct FileWatchTests {
    private let directory: TestSupport.TemporaryDirectory

    init() throws { directory = try TestSupport.TemporaryDirectory() }

    /// What has been told of, and nil for what may be anything.
    @MainActor
    private final class Told {
        var names: [String?] = []
    }

    private func watching(_ names: [String]) throws -> (FileWatch, Told) {
        let told = Told()
        return (try FileWatch(names.map { directory($0) }) { told.names.append($0) }, told)
    }

    @Test("a file that is written, renamed or deleted is told of by its name")
    func files() async throws {
        let (watch, told) = try watching([""])
        defer { watch.stop() }
        try File.write("text", to: directory("a"))
        try await wait { told.names.contains("a") }
        #expect(rename(directory("a"), directory("b")) == 0)
        try await wait { told.names.contains("b") }
        told.names = []
        #expect(unlink(directory("b")) == 0)
        try await wait { told.names.contains("b") }
        #expect(told.names.contains("b"))
    }

    @Test(
        "a directory that is not there is waited for, also beside others and within one that is watched",
        arguments: [["a"], ["a", "b"], ["b", "a"], ["b/c", "a", "d"], ["", "a"], ["a", ""], ["a/b/c", "a/d", ""]])
    func awaited(names: [String]) async throws {
        let (watch, told) = try watching(names)
        defer { watch.stop() }
        let awaited = try #require(names.first { $0.hasPrefix("a") })
        var path = ""
        for part in awaited.split(separator: "/") {
            path += (path.isEmpty ? "" : "/") + part
            try directory.makeDirectory(path)
            try await wait { told.names.contains(nil) }
            told.names = []
        }
        try File.write("text", to: directory("\(path)/file"))
        try await wait { told.names.contains("file") }
        #expect(told.names.contains("file"))
    }

    @Test("a directory that is removed and made again is watched again")
    func again() async throws {
        try directory.makeDirectory("a")
        let (watch, told) = try watching(["a"])
        defer { watch.stop() }
        #expect(rmdir(directory("a")) == 0)
        try await wait { told.names.contains(nil) }
        told.names = []
        try directory.makeDirectory("a")
        try await wait { told.names.contains(nil) }
        try File.write("text", to: directory("a/file"))
        try await wait { told.names.contains("file") }
        #expect(told.names.contains("file"))
    }
}
