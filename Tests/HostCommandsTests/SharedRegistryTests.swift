import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import HostCore
@testable import ProgramTestSupport

/// Several hosts with one registry.
@Suite("One registry for several hosts", .blocking, .enabled(if: Fixtures.haveCompiler))
struct SharedRegistryTests {
    @Test("two hosts and a scan at the same time damage nothing and lose no entry")
    func rounds() throws {
        let host = try Sandbox(.only([]), wiring: .none)
        let directories = try ["one", "two", "three"].map { name in
            try host.directory.makeDirectory(name)
            return host.directory(name)
        }
        let features: [Feature] = [.fixture("Plain"), .fixture("PlainTwo"), .notes, .fixture("NoEntry")]
        let commands = [["navigate", "plain"], ["navigate", "notes"], ["list"]]
        let bytes = try features.map { feature in
            let path = host.directory("bytes")
            try feature.write(to: path)
            return try File.read(path)
        }
        for round in 0..<(Tier.current == .deep ? 100 : 10) {
            // Each directory gets new versions.
            for (number, directory) in directories.enumerated() {
                for place in 0..<2 {
                    let feature = (round + number + place) % features.count
                    try File.write(bytes[feature], to: "\(directory)/\(place).so")
                }
            }
            let ends = Mutex<[Int: Subprocess.Outcome]>([:])
            // The sandbox does not change meanwhile.
            nonisolated(unsafe) let sandbox = host
            DispatchQueue.concurrentPerform(iterations: commands.count) { index in
                let outcome = try? sandbox.run(commands[index] + directories.flatMap { ["--plugins", $0] })
                ends.withLock { $0[index] = outcome }
            }
            let outcomes = ends.withLock(\.self)
            #expect(outcomes[2]?.end == .exit(0), "round \(round): \(outcomes[2]?.diagnostics ?? "")")
            for outcome in outcomes.values {
                #expect(!outcome.diagnostics.contains("registry"), "round \(round): \(outcome.diagnostics)")
            }
            let registry = Registry.open(
                for: directories.map { PluginsDirectory(path: $0) }, in: host.directory("cache/switchyard"))
            #expect(registry.health.state == .good, "round \(round)")
            let known = Set(registry.entries.map(\.path))
            for directory in directories {
                for place in 0..<2 { #expect(known.contains("\(directory)/\(place).so"), "round \(round)") }
            }
        }
    }
}
