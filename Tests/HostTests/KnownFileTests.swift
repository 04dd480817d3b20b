import TestSupport
import Testing

/// What the host keeps of a file in its registry.
@Suite("A file that the host has looked at", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct KnownFileTests {
    /// A host for one feature, which leaves marks.
    private func sandbox(_ feature: Feature, wiring: Sandbox.Wiring = .none) throws -> Sandbox {
        let host = try Sandbox(.only([feature]), wiring: wiring)
        host.collectMarks()
        return host
    }

    /// The same feature in another file: what stands behind the end of a library is read by nobody.
    private func changed(_ feature: Feature) -> Feature {
        Feature(feature.name) { try feature.bytes() + [0] }
    }

    private static let once = ["constructor", "entry", "manifest"]

    @Test("is run once: to list it again, to show its routes, to draw and to explain them takes no code of it")
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

    @Test("is run to show its screen")
    func shown() throws {
        let host = try sandbox(.fixture("LeavesMarks"))
        _ = try host.output("list")
        #expect(try host.output("navigate", "leaves-marks").hasSuffix("\nThis is leaves-marks 1.0.0.\n"))
        let marks = host.marks.dropFirst(Self.once.count).prefix(2)
        #expect(Array(marks) == ["constructor", "entry"])
    }

    @Test("and that has changed since is run once more")
    func changed() throws {
        let feature = Feature.fixture("LeavesMarks")
        let host = try sandbox(feature)
        _ = try host.output("list")
        try host.install(changed(feature))
        for command in ["list", "routes", "list"] { _ = try host.output(command) }
        #expect(host.marks == Self.once + Self.once)
    }

    @Test(
        "and that has crashed or hung then does so once: the reason is kept until it changes",
        arguments: Tier.rows(of: ["Crashes", "Hangs"], first: 1), [FaultPlace.constructor, .entry, .manifest])
    func knownFault(fault: String, place: FaultPlace) throws {
        let feature = try Fixtures.faulty(fault, at: place)
        let host = try sandbox(feature, wiring: .text(#"{"deadline": "1s"}"#))
        let reason = try host.json("list")["notUsed"]?[0]?["reason"]?.string ?? ""
        #expect(reason.contains(place.call))
        for _ in 1...2 { #expect(try host.json("list")["notUsed"]?[0]?["reason"]?.string == reason) }
        _ = try host.run("routes")
        #expect(host.marks == [place.rawValue])
        try host.install(changed(feature))
        _ = try host.run("list")
        #expect(host.marks == [place.rawValue, place.rawValue])
    }

    @Test("that did not answer in time is looked at again when it gets more, and then no more")
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
        #expect(host.marks == ["slow"])
        try File.write(#"{ "deadline": "20s" }"#, to: host.wiring)
        for _ in 1...2 { #expect(try host.output("list").contains("\nslow ")) }
        #expect(host.marks == ["slow", "slow"])
    }
}
