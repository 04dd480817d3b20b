import FeatureContract
import JSONText

/// An index of the links of all features.
package final class LinkIndex: Sendable {
    private struct Site: Hashable {
        let scheme: ExactText
        let host: ExactText

        init(_ scheme: String, _ host: String) {
            self.scheme = ExactText(scheme)
            self.host = ExactText(host)
        }
    }

    /// The result of trying one pattern for a link.
    package struct Trial: Sendable {
        package let link: RouteLink
        package let result: Result<Destination, LinkError>
    }

    /// Two patterns of equal rank that match a common link.
    package struct Conflict: Sendable, Hashable, CustomStringConvertible {
        package let first: RouteLink
        package let second: RouteLink
        package let url: String

        package var description: String {
            "the link \(url) is refused, since \(first.pattern) of '\(first.feature)' and \(second.pattern) of "
                + "'\(second.feature)' match it alike; change one of the patterns"
        }
    }

    /// The links by falling rank, so that the first match is the best. Equal ranks are in the order of the manifests.
    private let links: [RouteLink]
    private let routes: [Route]
    private let tree: LinkTree
    /// The positions in ``links`` of the links of each site.
    private let positions: [Site: [Int]]
    private let claims: [Site: [String]]

    package init(_ entries: [Catalog.Entry]) {
        let found = entries.flatMap { entry in
            entry.manifest.links.compactMap { link in entry.route(named: link.route.name).map { (link, $0) } }
        }
        let ordered = Catalog.canonicalOrder(found, \.0)
        links = ordered.map(\.0)
        routes = ordered.map(\.1)
        tree = LinkTree(links.map(\.pattern))
        var positions: [Site: [Int]] = [:]
        for (position, link) in links.enumerated() {
            positions[Site(link.pattern.scheme, link.pattern.host), default: []].append(position)
        }
        self.positions = positions
        var claims: [Site: [String]] = [:]
        for manifest in entries.map(\.manifest) {
            for claim in manifest.customLinks {
                claims[Site(claim.scheme, claim.host), default: []].append(manifest.id)
            }
        }
        self.claims = claims
    }

    package func match(_ url: LinkURL) -> LinkMatch {
        var best: (link: RouteLink, place: Place)?
        for position in tree.candidates(for: url) {
            let link = links[position]
            if let best, best.link.rank > link.rank { break }
            guard let values = link.values(of: url) else { continue }
            guard let first = best else {
                best = (link, Place(routes[position], values))
                continue
            }
            if first.link.feature != link.feature { return .ambiguous(first.link, link) }
        }
        return best.map { .place($0.place, by: $0.link) }
            ?? .noPattern(askable: (claims[Site(url.scheme, url.host)] ?? []).sorted())
    }

    /// Tries every pattern of the link's scheme and host, best rank first.
    func trials(_ url: LinkURL) -> [Trial] {
        (positions[Site(url.scheme, url.host)] ?? []).map { position in
            Trial(link: links[position], result: links[position].match(url))
        }
    }

    /// The schemes and hosts of all features' links.
    var sites: [(scheme: String, host: String)] {
        Set(positions.keys).union(claims.keys).map { ($0.scheme.text, $0.host.text) }.sorted {
            ($0.0, $0.1) < ($1.0, $1.1)
        }
    }

    /// The conflicts between patterns of different features. Each conflicting pattern is in at least one of them.
    package var conflicts: [Conflict] { conflicts(withinFeature: false) }

    /// The conflicts between patterns of one feature. The pattern declared first gets the common link.
    package var overlaps: [Conflict] { conflicts(withinFeature: true) }

    /// The most pairs of patterns to compare, so that a start takes no seconds for them. An ambiguous link that is not
    /// found here is refused when it is opened.
    private static let mostPairs = 200_000

    private func conflicts(withinFeature: Bool) -> [Conflict] {
        // Literal segments distinguish most patterns, so only those with literals in the same places are compared.
        var groups: [Shape: [Int]] = [:]
        for position in links.indices { groups[Shape(links[position]), default: []].append(position) }
        var conflicts: [Conflict] = []
        var pairs = 0
        search: for group in groups.values.sorted(by: { $0[0] < $1[0] }) {
            let features = Set(group.map { links[$0].feature }).count
            guard withinFeature ? features < group.count : features > 1 else { continue }
            var mentioned: Set<Int> = []
            for position in group where !mentioned.contains(position) {
                for rival in group
                where rival != position && (links[rival].feature == links[position].feature) == withinFeature {
                    guard pairs < Self.mostPairs else { break search }
                    pairs += 1
                    let (first, second) = (links[min(position, rival)], links[max(position, rival)])
                    guard let url = CommonLink.text(of: first, second) else { continue }
                    conflicts.append(Conflict(first: first, second: second, url: url))
                    mentioned.formUnion([position, rival])
                    break
                }
            }
        }
        return conflicts.sorted {
            ($0.first.pattern.description, $0.first.feature) < ($1.first.pattern.description, $1.first.feature)
        }
    }

    /// The common properties of two patterns that may match one link with equal rank.
    private struct Shape: Hashable {
        let site: Site
        let rank: LinkRank
        /// The texts of the path's segments; nil for a segment that is not literal.
        let segments: [ExactText?]

        init(_ link: RouteLink) {
            site = Site(link.pattern.scheme, link.pattern.host)
            rank = link.rank
            segments = link.pattern.segments.map { segment in
                if case .template(let template) = segment { template.literal.map { ExactText($0) } } else { nil }
            }
        }
    }
}

/// The result of matching a link with all patterns.
package enum LinkMatch: Sendable {
    case place(Place, by: RouteLink)
    case ambiguous(RouteLink, RouteLink)
    /// No pattern matches. The ids are those of features that resolve links of this scheme and host by code.
    case noPattern(askable: [String])
}
