import FeatureContract
import HostCore
import HostSystem
import HostTools
import JSONText

extension Command {
    static let explain = Command(
        name: "explain", summary: "Explain where a link or a destination leads, or what a file is, and why.",
        operands: .one(.placeOrFile),
        discussion: """
            Of a link or a destination, without going there: which link patterns match and which do not and why, the
            redirects that the wiring makes, the feature, file and route where it ends, and the stack that it would
            leave where a person goes there first thing; a feature's own link is pushed on the stack that it stands on.
            Exits 1 when it leads nowhere.

            Of a file, by its path or its name in a plugins directory: the feature that it holds, or why it is not used,
            with all that is known of how looking at it has ended, and what to do next. Exits 1 when it is not used, and
            66 when there is none. Of the app's wiring file: why it is the one, and how much 'doctor' finds.
            """,
        options: [.trace]
    ) { arguments in
        try ExplainCommand.run(arguments.operands[0], arguments)
    }
}

@MainActor
enum ExplainCommand {
    fileprivate static func run(_ asked: String, _ arguments: Arguments) throws -> ExitCode {
        if let wiring = WiringExplanation(asked, HostOptions(arguments)) { return try wiring.print(arguments) }
        let application = try HostApplication.openUnchecked(arguments)
        if let report = FileReport(asked, application) { return FileExplanation.print(report, application, arguments) }
        try application.requireGoodWiringOrNote()
        try requireNoStep(asked, application.catalog)
        let explanation = Explanation(asked, coordinator: application.makeCoordinator())
        if arguments.has(.json) {
            Console.print(json(explanation, application))
        } else {
            Console.printReport(text(explanation, permissions(explanation, application)))
        }
        guard explanation.reason != nil else { return .ok }
        application.noteUnusedFiles(for: asked)
        return .no
    }

    private static func permissions(
        _ explanation: Explanation, _ application: HostApplication
    ) -> PermissionReport? {
        // The host's own feature has no file: it is the host.
        let feature = explanation.feature.flatMap { $0.path == nil ? nil : $0.manifest }
        return feature.map { PermissionReport($0, application) }
    }

    /// Refuses a step other than a link or destination.
    static func requireNoStep(_ asked: String, _ catalog: Catalog) throws(UsageError) {
        guard catalog.feature(asked) == nil, let step = try? Step(asked, features: catalog.ids) else { return }
        switch step {
        case .link, .destination(_, method: nil): return
        default:
            throw UsageError(
                "'\(asked)' is a step, and a link, a destination or a file was expected; 'navigate --dry-run' shows what a "
                    + "step leads to", command: "explain")
        }
    }

    private static func text(_ explanation: Explanation, _ permissions: PermissionReport?) -> String {
        var lines = [explanation.asked]
        func row(_ heading: String, _ rows: [String]) { lines += headed(heading, rows) }
        row("patterns", explanation.trials.map(describe))
        if !explanation.askable.isEmpty {
            row("asked", explanation.askable.map { "the feature '\($0)', whose own code would be asked" })
        }
        if let chain = explanation.chain {
            let hops = chain.hops.map { hop in
                let method = hop.rule.method.map { ", as \($0.rawValue)" } ?? ""
                return "-> \(hop.place)  (\(hop.rule.from) -> \(hop.rule.to)\(method))"
            }
            row("redirects", hops.isEmpty ? ["none"] : ["\(chain.start)"] + hops)
            if let feature = explanation.feature {
                row("ends at", [chain.end.text, "feature \(feature.manifest.id) \(feature.manifest.version)"])
                row("", feature.path.map { ["file \($0)"] } ?? [])
                let route = chain.end.route.declaration
                row("", [route.name.isEmpty ? "its main screen" : "route \(route.name)"])
                row("", route.summary.isEmpty ? [] : [route.summary])
                for (heading, lines) in permissions?.rows ?? [] { row(heading, lines) }
            }
        }
        if let reason = explanation.reason { row(explanation.askable.isEmpty ? "nowhere" : "otherwise", [reason]) }
        row(
            "requires",
            explanation.requirements.map { rule in
                "\(rule.conditions.map { "'\($0)'" }.joined(separator: ", "))  (\"\(rule.key)\")"
            })
        if let hold = explanation.hold {
            let condition = hold.condition
            row("until", ["'\(condition.feature)' sends \(condition.value) as true, '\(condition.otherwise)' is shown"])
            if case .failure(let failure) = hold.shown { row("", ["which cannot be shown: \(failure.reason)"]) }
        }
        if explanation.isSent { row("sent", ["to a screen that receives it then; the stack stays as it is"]) }
        if let state = explanation.state { row("stack", [state.placeText]) }
        return lines.map { DisplayText.safe($0) + "\n" }.joined()
    }

