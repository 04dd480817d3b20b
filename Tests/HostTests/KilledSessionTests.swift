import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("navigate --save, killed at any moment", .blocking)
struct KilledSessionTests {
    private static let wiring = Sandbox.Wiring.text(
        """
        {"tabs": [{"name": "start", "root": "home"}, {"name": "people", "root": "character/list"}],
         "redirects": {"home/characters": "character/list", "home/character?identifier={n}": "character/detail?identifier={n}"}}
        """)

    /// Steps that each change the state.
    private static let steps = (1...5).flatMap { round in
        [
            "press:Characters", "press:Don Quixote", "sheet:character/detail?identifier=\(round)",
            "managedCover:character/list", "push:home", "tab:people", "character/detail?identifier=\(round + 1)",
            "tab:start", "dismissAll", "root",
        ]
    }

    private static let rounds = 200

    @Test("the restored state is a state of the flow", .deep)
    func killed() throws {
        let host = try Sandbox(wiring: Self.wiring)
        try File.write(Self.steps.joined(separator: "\n"), to: "\(host.work)/flow")
        let clock = ContinuousClock()
        var undisturbed: Subprocess.Outcome?
        let duration = try clock.measure {
            undisturbed = try host.run("navigate", "--script", "flow", "--save", "whole", "--state", "--json")
        }
        #expect(undisturbed?.end == .exit(0), "\(undisturbed?.diagnostics ?? "")")
        let walked = try JSON.parse(undisturbed?.output ?? "")["steps"]?.array?.compactMap { $0["state"] } ?? []
        #expect(walked.count == Self.steps.count)
        let states = Set(walked + [try #require(host.json("navigate")["state"])])

        var generator = SeededGenerator(seed: 9)
        var found: Set<JSON> = []
        for round in 0..<Self.rounds {
            // Every second round writes over the session of the round before.
            let session = "session\(round / 2)"
            let delay = duration * Double.random(in: 0...1, using: &generator)
            let killed = try host.run(
                ["navigate", "--script", "flow", "--save", session], killedAfter: delay)
            #expect(killed.end == .signal(SIGKILL) || killed.end == .exit(0), "round \(round): \(killed.diagnostics)")
            guard access("\(host.work)/\(session)", F_OK) == 0 else { continue }
            let restored = try host.run("navigate", "--restore", session, "--state", "--json")
            #expect(restored.end == .exit(0), "round \(round), after \(delay): \(restored.diagnostics)")
            #expect(restored.diagnostics == "")
            let state = try #require(JSON.parse(restored.output)["state"])
            #expect(states.contains(state), "round \(round), after \(delay): \(state.text())")
            found.insert(state)
        }
        // The rounds must have hit the middle of the flow.
        #expect(found.count > 2, "\(found.count) states were found in \(Self.rounds) rounds")
    }
}
