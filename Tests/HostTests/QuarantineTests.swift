import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// Libraries that kill the host that scans them.
@Suite("A library that kills its host", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct QuarantineTests {
    /// A feature that sends a signal to its host when it is loaded.
    private func killer(_ signal: Int32) -> Feature {
        killer("\(signal)", "kill(host, \(signal));")
    }

    private func killer(_ name: String, _ statement: String) -> Feature {
        .source(
            "killer\(name)",
            """
            #define _GNU_SOURCE
            #include "Mark.h"
            #include <signal.h>
            #include <sys/syscall.h>
            __attribute__((constructor)) static void start(void) {
                pid_t host = getppid();
                mark("killer");
                \(statement)
                for (;;) pause();
            }
            #define FEATURE_ID "killer"
            #include "PlainFeature.h"
            """)
    }

    private func bystander(_ number: Int) -> Feature {
        .source(
            "bystander\(number)",
            """
            #define FEATURE_ID "bystander\(number)"
            #include "PlainFeature.h"
            """)
    }

    /// The deadline is long, since a library may have its turn late on a busy machine.
    private static let wiring = Sandbox.Wiring.text(#"{"deadline": "60s", "sandbox": "off"}"#)

    private static let reason = "it is quarantined, since two hosts were killed while they scanned this file"

    @Test(
        "a killer library ends two hosts, and the third quarantines it with a warning",
        arguments: [SIGKILL, SIGTERM])
    func alone(signal: Int32) throws {
        let feature = killer(signal)
        let host = try Sandbox(.only([feature]), wiring: Self.wiring)
        try host.collectMarks()
        for _ in 1...2 { #expect(try host.run("list").end == .signal(signal)) }
        let found = try host.run("list", "--json")
        #expect(found.end == .exit(0))
        #expect(
            found.messages == [
                "warning: '\(host.path(feature))' is not used from now on: \(Self.reason); 'switchyard explain "
                    + "\(host.path(feature))' says what to do"
            ])
        #expect(try JSON.parse(found.output)["notUsed"]?[0]?["reason"] == .string(Self.reason))
        // Later commands work without a warning, and run no code of the file.
        #expect(try host.run("list").output.contains(Self.reason))
        let doctor = try host.json("doctor")
        #expect(doctor["findings"]?.array?.map { $0["code"] } == ["file-quarantined", "not-confined"])
        #expect(doctor["findings"]?[0]?["fix"]?.string?.contains("touch \(host.path(feature))") == true)
        #expect(try host.json("explain", host.path(feature))["next"]?.string?.contains("touch") == true)
        #expect(host.marks == ["killer", "killer"])
    }

    @Test(
        "a killer library is quarantined regardless of the call that sends the signal",
        arguments: [
            ("Queue", "union sigval value = {0}; sigqueue(host, SIGTERM, value);"),
            ("Thread", "syscall(SYS_tgkill, host, host, SIGTERM);"),
            ("Session", "if (fork() == 0) { setsid(); kill(host, SIGTERM); _exit(0); }"),
        ])
    func calls(name: String, statement: String) throws {
        let host = try Sandbox(.only([killer(name, statement)]), wiring: Self.wiring)
        try host.collectMarks()
        for _ in 1...2 { #expect(try host.run("list").end == .signal(SIGTERM)) }
        #expect(try host.run("list").end == .exit(0))
        #expect(host.marks == ["killer", "killer"])
    }

    @Test("a quarantined file keeps the feature id that it had")
    func keepsID() throws {
        let feature = killer(SIGKILL)
        let host = try Sandbox(.only([]), wiring: Self.wiring)
        try File.write(bystander(1).bytes(), to: host.path(feature))
        #expect(try host.run("list").end == .exit(0))
        try host.install(feature)
        for _ in 1...2 { #expect(try host.run("list").end == .signal(SIGKILL)) }
        #expect(try host.run("list").end == .exit(0))
        let outcome = try host.run("navigate", "bystander1")
        #expect(outcome.diagnostics.contains("the feature 'bystander1' is refused"), "\(outcome.diagnostics)")
    }

    @Test("a killer library is quarantined without a writable cache too, if there is a folder for temporary files")
    func withoutCache() throws {
        let feature = killer(SIGKILL)
        let host = try Sandbox(.only([feature, bystander(1)]), wiring: Self.wiring)
        try host.collectMarks()
        try File.write("", to: host.directory("no folder"))
        host.set("XDG_CACHE_HOME", host.directory("no folder"))
        host.set("TMPDIR", try host.directory.makeDirectory("tmp"))
        for _ in 1...2 { #expect(try host.run("list").end == .signal(SIGKILL)) }
        for _ in 1...2 {
            let list = try JSON.parse(host.run("list", "--json").output)
            #expect(list["features"]?[0]?["id"] == "bystander1")
            #expect(list["notUsed"]?[0]?["reason"] == .string(Self.reason))
        }
        #expect(host.marks == ["killer", "killer"])
        let left = try File.names(in: host.directory("tmp")).filter { !$0.hasPrefix("switchyard-run-") }
        #expect(left == ["switchyard-\(geteuid())"])
    }

    @Test("a question of a shell that ends in a scan, as by its alarm, says nothing of the library")
    func questions() throws {
        let host = try Sandbox(.only([killer(SIGALRM)]), wiring: Self.wiring)
        for _ in 1...2 { #expect(try host.run("candidates", "--", "routes", "").end == .signal(SIGALRM)) }
        #expect(try File.names(in: host.directory("cache/switchyard")).filter { $0.contains(".scanning-") } == [])
    }

    @Test("a killer library is scanned again when its file changes")
    func triedAgain() throws {
        let feature = killer(SIGKILL)
        let host = try Sandbox(.only([feature]), wiring: Self.wiring)
        for _ in 1...2 { #expect(try host.run("list").end == .signal(SIGKILL)) }
        #expect(try host.run("list").end == .exit(0))
        #expect(utimes(host.path(feature), nil) == 0)
        #expect(try host.run("list").end == .signal(SIGKILL))
        try File.write(bystander(1).bytes(), to: host.path(feature))
        #expect(try host.json("list")["features"]?[0]?["id"] == "bystander1")
    }

    @Test("a killer library is found among others, which are all used", arguments: [1, 7])
    func amongOthers(others: Int) throws {
        let features = (1...others).map(bystander)
        let host = try Sandbox(.only(features + [killer(SIGKILL)]), wiring: Self.wiring)
        // The first host scans several files at once, the second scans the suspects one after the other.
        #expect(try ["doctor", "list"].map { try host.run($0).end } == [.signal(SIGKILL), .signal(SIGKILL)])
        let list = try JSON.parse(host.run("list", "--json").output)
        #expect(list["features"]?.array?.count == others)
        #expect(list["notUsed"]?.array?.map { $0["reason"] } == [.string(Self.reason)])
        #expect(try host.run("list").messages == [])
        let left = try File.names(in: host.directory("cache/switchyard")).filter { $0.contains(".scanning-") }
        #expect(left == [])
    }

    @Test(
        "a library that ends its own scan by a signal is quarantined at the third time, until its file is touched",
        arguments: [SIGKILL, SIGTERM, SIGBUS])
    func ownSignal(signal: Int32) throws {
        let feature = Feature.source(
            "ends\(signal)",
            """
            #include "Mark.h"
            #include <signal.h>
            __attribute__((constructor)) static void start(void) { mark("scanned"); kill(getpid(), \(signal)); }
            #include "PlainFeature.h"
            """)
        let host = try Sandbox(.only([feature, bystander(1)]), wiring: Self.wiring)
        try host.collectMarks()
        func reason() throws -> String? { try host.json("list")["notUsed"]?[0]?["reason"]?.string }
        for _ in 1...2 { #expect(try reason()?.hasPrefix("it crashed in its constructors (SIG") == true) }
        for _ in 1...2 {
            #expect(
                try reason()?.hasPrefix("it is quarantined, since 3 scans of it in a row ended by a signal: it crashed")
                    == true)
        }
        #expect(host.marks.count == 3)
        #expect(try host.json("doctor")["findings"]?[0]?["code"] == "file-quarantined")
        #expect(utimes(host.path(feature), nil) == 0)
        for _ in 1...2 { #expect(try reason()?.hasPrefix("it is quarantined") == true) }
        #expect(host.marks.count == 4)
        #expect(try host.json("list")["features"]?[0]?["id"] == "bystander1")
    }

    @Test(
        "a good library is used by the next host after the user has ended one during its scan",
        arguments: [SIGINT, SIGTERM, SIGHUP])
    func endedByUser(signal: Int32) throws {
        let slow = Feature.source(
            "slow",
            """
            #include "Mark.h"
            __attribute__((constructor)) static void start(void) {
                if (access(getenv("SWITCHYARD_TEST_MARK"), F_OK) == 0) return;
                mark("slow");
                for (;;) pause();
            }
            #define FEATURE_ID "slow"
            #include "PlainFeature.h"
            """)
        let host = try Sandbox(.only([slow]), wiring: Self.wiring)
        try host.collectMarks()
        // The user's shell is not a child of the host.
        let script = """
            ((while kill -0 $$ && ! [ -e "$SWITCHYARD_TEST_MARK" ]; do sleep 0.05; done; kill -\(signal) $$) &)
            exec '\(try Products.switchyard)' list
            """
        #expect(try host.run(["-c", script], executable: "/bin/sh").end == .signal(signal))
        #expect(try host.output("list").contains("\nslow "))
    }
}
