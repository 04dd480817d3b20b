import HostCore
import HostSystem
import JSONText

extension Command {
    static let doctor = Command(
        name: "doctor", summary: "Check the whole app without running it: what is wrong, where, and what to do.",
        operands: .none,
        discussion: """
            Looks at every file in the plugins directories, at the wiring file against the features that are there, at
            their links together, at what the host keeps between runs, and for workers that have outlived their host.
            Each finding is an error, a warning or a note, with its place and what to do about it; in JSON it has a
            word too that stays the same (Documentation/Doctor.md lists them). A wiring file that cannot be read is one
            finding among the others. No code runs of a feature that is known. Exits 1 where there are errors.
            """,
        options: []
    ) { arguments in
        try DoctorCommand.run(arguments)
    }
}

@MainActor
private enum DoctorCommand {
    static func run(_ arguments: Arguments) throws -> ExitCode {
        var options = try HostOptions(arguments)
        options.isLenient = true
        let application = try AppLoader.load(options)
        let checkup = Checkup(application, leftovers: options.executable.map(LeftoverWorkers.find) ?? [])
        if arguments.has(.json) {
            Console.print(json(checkup))
        } else {
            Console.print(text(checkup))
        }
        return checkup.count(.error) == 0 ? .ok : .no
    }

    private static func text(_ checkup: Checkup) -> String {
        let groups = Finding.Severity.allCases.map { severity in
            checkup.findings.filter { $0.severity == severity }.map { finding in
                DisplayText.safe("\(finding)") + "\n  fix: " + DisplayText.safe(finding.fix) + "\n"
            }.joined()
        }
        return groups.filter { !$0.isEmpty }.map { $0 + "\n" }.joined() + summary(checkup) + "\n"
    }

    /// Counts the findings: `2 errors, 1 note`; without any, counts the features, routes, links and redirects.
    private static func summary(_ checkup: Checkup) -> String {
        func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
        if checkup.findings.isEmpty {
            let counts = checkup.counts
            let parts = [
                count(counts.features, "feature"), count(counts.routes, "route"), count(counts.links, "link"),
                count(counts.redirects, "redirect"),
            ]
            return "No findings: \(parts.joined(separator: ", "))"
        }
        return Finding.Severity.allCases.map { ($0, checkup.count($0)) }.filter { $0.1 > 0 }
            .map { count($0.1, $0.0.rawValue) }.joined(separator: ", ")
    }

    private static func json(_ checkup: Checkup) -> JSON {
        [
            "findings": .array(checkup.findings.map(json)),
            "errors": .integer(Int64(checkup.count(.error))),
            "warnings": .integer(Int64(checkup.count(.warning))),
            "notes": .integer(Int64(checkup.count(.note))),
            "features": .integer(Int64(checkup.counts.features)),
            "routes": .integer(Int64(checkup.counts.routes)),
            "links": .integer(Int64(checkup.counts.links)),
            "redirects": .integer(Int64(checkup.counts.redirects)),
        ]
    }

    private static func json(_ finding: Finding) -> JSON {
        var object: JSONObject = [
            "severity": .string(finding.severity.rawValue),
            "code": .string(finding.code.rawValue),
            "subject": .string(finding.subject),
        ]
        if let place = finding.place {
            var member: JSONObject = ["file": .string(place.file)]
            if let line = place.line { member.append(key: "line", value: .integer(Int64(line))) }
            if let column = place.column { member.append(key: "column", value: .integer(Int64(column))) }
            object.append(key: "place", value: .object(member))
        }
        object.append(key: "message", value: .string(finding.message))
        object.append(key: "fix", value: .string(finding.fix))
        return .object(object)
    }
}
