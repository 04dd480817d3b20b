import FeatureContract
import HostCore
import HostSystem
import JSONText

extension Command {
    private static let forget = Option(
        "--forget", help: "Forget what you have answered about these features; without FEATURE about all of them.")

    static let permissions = Command(
        name: "permissions", summary: "List what features ask for and may do, and take back what you allowed.",
        operands: .any(.feature),
        discussion: """
            Shows of each feature that asks for permissions what it asks for, what it has, and from where: from the wiring
            file, or from you, who were asked by 'run' or 'web'. What the wiring file says has precedence.

            With --forget your answers are forgotten: the feature loses what you allowed, at once also in an app that is
            open, and you are asked again.

            Your answers are in a file of the app, which depends on its wiring file and its plugins directories. If the
            wiring file says "permissions": "wiring", the host does not ask you, and ignores your answers.

            Exits 1 where a feature is not installed and nothing is known of it.
            """,
        options: [forget]
    ) { arguments in
        try PermissionsCommand.run(arguments, isForgetting: arguments.has(forget))
    }
}

@MainActor
private enum PermissionsCommand {
    static func run(_ arguments: Arguments, isForgetting: Bool) throws -> ExitCode {
        let application = try HostApplication.openUnchecked(arguments)
        let asked = arguments.operands
        let known = Set(application.catalog.ids).union(application.answered.keys)
        for id in asked where !known.contains(id) {
            let nearest = Spelling.nearest(to: id, in: known.sorted())
            let advice = nearest.map { "did you mean '\($0)'?" } ?? "'switchyard list' lists the features"
            Console.error("there is no feature '\(id)'; \(advice)")
            return .no
        }
        if isForgetting { return forget(asked, application) }
        let reports = application.catalog.features().map(\.manifest).filter {
            asked.isEmpty ? !$0.permissions.isEmpty : asked.contains($0.id)
        }.map { ($0.id, PermissionReport($0, application)) }
        let absent = application.answered.sorted { $0.key < $1.key }.filter { id, _ in
            application.catalog.feature(id) == nil && (asked.isEmpty || asked.contains(id))
        }
        if arguments.has(.json) {
            let features =
                reports.map { id, report in ["id": .string(id), "permissions": report.json] as JSON }
                + absent.map { id, answer in
                    [
                        "id": .string(id), "permissions": .null, "answered": .object(answer.allow.json),
                        "refused": .object(answer.deny.json),
                    ]
                }
            let file = application.permissionFile.map { JSON.string($0.path) } ?? .null
            Console.print(["file": file, "features": .array(features)])
        } else if reports.isEmpty, absent.isEmpty {
            Console.note("no feature asks for a permission")
        } else {
            Console.printReport(
                (reports.map { text($0, $1.rows) } + absent.map { text($0, rows($1)) }).joined(separator: "\n"))
        }
        return .ok
    }

    /// The user's answers about a feature that is not installed.
    private static func rows(_ answer: PermissionAnswers.Answer) -> [(heading: String, lines: [String])] {
        [("is", ["not installed"])]
            + [("may have", answer.allow), ("refused", answer.deny)].filter { $1 != .none }.map {
                heading, permissions in
                (heading, permissions.lines.map { "\($0) (by you)" })
            }
    }

    private static func text(_ id: String, _ rows: [(heading: String, lines: [String])]) -> String {
        let rows = rows.isEmpty ? [("asks for", ["nothing"])] : rows
        let width = rows.map(\.0.count).max() ?? 0
        let lines = rows.flatMap { headed($0, $1.map { DisplayText.safe($0) }, width: width) }
        return ([id] + lines).map { $0 + "\n" }.joined()
    }

    private static func forget(_ ids: [String], _ application: HostApplication) -> ExitCode {
        do throws(PermissionFile.Fault) {
            let forgotten = try application.forgetAnswers(about: ids)
            Console.note(
                forgotten.isEmpty
                    ? "there is no answer to forget"
                    : "what you answered about \(forgotten.map { "'\($0)'" }.joined(separator: ", ")) is forgotten")
            return .ok
        } catch {
            Console.error("\(error)")
            return .ioError
        }
    }
}
