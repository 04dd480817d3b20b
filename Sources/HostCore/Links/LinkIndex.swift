import FeatureContract
import JSONText

/// The links of all features, found by scheme and host.
package final class LinkIndex: Sendable {
    private struct Site: Hashable {
        let scheme: ExactText
        let host: ExactText

        init(_ scheme: String, _ host: String) {
            self.scheme = ExactText(scheme)
            self.host = ExactText(host)
        }
    }

    /// One pattern that was tried for a link.
    package struct Trial: Sendable {
        package let link: RouteLink
        package let result: Result<Destination, LinkMismatch>
    }

    /// Two patterns of different features that match the same links and say the same.
    package struct Conflict: Sendable, Hashable, CustomStringConvertible {
        package let first: RouteLink
        package let second: RouteLink

        package var description: String {
            "links of '\(first.feature)' and '\(second.feature)' have the same shape, so what matches both is refused: "
                + "\(first.pattern) and \(second.pattern); change one of the patterns"
        }
    }

    /// By rank, so that the first match is the best; equal ranks in the order of the features' ids.
    private let links: [RouteLink]
    private let tree: LinkTree
    /// Where in ``links`` those of a site stand.
    private let positions: [Site: [Int]]
    private let claims: [Site: [String]]

    package init(_ manifests: [Manifest]) {
        links = manifests.flatMap(\.links).enumerated().sorted { left, right in
            left.element.rank == right.element.rank
                ? left.offset < right.offset : left.element.rank > right.element.rank
        }.map(\.element)
        tree = LinkTree(links.map(\.pattern))
        var positions: [Site: [Int]] = [:]
        for (position, link) in links.enumerated() {
            positions[Site(link.pattern.scheme, link.pattern.host), default: []].append(position)
        }
        self.positions = positions
        var claims: [Site: [String]] = [:]
        for manifest in manifests {
            for claim in manifest.customLinks {
                claims[Site(claim.scheme, claim.host), default: []].append(manifest.id)
            }
        }
        self.claims = claims
    }

    /// The destination of a link.
    package func match(_ url: LinkURL) -> LinkMatch {
        let candidates = tree.candidates(for: url)
        if let only = candidates.only {
            let link = links[only]
            if let destination = link.destination(of: url) { return .destination(destination, by: link) }
            return unmatched(url)
        }
        var best: (link: RouteLink, destination: Destination)?
        for position in candidates.inOrder {
            let link = links[position]
            if let best, best.link.rank > link.rank { break }
            guard let destination = link.destination(of: url) else { continue }
            guard let first = best else {
                best = (link, destination)
                continue
            }
            if first.link.feature != link.feature { return .ambiguous(first.link, link) }
        }
        if let best { return .destination(best.destination, by: best.link) }
        return unmatched(url)
    }

    private func unmatched(_ url: LinkURL) -> LinkMatch {
        let askable = claims[Site(url.scheme, url.host)] ?? []
        return .noPattern(askable: askable.sorted())
    }

    /// Every pattern of the link's scheme and host, best rank first, with what became of it.
    package func trials(_ url: LinkURL) -> [Trial] {
        (positions[Site(url.scheme, url.host)] ?? []).map { position in
            Trial(link: links[position], result: links[position].match(url))
        }
    }

    /// The schemes and hosts that any feature has links for.
    package var sites: [(scheme: String, host: String)] {
        Set(positions.keys).union(claims.keys).map { ($0.scheme.text, $0.host.text) }.sorted {
            ($0.0, $0.1) < ($1.0, $1.1)
        }
    }

    /// Patterns of different features that are alike but for the names of their arguments.
    package var conflicts: [Conflict] {
        positions.values.flatMap { positions -> [Conflict] in
            positions.enumerated().flatMap { index, position -> [Conflict] in
                let first = links[position]
                return positions[(index + 1)...].compactMap { position -> Conflict? in
                    let second = links[position]
                    guard first.feature != second.feature, first.rank == second.rank, first.isAlike(second) else {
                        return nil
                    }
                    return Conflict(first: first, second: second)
                }
            }
        }.sorted { ($0.first.pattern.description, $0.first.feature) < ($1.first.pattern.description, $1.first.feature) }
    }
}

/// What the patterns say of a link.
package enum LinkMatch: Sendable {
    case destination(Destination, by: RouteLink)
    /// Two features have a pattern for it, and neither says more.
    case ambiguous(RouteLink, RouteLink)
    /// No pattern matches. The features, by id, that resolve links of this scheme and host by code.
    case noPattern(askable: [String])
}

extension RouteLink {
    /// Whether both match the same links: equal literals, and arguments of equal types in the same places.
    fileprivate func isAlike(_ other: RouteLink) -> Bool {
        shape == other.shape
    }

    private var shape: [String] {
        func text(_ template: TextTemplate) -> String {
            template.parts.map { part in
                switch part {
                case .literal(let text): "=\(text)"
                case .argument(let name): "{\(route.argument(named: name)?.type.description ?? "")}"
                }
            }.joined(separator: "\u{0}")
        }
        let segments = pattern.segments.map { segment in
            switch segment {
            case .template(let template): text(template)
            case .rest: "{*}"
            }
        }
        let query = pattern.query.filter { item in
            item.value.argumentNames.isEmpty
                || item.value.argumentNames.contains { route.argument(named: $0)?.isRequired ?? true }
        }.map { "?\($0.name ?? "")\u{0}\(text($0.value))" }.sorted()
        return segments + query + (pattern.fragment.map { ["#" + text($0)] } ?? [])
    }
}
