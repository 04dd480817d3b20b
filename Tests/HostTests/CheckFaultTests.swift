import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// `switchyard check` on every fault at every place.
@Suite("The faults that check finds", .blocking, .deep, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct CheckFaultTests {
    /// The tests that a feature passes through on its way to the fault.
    private static let way = [
        "load", "manifest", "requirements", "activate", "routes", "render", "actions", "deactivate",
    ]

    @Test(
        "each fault is found by the test that is named after it, and by no other of its kind", arguments: Fault.tested)
    func finds(fault: Fault) throws {
        for place in FaultPlace.allCases {
            guard case .flavours(let flavours) = fault[place] else { continue }
            let guilt = fault.guilt(at: place)
            try #require(guilt.count == flavours.count, "\(fault.name) at \(place)")
            for (flavour, expected) in guilt.enumerated() {
                try check(fault, place, flavour, expected)
            }
        }
    }

    private static func deadline(_ fault: Fault) -> [String] { fault.isEndless ? ["--deadline", "1s"] : [] }

    private func check(_ fault: Fault, _ place: FaultPlace, _ flavour: Int, _ expected: Guilt) throws {
        let about: Comment = "\(fault.name) at \(place), flavour \(flavour)"
        let host = try Sandbox(.only([]), wiring: .none)
        try Fixtures.faulty(fault.name, at: place, flavour: flavour).write(to: "\(host.work)/libFaulty.so")
        let included = (Self.way + [expected.test]).flatMap { ["-t", $0] }
        let outcome = try host.run(
            ["check", "--json", "libFaulty.so"] + Self.deadline(fault) + included, killedAfter: .seconds(300))
        let tests = try JSON.parse(outcome.output)["libraries"]?.array?.first?["tests"]?.array ?? []
        let isBad = tests.contains { ["failed", "crashed"].contains($0["status"]?.string) }
        #expect(outcome.end == .exit(isBad ? 1 : 0), about)
        if let difference = expected.difference(from: tests) {
            Issue.record("\(fault.name) at \(place): \(difference)")
        }
        // A feature crashes once: the tests that would hit the same crash are skipped.
        #expect(tests.count { $0["status"]?.string == "crashed" } <= 1, about)
        #expect(host.remainingProcesses().isEmpty, about)
    }
}
