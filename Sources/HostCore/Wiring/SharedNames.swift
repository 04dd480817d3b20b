import FeatureContract
import JSONText

/// A kind of name that features share besides destinations. Each kind is a separate namespace, and the wiring connects
/// the names.
package enum SharedNameKind: String, Hashable, Sendable, CaseIterable {
    /// A point to which other features can return.
    case checkpoint
    /// A type of values that features send and receive.
    case value
}

extension Manifest {
    /// The names that the feature itself establishes or receives.
    package func providedNames(_ kind: SharedNameKind) -> [TypedName] {
        switch kind {
        case .checkpoint: checkpoints
        case .value: receives
        }
    }

    /// The declared name of either kind.
    package func sharedName(_ kind: SharedNameKind, named name: String) -> TypedName? {
        (providedNames(kind) + wantedNames(kind)).first { $0.name == name }
    }

    /// The names that the feature leaves to the wiring.
    package func wantedNames(_ kind: SharedNameKind) -> [TypedName] {
        switch kind {
        case .checkpoint: returns
        case .value: sends
        }
    }
}

extension Manifest.TypedName {
    /// Whether all values of this name are valid where the other is declared.
    package func fits(_ other: Self) -> Bool {
        guard let type, let otherType = other.type else { return type == other.type }
        return type.difference(from: otherType) == nil
    }
}

/// The feature that provides a shared name, and its own name for that.
package struct SharedName: Hashable, Sendable {
    let feature: String
    let name: Manifest.TypedName
    /// The names from the first to this one: `contacts/picked`, `chats/recipient`.
    package let chain: [String]
}

/// The targets of one shared name: a checkpoint or value may be wired to several features.
package struct SharedNameTargets: Sendable {
    /// The names at the providing features, in the order of the wiring.
    package fileprivate(set) var ends: [SharedName] = []
    /// The reasons why other redirects lead nowhere.
    package internal(set) var failures: [RedirectError] = []
}

extension Redirector {
    /// Returns the features that provide a shared name, at least one.
    func resolve(
        _ kind: SharedNameKind, _ name: String, of feature: String
    ) throws(RedirectError) -> [SharedName] {
        let targets = targets(kind, name, of: feature)
        if targets.ends.isEmpty, let failure = targets.failures.first { throw failure }
        return targets.ends
    }

    /// Follows a feature's shared name to all features that provide it.
    func targets(_ kind: SharedNameKind, _ name: String, of feature: String) -> SharedNameTargets {
        var targets = SharedNameTargets()
        let manifest = catalog.feature(feature)?.manifest
        guard let first = manifest?.sharedName(kind, named: name) else {
            let names = manifest.map { $0.providedNames(kind) + $0.wantedNames(kind) } ?? []
            let nearest = Spelling.nearest(to: name, in: names.map(\.name))
            targets.failures.append(.undeclared(name, kind, feature: feature, nearest: nearest))
            return targets
        }
        follow(kind, first, at: (feature, name), chain: ["\(feature)/\(name)"], into: &targets)
        return targets
    }

    private func follow(
        _ kind: SharedNameKind, _ first: Manifest.TypedName, at place: (feature: String, name: String), chain: [String],
        into targets: inout SharedNameTargets
    ) {
        guard let manifest = catalog.feature(place.feature)?.manifest else {
            return targets.failures.append(.noFeature(catalog.absence(of: place.feature), chain))
        }
        if let provided = manifest.providedNames(kind).first(where: { $0.name == place.name }) {
            guard first.fits(provided) else {
                return targets.failures.append(.otherType(kind, from: first.type, to: provided.type, chain))
            }
            let end = SharedName(feature: place.feature, name: provided, chain: chain)
            let isNew = !targets.ends.contains { $0.feature == end.feature && $0.name == end.name }
            return isNew ? targets.ends.append(end) : ()
        }
        guard manifest.wantedNames(kind).contains(where: { $0.name == place.name }) else {
            let names = (manifest.providedNames(kind) + manifest.wantedNames(kind)).map(\.name)
            let hint = Spelling.nearest(to: place.name, in: names).map { "; did you mean '\(place.feature)/\($0)'?" }
            return targets.failures.append(
                .unconnected(
                    kind, reason: "'\(place.feature)' declares no \(kind) of that name\(hint ?? "")", chain))
        }
        let rules = rules(from: "\(place.feature)/\(place.name)").filter(\.from.items.isEmpty)
        if rules.isEmpty {
            let reason = "no redirect leads on from it; add one to the wiring file's \"redirects\""
            targets.failures.append(.unconnected(kind, reason: reason, chain))
        }
        for rule in rules {
            let next = rule.to.qualifiedRoute
            if chain.contains(next) {
                targets.failures.append(.loop(chain + [next]))
            } else if chain.count > limit {
                targets.failures.append(.tooManyHops(limit: limit, chain + [next]))
            } else {
                follow(kind, first, at: (rule.to.feature, rule.to.route), chain: chain + [next], into: &targets)
            }
        }
    }
}

extension CallFailure {
    /// The feature's failure for a redirect or shared name that leads nowhere.
    init(_ error: RedirectError) {
        let code: FailureCode =
            switch error {
            case .undeclared(_, .checkpoint, _, _): .notFound
            case .undeclared(_, .value, _, _): .notAllowed
            case .noFeature: .unavailable
            case .loop, .tooManyHops, .dangling, .unconnected: .unconnected
            case .otherType: .wrongType
            }
        self.init(code, error.description)
    }
}
