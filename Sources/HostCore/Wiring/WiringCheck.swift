import FeatureContract
import JSONText

/// Checks the whole wiring against the installed features, before any of them runs.
///
/// A rule whose target feature is missing gets a warning rather than an error, since features come and go with their
/// files. If an installed feature has a similar id, the warning suggests that.
package struct WiringCheck: Sendable {
    package let wiring: Wiring
    package let catalog: Catalog
    private let redirector: Redirector
    /// The first rule of each key with several rules, one for each target.
    private let firstOfSeveral: [String: Wiring.Redirect]
    private let steps: RedirectSteps

    package init(_ wiring: Wiring, catalog: Catalog) {
        self.wiring = wiring
        self.catalog = catalog
        redirector = Redirector(wiring, catalog: catalog)
        steps = RedirectSteps(wiring.redirects, redirector: redirector)
        // The rules of a key are adjacent.
        var firstOfSeveral: [String: Wiring.Redirect] = [:]
        for (rule, next) in zip(wiring.redirects, wiring.redirects.dropFirst()) where rule.key == next.key {
            if firstOfSeveral[rule.key] == nil { firstOfSeveral[rule.key] = rule }
        }
        self.firstOfSeveral = firstOfSeveral
    }

    /// All findings: of roots, of conditions and requirements, of redirects in the order of the file, of unconnected
    /// names, of options.
    package func findings() -> [Finding] {
        rootFindings() + conditionFindings() + requirementFindings() + wiring.redirects.flatMap(findings)
            + unconnectedFindings()
            + unconnectedNameFindings() + optionFindings()
    }

    private func rootFindings() -> [Finding] {
        var roots = wiring.tabs.enumerated().map { ($0.element.root, Wiring.rootPath(ofTab: $0.offset)) }
        if let root = wiring.root { roots.append((root, ["root"])) }
        return roots.compactMap { root, path in screenFinding(of: root, at: path, .rootDangling) }
    }

    /// The finding that a destination of the file has no screen; nil if it has one.
    ///
    /// - Parameter code: The code if the destination does not exist.
    private func screenFinding(of text: String, at path: JSONPath, _ code: Finding.Code) -> Finding? {
        do {
            if try redirector.resolve(catalog.place(text)).end.route.kind == .outgoing {
                return finding(code, path, "'\(text)' is an outgoing destination that no redirect connects")
            }
            return nil
        } catch let error as CatalogError {
            return finding(
                error.isAbsence ? .featureAbsent : code, path, "'\(text)' cannot be shown: \(error)",
                nearest: error.nearest)
        } catch let error as RedirectError where error.isAbsence {
            return finding(.featureAbsent, path, "'\(text)' cannot be shown: \(error)", nearest: error.nearest)
        } catch {
            let redirectError = error as? RedirectError
            return finding(redirectError?.code ?? code, path, "\(error)", nearest: redirectError?.nearest)
        }
    }

    // MARK: Conditions

    private func conditionFindings() -> [Finding] {
        wiring.conditions.flatMap { condition in
            let path = condition.path(WiringObject.Condition.otherwise)
            let findings = [
                sourceFinding(condition), screenFinding(of: condition.otherwise, at: path, .conditionDangling),
            ]
            let cycle = requiredToShow(condition).contains(condition.name)
            let message = "'\(condition.otherwise)' is shown while '\(condition.name)' is false, and requires it"
            return findings.compactMap(\.self) + (cycle ? [finding(.conditionCyclic, path, message)] : [])
        }
    }

    /// The finding that no value can set a condition; nil if one can.
    private func sourceFinding(_ condition: Wiring.Condition) -> Finding? {
        let path = condition.path(WiringObject.Condition.from)
        guard let manifest = catalog.feature(condition.feature)?.manifest else {
            let absence = catalog.absence(of: condition.feature)
            return finding(
                .featureAbsent, path, "nothing sets '\(condition.name)', since \(absence)", nearest: absence.nearest)
        }
        guard let sent = manifest.sends.first(where: { $0.name == condition.value }) else {
            let hint = Spelling.nearest(to: condition.value, in: manifest.sends.map(\.name))
            let names = manifest.sends.filter { $0.type == .bool }.map { "'\($0.name)'" }
            let others = names.isEmpty ? "it sends no bool" : "it sends \(names.joined(separator: ", "))"
            return finding(
                .conditionDangling, path,
                "'\(manifest.id)' sends no value '\(condition.value)'; \(hint.map { "did you mean '\($0)'?" } ?? others)",
                nearest: hint.map { "\(manifest.id)/\($0)" })
        }
        guard sent.type != .bool else { return nil }
        return finding(
            .conditionDangling, path,
            "a condition is set by a bool, and '\(condition.source)' \(sent.type.map { "is of type \($0)" } ?? "has no value")"
        )
    }

    /// The conditions required by a condition's `else`, directly or through the `else` of a further condition.
    private func requiredToShow(_ condition: Wiring.Condition) -> Set<String> {
        var names: Set<String> = []
        var next = [condition.name]
        while let condition = next.popLast().flatMap(wiring.condition) {
            guard let place = try? catalog.place(condition.otherwise), let end = try? redirector.resolve(place).end
            else {
                continue
            }
            let required = wiring.requirementRules(of: end, in: catalog).flatMap(\.conditions)
            next += required.filter { names.insert($0).inserted }
        }
        return names
    }

    /// The findings of requirements that protect nothing.
    private func requirementFindings() -> [Finding] {
        wiring.requirements.compactMap { requirement in
            guard let manifest = catalog.feature(requirement.feature)?.manifest else {
                let absence = catalog.absence(of: requirement.feature)
                return finding(
                    .featureAbsent, requirement.path, "nothing is there that requires it, since \(absence)",
                    nearest: absence.nearest)
            }
            guard let route = requirement.route, !manifest.incoming.contains(where: { $0.name == route }) else {
                return nil
            }
            let name = "\(manifest.id)/\(route)"
            if manifest.outgoing.contains(where: { $0.name == route }) {
                return finding(
                    .requirementDangling, requirement.path,
                    "'\(name)' is an outgoing destination, of which no screen is shown, so all of '\(manifest.id)' requires "
                        + "it; name the destination that it leads to"
                )
            }
            let nearest = Spelling.nearest(to: route, in: manifest.incoming.map(\.name)).map { "\(manifest.id)/\($0)" }
            return finding(
                .requirementDangling, requirement.path,
                "'\(manifest.id)' has no destination '\(route)', so all of it requires it"
                    + (nearest.map { "; did you mean '\($0)'?" } ?? ""), nearest: nearest)
        }
    }

    private func findings(_ rule: Wiring.Redirect) -> [Finding] {
        let path = rule.path
        // A rule with several targets gets its findings once, for its first target.
        let first = firstOfSeveral[rule.key]
        guard first == nil || first == rule else { return [] }
        if let findings = sharedNameFindings(rule, path) { return findings }
        var findings: [Finding] = []
        let from: Route
        if first != nil {
            return [
                finding(
                    .redirectIllFormed, path,
                    "'\(rule.from)' leads to several places; only a checkpoint or a value may, and this is none that "
                        + "'\(rule.from.feature)' leaves to the wiring")
            ]
        }
        do {
            from = try catalog.route(rule.from.route, of: rule.from.feature)
            findings += try argumentFindings(rule.from, of: from.declaration, path)
        } catch {
            // A rule from a missing feature gets no finding here, unless its id may be mistyped.
            guard !error.isAbsence || error.nearest != nil else { return [] }
            let code = error.isAbsence ? Finding.Code.featureAbsent : .redirectDangling
            return [finding(code, path, "'\(rule.from)' is no destination: \(error)", nearest: error.nearest)]
        }
        do {
            let to = try catalog.route(rule.to.route, of: rule.to.feature)
            findings += try argumentFindings(rule.to, of: to.declaration, path)
            findings += typeFindings(rule, from: from.declaration, to: to.declaration, path)
            if to.kind == .outgoing, !redirector.hasRules(from: rule.to.qualifiedRoute) {
                findings.append(
                    finding(
                        .redirectDangling, path,
                        "the redirect leads nowhere: '\(rule.to.qualifiedRoute)' is itself an outgoing destination, and "
                            + "no redirect connects it: \(rule.from) -> \(rule.to)"))
            }
        } catch {
            let chain = "\(rule.from) -> \(rule.to)"
            return findings + [
                finding(
                    error.isAbsence ? .featureAbsent : .redirectDangling, path,
                    "the redirect leads nowhere, since \(error.followed(by: chain))", nearest: error.nearest)
            ]
        }
        if let error = RedirectWalk(from: rule, steps).error {
            findings.append(finding(error.code, path, error.description, nearest: error.nearest))
        }
        return findings
    }

    /// The kind of names that a rule connects. Nil if it connects destinations, or its feature is missing.
    package func sharedKind(of rule: Wiring.Redirect) -> SharedNameKind? {
        guard let manifest = catalog.feature(rule.from.feature)?.manifest else { return nil }
        let name = rule.from.route
        func has(_ names: [Manifest.TypedName]) -> Bool { names.contains { $0.name == name } }
        let wanted = SharedNameKind.allCases.first { has(manifest.wantedNames($0)) }
        guard let kind = wanted ?? SharedNameKind.allCases.first(where: { has(manifest.providedNames($0)) }) else {
            return nil
        }
        // A route may have this name too: if the right side is a route, the rule connects destinations.
        let isRoute = (try? catalog.route(name, of: rule.from.feature)) != nil
        if isRoute, (try? catalog.route(rule.to.route, of: rule.to.feature)) != nil { return nil }
        return kind
    }

    /// The findings of a rule that connects checkpoints or values. Nil for any other rule.
    private func sharedNameFindings(_ rule: Wiring.Redirect, _ path: JSONPath) -> [Finding]? {
        guard let kind = sharedKind(of: rule), let manifest = catalog.feature(rule.from.feature)?.manifest else {
            return nil
        }
        let name = rule.from.route
        let wanted = SharedNameKind.allCases.filter { manifest.wantedNames($0).contains { $0.name == name } }
        guard !wanted.isEmpty else {
            return [
                finding(
                    .redirectIllFormed, path,
                    "'\(rule.from)' is a \(kind) that '\(manifest.id)' has itself; the left side is what a feature leaves "
                        + "to the wiring: a destination in \"outgoing\", a checkpoint in \"returns\", a type in \"sends\""
                )
            ]
        }
        let wrong = wanted.flatMap { redirector.targets($0, name, of: manifest.id).failures }.map { failure in
            finding(failure.code, path, failure.description, nearest: failure.nearest)
        }
        let isPlain = rule.from.items.isEmpty && rule.to.items.isEmpty && rule.method == nil && rule.link == nil
        guard wrong.isEmpty, !isPlain else { return wrong }
        return [
            finding(
                .redirectIllFormed, path,
                "'\(rule.from.qualifiedRoute)' is a \(kind), and has neither arguments nor a method; write "
                    + "\"\(rule.from.qualifiedRoute)\": \"\(rule.to.qualifiedRoute)\"")
        ]
    }

    /// The findings of checkpoints and values that features leave to the wiring, but no rule names. Rules that lead
    /// nowhere have separate findings.
    private func unconnectedNameFindings() -> [Finding] {
        catalog.features().flatMap { feature in
            SharedNameKind.allCases.flatMap { kind in
                feature.manifest.wantedNames(kind).compactMap { name in
                    let qualified = "\(feature.manifest.id)/\(name.name)"
                    guard !redirector.hasRules(from: qualified),
                        conditionsSet(by: kind, name.name, feature: feature.manifest.id).isEmpty
                    else { return nil }
                    return unconnected(
                        kind == .checkpoint ? .checkpointUnconnected : .valueUnconnected, qualified,
                        "the \(kind) '\(qualified)'")
                }
            }
        }
    }

    /// The targets of a feature's shared name, and the reasons why its other redirects lead nowhere.
    package func targets(of kind: SharedNameKind, _ name: String, feature: String) -> SharedNameTargets {
        var targets = redirector.targets(kind, name, of: feature)
        // A value that sets a condition needs no redirect.
        if !redirector.hasRules(from: "\(feature)/\(name)"), !conditionsSet(by: kind, name, feature: feature).isEmpty {
            targets.failures = []
        }
        return targets
    }

    package func conditionsSet(by kind: SharedNameKind, _ name: String, feature: String) -> [Wiring.Condition] {
        kind == .value ? wiring.conditionsSet(by: feature, sending: name) : []
    }

    /// The findings of arguments that the route lacks, and of literals of a wrong type.
    private func argumentFindings(
        _ template: DestinationTemplate, of declaration: RouteDeclaration, _ path: JSONPath
    ) throws(CatalogError) -> [Finding] {
        var findings: [Finding] = []
        for item in template.items {
            guard let declared = declaration.argument(named: item.name) else {
                let error = DestinationError.unknownArgument(
                    item.name, of: template.qualifiedRoute, known: declaration.arguments.map(\.name))
                findings.append(finding(.redirectIllTyped, path, error.description))
                continue
            }
            if case .literal(let text) = item.term, declared.type.element.value(fromText: text) == nil {
                let error = DestinationError.wrongType(
                    argument: item.name, of: template.qualifiedRoute, type: declared.type, found: text)
                findings.append(finding(.redirectIllTyped, path, error.description))
            }
        }
        return findings
    }

    private func typeFindings(
        _ rule: Wiring.Redirect, from: RouteDeclaration, to: RouteDeclaration, _ path: JSONPath
    ) -> [Finding] {
        var findings: [Finding] = []
        for argument in to.arguments where argument.isRequired {
            guard !rule.to.items.contains(where: { $0.name == argument.name }) else { continue }
            findings.append(
                finding(
                    .redirectIllTyped, path,
                    DestinationError.missingArgument(argument.name, of: rule.to.qualifiedRoute, type: argument.type)
                        .description))
        }
        for item in rule.to.items {
            guard case .argument(let name) = item.term, let target = to.argument(named: item.name),
                let source = rule.from.items.first(where: { $0.term == .argument(name) }),
                let given = from.argument(named: source.name)
            else { continue }
            if given.type != target.type {
                findings.append(
                    finding(
                        .redirectIllTyped, path,
                        "'{\(name)}' is of type \(given.type) in \(rule.from.qualifiedRoute), and '\(item.name)' of "
                            + "\(rule.to.qualifiedRoute) is of type \(target.type)"))
            } else if given.isOptional, target.isRequired {
                findings.append(
                    finding(
                        .redirectIllTyped, path,
                        "'{\(name)}' may be missing in \(rule.from.qualifiedRoute), and '\(item.name)' of "
                            + "\(rule.to.qualifiedRoute) is required"))
            }
        }
        return findings
    }

    private func unconnectedFindings() -> [Finding] {
        catalog.features().flatMap { feature in
            feature.manifest.outgoing.compactMap { route in
                let name = "\(feature.manifest.id)/\(route.name)"
                // Rules that lead nowhere have separate findings.
                guard !redirector.hasRules(from: name), connection(of: name).reason != nil else { return nil }
                return unconnected(.destinationUnconnected, name, "'\(name)'", passing: route.passedOn)
            }
        }
    }

    private func optionFindings() -> [Finding] {
        wiring.features.keys.sorted().compactMap { id in
            guard catalog.feature(id) == nil else { return nil }
            let absence = catalog.absence(of: id)
            return absence.nearest.map { nearest in
                finding(.featureAbsent, ["features", .key(id)], "\(absence)", nearest: nearest)
            }
        }
    }

    package enum Connection: Hashable, Sendable {
        /// The rules that lead on, those with most literals first.
        case connected([Wiring.Redirect])
        case unconnected(reason: String)

        var reason: String? {
            if case .unconnected(let reason) = self { reason } else { nil }
        }
    }

    /// The connection of an outgoing destination, as far as it is known from the route alone.
    package func connection(of qualifiedRoute: String) -> Connection {
        let rules = redirector.rules(from: qualifiedRoute)
        guard !rules.isEmpty else {
            return .unconnected(reason: wiring.unconnectedReason)
        }
        for rule in rules {
            do {
                _ = try catalog.route(rule.to.route, of: rule.to.feature)
            } catch {
                return .unconnected(reason: "the wiring leads to \(rule.to), and \(error)".withoutMiddle)
            }
        }
        return .connected(rules)
    }

    /// The outgoing destinations of a feature that the wiring leads nowhere.
    package func unconnected(of manifest: Manifest) -> [String] {
        manifest.outgoing.map { "\(manifest.id)/\($0.name)" }.filter { connection(of: $0).reason != nil }
    }

    /// The rules that lead on from a route, those with most literals first.
    package func rules(from qualifiedRoute: String) -> [Wiring.Redirect] { redirector.rules(from: qualifiedRoute) }

    /// The texts of the destinations along a rule, from its left side to the end, as far as they are equal for all
    /// argument values.
    package func chain(of rule: Wiring.Redirect) -> [String] {
        RedirectWalk(from: rule, steps).chain.map(\.description)
    }

    /// A message after the path of its place in the file.
    package static func text(_ message: String, at path: JSONPath) -> String { "\(path): \(message)".withoutMiddle }

    /// - Parameter nearest: The name that is probably meant, which the fix suggests first.
    private func finding(
        _ code: Finding.Code, _ path: JSONPath, _ message: String, nearest: String? = nil
    ) -> Finding {
        Finding(
            code == .featureAbsent ? .warning : .error, code, path.description, at: wiring.place(of: path),
            Self.text(message, at: path),
            fix: (nearest.map { "write '\($0)' if that is meant; else " } ?? "") + Self.fix(code))
    }

    /// - Parameter arguments: The arguments of a destination, for both sides of its redirect.
    private func unconnected(
        _ code: Finding.Code, _ name: String, _ what: String, passing arguments: String = ""
    ) -> Finding {
        Finding(
            .warning, code, name, at: wiring.place(of: ["redirects"]), "\(what) is not connected",
            fix: connecting(name, to: code, passing: arguments))
    }

    // MARK: Remedies

    /// The common remedy of findings with a code.
    package static func fix(_ code: Finding.Code) -> String {
        switch code {
        case .rootDangling: "name a feature's id, or a destination that 'switchyard routes' shows as 'in'"
        case .redirectIllTyped: "let names and types be those that 'switchyard routes' shows of both sides"
        case .redirectCyclic: "let one of the redirects in this chain lead elsewhere"
        case .redirectTooLong: "let the first redirect of this chain lead straight to its end"
        case .redirectIllFormed: "write it as the message says; \(WiringError.reference)"
        case .conditionDangling:
            "let 'from' name a bool in \"sends\" of a feature's manifest, and 'else' a destination that 'switchyard routes' "
                + "shows as 'in'"
        case .conditionCyclic: "name an 'else' that can be shown while the condition is false"
        case .requirementDangling: "name a destination that 'switchyard routes' shows as 'in'"
        case .featureAbsent:
            "copy its library into a plugins directory, or take this out of the wiring file where it is not to come back"
        default: "name a destination that 'switchyard routes' shows"
        }
    }

    private func connecting(_ name: String, to code: Finding.Code, passing arguments: String) -> String {
        let target =
            switch code {
            case .checkpointUnconnected: "FEATURE/CHECKPOINT"
            case .valueUnconnected: "FEATURE/VALUE"
            default: "FEATURE/ROUTE"
            }
        let rule = "\"\(name)\(arguments)\": \"\(target)\(arguments)\""
        return wiring.path == nil
            ? "write ./switchyard.jsonc with {\"redirects\": {\(rule)}}, or name a wiring file by --config"
            : "add \(rule) to \"redirects\""
    }
}

extension RedirectError {
    fileprivate var code: Finding.Code {
        switch self {
        case .loop: .redirectCyclic
        case .tooManyHops: .redirectTooLong
        case .otherType: .redirectIllTyped
        case .dangling, .undeclared, .noFeature, .unconnected: isAbsence ? .featureAbsent : .redirectDangling
        }
    }
}

extension WiringCheck {
    /// The findings that every start reports: errors, warnings about a place in the wiring file, and links that match
    /// patterns of two features. Unconnected destinations, checkpoints and values are reported at their use.
    ///
    /// - Parameter findings: All findings of this check: ``findings()``.
    func reportedAtStart(_ findings: [Finding]) -> [Finding] {
        findings.filter { $0.severity == .error || $0.severity == .warning && !$0.code.isUnconnected }
            + catalog.links().findingsAtStart
    }
}

extension LinkIndex {
    /// The conflicts between patterns, as warnings: only links that match two features are refused.
    fileprivate var findingsAtStart: [Finding] {
        conflicts.map { conflict in
            Finding(
                .warning, .linkConflict, "\(conflict.first.pattern)", at: nil, conflict.description,
                fix: "change one of the patterns")
        }
    }
}
