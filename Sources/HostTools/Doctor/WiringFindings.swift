import FeatureContract
import Glibc
import HTTPBroker
import HostCore
import HostSystem
import JSONText

enum WiringFindings {
    @MainActor
    static func all(_ application: HostApplication) -> [Finding] {
        let (catalog, wiring) = (application.catalog, application.wiring)
        // An unusable file says nothing about its connections.
        return application.wiringError.map(broken)
            ?? application.findings() + absent(wiring, catalog) + inline(wiring, catalog) + settings(wiring, catalog)
            + permissions(application) + grants(application) + sandbox(wiring, missing: Confinement.missing)
            + requests(application, hasClient: Broker.libraries.contains(where: LoaderCache().has))
    }

    /// A finding for each feature that may make requests of HTTP where the host cannot.
    @MainActor
    static func requests(_ application: HostApplication, hasClient: @autoclosure () -> Bool) -> [Finding] {
        let asking = application.catalog.features().map(\.manifest).filter {
            !application.permissions(of: $0).effective.origins.isEmpty
        }
        guard !asking.isEmpty, !hasClient() else { return [] }
        return asking.map { manifest in
            Finding(
                .note, .httpUnavailable, manifest.id, at: nil,
                "the requests of '\(manifest.id)' fail: this machine has no libcurl, by which the host makes them",
                fix: Broker.advice)
        }
    }

    /// Findings for mistakes that make the file unusable.
    static func broken(_ error: WiringError) -> [Finding] {
        switch error.problem {
        case .notReadable(let problem):
            [
                Finding(
                    .error, .wiringUnreadable, error.path, at: .init(error.path),
                    "the wiring file cannot be read: \(problem)",
                    fix: "write it, or name another one by --config or SWITCHYARD_CONFIG")
            ]
        case .insecure(let problem):
            [
                Finding(
                    .error, .wiringInsecure, error.path, at: .init(error.path),
                    "\(problem.problem), so the wiring file is not used",
                    fix: "\(problem.remedy(for: error.path)), or pass --allow-insecure where you trust whoever that is")
            ]
        case .syntax(let problem):
            [
                Finding(
                    .error, .wiringMalformed, error.path, at: .init(error.path, problem.location), problem.message,
                    fix: "correct it there; the file is JSON with comments and trailing commas")
            ]
        case .mismatches(let problems):
            problems.map { problem in
                Finding(
                    .error, .wiringMalformed, (problem.path ?? .root).description,
                    at: .init(error.path, problem.location),
                    problem.located, fix: "correct it there; \(WiringError.reference)")
            }
        }
    }

    /// Findings for unknown or ill-typed settings of a feature that declares its settings.
    static func settings(_ wiring: Wiring, _ catalog: Catalog) -> [Finding] {
        guard let file = wiring.path, let root = wiring.document.map(JSONField.init) else { return [] }
        return wiring.features.keys.sorted().flatMap { id -> [Finding] in
            guard let declared = catalog.feature(id)?.manifest.settings, !declared.isEmpty,
                let settings = root["features"]?[id]?["settings"]
            else { return [] }
            return declared.faults(in: settings).map { fault in
                let problem = fault.mismatch
                return Finding(
                    .warning, fault.isUnknown ? .settingUnknown : .settingIllTyped, (problem.path ?? .root).description,
                    at: .init(file, problem.location), problem.located,
                    fix: fault.isUnknown
                        ? "correct its name or take it out: '\(id)' does not look at it"
                        : "write a value of that type: '\(id)' does as if it were not there")
            }
        }
    }

    /// Findings for permissions that a feature asks for and the file does not mention, and for those that it allows but
    /// the feature does not ask for. They have no effect on a feature that is not confined.
    @MainActor
    private static func permissions(_ application: HostApplication) -> [Finding] {
        application.catalog.features().filter { application.isConfined($0.manifest.id) }.flatMap {
            permissions(application.permissions(of: $0.manifest), application.wiring)
        }
    }

