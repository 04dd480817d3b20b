import FeatureContract

/// Findings for incoming routes that only their own feature leads to.
enum RouteFindings {
    static func unreachable(_ catalog: Catalog, _ wiring: Wiring) -> [Finding] {
        let targets = Set(wiring.redirects.map(\.to.qualifiedRoute))
        let roots = Set((wiring.tabs.map(\.root) + [wiring.root].compactMap(\.self)).compactMap(route))
        return catalog.features().flatMap { entry -> [Finding] in
            let manifest = entry.manifest
            // A feature that resolves links by code may lead them to any of its routes.
            guard !manifest.customLinks.contains(where: { wiring.takes(scheme: $0.scheme) }) else { return [] }
            let parents = Set(manifest.incoming.flatMap(\.parents).map(\.qualifiedRoute))
            let linked = Set(manifest.links.filter { wiring.takes(scheme: $0.pattern.scheme) }.map(\.route.name))
            return manifest.incoming.compactMap { route in
                let name = "\(manifest.id)/\(route.name)"
                guard route.name != manifest.main, !linked.contains(route.name), !parents.contains(name),
                    !targets.contains(name), !roots.contains(name)
                else { return nil }
                return Finding(
                    .note, .routeUnreachable, name, at: entry.path.map { .init($0) },
                    "only '\(manifest.id)' itself can lead to '\(name)': no link, no redirect and no root does",
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
