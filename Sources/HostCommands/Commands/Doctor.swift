import HostCore
import HostSystem
import HostTools
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
            finding among the others. No code runs of a feature that is known. Exits 1 where there are errors, and with
            --strict where there are warnings too.

            With --clean it checks nothing, and removes from the host's cache what no host needs any more: private
            copies, registry entries and snapshots of files that are gone, and what killed hosts have left. Otherwise
            a host does that once a day.
            """,
        options: [clean, strict, .format]
    ) { arguments in
        try DoctorCommand.run(arguments)
    }

    fileprivate static let strict = Option("--strict", help: "Exit with 1 if there is a warning too.")
    fileprivate static let clean = Option(
        "--clean", help: "Remove from the cache what no host needs any more, and show how much that was.")
}

@MainActor
private enum DoctorCommand {
    static func run(_ arguments: Arguments) throws -> ExitCode {
        try arguments.requireOneForm()
        var options = HostOptions(arguments)
        if arguments.has(Command.clean) { return clean(options, isJSON: arguments.has(.json)) }
        options.isLenient = true
        options.verifiesScans = true
        let application = try AppLoader.loadShowingProgress(options)
        let checkup = Checkup(application, leftovers: options.executable.map(LeftoverWorkers.find) ?? [])
        let isStrict = arguments.has(Command.strict)
        let findings = isStrict ? checkup.findings.map(\.strict) : checkup.findings
        let counts = Graph.Counts(application)
        if arguments.has(.json) {
            Console.print(.object(JSONObject(FindingReport.members(of: findings) + counts.members)))
        } else if arguments.printsText {
            Console.printReport(
                findings.isEmpty ? "No findings: \(counts.text)\n" : FindingReport.text(findings))
        }
        Annotation.print(findings.map(FindingReport.annotation), arguments)
        return findings.contains { $0.severity == .error } ? .no : .ok
    }

    private static func clean(_ options: HostOptions, isJSON: Bool) -> ExitCode {
        let removed = CacheUpkeep(options).run()
        if isJSON {
            Console.print([
                "cache": .string(options.cacheDirectory),
                "copies": .integer(Int64(removed.copies.count)),
                "entries": .integer(Int64(removed.entries.count)),
                "snapshots": .integer(Int64(removed.snapshots.count)),
                "temporary": .integer(Int64(removed.temporary.count)),
                "bytes": .integer(removed.bytes),
            ])
        } else {
            let parts = [
                (removed.copies.count, "private copy", "private copies"),
                (removed.entries.count, "registry entry", "registry entries"),
                (removed.snapshots.count, "snapshot", "snapshots"),
                (removed.temporary.count, "temporary folder", "temporary folders"),
            ].filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
            let cache = DisplayText.safe(options.cacheDirectory)
            Console.print(
                parts.isEmpty
                    ? "Nothing to remove from '\(cache)'\n"
                    : "Removed from '\(cache)': \(parts.joined(separator: ", ")); \(removed.bytes) bytes\n")
        }
        guard let problem = removed.problem else { return .ok }
        Console.error("warning: \(problem)")
        return .no
    }
}

/// The printed form of findings.
enum FindingReport {
    /// The findings with their remedies, the worst first, and their numbers: `2 errors, 1 note`.
    static func text(_ findings: [Finding]) -> String {
        let groups = Finding.Severity.allCases.map { severity in findings.filter { $0.severity == severity } }
        let texts = groups.filter { !$0.isEmpty }.map { group in
            group.map { DisplayText.safe("\($0)") + "\n  fix: " + DisplayText.safe($0.fix) + "\n" }.joined() + "\n"
        }
        return texts.joined() + counts(findings) + "\n"
    }

    /// The numbers of the findings, the worst first: `2 errors, 1 note`; empty if there are none.
    static func counts(_ findings: [Finding]) -> String {
        Finding.Severity.allCases.compactMap { severity in
            let number = findings.count { $0.severity == severity }
            return number == 0 ? nil : "\(number) \(severity.rawValue)\(number == 1 ? "" : "s")"
        }.joined(separator: ", ")
    }

    /// The members of a JSON object: the findings, and the number of each severity.
    static func members(of findings: [Finding]) -> [(String, JSON)] {
        [("findings", .array(findings.map(json)))]
            + Finding.Severity.allCases.map { severity in
                ("\(severity.rawValue)s", .integer(Int64(findings.count { $0.severity == severity })))
            }
    }

    static func annotation(_ finding: Finding) -> Annotation {
        // The message of a place in the wiring begins with it.
        let subject = finding.message.hasPrefix(finding.subject) ? "" : finding.subject + ": "
        return Annotation(
            level: finding.severity, rule: finding.code.rawValue, file: finding.place?.file, line: finding.place?.line,
            column: finding.place?.column, message: "\(subject)\(finding.message)\nfix: \(finding.fix)")
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
