import FeatureContract
import JSONText

/// The host's rules for links: its accepted schemes, and the reasons for refusing a link that no pattern matches.
package struct LinkRules {
    let catalog: Catalog
    let wiring: Wiring

    package init(catalog: Catalog, wiring: Wiring) {
        self.catalog = catalog
        self.wiring = wiring
    }

    /// Returns the reason to refuse a link whose scheme the wiring does not accept; nil if it accepts the scheme.
    func schemeRefusal(of url: LinkURL) -> LinkRefusal? {
        guard let schemes = wiring.schemes, !wiring.accepts(scheme: url.scheme) else { return nil }
        return .scheme(url.scheme, taken: schemes, nearest: Spelling.nearest(to: url.scheme, in: schemes))
    }

    /// Returns the reason why no pattern matches a link.
    package func unmatched(_ url: LinkURL) -> LinkRefusal {
        let trials = catalog.trials(url)
        let misses = trials.compactMap { trial in
            if case .failure(let mismatch) = trial.result { (trial.link, mismatch) } else { nil }
        }
        if misses.isEmpty, case .noPattern(let askable) = catalog.match(url), !askable.isEmpty {
            return .onlyByCode(url.text, features: askable)
        }
        if misses.isEmpty {
            let hosts = catalog.links().sites.filter { $0.scheme == url.scheme }.map(\.host)
            return .noSuchHost(
                "\(url.scheme)://\(url.host)", hosts: hosts, nearest: Spelling.nearest(to: url.host, in: hosts))
        }
        let segments = url.segments
        let distances = misses.map { $0.0.distance(toPath: segments) }
        let least = distances.min()
        let nearest = zip(misses, distances).filter { $0.1 == least }.map(\.0)
        return .noPattern(url.text, nearest.map { LinkRefusal.Miss(pattern: "\($0.0.pattern)", mismatch: $0.1) })
    }
}

extension Wiring {
    package func accepts(scheme: String) -> Bool { content.schemes?.contains(scheme) ?? true }
}

extension RouteLink {
    /// The distance between a link's path and the pattern's: 0 for the pattern's shape and types. Each segment adds 1
    /// if it is nearly right, 2 if it is missing or too many, 3 if it is wrong otherwise.
    fileprivate func distance(toPath found: [String]) -> Int {
        var (distance, count) = (0, pattern.segments.count)
        for (segment, text) in zip(pattern.segments, found) {
            switch segment {
            case .template(let template): distance += self.distance(template, to: text)
            case .rest: count = max(count, found.count)
            }
        }
        return distance + 2 * abs(count - found.count)
    }

    private func distance(_ template: TextTemplate, to text: String) -> Int {
        if let literal = template.literal, !literal.utf8.elementsEqual(text.utf8) {
            return Spelling.nearest(to: text, in: [literal]) == nil ? 3 : 1
        }
        guard let values = template.match(text) else { return 3 }
        let areTyped = values.allSatisfy { value in
            !value.text.isEmpty && route.argument(named: value.name)?.type.value(fromText: value.text) != nil
        }
        return areTyped ? 0 : 1
    }
}

package enum LinkRefusal: Hashable, Sendable, CustomStringConvertible {
    package struct Miss: Hashable, Sendable {
        let pattern: String
        let mismatch: LinkError
    }

    case scheme(String, taken: [String], nearest: String?)
    case noSuchHost(String, hosts: [String], nearest: String?)
    case noPattern(String, [Miss])
    /// No pattern has the link's scheme and host; these features resolve such links by code.
    case onlyByCode(String, features: [String])
    case ambiguous(String, RouteLink, RouteLink)

    private static func listed(_ texts: [String]) -> String {
        let few = 5
        return texts.prefix(few).joined(separator: ", ") + (texts.count > few ? ", and \(texts.count - few) more" : "")
    }

    package var description: String {
        switch self {
        case .scheme(let scheme, let taken, let nearest):
            let known = taken.isEmpty ? "it takes none" : "it takes \(taken.map { "'\($0)'" }.joined(separator: ", "))"
            return "links of the scheme \(quoted: scheme) are refused by the wiring file: "
                + (nearest.map { "did you mean '\($0)'?" } ?? known)
        case .noSuchHost(let site, let hosts, let nearest):
            let known =
                hosts.isEmpty
                ? "no feature has links of that scheme"
                : "the hosts are " + Self.listed(hosts.map { "'\($0)'" })
            return "no feature has links for \(site): " + (nearest.map { "did you mean '\($0)'?" } ?? known)
        case .noPattern(let url, let misses):
            return "\(quoted: url) matches no link pattern: not "
                + Self.listed(misses.map { "\($0.pattern.shortened()) (\($0.mismatch))" })
        case .onlyByCode(let url, let features):
            let names = features.map { "'\($0)'" }.joined(separator: " and ")
            return "\(quoted: url) matches no link pattern; only the code of \(names) could know it"
        case .ambiguous(let url, let first, let second):
            return "\(quoted: url) matches patterns of two features alike, \(first.pattern) of '\(first.feature)' and "
                + "\(second.pattern) of '\(second.feature)', so it is followed to neither; change one of the patterns"
        }
    }
}

extension Catalog {
    /// The accepted link schemes, sorted: those of the wiring, or else those of the features' links.
    package func schemes(takenBy wiring: Wiring) -> [String] {
        Set(wiring.schemes ?? links().sites.map(\.scheme)).sorted()
    }

    /// The canonical link to a destination: the link of the highest rank, among those with an accepted scheme, that can
    /// carry the destination and leads back to it. Nil if there is none. A main screen has the links of the route that
    /// stands for it.
    package func url(for place: Place, takenBy wiring: Wiring) -> String? {
        guard let entry = feature(place.feature) else { return nil }
        let manifest = entry.manifest
        var linked = place
        if place.route.kind == .main, let main = manifest.main.flatMap(entry.route), let values = main.mainArguments {
            linked = Place(main, values)
        }
        let destination = linked.destination
        let taken = manifest.links.filter {
            $0.route.name == linked.route.name && wiring.accepts(scheme: $0.pattern.scheme)
        }
        for link in Self.canonicalOrder(taken) {
            // Another feature's pattern may match this link with equal or higher rank.
            guard let text = link.url(for: destination), let url = try? LinkURL(text),
                case .place(linked, _) = match(url)
            else { continue }
            return text
        }
        return nil
    }
}