    private static func describe(_ trial: LinkIndex.Trial) -> String {
        switch trial.result {
        case .success(let destination): "\(trial.link.pattern)  matches: \(destination)"
        case .failure(let mismatch): "\(trial.link.pattern)  no: \(mismatch)"
        }
    }

    static func json(_ explanation: Explanation, _ application: HostApplication) -> JSON {
        var object: JSONObject = ["asked": .string(explanation.asked)]
        // Null if only a feature's own code can decide.
        object.append(
            key: "leadsSomewhere", value: explanation.askable.isEmpty ? .bool(explanation.reason == nil) : .null)
        if let reason = explanation.reason { object.append(key: "reason", value: .string(reason)) }
        object.append(key: "patterns", value: .array(explanation.trials.map(json)))
        if !explanation.askable.isEmpty {
            object.append(key: "askedFeatures", value: .array(explanation.askable.map { .string($0) }))
        }
        if let chain = explanation.chain {
            let destinations = [chain.start] + chain.hops.map(\.place)
            object.append(key: "redirects", value: .array(destinations.map { .string($0.text) }))
        }
        if let feature = explanation.feature, let chain = explanation.chain {
            var end: JSONObject = [
                "destination": .string(chain.end.text),
                "feature": .string(feature.manifest.id),
                "version": .string(feature.manifest.version),
                "file": feature.path.map { .string($0) } ?? .null,
                "route": .string(chain.end.route.name),
            ]
            if let permissions = permissions(explanation, application) {
                end.append(key: "permissions", value: permissions.json)
            }
            object.append(key: "endsAt", value: .object(end))
        }
        if !explanation.requirements.isEmpty {
            let rules = explanation.requirements.map { rule -> JSON in
                ["rule": .string(rule.key), "conditions": .array(rule.conditions.map { .string($0) })]
            }
            object.append(key: "requires", value: .array(rules))
        }
        if let hold = explanation.hold { object.append(key: "heldBy", value: json(hold)) }
        if explanation.isSent { object.append(key: "sent", value: true) }
        let stack = explanation.state?.selected.entries.map { JSON.string($0.place.text) } ?? []
        object.append(key: "stack", value: .array(stack))
        if let state = explanation.state {
            object.append(key: "state", value: state.json(labelledBy: application.wiring))
        }
        return .object(object)
    }

    private static func json(_ hold: Planner.Hold) -> JSON {
        var object: JSONObject = [
            "condition": .string(hold.condition.name), "from": .string(hold.condition.source),
            "else": .string(hold.condition.otherwise),
        ]
        if case .failure(let failure) = hold.shown { object.append(key: "reason", value: .string(failure.reason)) }
        return .object(object)
    }

    private static func json(_ trial: LinkIndex.Trial) -> JSON {
        var object: JSONObject = [
            "pattern": .string(trial.link.pattern.description), "feature": .string(trial.link.feature),
        ]
        switch trial.result {
        case .success(let destination):
            object.append(key: "matches", value: true)
            object.append(key: "destination", value: .string(destination.text))
        case .failure(let mismatch):
            object.append(key: "matches", value: false)
            object.append(key: "reason", value: .string(mismatch.description))
        }
        return .object(object)
    }
}
