/// What is told of an app before anything is asked of it: which features there are, and what is wrong or odd.
///
/// It follows from the manifests and the wiring alone, so it is made once for each state of these, and kept: a host
/// that starts again needs neither to read a thousand manifests nor to check the wiring against them to say the same.
package struct Overview: Hashable, Sendable {
    /// By id.
    package let features: [Feature]
    /// The files whose id another one has that was found earlier.
    package let shadowed: [Shadowed]
    package let notices: Notices

    /// What is told at each start.
    package struct Notices: Hashable, Sendable {
        /// What is wrong with the wiring.
        package let errors: [String]
        /// What is odd about the wiring and the links, and no reason to stop.
        package let warnings: [String]
    }

    package var errors: [String] { notices.errors }
    package var warnings: [String] { notices.warnings }

    package struct Feature: Hashable, Sendable {
        package let id: String
        package let version: String
        package let path: String
        /// How many routes it has of each kind.
        package let incoming: Int
        package let outgoing: Int
        /// The outgoing destinations that the wiring leads nowhere.
        package let unconnected: [String]
    }

    package struct Shadowed: Hashable, Sendable {
        package let path: String
        package let id: String
        package let winner: String
    }
}

extension Overview {
    /// What is told of a catalog with the wiring that it has been checked against.
    init(_ catalog: Catalog, _ check: WiringCheck, _ findings: [WiringCheck.Finding]) {
        features = catalog.features.map { entry in
            let manifest = entry.manifest
            return Feature(
                id: manifest.id, version: manifest.version, path: entry.path ?? "", incoming: manifest.incoming.count,
                outgoing: manifest.outgoing.count, unconnected: check.unconnected(of: manifest))
        }
        shadowed = catalog.refusals.compactMap { refusal in
            guard case .shadowed(let id, let winner) = refusal.reason else { return nil }
            return Shadowed(path: refusal.path, id: id, winner: winner)
        }
        // Those about a place in the file; unconnected destinations are told where they matter.
        let placed = findings.filter { $0.severity == .warning && $0.place != nil }
        notices = Notices(
            errors: findings.filter { $0.severity == .error }.map(\.description),
            warnings: placed.map(\.description) + catalog.links.conflicts.map(\.description))
    }
}
