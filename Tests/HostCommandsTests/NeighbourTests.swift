import Glibc
import JSONText
import Synchronization
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("A file whose times alone change", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct NeighbourTests {
    /// A feature that waits in its scan, so that the scan meets changes of the file.
    private static func slow(_ number: Int, _ statement: String = "") -> Feature {
        .source(
            "slow\(number)",
            """
            #include "Mark.h"
            #include <signal.h>
            __attribute__((constructor)) static void start(void) { mark("scanned"); usleep(100000); \(statement) }
            #define FEATURE_ID "slow\(number)"
            #include "PlainFeature.h"
            """)
    }

    @Test("files that are touched all the time are scanned and used, and one that kills its scan does not matter")
    func touched() throws {
        let killer = Self.slow(9, "kill(getpid(), SIGKILL);")
        let host = try Sandbox(.only((1...3).map { Self.slow($0) } + [killer]), wiring: .text(#"{"deadline": "60s"}"#))
        let script = """
            (while [ -d '\(host.plugins)' ] && kill -0 $$; do touch '\(host.plugins)'/*[123].so; chmod 755 '\(host.plugins)'/*[123].so; done) &
            LOOP=$!
            for i in 1 2 3 4; do '\(try Products.switchyard)' list --json || exit 1; done
            '\(try Products.switchyard)' navigate slow1
            CODE=$?
            kill $LOOP
            exit $CODE
            """
        let outcome = try host.run(["-c", "PATH=/usr/bin:/bin\n\(script)"], executable: "/bin/sh")
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
        let uses = outcome.output.ranges(of: "\"id\": \"slow").count + outcome.output.ranges(of: "\"id\":\"slow").count
        #expect(uses == 12, "\(outcome.output)")
        #expect(outcome.output.contains("This is slow1 1.0.0."))
    }

    @Test("a feature whose file was touched is not scanned again, and one whose content has changed is")
    func known() throws {
        let host = try Sandbox(.only([Self.slow(1)]), wiring: .none)
        try host.collectMarks()
        let path = host.path(Self.slow(1))
        for _ in 1...3 {
            #expect(try host.json("list")["features"]?.array?.count == 1)
            #expect(utimes(path, nil) == 0)
            #expect(chmod(path, 0o700) == 0 && chmod(path, 0o755) == 0)
        }
        #expect(host.marks == ["scanned"])
        try File.write(Self.slow(1).bytes() + [0], to: path)
        #expect(try host.json("list")["features"]?.array?.count == 1)
        #expect(host.marks == ["scanned", "scanned"])
        // The same size, and another content.
        try File.write(Self.slow(1).bytes() + [1], to: path)
        #expect(try host.json("list")["features"]?.array?.count == 1)
        #expect(host.marks.count == 3)
    }

    @Test("a file that is touched while its app runs changes nothing, and its worker goes on")
    @MainActor
    func running() throws {
        let host = try Sandbox(.only([.fixture("LooksAround")]), wiring: .none)
        let application = try host.application()
        let coordinator = application.makeCoordinator()
        defer { coordinator.shutDown() }
        coordinator.start()
        func process() -> String {
            coordinator.go(to: "looks-around")
            return coordinator.showText().split(separator: "\n").first { $0.contains("process ") }.map(String.init)
                ?? "none"
        }
        let before = process()
        #expect(before != "none")
        #expect(utimes(host.path(.fixture("LooksAround")), nil) == 0)
        let reload = application.reload(coordinator)
        #expect(reload.changes == [] && reload.refusals == [])
        #expect(process() == before)
    }

    @Test("a feature whose file is touched between its scan and its start starts")
    @MainActor
    func starting() throws {
        let host = try Sandbox(.only([.fixture("Plain")]), wiring: .none)
        let coordinator = try host.application().makeCoordinator()
        defer { coordinator.shutDown() }
        #expect(utimes(host.path(.fixture("Plain")), nil) == 0)
        coordinator.start()
        coordinator.go(to: "plain")
        #expect(coordinator.showText().contains("This is plain 1.0.0."))
    }
}