    static func permissions(_ permissions: FeaturePermissions, _ wiring: Wiring) -> [Finding] {
        let id = permissions.feature
        func place(_ key: WiringKey) -> Finding.Place? { wiring.place(of: ["features", .key(id), .key(key.name)]) }
        var findings: [Finding] = []
        if !permissions.notAllowed.isEmpty {
            let requests = permissions.notAllowed.map(\.text).joined(separator: "; ")
            findings.append(
                Finding(
                    .note, .permissionNotAllowed, id, at: wiring.place(of: ["features", .key(id)]),
                    "'\(id)' asks for what the wiring does not allow: \(requests)",
                    fix:
                        "\(permissions.advice(toAllow: permissions.notAllowed.union)), or name in \"deny\" what it is not "
                        + "to have"))
        }
        if permissions.answered != .none {
            findings.append(
                Finding(
                    .note, .permissionAnswered, id, at: nil,
                    "'\(id)' has what you have allowed, and the wiring does not mention: "
                        + permissions.answered.lines.joined(separator: "; "),
                    fix: "'\(HostName.name) permissions \(id) --forget' takes it back"))
        }
        if permissions.notAsked != .none {
            findings.append(
                Finding(
                    .note, .permissionNotAsked, id, at: place(WiringObject.Feature.allow),
                    "'\(id)' is allowed what it does not ask for: \(permissions.notAsked.lines.joined(separator: "; "))",
                    fix: "take it out of \"allow\""))
        }
        return findings
            + permissions.withdrawals.map { withdrawal in
                let (path, denied) = (withdrawal.path, withdrawal.denied)
                let (act, reason, other) =
                    if LinkURL.isLink(path) {
                        (
                            "ask \(path)", "\(denied) in it is denied, and a denied part takes the whole",
                            "the origins that it is to have"
                        )
                    } else if withdrawal.kind == .net {
                        (
                            "connect by \(path)",
                            "\(denied) is denied, and the kernel cannot take a machine out of an allowed port",
                            "the addresses that it is to have"
                        )
                    } else {
                        (
                            "\(withdrawal.kind) \(path)",
                            "\(denied) in it is denied, and the kernel cannot take a part out of an allowed directory",
                            "what it is to have in \(path)"
                        )
                    }
                return Finding(
                    .warning, .permissionWithdrawn, id, at: place(WiringObject.Feature.deny),
                    "'\(id)' may not \(act), though that is allowed: \(reason)",
                    fix: "allow instead \(other), or take \(denied) out of \"deny\"")
            }
    }

    /// Findings for allowed paths that a feature does not get, by the present files.
    @MainActor
    private static func grants(_ application: HostApplication) -> [Finding] {
        application.grantRefusals().map { id, refusal in
            Finding(
                .warning, .permissionWithdrawn, id,
                at: application.wiring.place(of: ["features", .key(id), .key(WiringObject.Feature.allow.name)]),
                "'\(id)' may not \(refusal.kind) '\(refusal.path)', though that is allowed: \(refusal.reason)",
                fix: refusal.remedy)
        }
    }

    /// A finding if the processes of features are not, or not completely, confined.
    ///
    /// - Parameter missing: ``Confinement/missing``.
    static func sandbox(_ wiring: Wiring, missing: String?) -> [Finding] {
        let kernel = "run a kernel that can (Linux 6.12 or later, with Landlock), or write \"sandbox\": "
        let (severity, message, fix): (Finding.Severity, String, String)
        switch (wiring.sandbox ?? Wiring.defaultSandbox, missing) {
        case (.off, _):
            severity = .warning
            message = "the processes of features are not confined: each may read, change and send all that you may"
            fix = "take \"sandbox\": \"off\" out, and allow each feature what it asks for"
        case (.bestEffort, let missing?):
            severity = .warning
            message = "the processes of features are confined in part: \(missing)"
            fix = kernel + "\"required\" to run no feature without"
        case (.required, let missing?):
            (severity, message, fix) = (.error, "no feature can run: \(missing)", kernel + "\"best-effort\"")
        case (_, nil): return []
        }
        return [Finding(severity, .notConfined, "sandbox", at: wiring.place(of: ["sandbox"]), message, fix: fix)]
    }

    /// Findings for missing features that the file names, besides those of the check.
    static func absent(_ wiring: Wiring, _ catalog: Catalog) -> [Finding] {
        func isAbsent(_ id: String) -> Bool {
            id != Manifest.systemID && catalog.feature(id) == nil && catalog.absence(of: id).nearest == nil
        }
        func finding(_ id: String, _ path: JSONPath, _ what: String) -> Finding {
            Finding(
                .warning, .featureAbsent, path.description, at: wiring.place(of: path),
                "\(path): \(catalog.absence(of: id)), so \(what)", fix: WiringCheck.fix(.featureAbsent))
        }
        var keys: Set<String> = []
        let redirects = wiring.redirects.filter { isAbsent($0.from.feature) && keys.insert($0.key).inserted }
        return redirects.map { finding($0.from.feature, ["redirects", .key($0.key)], "nothing takes this redirect") }
            + wiring.features.keys.sorted().filter(isAbsent).map {
                finding($0, ["features", .key($0)], "nothing is decided for it")
            }
    }

    private static func hasGoRuntime(_ path: String) -> Bool {
        guard let folder = try? Folder(opening: Path.parent(path) ?? "."),
            let file = try? LibraryFile(opening: Path.name(path), in: folder)
        else { return false }
        return (try? file.inspect())?.hasGoRuntime ?? false
    }

    /// Findings for features that run in the host's own process.
    static func inline(_ wiring: Wiring, _ catalog: Catalog) -> [Finding] {
        wiring.features.keys.sorted().compactMap { id in
            guard wiring.features[id]?.isolation == .inline, let feature = catalog.feature(id) else { return nil }
            let place = wiring.place(of: ["features", .key(id), "isolation"])
            if let path = feature.path, hasGoRuntime(path) {
                return Finding(
                    .warning, .runsInline, id, at: place,
                    "'\(id)' runs inside the host, where Go's runtime starts threads and sets signal handlers",
                    fix: "let its isolation be \"process\": a library with Go's runtime is for workers only")
            }
            return Finding(
                .note, .runsInline, id, at: place,
                "'\(id)' runs inside the host: a crash or a hang of it is one of the host",
                fix: "let its isolation be \"process\", where you do not vouch for it")
        }
    }
}
