import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

/// An application without features, and the number of changes that its watch has reported.
@MainActor
private final class Watched {
    let directory: TestSupport.TemporaryDirectory
    private(set) var count = 0
    private var watch: ApplicationWatch?

    /// - Parameter wiring: The wiring file's name in the directory; nil for none.
    init(wiring: String? = nil, in directory: TestSupport.TemporaryDirectory) throws {
        self.directory = directory
        if access(directory("plugins"), F_OK) != 0 { try directory.makeDirectory("plugins") }
        let application = try AppLoader.load(
            HostOptions(
                plugins: [directory("plugins")], config: wiring.map { directory($0) },
                environment: HostEnvironment(["HOME": directory("home"), "XDG_CONFIG_DIRS": directory("none")]),
                executable: nil))
        // A busy machine may take long to write a library, which must not end the wait for it.
        watch = try ApplicationWatch(application, patience: .seconds(3600)) { [weak self] in self?.count += 1 }
        #expect(watch?.refusal == nil)
    }

    func stop() { watch?.stop() }

    /// Makes a change and waits until the watch reports it, once.
    func wait(for change: () throws -> Void) async throws {
        let before = count
        try change()
        try await TestSupport.wait { self.count > before }
        #expect(count == before + 1)
    }
}

@MainActor
@Suite("The watch of an application")
struct ApplicationWatchTests {
    private let directory: TestSupport.TemporaryDirectory

    init() throws {
        directory = try TestSupport.TemporaryDirectory()
    }

    @Test("many changes in a row cause one call")
    func many() async throws {
        let watched = try Watched(in: directory)
        for _ in 1...3 {
            try await watched.wait {
                for number in 1...100 {
                    let path = directory("plugins/\(number).so")
                    try File.write("x", to: path + ".new")
                    #expect(rename(path + ".new", path) == 0 && chmod(path, 0o644) == 0)
                }
            }
        }
    }

    @Test("a file that is neither a library nor a wiring file causes no call")
    func others() async throws {
        let watched = try Watched(in: directory)
        for name in ["notes.txt", ".hidden.so", "lib.so~", "switchyard.json"] {
            try File.write("x", to: directory("plugins/\(name)"))
        }
        // Longer than the watch puts a change off.
        try await Task.sleep(for: .milliseconds(300))
        #expect(watched.count == 0)
        try await watched.wait { try File.write("x", to: directory("plugins/libtone.so.1")) }
    }

    @Test("a library that is being written delays the call until the library is closed")
    func beingWritten() async throws {
        let watched = try Watched(in: directory)
        let file = try #require(fopen(directory("plugins/a.so"), "we"))
        #expect(fputs("half", file) >= 0 && fflush(file) == 0)
        try File.write("x", to: directory("plugins/b.so"))
        try await Task.sleep(for: .milliseconds(300))
        #expect(watched.count == 0)
        try await watched.wait { fclose(file) }
    }

    @Test("the watch follows a link to the wiring file, and after a change the link's new target")
    func linkedWiring() async throws {
        for name in ["one", "two"] {
            try directory.makeDirectory(name)
            try File.write("{}", to: directory("\(name)/wiring.jsonc"))
        }
        #expect(symlink("one/wiring.jsonc", directory("link.jsonc")) == 0)
        let watched = try Watched(wiring: "link.jsonc", in: directory)
        try await watched.wait { try File.write("{ }", to: directory("one/wiring.jsonc")) }
        try await watched.wait {
            #expect(symlink("two/wiring.jsonc", directory("next")) == 0)
            #expect(rename(directory("next"), directory("link.jsonc")) == 0)
        }
        try await watched.wait { try File.write("{ }", to: directory("two/wiring.jsonc")) }
    }

    @Test("a wiring file that appears in a new directory of the user causes a call")
    func newWiring() async throws {
        let watched = try Watched(in: directory)
        let path = directory("home/.config/switchyard")
        try await watched.wait { #expect(system("mkdir -p '\(path)'") == 0) }
        try await watched.wait { try File.write("{}", to: path + "/switchyard.jsonc") }
    }

    @Test("a stopped watch makes no call, not even a delayed one")
    func stopped() async throws {
        let (stopped, watched) = (try Watched(in: directory), try Watched(in: directory))
        try await watched.wait {
            try File.write("x", to: directory("plugins/a.so"))
            stopped.stop()
        }
        #expect(stopped.count == 0)
    }
}
