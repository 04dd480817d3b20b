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
        /// A link that both patterns match.
        package let url: String

        package var description: String {
            "the link \(url) is refused, since \(first.pattern) of '\(first.feature)' and \(second.pattern) of "
                + "'\(second.feature)' match it alike; change one of the patterns"
        }
    }

    /// The links by falling rank, so that the first match is the best. Equal ranks are in the order of the manifests.
    private let links: [RouteLink]
    /// The route of each link.
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

    /// The place that a link leads to.
    package func match(_ url: LinkURL) -> LinkMatch {
        let candidates = tree.candidates(for: url)
        if let only = candidates.only {
            let link = links[only]
            if let values = link.values(of: url) { return .place(Place(routes[only], values), by: link) }
            return unmatched(url)
        }
        var best: (link: RouteLink, place: Place)?
        for position in candidates.inOrder {
            let link = links[position]
            if let best, best.link.rank > link.rank { break }
            guard let values = link.values(of: url) else { continue }
            guard let first = best else {
                best = (link, Place(routes[position], values))
                continue
            }
            if first.link.feature != link.feature { return .ambiguous(first.link, link) }
        }
        if let best { return .place(best.place, by: best.link) }
        return unmatched(url)
    }

    private func unmatched(_ url: LinkURL) -> LinkMatch {
        let askable = claims[Site(url.scheme, url.host)] ?? []
        return .noPattern(askable: askable.sorted())
    }

    /// Tries every pattern of the link's scheme and host, best rank first.
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

    /// The conflicts between patterns of different features. Each pattern that has one is in at least one of them.
    package var comparison: Comparison { comparison(withinFeature: false, within: SearchBudget(links: links.count)) }

    package struct Comparison {
        package fileprivate(set) var conflicts: [Conflict] = []
        /// Whether too many patterns are nearly alike to compare all of them.
        package fileprivate(set) var isCut = false
    }

    /// The conflicts between patterns of one feature. The pattern that is declared first takes the common link.
    package var overlaps: Comparison { comparison(withinFeature: true, within: SearchBudget(links: links.count)) }

    func comparison(withinFeature: Bool, within budget: SearchBudget) -> Comparison {
        var comparison = Comparison()
        for positions in positions.values {
            var rest = positions[...]
            while let best = rest.first {
                let equals = rest.prefix { links[$0].rank == links[best].rank }
                rest = rest.dropFirst(equals.count)
                comparison.conflicts += conflicts(among: equals, withinFeature: withinFeature, budget)
            }
        }
        comparison.isCut = budget.isSpent
        comparison.conflicts.sort {
            ($0.first.pattern.description, $0.first.feature) < ($1.first.pattern.description, $1.first.feature)
        }
        return comparison
    }

    /// - Parameter positions: The positions of the patterns of one site and rank.
    private func conflicts(
        among positions: ArraySlice<Int>, withinFeature: Bool, _ budget: SearchBudget
    ) -> [Conflict] {
        let features = Set(positions.map { links[$0].feature }).count
        guard withinFeature ? features < positions.count : features > 1 else { return [] }
        var conflicts: [Conflict] = []
        var mentioned: Set<Int> = []
        // Each pattern is compared with those before it and, if that finds no conflict, with those after it.
        for order in [Array(positions), positions.reversed()] {
            var patterns = RivalPatterns()
            for position in order {
                let link = links[position]
                defer { patterns.add(position, link) }
                guard !mentioned.contains(position), !budget.isSpent else { continue }
                for candidate in patterns.candidates(for: link)
                where !budget.isSpent && (links[candidate].feature == link.feature) == withinFeature {
                    let (first, second) = (min(candidate, position), max(candidate, position))
                    guard let url = CommonLink.text(of: links[first], links[second], within: budget) else { continue }
                    conflicts.append(Conflict(first: links[first], second: links[second], url: url))
                    mentioned.formUnion([first, second])
                    break
                }
            }
        }
        return conflicts
    }
}

/// The result of matching a link with all patterns.
package enum LinkMatch: Sendable {
    case place(Place, by: RouteLink)
    /// Patterns of two features match the link, and have equal rank.
    case ambiguous(RouteLink, RouteLink)
    /// No pattern matches. The ids are those of the features that resolve links of this scheme and host by code.
    case noPattern(askable: [String])
}

/// A hash table from hashes to numbers. Numbers may share a hash, so the caller checks each number that is found.
///
/// An attacker may choose the keys so that their hashes collide. Each table therefore places hashes by a random number
/// of its own.
struct HashSlots: Sendable {
    private struct Slot {
        /// The hash with its lowest bit set. 0 if the slot is free.
        var hash: UInt64 = 0
        var number = 0
    }

    /// The slots: a power of two, at least twice as many as the numbers.
    private var slots: [Slot]
    private let secret = UInt64.random(in: .min ... .max) | 1

    /// - Parameter count: The most numbers that will be added.
    init(_ count: Int) {
        var size = 4
        while size < 2 * count { size *= 2 }
        slots = Array(repeating: Slot(), count: size)
    }

    /// The index of the slot where the search for a hash begins.
    private func begin(_ hash: UInt64) -> Int {
        let product = hash.multipliedFullWidth(by: secret)
        return Int(truncatingIfNeeded: product.high ^ product.low) & (slots.count - 1)
    }

    mutating func add(_ number: Int, _ hash: UInt64) {
        var index = begin(hash)
        while slots[index].hash != 0 { index = (index + 1) & (slots.count - 1) }
        slots[index] = Slot(hash: hash | 1, number: number)
    }

    /// The first number with this hash for which `isMeant` is true. Nil if there is none.
    func first(_ hash: UInt64, where isMeant: (Int) -> Bool) -> Int? {
        let slots = slots.span
        var index = begin(hash)
        while slots[index].hash != 0 {
            let slot = slots[index]
            if slot.hash == hash | 1, isMeant(slot.number) { return slot.number }
            index = (index + 1) & (slots.count - 1)
        }
        return nil
    }
}
