import FeatureContract
import JSONText

/// What the host says of a link besides the patterns: which schemes it takes, and why a link leads nowhere.
package struct LinkRules {
    let catalog: Catalog
    let wiring: Wiring

    package init(catalog: Catalog, wiring: Wiring) {
        self.catalog = catalog
        self.wiring = wiring
    }

    /// Refuses a link of a scheme that the wiring does not take.
    package func checkScheme(of url: LinkURL) throws(LinkRefusal) {
        guard let schemes = wiring.schemes, !schemes.contains(url.scheme) else { return }
        throw .scheme(url.scheme, taken: schemes, nearest: Spelling.nearest(to: url.scheme, in: schemes))
    }

    /// Why no pattern matches a link.
    package func unmatched(_ url: LinkURL) -> LinkRefusal {
        let trials = catalog.links.trials(url)
        let misses = trials.compactMap { trial in
            if case .failure(let mismatch) = trial.result { (trial.link, mismatch) } else { nil }
        }
        if misses.isEmpty, case .noPattern(let askable) = catalog.links.match(url), !askable.isEmpty {
            return .onlyByCode(url.text, features: askable)
        }
        if misses.isEmpty {
            let hosts = catalog.links.sites.filter { $0.scheme == url.scheme }.map(\.host)
            return .noSuchHost(
                "\(url.scheme)://\(url.host)", hosts: hosts, nearest: Spelling.nearest(to: url.host, in: hosts))
        }
        // A pattern with the link's path tells what is wrong with the rest; without one all are worth a look.
        let near = misses.filter { !$0.1.isAboutPath }
        return .noPattern(
            url.text,
            (near.isEmpty ? misses : near).map { LinkRefusal.Miss(pattern: "\($0.0.pattern)", mismatch: $0.1) })
    }
}

extension LinkMismatch {
    fileprivate var isAboutPath: Bool {
        switch self {
        case .segment, .segmentCount, .scheme, .host: true
        default: false
        }
    }
}

/// Why a link is not followed.
package enum LinkRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    package struct Miss: Hashable, Sendable {
        package let pattern: String
        package let mismatch: LinkMismatch
    }

    case scheme(String, taken: [String], nearest: String?)
    case noSuchHost(String, hosts: [String], nearest: String?)
    case noPattern(String, [Miss])
    /// No pattern is of the link's scheme and host; these features resolve such links by code.
    case onlyByCode(String, features: [String])
    case ambiguous(String, RouteLink, RouteLink)

    package var description: String {
        switch self {
        case .scheme(let scheme, let taken, let nearest):
            let known = taken.isEmpty ? "it takes none" : "it takes \(taken.map { "'\($0)'" }.joined(separator: ", "))"
            return "links of the scheme '\(scheme)' are refused by the wiring file: "
                + (nearest.map { "did you mean '\($0)'?" } ?? known)
        case .noSuchHost(let site, let hosts, let nearest):
            let known =
                hosts.isEmpty
                ? "no feature has links of that scheme"
                : "the hosts are \(hosts.map { "'\($0)'" }.joined(separator: ", "))"
            return "no feature has links for \(site): " + (nearest.map { "did you mean '\($0)'?" } ?? known)
        case .noPattern(let url, let misses):
            let shown = misses.prefix(5).map { "\($0.pattern) (\($0.mismatch))" }.joined(separator: ", ")
            let more = misses.count > 5 ? ", and \(misses.count - 5) more" : ""
            return "'\(url)' matches no link pattern: not \(shown)\(more)"
        case .onlyByCode(let url, let features):
            let names = features.map { "'\($0)'" }.joined(separator: " and ")
            return "'\(url)' matches no link pattern; only the code of \(names) could know it"
        case .ambiguous(let url, let first, let second):
            return "'\(url)' matches patterns of two features alike, \(first.pattern) of '\(first.feature)' and "
                + "\(second.pattern) of '\(second.feature)', so it is followed to neither; change one of the patterns"
        }
    }
}
