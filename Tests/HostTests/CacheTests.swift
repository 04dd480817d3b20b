import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// An unusable cache directory, and damaged private copies in it.
@Suite("The cache", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct CacheTests {
    @Test("without a writable cache, features run from temporary copies, which the host removes")
    func notWritable() throws {
        let host = try Sandbox(.only([.fixture("Plain")]), wiring: .none)
        let temporary = try host.directory.makeDirectory("tmp")
        try File.write("", to: host.directory("no folder"))
        host.set("XDG_CACHE_HOME", host.directory("no folder"))
        host.set("TMPDIR", temporary)
        for _ in 1...2 {
            let outcome = try host.run("navigate", "plain")
            #expect(outcome.end == .exit(0))
            #expect(outcome.output.hasSuffix("This is plain 1.0.0.\n"))
            #expect(
                outcome.messages == [
                    "warning: the registry '\(host.registry)' cannot be written (Not a directory): what was found out is "
                        + "found out again next time"
                ])
        }
        let doctor = try host.json("doctor")
        #expect(doctor["errors"] == 0)
        let codes = doctor["findings"]?.array?.compactMap { $0["code"]?.string } ?? []
        #expect(codes.contains("registry-not-written"))
        #expect(try File.names(in: temporary) == [])
    }

    @Test("without a writable cache, a host removes the temporary copies of killed hosts")
    func leftCopies() throws {
        let host = try Sandbox(.only([.fixture("Plain")]), wiring: .none)
        let temporary = try host.directory.makeDirectory("tmp")
        try File.write("", to: host.directory("no folder"))
        host.set("XDG_CACHE_HOME", host.directory("no folder"))
        host.set("TMPDIR", temporary)
        for (name, age) in [("switchyard-run-old", 3600), ("switchyard-run-new", 0), ("switchyard-run-used", 3600)] {
            let folder = try host.directory.makeDirectory("tmp/\(name)")
            mkdir("\(folder)/copy", 0o700)
            try File.write("", to: "\(folder)/copy/libPlain.so")
            var times = [timeval(), timeval()]
            times[0].tv_sec = time(nil) - age
            times[1] = times[0]
            #expect(utimes(folder, times) == 0)
        }
        let used = open("\(temporary)/switchyard-run-used", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(used) }
        #expect(flock(used, LOCK_EX | LOCK_NB) == 0)
        #expect(try host.run("navigate", "plain").end == .exit(0))
        #expect(try File.names(in: temporary) == ["switchyard-run-new", "switchyard-run-used"])
    }

    /// Overwrites the middle of each private copy and keeps its size.
    private func damageCopies(_ host: Sandbox) throws {
        let libraries = host.directory("cache/switchyard/libraries")
        var count = 0
        for folder in try File.names(in: libraries) where !folder.hasSuffix(".marker") {
            let path = "\(libraries)/\(folder)/libPlain.so"
            var bytes = try File.read(path)
            for index in 64..<bytes.count { bytes[index] = 0 }
            #expect(chmod(path, 0o700) == 0)
            try File.write(bytes, to: path)
            count += 1
        }
        #expect(count == 1)
    }

    @Test("a damaged private copy is replaced, and its feature runs at once", .inlineAndInWorkers)
    func damagedCopy() throws {
        let host = try Sandbox(.only([.fixture("Plain")]), wiring: .none)
        _ = try host.output("navigate", "plain")
        try damageCopies(host)
        for _ in 1...2 { #expect(try host.output("navigate", "plain").hasSuffix("This is plain 1.0.0.\n")) }
    }

    @Test("a damaged copy does not count against the file when the registry is lost")
    func damagedCopyIsNotScanned() throws {
        let host = try Sandbox(.only([.fixture("Plain")]), wiring: .none)
        _ = try host.output("navigate", "plain")
        try damageCopies(host)
        #expect(unlink(host.registry) == 0)
        #expect(try host.output("list").contains("\nplain "))
    }
}
