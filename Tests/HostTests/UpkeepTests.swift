import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("The upkeep of the cache", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct UpkeepTests {
    private func copies(_ host: Sandbox) throws -> [String] {
        let libraries = host.directory("cache/switchyard/libraries")
        return try File.names(in: libraries).filter { !$0.contains(".") }.map { "\(libraries)/\($0)" }
    }

    private func counts(_ json: JSON) -> [String: JSON] {
        Dictionary(
            uniqueKeysWithValues: ["copies", "entries", "snapshots", "temporary"].map { ($0, json[$0] ?? .null) })
    }

    @Test(
        "doctor --clean removes the copy, the registry entry and the snapshot of a file that is gone, and counts them")
    func gone() throws {
        let host = try Sandbox(.only([.fixture("Plain")]), wiring: .none)
        #expect(try host.output("navigate", "plain").contains("This is plain"))
        let size = try Int64(File.read(host.path(.fixture("Plain"))).count)
        #expect(try copies(host).count == 1)
        #expect(
            try host.output("doctor", "--clean") == "Nothing to remove from '\(host.directory("cache/switchyard"))'\n")
        #expect(unlink(host.path(.fixture("Plain"))) == 0)
        let removed = try host.json("doctor", "--clean")
        #expect(counts(removed) == ["copies": 1, "entries": 1, "snapshots": 1, "temporary": 0])
        #expect(removed["cache"] == .string(host.directory("cache/switchyard")))
        guard case .integer(let bytes)? = removed["bytes"] else { return #expect(Bool(false), "\(removed)") }
        #expect(bytes > size)
        #expect(try copies(host) == [])
        #expect(try File.names(in: host.directory("cache/switchyard/libraries")) == [])
        #expect(counts(try host.json("doctor", "--clean")).values.allSatisfy { $0 == 0 })
        // What was removed is made again.
        try host.install(.fixture("Plain"))
        #expect(try host.output("navigate", "plain").contains("This is plain"))
    }

    @Test("each list of plugins directories has a registry, which goes with the last of its files")
    func registries() throws {
        let host = try Sandbox(.only([.fixture("Plain")]), wiring: .none)
        _ = try host.output("list")
        let first = host.registry
        let other = try host.directory.makeDirectory("other")
        try Feature.fixture("PlainTwo").write(to: "\(other)/libOther.so")
        host.set("SWITCHYARD_PLUGINS", other)
        #expect(try host.output("list").contains("2.0.0"))
        let second = host.registry
        func registries() throws -> Set<String> {
            let cache = host.directory("cache/switchyard")
            return Set(
                try File.names(in: cache).filter { $0.hasPrefix("registry-") && !$0.contains(".") }.map {
                    "\(cache)/\($0)"
                })
        }
        #expect(try registries() == [first, second])
        #expect(unlink("\(other)/libOther.so") == 0)
        #expect(try host.json("doctor", "--clean")["entries"] == 1)
        #expect(try registries() == [first])
        #expect(
            !(try File.names(in: host.directory("cache/switchyard")).contains {
                $0.hasSuffix(".lock") && !first.hasSuffix($0.dropLast(5))
            }))
    }

    @Test("what is in use, and what belongs to files that are there, stays, and the features run on")
    func used() throws {
        let host = try Sandbox(.only([.fixture("Plain"), .home]), wiring: .none)
        #expect(try host.output("navigate", "plain").contains("This is plain"))
        _ = try host.output("navigate", "home")
        let copies = try copies(host)
        #expect(copies.count == 2)
        // Another host that uses a copy holds its lock: flock(2).
        let lock = open(copies[0], O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(lock) }
        #expect(flock(lock, LOCK_SH | LOCK_NB) == 0)
        for feature in [Feature.fixture("Plain"), .home] { #expect(unlink(host.path(feature)) == 0) }
        #expect(try host.json("doctor", "--clean")["copies"] == 1)
        #expect(try self.copies(host) == [copies[0]])
        #expect(flock(lock, LOCK_UN) == 0)
        #expect(try host.json("doctor", "--clean")["copies"] == 1)
        #expect(try self.copies(host) == [])
    }

    @Test("unfinished copies and foreign files are removed once they are a minute old")
    func unfinished() throws {
        let host = try Sandbox(.only([.fixture("Plain")]), wiring: .none)
        _ = try host.output("navigate", "plain")
        let libraries = host.directory("cache/switchyard/libraries")
        for name in ["0-1.77", "0-2.77"] { #expect(mkdir("\(libraries)/\(name)", 0o700) == 0) }
        var times = [timeval(), timeval()]
        times[0].tv_sec = time(nil) - 3600
        times[1] = times[0]
        #expect(utimes("\(libraries)/0-2.77", times) == 0)
        #expect(try host.json("doctor", "--clean")["copies"] == 1)
        #expect(try File.names(in: libraries).contains("0-1.77"))
        #expect(try !File.names(in: libraries).contains("0-2.77"))
    }

    @Test("a host does the upkeep at most once a day, when it keeps what it has found")
    func daily() throws {
        let host = try Sandbox(.only([.fixture("Plain"), .home]), wiring: .none)
        _ = try host.output("navigate", "plain")
        let stamp = host.directory("cache/switchyard/upkeep")
        #expect(unlink(host.path(.fixture("Plain"))) == 0)
        _ = try host.output("list")
        #expect(try copies(host).count == 1)
        var times = [timeval(), timeval()]
        times[0].tv_sec = time(nil) - 25 * 3600
        times[1] = times[0]
        #expect(utimes(stamp, times) == 0)
        // The snapshot is good, so that nothing is kept.
        _ = try host.output("list")
        #expect(try copies(host).count == 1)
        #expect(unlink(host.path(.home)) == 0)
        try host.install(.character)
        _ = try host.output("list")
        #expect(try copies(host) == [])
    }

    @Test("fifty hosts at once run a feature while its file and the cache change")
    func manyHosts() throws {
        let host = try Sandbox(.only([.fixture("Plain"), .home]), wiring: .none)
        let name = Feature.fixture("Plain").name
        // Each host finds a feature whose file is replaced, and one in three removes what it can from the cache.
        let script = """
            for i in $(seq 50); do
                (if [ $((i % 3)) = 0 ]; then switchyard doctor --clean >/dev/null || echo "clean failed"
                 else switchyard navigate home >/dev/null || echo "navigate failed"; fi) &
                if [ $((i % 10)) = 0 ]; then cp "$PLUGINS/\(name)" "$PLUGINS/.new" && mv "$PLUGINS/.new" "$PLUGINS/\(name)"; fi
            done
            wait
            """
        let products = try Products.switchyard.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        var environment = host.environment
        environment["PATH"] = "\(products):/usr/bin:/bin"
        environment["PLUGINS"] = host.plugins
        environment["SWITCHYARD_PLUGINS"] = host.plugins
        let outcome = try Subprocess("/bin/sh", ["-c", script], environment: environment, directory: host.work).run()
        #expect(outcome.output == "")
        #expect(try host.output("navigate", "plain").contains("This is plain"))
        #expect(try host.json("doctor", "--clean")["copies"] != nil)
    }
}
