import FeatureContract
import HostCore
import JSONText

/// Findings about the routes of all features: those reached only from their own feature, and outdated ones in the
/// wiring.
enum RouteFindings {
    @MainActor
    static func all(_ application: HostApplication) -> [Finding] {
        let (catalog, wiring) = (application.catalog, application.wiring)
        guard application.wiringError == nil else { return [] }
        let isOutdated = catalog.features().contains(where: \.manifest.hasOutdatedNames)
        return unreachable(catalog, wiring) + (isOutdated ? wiring.asWritten.map { outdated(catalog, $0) } ?? [] : [])
    }

    /// Findings for older names of routes, checkpoints and values, and for deprecated routes, in the wiring.
    ///
    /// - Parameter wiring: The wiring as the file has it.
    static func outdated(_ catalog: Catalog, _ wiring: Wiring) -> [Finding] {
        let check = WiringCheck(wiring, catalog: catalog)
        var roots = wiring.tabs.enumerated().map { ($0.element.root, Wiring.rootPath(ofTab: $0.offset)) }
        if let root = wiring.root { roots.append((root, ["root"])) }
        roots += wiring.conditions.map { ($0.otherwise, $0.path(WiringObject.Condition.otherwise)) }
        let shown = roots.compactMap { root, path in
            (try? DestinationText(root)).map { (feature: $0.feature, route: $0.route, path: path) }
        }
        let redirected = wiring.redirects.filter { check.sharedKind(of: $0) == nil }.flatMap { rule in
            [rule.from, rule.to].map { (feature: $0.feature, route: $0.route, path: rule.path) }
        }
        let required = wiring.requirements.compactMap { rule in
            rule.route.map { (feature: rule.feature, route: $0, path: rule.path) }
        }
        let set = wiring.conditions.map {
            (feature: $0.feature, route: $0.value, path: $0.path(WiringObject.Condition.from))
        }
        func renamed(_ name: String, to present: String, at path: JSONPath) -> Finding {
            Finding(
                .note, .routeRenamed, name, at: wiring.place(of: path),
                WiringCheck.text("'\(name)' is an older name of '\(present)'", at: path), fix: "write '\(present)'")
        }
        let connected = wiring.redirects.flatMap { rule in
            [rule.from, rule.to].map { (feature: $0.feature, route: $0.route, path: rule.path) }
        }
        let names = (connected + set).compactMap { use -> Finding? in
            guard let present = catalog.feature(use.feature)?.manifest.presentName(ofShared: use.route) else {
                return nil
            }
            return renamed("\(use.feature)/\(use.route)", to: "\(use.feature)/\(present)", at: use.path)
        }
        return names
            + (shown + redirected + required).flatMap { use -> [Finding] in
                guard let route = catalog.feature(use.feature)?.route(named: use.route), !use.route.isEmpty else {
                    return []
                }
                var findings: [Finding] = []
                if route.name != use.route {
                    findings.append(
                        renamed("\(use.feature)/\(use.route)", to: route.qualifiedName, at: use.path))
                }
                // A rule protects an existing route, deprecated or not.
                if let reason = route.declaration.deprecated, use.path.elements.first != .key("requires") {
                    findings.append(
                        Finding(
                            .warning, .routeDeprecated, route.qualifiedName, at: wiring.place(of: use.path),
                            WiringCheck.text("'\(route.qualifiedName)' is deprecated: \(reason)", at: use.path),
                            fix: route.kind == .outgoing
                                ? "connect instead what the feature leads by now, which 'switchyard routes "
                                    + "\(use.feature)' shows"
                                : "lead to another destination, which 'switchyard routes \(use.feature)' shows"))
                }
                return findings
            }
    }

