import Glibc
import TestSupport
import Testing

@testable import ProgramTestSupport

/// The scan results that the host keeps in its registry.
@Suite("A file that the host has scanned", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct KnownFileTests {
    /// A host for one feature that leaves marks.
    private func sandbox(_ feature: Feature, wiring: Sandbox.Wiring = .none) throws -> Sandbox {
        let host = try Sandbox(.only([feature]), wiring: wiring)
        try host.collectMarks()
        return host
    }

    /// The feature in a changed file: bytes behind the end of a library have no effect.
    private func changed(_ feature: Feature) -> Feature {
        Feature(feature.name) { try feature.bytes() + [0] }
    }

    private static let once = ["constructor", "entry", "manifest"]

    @Test("a known file is run once: list, routes, graph and explain run no code of it again")
    func known() throws {
        let host = try sandbox(.fixture("LeavesMarks"))
        let list = try host.output("list")
        #expect(list.contains("\nleaves-marks  1.0.0 "))
        #expect(host.marks == Self.once)
        #expect(try host.output("list") == list)
        #expect(try host.output("routes").contains("leaves-marks/screen"))
        #expect(try host.output("graph").contains("tooltip=\"leaves-marks/screen"))
        #expect(try host.output("explain", "leaves-marks/screen").contains("feature leaves-marks 1.0.0"))
        #expect(host.marks == Self.once)
    }

    @Test("a known file is run to show its screen")
    func shown() throws {
        let host = try sandbox(.fixture("LeavesMarks"))
        _ = try host.output("list")
        #expect(try host.output("navigate", "leaves-marks").hasSuffix("\nThis is leaves-marks 1.0.0.\n"))
        let marks = host.marks.dropFirst(Self.once.count).prefix(2)
        #expect(Array(marks) == ["constructor", "entry"])
    }

    @Test("a file that has changed is run once more")
    func changed() throws {
        let feature = Feature.fixture("LeavesMarks")
        let host = try sandbox(feature)
        _ = try host.output("list")
        try host.install(changed(feature))
        for command in ["list", "routes", "list"] { _ = try host.output(command) }
        #expect(host.marks == Self.once + Self.once)
    }

    @Test(
        "a file that crashes runs once, and a file that hangs twice; the host keeps the reason until the file changes",
        arguments: Tier.rows(of: [("Crashes", "60s", 1), ("Hangs", "500ms", 2)], first: 1),
        [FaultPlace.constructor, .entry, .manifest])
    func knownFault(fault: (name: String, deadline: String, runs: Int), place: FaultPlace) throws {
        let feature = try Fixtures.faulty(fault.name, at: place)
        let host = try sandbox(feature, wiring: .text(#"{"deadline": "\#(fault.deadline)"}"#))
        let reason = try host.json("list")["notUsed"]?[0]?["reason"]?.string ?? ""
        #expect(reason.contains(place.call))
        for _ in 1...3 { #expect(try host.json("list")["notUsed"]?[0]?["reason"]?.string == reason) }
        _ = try host.run("routes")
        #expect(host.marks == Array(repeating: place.rawValue, count: fault.runs))
        try host.install(changed(feature))
        _ = try host.run("list")
        #expect(host.marks.count == fault.runs + 1)
    }

    @Test(
        "a file that aborts is refused with a line of its own code, not of the C library's",
        .disabled(if: Sanitizer.current != nil, "a sanitizer takes the place of what tells where a crash was"),
        arguments: [
            "assert(!\"good\");", "abort();", "static long here[8]; void *volatile there = here + 2; free(there);",
        ])
    func aborts(body: String) throws {
        let feature = Feature.source(
            "aborts\(body.utf8.count)",
            """
            #undef NDEBUG
            #include <assert.h>
            #include <stdlib.h>
            static void check(void) {
                \(body)
            }
            __attribute__((constructor)) static void start(void) { check(); }
            #define FEATURE_ID "aborts"
            #include "PlainFeature.h"
            """)
        let refused = try sandbox(feature).json("list")["notUsed"]?[0]
        let place = "aborts\(body.utf8.count).c:5"
        let reason = "it crashed in its constructors (SIGABRT: aborted) at \(place)"
        #expect(refused?["reason"] == .string(reason))
        #expect(refused?["ended"]?["frames"]?[0]?.string?.hasPrefix("check + ") == true)
    }

    @Test(
        "a file whose worker was ended from outside, or could not be read, is scanned again by the next host",
        arguments: [SIGTERM, SIGKILL, SIGHUP, SIGINT, SIGBUS])
    func passing(signal: Int32) throws {
        let feature = Feature.source(
            "passing\(signal)",
            """
            #include "Mark.h"
            #include <signal.h>
            __attribute__((constructor)) static void start(void) {
                int isFirst = access(getenv("SWITCHYARD_TEST_MARK"), F_OK) != 0;
                mark("passing");
                if (isFirst) { signal(\(signal), SIG_DFL); raise(\(signal)); }
            }
            #define FEATURE_ID "passing"
            #include "PlainFeature.h"
            """)
        let host = try sandbox(feature)
        let refused = try host.json("list")["notUsed"]?[0]
        #expect(refused?["reason"]?.string?.contains("crashed in its constructors (SIG") == true)
        #expect(refused?["ended"]?["signal"] == .integer(Int64(signal)))
        #expect(try host.output("list").contains("\npassing "))
        #expect(host.marks.count == 2)
    }

    @Test("a file that missed its deadline once is used if it meets the deadline the next time")
    func secondDeadline() throws {
        let feature = Feature.source(
            "late",
            """
            #include "Mark.h"
            __attribute__((constructor)) static void start(void) {
                int isFirst = access(getenv("SWITCHYARD_TEST_MARK"), F_OK) != 0;
                mark("late");
                while (isFirst) pause();
            }
            #define FEATURE_ID "late"
            #include "PlainFeature.h"
            """)
        let host = try sandbox(feature, wiring: .text(#"{"deadline": "3s"}"#))
        #expect(try host.json("list")["notUsed"]?[0]?["reason"] == "it did not answer in its constructors within 3 s")
        #expect(try host.output("list").contains("\nlate "))
    }

    @Test("a file that missed its deadline is scanned again when the deadline is raised, and then no more")
    func moreTime() throws {
        let slow = Feature.source(
            "slow",
            """
            #include "Mark.h"
            __attribute__((constructor)) static void wait_a_while(void) { mark("slow"); usleep(1500000); }
            #define FEATURE_ID "slow"
            #include "PlainFeature.h"
            """)
        let host = try sandbox(slow, wiring: .text(#"{ "deadline": "500ms" }"#))
        for _ in 1...2 {
            #expect(
                try host.json("list")["notUsed"]?[0]?["reason"]
                    == "it did not answer in its constructors within 500 ms")
        }
        #expect(host.marks == ["slow", "slow"])
        try File.write(#"{ "deadline": "20s", "sandbox": "off" }"#, to: host.wiring)
        for _ in 1...2 { #expect(try host.output("list").contains("\nslow ")) }
        #expect(host.marks == ["slow", "slow", "slow"])
    }
}
