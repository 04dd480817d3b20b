import FeatureContract
import JSONText

/// What features share besides destinations, by names of their own that the wiring connects.
package enum SharedNameKind: String, Hashable, Sendable, CaseIterable {
    /// A point that one feature establishes and another returns to.
    case checkpoint
    /// A type of values that one feature receives and another sends.
    case value
}

extension Manifest {
    /// The names that the feature establishes or receives itself.
    package func providedNames(_ kind: SharedNameKind) -> [TypedName] {
        switch kind {
        case .checkpoint: checkpoints
        case .value: receives
        }
    }

    /// The names that it leaves to the wiring.
    package func wantedNames(_ kind: SharedNameKind) -> [TypedName] {
        switch kind {
        case .checkpoint: returns
        case .value: sends
        }
    }
}

/// The feature that provides a shared name, and how it calls it.
package struct SharedName: Hashable, Sendable {
    package let feature: String
    package let name: Manifest.TypedName
    /// The names on the way there, from the first on: `contacts/picked`, `chats/recipient`.
    package let chain: [String]
}

/// Why a shared name leads nowhere.
package enum SharedNameError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The feature itself has no such name.
    case undeclared(String, SharedNameKind, feature: String, nearest: String?)
    case noFeature(String, nearest: String?, chain: [String])
    case unconnected(SharedNameKind, reason: String, chain: [String])
    case loop(chain: [String])
    case tooManyHops(limit: Int, chain: [String])
    case otherType(SharedNameKind, from: ValueType?, to: ValueType?, chain: [String])

    package var description: String {
        switch self {
        case .undeclared(let name, let kind, let feature, let nearest):
            let what = kind == .checkpoint ? "checkpoint" : "type of values"
            let hint = nearest.map { "did you mean '\($0)'?" } ?? "its manifest must list it"
            return "the feature '\(feature)' declares no \(what) '\(name)'; \(hint)"
        case .noFeature(let id, let nearest, let chain):
            let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
            return "the wiring leads on to '\(id)', and no such feature is installed\(hint): "
                + chain.joined(separator: " -> ")
        case .unconnected(let kind, let reason, let chain):
            return "the \(kind) '\(chain[chain.count - 1])' is not connected: \(reason)"
                + (chain.count > 1 ? ": \(chain.joined(separator: " -> "))" : "")
        case .loop(let chain): return "the redirects go round in a loop: \(chain.joined(separator: " -> "))"
        case .tooManyHops(let limit, let chain):
            return "more than \(limit) redirects in a row: \(chain.joined(separator: " -> "))"
        case .otherType(let kind, let from, let to, let chain):
            func text(_ type: ValueType?) -> String { type.map { "takes a value of type \($0)" } ?? "takes no value" }
            return "the \(kind) '\(chain[0])' \(text(from)), and '\(chain[chain.count - 1])' \(text(to)): "
                + chain.joined(separator: " -> ")
        }
    }

    /// Whether it only says that a feature is not installed, and not that its name looks mistyped.
    package var isAbsence: Bool {
        if case .noFeature(_, nearest: nil, _) = self { true } else { false }
    }
}

extension Redirector {
    /// Follows a feature's name for something shared to the feature that provides it.
    package func resolve(
        _ kind: SharedNameKind, _ name: String, of feature: String
    ) throws(SharedNameError) -> SharedName {
        guard let manifest = catalog.feature(feature)?.manifest,
            let first = (manifest.providedNames(kind) + manifest.wantedNames(kind)).first(where: { $0.name == name })
        else {
            let names = catalog.feature(feature).map(\.manifest).map {
                ($0.providedNames(kind) + $0.wantedNames(kind)).map(\.name)
            }
            throw .undeclared(
                name, kind, feature: feature, nearest: Spelling.nearest(to: name, in: names ?? []))
        }
        var (current, chain) = ((feature: feature, name: name), ["\(feature)/\(name)"])
        while true {
            guard let manifest = catalog.feature(current.feature)?.manifest else {
                let ids = catalog.features.map(\.manifest.id)
                throw .noFeature(
                    current.feature, nearest: Spelling.nearest(to: current.feature, in: ids), chain: chain)
            }
            if let provided = manifest.providedNames(kind).first(where: { $0.name == current.name }) {
                guard provided.type == first.type else {
                    throw .otherType(kind, from: first.type, to: provided.type, chain: chain)
                }
                return SharedName(feature: current.feature, name: provided, chain: chain)
            }
            guard manifest.wantedNames(kind).contains(where: { $0.name == current.name }) else {
                throw .unconnected(
                    kind, reason: "'\(current.feature)' declares no \(kind) of that name", chain: chain)
            }
            guard let rule = rules(from: "\(current.feature)/\(current.name)").first(where: \.from.items.isEmpty) else {
                throw .unconnected(
                    kind, reason: "no redirect leads on from it; add one to the wiring file's \"redirects\"",
                    chain: chain)
            }
            current = (rule.to.feature, rule.to.route)
            let next = "\(current.feature)/\(current.name)"
            guard !chain.contains(next) else { throw .loop(chain: chain + [next]) }
            chain.append(next)
            guard chain.count <= limit + 1 else { throw .tooManyHops(limit: limit, chain: chain) }
        }
    }
}

extension CallFailure {
    /// What a feature is told of a shared name that leads nowhere.
    init(_ error: SharedNameError) {
        let code: FailureCode =
            switch error {
            case .undeclared(_, .checkpoint, _, _): .notFound
            case .undeclared(_, .value, _, _): .invalidArgument
            case .noFeature: .unavailable
            case .unconnected, .loop, .tooManyHops: .unconnected
            case .otherType: .wrongType
            }
        self.init(code, error.description)
    }
}
