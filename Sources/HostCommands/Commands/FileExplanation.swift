import FeatureContract
import HostCore
import HostSystem
import HostTools
import JSONText

/// The output of 'explain' about a file.
@MainActor
enum FileExplanation {
    static func print(_ report: FileReport, _ application: HostApplication, _ arguments: Arguments) -> ExitCode {
        if case .missing = report.standing {
            Console.error(report.reason ?? "")
            return .noInput
        }
        var permissions: PermissionReport?
        if case .used(let file, _) = report.standing { permissions = PermissionReport(file.manifest, application) }
        if arguments.has(.json) {
            Console.print(json(report, permissions))
        } else {
            Console.printReport(text(report, permissions))
        }
        return report.reason == nil ? .ok : .no
    }

    // MARK: Text

    private static func text(_ report: FileReport, _ permissions: PermissionReport?) -> String {
        var lines = [report.path]
        func row(_ heading: String, _ rows: [String]) { lines += headed(heading, rows) }
        switch report.standing {
        case .used(let file, let isolation):
            row("feature", description(file.manifest))
            row("isolation", [isolation == .process ? "process: a worker of its own" : "inline: inside the host"])
            for (heading, lines) in permissions?.rows ?? [] { row(heading, lines) }
        case .shadowed(let file, _):
            row("shadowed", [report.reason ?? ""])
            row("feature", description(file.manifest))
        case .refused(let error): row("refused", ["\(error)"])
        case .passedOver(let reason, let inspection):
            row("not used", [reason])
            row("looks", Self.inspection(inspection))
        case .missing: break
        }
        row("frames", report.exit?.frames ?? [])
        row("printed", report.exit?.output.split(separator: "\n").map(String.init) ?? [])
        if let identity = report.identity {
            row("version", ["\(identity.size) bytes, written \(identity.modifiedText)", known(report)])
        }
        row("copy", [report.copy ?? report.copyProblem.map { "none: \($0)" }].compactMap(\.self))
        if let next = report.nextStep { row("next", [next.text] + next.commands) }
        return lines.map { DisplayText.safe($0) + "\n" }.joined()
    }

    private static func description(_ manifest: Manifest) -> [String] {
        func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
        let stamps = [("ABI", manifest.stamps.abi), ("SDK", manifest.stamps.sdk), ("", manifest.stamps.toolchain)]
            .filter { !$0.1.isEmpty }.map { $0.0.isEmpty ? $0.1 : "\($0.0) \($0.1)" }
        let numbers = [
            "\(manifest.incoming.count) incoming and \(manifest.outgoing.count) outgoing "
                + "route\(manifest.outgoing.count == 1 ? "" : "s")",
            count(manifest.links.count, "link"), count(manifest.checkpoints.count, "checkpoint"),
        ]
        let texts = manifest.identity.texts.filter { $0.key != "name" && $0.key != "version" && !$0.text.isEmpty }
        return ["\(manifest.id) \(manifest.version)"] + texts.map(\.text)
            + (stamps.isEmpty ? [] : ["built with \(stamps.joined(separator: ", "))"])
            + [numbers.joined(separator: ", ")]
            + (manifest.requirements == .none ? [] : ["requires \(manifest.requirements.text)"])
    }

    private static func inspection(_ inspection: FileReport.Inspection) -> [String] {
        switch inspection {
        case .feature(let manifest): ["like the library of a feature, which it was here before"] + description(manifest)
        case .library(let needed):
            [
                "like the library of a feature"
                    + (needed.isEmpty ? "" : ", which needs \(needed.joined(separator: ", "))")
            ]
        case .refused(let error): ["\(error)"]
        }
    }

    /// Describes how long the host's knowledge of the file is valid.
    private static func known(_ report: FileReport) -> String {
        if report.isKnown { return "known, and scanned again when it changes" }
        if case .passedOver = report.standing { return "not scanned, so it has not run" }
        return "not known yet, and scanned again each time"
    }

    // MARK: JSON

    private static func json(_ report: FileReport, _ permissions: PermissionReport?) -> JSON {
        var object: JSONObject = ["file": .string(report.path), "status": .string(status(report.standing))]
        switch report.standing {
        case .used(let file, let isolation):
            append(file.manifest, to: &object)
            object.append(key: "isolation", value: .string(isolation.rawValue))
            if let permissions { object.append(key: "permissions", value: permissions.json) }
        case .shadowed(let file, let winner):
            append(file.manifest, to: &object)
            object.append(key: "by", value: .string(winner))
        case .passedOver(_, .feature(let manifest)): append(manifest, to: &object)
        case .passedOver(_, .library(let needed)):
            object.append(key: "needs", value: .array(needed.map { .string($0) }))
        case .passedOver(_, .refused(let error)): object.append(key: "look", value: .string("\(error)"))
        case .refused, .missing: break
        }
        if let exit = report.exit { object.append(key: "ended", value: exit.json) }
        if let reason = report.reason { object.append(key: "reason", value: .string(reason)) }
        if let identity = report.identity {
            object.append(key: "size", value: .integer(identity.size))
            object.append(key: "written", value: .string(identity.modifiedText))
        }
        object.append(key: "known", value: .bool(report.isKnown))
        if let copy = report.copy { object.append(key: "copy", value: .string(copy)) }
        if let next = report.nextStep {
            object.append(key: "next", value: .string(next.text))
            object.append(key: "commands", value: .array(next.commands.map { .string($0) }))
        }
        return .object(object)
    }

    private static func status(_ standing: FileReport.Standing) -> String {
        switch standing {
        case .used: "feature"
        case .shadowed: "shadowed"
        case .refused: "refused"
        case .passedOver: "passed-over"
        case .missing: "missing"
        }
    }

    private static func append(_ manifest: Manifest, to object: inout JSONObject) {
        for (key, value) in manifest.identity.members + manifest.stamps.members {
            object.append(key: key, value: value)
        }
        object.append(key: "incoming", value: .integer(Int64(manifest.incoming.count)))
        object.append(key: "outgoing", value: .integer(Int64(manifest.outgoing.count)))
        object.append(key: "links", value: .integer(Int64(manifest.links.count)))
        if manifest.requirements != .none { object.append(key: "requires", value: manifest.requirements.json) }
    }
}
