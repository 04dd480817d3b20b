import FeatureContract
import HostCore
import HostSystem
import HostTools
import JSONText

/// `check --against`: the findings that an app would have with the libraries.
@MainActor
enum CheckAgainst {
    static func run(_ arguments: Arguments, config: String?, _ directories: [String]) throws -> ExitCode {
        var options = HostOptions(
            plugins: directories, config: config, allowsInsecure: arguments.has(.allowInsecure))
        options.isLenient = true
        for directory in directories where Path.resolved(directory) == nil {
            Console.error("there is no directory '\(directory)'; expected the plugins directory of an app")
            return .noInput
        }
        var files: [FeatureFile] = []
        for path in arguments.operands {
            guard let file = FeatureFile.declaredOrNoted(in: path, options) else { return .noInput }
            files.append(file)
        }
        let application = try AppLoader.loadShowingProgress(options)
        // Nothing can be found in an unreadable wiring.
        if let error = application.wiringError { throw HostError(.wiring(error)) }
        let check = ReplacementCheck(files, in: application)
        if arguments.has(.json) {
            Console.print(json(check))
        } else if arguments.printsText {
            Console.print(text(check))
        }
        Annotation.print(check.findings.map(FindingReport.annotation), arguments)
        return check.findings.contains { $0.severity == .error } ? .no : .ok
    }

    private static func text(_ check: ReplacementCheck) -> String {
        let places = check.replacements.map { replacement in
            let place = replacement.replaced.map { "in the place of '\($0)'" } ?? "beside the features that are there"
            return DisplayText.safe("'\(replacement.file.path)' \(place)") + "\n"
        }
        return places.joined() + "\n"
            + (check.findings.isEmpty ? "No new findings\n" : FindingReport.text(check.findings))
    }

    private static func json(_ check: ReplacementCheck) -> JSON {
        let libraries = check.replacements.map { replacement -> JSON in
            [
                "file": .string(replacement.file.path), "id": .string(replacement.file.manifest.id),
                "replaces": replacement.replaced.map { .string($0) } ?? .null,
            ]
        }
        return .object(JSONObject([("libraries", .array(libraries))] + FindingReport.members(of: check.findings)))
    }
}
