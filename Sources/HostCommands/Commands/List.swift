import FeatureContract
import HostCore
import HostSystem
import JSONText

extension Command {
    static let list = Command(
        name: "list", summary: "List the installed features, and the files that are none.", operands: .none,
        discussion: """
            Shows each feature's id, version, number of incoming and of outgoing routes (and how many of these the
            wiring leads nowhere; 'switchyard routes' says why), and file; then the files that are not used, with the
            reason. Exits 0 also when there are such files, and 78 below the list when the wiring file is wrong.
            """,
        options: [.trace]
    ) { arguments in
        try ListCommand.run(arguments)
    }
}

@MainActor
private enum ListCommand {
    static func run(_ arguments: Arguments) throws -> ExitCode {
        let application = try HostApplication.openUnchecked(arguments)
        if arguments.has(.json) {
            Console.print(json(application))
        } else {
            Console.printReport(text(application))
            application.noteIfEmpty()
            for directory in application.directories {
                for name in directory.passedOver {
                    Console.note("'\(name)' in \(directory.path) is passed over: \(PluginsDirectory.passingOver).")
                }
            }
        }
        // The list itself may show the fault of the wiring: an older version of a feature, or a different one with its
        // id.
        try application.requireGoodWiring()
        return .ok
    }

    private static func text(_ application: HostApplication) -> String {
        var text = table(application.summaries())
        if !application.catalog.refusals.isEmpty {
            text += (text.isEmpty ? "" : "\n") + "Not used:\n"
            for refusal in application.catalog.refusals {
                let line = ["\(refusal.path): \(refusal.reason)", refusal.hint].compactMap(\.self)
                text += DisplayText.safe("  " + line.joined(separator: "; ")) + "\n"
            }
        }
        return text
    }

    private static func table(_ features: [FeatureSummary]) -> String {
        guard !features.isEmpty else { return "" }
        var table = TextTable(["ID", "VERSION", "IN", "OUT", "FILE"])
        for feature in features {
            let unconnected = feature.unconnected == 0 ? "" : " (\(feature.unconnected) unconnected)"
            table.append([
                feature.id, feature.version, String(feature.incoming), String(feature.outgoing) + unconnected,
                feature.path,
            ])
        }
        return table.text
    }

    private static func json(_ application: HostApplication) -> JSON {
        let check = application.check()
        let features = application.catalog.features().map { entry -> JSON in
            let manifest = entry.manifest
            var object = JSONObject(manifest.identity.members)
            object.append(key: "file", value: .string(entry.path ?? ""))
            for (key, value) in manifest.stamps.members { object.append(key: key, value: value) }
            object.append(key: "incoming", value: .integer(Int64(manifest.incoming.count)))
            object.append(key: "outgoing", value: .integer(Int64(manifest.outgoing.count)))
            object.append(
                key: "unconnected", value: .array(check.unconnected(of: manifest).map { .string($0) }))
            object.append(key: "permissions", value: PermissionReport(manifest, application).json)
            if manifest.requirements != .none { object.append(key: "requires", value: manifest.requirements.json) }
            return .object(object)
        }
        let refused = application.catalog.refusals.map { refusal -> JSON in
            var object: JSONObject = [
                "file": .string(refusal.path), "reason": .string(refusal.reason.description),
            ]
            if let exit = refusal.exit { object.append(key: "ended", value: exit.json) }
            if case .shadowed(let id, let winner) = refusal.reason {
                object.append(key: "shadowed", value: ["id": .string(id), "by": .string(winner)])
            }
            return .object(object)
        }
        return [
            "features": .array(features),
            "notUsed": .array(refused),
            "directories": .array(application.directories.map { .string($0.path) }),
        ]
    }
}

extension HostApplication {
    /// Says where a feature is to be copied to, if there is none.
    func noteIfEmpty() {
        guard catalog.ids.isEmpty else { return }
        let places = directories.map(\.path).joined(separator: ", ")
        Console.note("No features in \(places). Copy a feature's .so there, or name a directory by --plugins.")
    }
}
