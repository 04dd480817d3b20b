import Glibc
import JSONText
import TestSupport

/// One library with a fault, in a sandbox beside a feature that works.
struct FaultRun: CustomStringConvertible {
    let fault: Fault
    let place: FaultPlace
    let flavour: Int
    let expected: ExpectedFault

    struct Result {
        /// The outcome; nil if it is none of the expected ones.
        var outcome: FaultOutcome?
        /// The deviations from what is expected.
        var findings: [String] = []
    }

    var description: String { "\(fault.name) at \(place), flavour \(flavour)" }

    /// The wiring. The working feature has time to spare: it may have to wait while the faulty one keeps the machine
    /// busy.
    private func wiring(marks: String) -> String {
        """
        {
            "root": "notes",
            "deadline": "\(fault.isEndless ? FaultPlace.manifest.deadline : 20)s",
            "features": {
                "faulty": {
                    "deadline": "\(fault.isEndless ? FaultPlace.render.deadline : 20)s", "memory": "256MiB",
                    "allow": { "env": ["SWITCHYARD_TEST_MARK"], "write": ["\(marks)"] },
                },
                "notes": { "deadline": "20s" },
            },
        }
        """
    }

    /// The time after which a command counts as hung.
    private static let patience = Duration.seconds(300)

    /// Lists the features, takes the steps to the fault and on to the working feature, and looks for processes that are
    /// left.
    func result() throws -> Result {
        let host = try Sandbox(
            .only([Fixtures.faulty(fault.name, at: place, flavour: flavour), .notes]), wiring: .text(""))
        try File.write(wiring(marks: host.directory("marks")), to: host.wiring)
        try File.write("", to: host.directory("marks"))
        host.set("SWITCHYARD_TEST_MARK", host.directory("marks"))
        var result = Result()
        if let listed = try list(host, &result) {
            try navigate(host, listed, &result)
            examineMarks(host, &result)
        }
        for process in host.remainingProcesses() { result.findings.append("left running: \(process)") }
        return result
    }

    // MARK: The list

    private enum Listed {
        case asFeature
        case refused(String)
    }

    /// Lists the features. Returns nil if the command fails.
    private func list(_ host: Sandbox, _ result: inout Result) throws -> Listed? {
        let outcome = try host.run(["list", "--json"], killedAfter: Self.patience)
        examine(outcome, of: "list", &result)
        guard outcome.end == .exit(0), let json = try? JSON.parse(outcome.output) else {
            result.findings.append("list \(Self.ending(outcome))")
            return nil
        }
        let ids = json["features"]?.array?.map { $0["id"]?.string ?? "" } ?? []
        if !ids.contains("notes") { result.findings.append("the other feature is not listed: \(json.text())") }
        if ids.contains("faulty") { return .asFeature }
        let path = "\(host.plugins)/libFaulty.so"
        guard let refusal = json["notUsed"]?.array?.first(where: { $0["file"]?.string == path }),
            let reason = refusal["reason"]?.string
        else {
            result.findings.append("it is neither a feature nor a file that is not used: \(json.text())")
            return nil
        }
        return .refused(reason)
    }

    // MARK: The steps

    private func navigate(_ host: Sandbox, _ listed: Listed, _ result: inout Result) throws {
        if case .refused(let reason) = listed {
            guard expected.outcomes.contains(.refused) else {
                result.findings.append("it is refused: \(reason)")
                return
            }
            for part in expected.reasons where !reason.contains(part) {
                result.findings.append("it is refused for another reason than '\(part)': \(reason)")
            }
            return try take(.refused, host, &result)
        }
        guard expected.outcomes != [.refused] else {
            result.findings.append("it is taken for a feature")
            return
        }
        guard expected.outcomes.count > 1 else { return try take(expected.outcomes[0], host, &result) }
        try takeByChance(host, &result)
    }

    /// Takes the steps, with an expectation after each. All of them must hold.
    private func take(_ outcome: FaultOutcome, _ host: Sandbox, _ result: inout Result) throws {
        let walk = try navigate(host, script(outcome), [])
        examine(walk, of: "navigate", &result)
        guard walk.end == .exit(0), walk.output.hasSuffix(Self.noteScreen) else {
            result.findings.append("expected it to be \(outcome), and navigate \(Self.ending(walk))")
            return
        }
        if outcome == .lost {
            for part in expected.reasons where !walk.diagnostics.contains(part) {
                result.findings.append("it does not say that '\(part)': \(walk.diagnostics)")
            }
        }
        result.outcome = outcome
    }

    /// Takes the steps, some of which may fail, and continues the saved session with the other feature.
    private func takeByChance(_ host: Sandbox, _ result: inout Result) throws {
        let walk = try navigate(host, script(.shown), ["--save", "session", "--wait", "2s"])
        examine(walk, of: "navigate", &result)
        // The exit code is 69 if a screen still changes when the time to wait is over.
        guard [.exit(0), .exit(1), .exit(69)].contains(walk.end) else {
            result.findings.append("navigate \(Self.ending(walk))")
            return
        }
        result.outcome = walk.end == .exit(0) ? .shown : .failed
        let after = try host.run(
            ["navigate", "--restore", "session", "notes/detail?identifier=2"], killedAfter: Self.patience)
        examine(after, of: "navigate --restore", &result)
        guard after.end == .exit(0), after.firstLine.hasPrefix("notes > "), after.output.hasSuffix(Self.noteScreen)
        else {
            result.findings.append(
                "navigate --restore \(Self.ending(after))\nand before it navigate \(Self.ending(walk))")
            return
        }
    }

