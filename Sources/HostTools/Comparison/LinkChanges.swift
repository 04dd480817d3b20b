import FeatureContract
import HostCore
import JSONText

/// The changes between two versions of a feature in the links that lead to it.
///
/// Patterns are compared by their effect: links of each old pattern are printed for many values, and matched with all
/// patterns of the new version. So a rewritten pattern breaks nothing if it leads the same links to the same places,
/// and a new one breaks if it takes links from an old one.
struct LinkChanges {
    private(set) var changes: [ContractChange] = []
    private let old: Manifest
    private let new: Manifest
    private let oldLinks: LinkIndex
    private let newLinks: LinkIndex
    private let newByPattern: [LinkPattern: [RouteLink]]
    /// The literal texts in new patterns, which may take links with the same text as an argument.
    private let literals: [String]

    /// The most links that are printed with such a text as an argument, if each pattern has one argument.
    private static let mostSamples = 20_000

    init(_ old: Manifest, _ new: Manifest) {
        self.old = old
        self.new = new
        oldLinks = LinkIndex([Catalog.Entry(manifest: old, path: nil)])
        newLinks = LinkIndex([Catalog.Entry(manifest: new, path: nil)])
        newByPattern = Dictionary(grouping: new.links, by: \.pattern)
        let oldPatterns = Set(old.links.map(\.pattern))
        let added = Set(new.links.lazy.map(\.pattern).filter { !oldPatterns.contains($0) }.flatMap(\.literals))
        // Each link of the old version is tried with each of them: thousands of both would take minutes.
        literals = Array(added.sorted().prefix(Self.mostSamples / max(1, old.links.count)))
        for link in old.links { compare(link) }
        let oldByPattern = Dictionary(grouping: old.links, by: \.pattern)
        for link in new.links where oldByPattern[link.pattern]?.contains(where: { isKept($0, as: link) }) != true {
            changes.add(
                .link, .added, "\(link.pattern)", "links of this pattern lead to '\(new.id)/\(link.route.name)'")
        }
        compareClaims()
    }

    private mutating func compare(_ link: RouteLink) {
        let (subject, kept) = ("\(link.pattern)", newByPattern[link.pattern]?.contains { isKept(link, as: $0) } == true)
        for url in samples(of: link) {
            // A link that a better pattern takes does not belong to this one.
            guard let parsed = try? LinkURL(url), case .place(let place, by: link) = oldLinks.match(parsed) else {
                continue
            }
            let found = newLinks.match(parsed)
            if case .place(let newPlace, _) = found, leads(place, like: newPlace) { continue }
            changes.add(
                .link, kept ? .changed : .removed, subject, "\(url) led to '\(place)', and \(Self.end(of: found))",
                fix: kept ? "let no other pattern match the links of this one" : "keep the pattern beside the others")
            return
        }
        if !kept { changes.add(.link, .changed, subject, "other patterns lead its links where it did") }
    }

    private static func end(of match: LinkMatch) -> String {
        switch match {
        case .place(let place, _): "leads to '\(place)'"
        case .ambiguous, .noPattern: "opens nothing"
        }
    }

    /// Whether a link leads to equal places in both versions: the route is equal, and so is the text of each argument
    /// in the link.
    private func leads(_ place: Place, like newPlace: Place) -> Bool {
        guard newPlace.route.name == present(place.route.name) else { return false }
        let declared = zip(place.route.declaration.arguments, place.arguments)
        return declared.allSatisfy { argument, value in
            // A change of a default is a change of the argument.
            guard value != argument.valueIfMissing else { return true }
            if let position = newPlace.route.declaration.position(ofArgument: argument.name) {
                return newPlace.arguments[position].texts == value.texts
            }
            return newPlace.arguments.contains { $0.texts == value.texts }
        }
    }

    /// Whether a link of the new version has the pattern, the route and the fixed arguments of an old one.
    private func isKept(_ link: RouteLink, as newLink: RouteLink) -> Bool {
        link.pattern == newLink.pattern && present(link.route.name) == newLink.route.name
            && link.fixedArguments == newLink.fixedArguments
    }

    /// The present name of a route of the old version.
    private func present(_ name: String) -> String { new.route(leadingOnFrom: name)?.route.name ?? name }

    // MARK: Links of a pattern

    /// Links of a pattern: with one usual value for each argument, and with each odd value for one of them.
    private func samples(of link: RouteLink) -> [String] {
        let arguments = link.route.arguments
        let named = Set(link.pattern.argumentNames)
        let usual = arguments.map { argument in
            link.fixedArguments.first { $0.name == argument.name }?.value
                ?? (named.contains(argument.name) ? values(of: argument)[0] : argument.valueIfMissing)
        }
        var samples = [usual]
        for (position, argument) in arguments.enumerated() where named.contains(argument.name) {
            for value in values(of: argument).dropFirst() {
                samples.append(usual)
                samples[samples.count - 1][position] = value
            }
        }
        return samples.compactMap { link.url(for: link.route.destination(of: old.id, $0)) }
    }

    /// Values of an argument's type, and null if it is optional.
    private func values(of argument: RouteDeclaration.Argument) -> [Value] {
        let single: [Value] =
            switch argument.type.scalar {
            case .bool: [.bool(true), .bool(false)]
            case .int: [.integer(42), .integer(0), .integer(-1), .integer(.max)]
            case .double: [.double(0.5), .double(-2), .double(1e10)]
            case .string, nil:
                (["abc", "42", "true", "0.5", "a b", "ü", "a/b"] + literals).map { .string($0) }
            }
        let values = argument.type.isList ? single.map { .list([$0]) } + [.list(single), .list([])] : single
        return values + (argument.mustStandInLink ? [] : [argument.valueIfMissing])
    }

    // MARK: Links by code

    private mutating func compareClaims() {
        for claim in old.customLinks where !new.customLinks.contains(claim) {
            changes.add(
                .customLink, .removed, "\(claim.scheme)://\(claim.host)",
                "the feature's code is not asked for links of this scheme and host any more",
                fix: "keep it in \"customLinks\"")
        }
        for claim in new.customLinks where !old.customLinks.contains(claim) {
            changes.add(
                .customLink, .added, "\(claim.scheme)://\(claim.host)",
                "the feature's code is asked for links of this scheme and host that no pattern matches")
        }
    }
}

extension LinkPattern {
    /// The literal texts in the path and query.
    fileprivate var literals: [String] {
        segments.compactMap { segment in
            if case .template(let template) = segment { template.literal } else { nil }
        } + query.compactMap(\.value.literal)
    }
}

extension Value {
    /// The texts of the value in a link; empty for null and an empty list.
    fileprivate var texts: [String] {
        if case .list(let items) = self { items.compactMap(\.scalarText) } else { [scalarText].compactMap(\.self) }
    }
}