    static func unreachable(_ catalog: Catalog, _ wiring: Wiring) -> [Finding] {
        let targets = Set(wiring.redirects.map(\.to.qualifiedRoute))
        let shown = wiring.tabs.map(\.root) + [wiring.root].compactMap(\.self) + wiring.conditions.map(\.otherwise)
        let roots = Set(shown.compactMap(route))
        return catalog.features().flatMap { entry -> [Finding] in
            let manifest = entry.manifest
            // A feature that resolves links by code may lead them to any of its routes.
            guard !manifest.customLinks.contains(where: { wiring.accepts(scheme: $0.scheme) }) else { return [] }
            let parents = Set(manifest.incoming.flatMap(\.parents).map(\.qualifiedRoute))
            let linked = Set(manifest.links.filter { wiring.accepts(scheme: $0.pattern.scheme) }.map(\.route.name))
            return manifest.incoming.compactMap { route in
                let name = "\(manifest.id)/\(route.name)"
                guard route.name != manifest.main, !linked.contains(route.name), !parents.contains(name),
                    !targets.contains(name), !roots.contains(name)
                else { return nil }
                return Finding(
                    .note, .routeUnreachable, name, at: entry.path.map { .init($0) },
                    "only '\(manifest.id)' itself can lead to '\(name)': no link, no redirect, no root and no condition does",
                    fix: "give it a link or lead a redirect there, where it is meant for others")
            }
        }
    }

    /// The route in a destination's text, with its feature; nil for a main screen.
    private static func route(of text: String) -> String? {
        guard let text = try? DestinationText(text), !text.route.isEmpty else { return nil }
        return "\(text.feature)/\(text.route)"
    }
}

/// Findings about the links of all features together.
enum LinkFindings {
    @MainActor
    static func all(_ application: HostApplication) -> [Finding] {
        let catalog = application.catalog
        return conflicts(catalog.links().conflicts, catalog) + sharedClaims(catalog)
            + (application.wiringError == nil
                ? catalog.features().flatMap { refusedSchemes(of: $0.manifest, application.wiring) } : [])
    }

    static func conflicts(_ conflicts: [LinkIndex.Conflict], _ catalog: Catalog) -> [Finding] {
        conflicts.map { conflict in
            let (first, second) = (conflict.first, conflict.second)
            return Finding(
                .error, .linkConflict, "\(first.pattern)", at: place(first.feature, catalog),
                "the link \(conflict.url) is refused, since \(first.pattern) of '\(first.feature)' and "
                    + "\(second.pattern) of '\(second.feature)' (\(catalog.feature(second.feature)?.path ?? "")) "
                    + "match it alike",
                fix: "change one of the patterns, or take one of the two features away")
        }
    }

    /// Findings for schemes and hosts whose links several features resolve by code.
    static func sharedClaims(_ catalog: Catalog) -> [Finding] {
        var claimers: [Manifest.LinkClaim: [String]] = [:]
        for entry in catalog.features() {
            for claim in Set(entry.manifest.customLinks) { claimers[claim, default: []].append(entry.manifest.id) }
        }
        return claimers.filter { $0.value.count > 1 }.map { claim, ids in
            let site = "\(claim.scheme)://\(claim.host)"
            let names = ids.map { "'\($0)'" }.joined(separator: ", ")
            return Finding(
                .note, .linkClaimShared, site, at: place(ids[0], catalog),
                "\(ids.count) features resolve links of \(site) by code, and are asked in this order: \(names)",
                fix: "give each of them a host of its own, where that order is not meant")
        }.sorted { $0.subject < $1.subject }
    }

    /// Findings for one feature's links whose schemes the wiring does not accept. The subject of each is the scheme.
    static func refusedSchemes(of manifest: Manifest, _ wiring: Wiring) -> [Finding] {
        guard let taken = wiring.schemes else { return [] }
        let schemes = manifest.links.map(\.pattern.scheme) + manifest.customLinks.map(\.scheme)
        return Set(schemes).subtracting(taken).sorted().map { scheme in
            Finding(
                .warning, .schemeRefused, scheme, at: wiring.place(of: ["schemes"]),
                "links of the scheme '\(scheme)' are refused, and '\(manifest.id)' has such links",
                fix: "add \"\(scheme)\" to \"schemes\", or leave it out where its links are not to be followed")
        }
    }

    private static func place(_ feature: String, _ catalog: Catalog) -> Finding.Place? {
        catalog.feature(feature)?.path.map { Finding.Place($0) }
    }
}