    private func navigate(_ host: Sandbox, _ script: String, _ arguments: [String]) throws -> Subprocess.Outcome {
        try File.write(script, to: "\(host.work)/flow")
        return try host.run(["navigate", "--script", "flow"] + arguments, killedAfter: Self.patience)
    }

    /// A note as it is shown at the end.
    private static let noteScreen = "\nAsk Elizabeth Bennet\n[Person]\n[Delete]\n"

    /// Returns the steps to the fault and on to the other feature, with an expectation after each.
    private func script(_ outcome: FaultOutcome) -> String {
        var lines: [String] = []
        var entries = ["notes"]
        func expectError() {
            // Without a reason in the table, the error is the host's own, and names the feature.
            lines += (outcome == .refused || expected.reasons.isEmpty ? ["faulty"] : expected.reasons).map {
                "expect-error \($0)"
            }
        }
        func visitDetail() {
            lines += ["faulty/detail", "expect The detail."]
        }
        func fails(at places: FaultPlace...) -> Bool { outcome == .failed && places.contains(place) }

        lines.append("faulty")
        if outcome == .refused || fails(at: .activate) {
            expectError()
            entries.append("")
        } else {
            lines.append("expect The faulty feature.")
            entries.append("faulty")
            if fails(at: .resolve, .render) {
                lines.append("faulty/detail")
                expectError()
                entries.append(place == .render ? "faulty/detail" : "")
            } else {
                if fault.isOfSecondVisit {
                    visitDetail()
                    lines += ["back", "expect The faulty feature."]
                }
                visitDetail()
                lines.append("press:Change#1")
                if outcome == .failed { expectError() } else { lines.append("expect Changed 1 times.") }
                if place.isOfState { lines += remaking(outcome) }
                entries.append("faulty/detail")
            }
        }
        lines += ["notes/detail?identifier=2", "expect Ask Elizabeth Bennet"]
        entries.append("notes/detail?identifier=2")
        // A destination that is not found stands on the stack as a placeholder with the reason.
        let members = entries.map { $0.isEmpty ? "{}" : "{\"destination\": \"\($0)\"}" }.joined(separator: ", ")
        lines.append("expect-state {\"tabs\": [{\"entries\": [\(members)]}]}")
        return lines.map { $0 + "\n" }.joined()
    }

    /// Returns the steps after the first change that end the feature, so that the screen is made anew with what the host
    /// has kept. The second save has the fault.
    private func remaking(_ outcome: FaultOutcome) -> [String] {
        let changes = place == .save ? 2 : 1
        let kept = outcome == .shown ? changes : outcome == .lost ? changes - 1 : 0
        return (place == .save ? ["press:Change#1"] : [])
            + ["press:End", "expect-error in perform", "expect Changed \(kept) times."]
    }

    // MARK: Checks of every run

    /// Checks that the command ended in time, printed at most 64 KiB, and shows the user nothing that the feature
    /// itself writes. (`Sandbox` looks for escapes and for bytes that are no UTF-8.)
    private func examine(_ outcome: Subprocess.Outcome, of command: String, _ result: inout Result) {
        if outcome.isKilled {
            result.findings.append("\(command), or what it has started, was still running after \(Self.patience)")
        }
        if (outcome.output + outcome.diagnostics).contains("faulty says") {
            result.findings.append("\(command) shows what the feature writes to its standard output or error")
        }
        if outcome.output.utf8.count + outcome.diagnostics.utf8.count > 1 << 16 {
            result.findings.append("\(command) writes more than 64 KiB")
        }
    }

    private static func ending(_ outcome: Subprocess.Outcome) -> String {
        "ended with \(outcome.end):\n\(outcome.output.prefix(2000))\(outcome.diagnostics.prefix(2000))"
    }

    /// Checks that the fault's place was reached, and that the host accepted nothing that it must refuse.
    private func examineMarks(_ host: Sandbox, _ result: inout Result) {
        let marks = Set(host.marks)
        // While a library is scanned it may leave none.
        if !marks.contains(place.rawValue), expected.outcomes.count == 1, expected.outcomes != [.refused] {
            result.findings.append("the fault's place was not reached")
        }
        for mark in marks.subtracting([place.rawValue]).sorted() { result.findings.append(mark) }
    }
}

extension Sandbox {
    /// Returns the command lines of the processes that have a file of the sandbox mapped and do not end within five
    /// seconds. Kills these processes.
    func remainingProcesses() -> [String] {
        var remaining: [pid_t: String] = [:]
        for attempt in 0..<50 {
            remaining = processes()
            if remaining.isEmpty { break }
            if attempt < 49 { usleep(100_000) }
        }
        for process in remaining.keys { kill(process, SIGKILL) }
        return remaining.values.sorted()
    }

    private func processes() -> [pid_t: String] {
        var found: [pid_t: String] = [:]
        for name in (try? File.names(in: "/proc")) ?? [] {
            guard let process = pid_t(name), let maps = try? File.read("/proc/\(name)/maps"),
                String(decoding: maps, as: UTF8.self).contains("\(directory.path)/")
            else { continue }
            let line = (try? File.read("/proc/\(name)/cmdline")) ?? []
            found[process] = String(decoding: line.map { $0 == 0 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
        }
        return found
    }
}
