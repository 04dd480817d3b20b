import FeatureContract
import HostCore
import HostSystem
import HostTools
import JSONText

/// The output of 'explain' about the app's own wiring file.
@MainActor
struct WiringExplanation {
    private let path: String
    /// The reason why this file is the app's: `named by --config`.
    private let origin: String
    private let options: HostOptions

    /// Nil if the operand is not the options' wiring file.
    init?(_ operand: String, _ options: HostOptions) {
        guard FileReport.isFile(operand),
            let path = Wiring.path(named: options.config, environment: options.environment),
            let file = Path.resolved(path), Path.resolved(operand) == file
        else { return nil }
        self.path = path
        self.options = options
        origin =
            if options.config != nil {
                "named by --config"
            } else if options.environment["SWITCHYARD_CONFIG"] != nil {
                "named by SWITCHYARD_CONFIG"
            } else if path.hasPrefix("/") {
                "found in the configuration directory '\(Path.parent(path) ?? "/")'"
            } else {
                "found in the current directory"
            }
    }

    /// Prints a description of the file and the findings of 'doctor'. Exits 1 if the file is not used.
    func print(_ arguments: Arguments) throws -> ExitCode {
        var options = options
        options.isLenient = true
        let application = try AppLoader.loadShowingProgress(options)
        let checkup = Checkup(application, leftovers: [])
        let reason = application.wiringError?.description
        if arguments.has(.json) {
            Console.print(json(checkup, reason))
        } else {
            Console.printReport(text(checkup, reason))
        }
        return reason == nil ? .ok : .no
    }

    private func text(_ checkup: Checkup, _ reason: String?) -> String {
        let counts = FindingReport.counts(checkup.findings)
        let doctor = counts.isEmpty ? "no findings" : "\(counts): 'switchyard doctor' says what, where and what to do"
        let rows = [
            path, "  wiring     the app's wiring file, \(origin)", "  doctor     \(doctor)",
        ]
        let refused = reason.map { $0.split(separator: "\n").map { "  not used   \($0)" } } ?? []
        return (rows + refused).map { DisplayText.safe($0) + "\n" }.joined()
    }

    private func json(_ checkup: Checkup, _ reason: String?) -> JSON {
        var object: JSONObject = ["file": .string(path), "status": "wiring", "origin": .string(origin)]
        if let reason { object.append(key: "reason", value: .string(reason)) }
        for severity in Finding.Severity.allCases {
            object.append(key: "\(severity.rawValue)s", value: .integer(Int64(checkup.count(severity))))
        }
        return .object(object)
    }
}
