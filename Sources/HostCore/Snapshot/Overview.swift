/// What is told of an app before anything is asked of it: which features there are, and what is wrong or odd.
///
/// It follows from the manifests and the wiring alone, so it is made once for each state of these, and kept: a host
/// that starts again needs neither to read a thousand manifests nor to check the wiring against them to say the same.
package struct Overview: Hashable, Sendable {
    /// The features by id, laid out as a table under a heading, in text that is fit for a terminal; empty where there
    /// are none.
    package let table: String
    /// The files whose id another one has that was found earlier.
    package let shadowed: [Shadowed]
    /// What is wrong with the wiring.
    package let errors: [String]
    /// What is odd about the wiring and the links, and no reason to stop.
    package let warnings: [String]

    package struct Shadowed: Hashable, Sendable {
        package let path: String
        package let id: String
        package let winner: String
    }
}

extension Overview {
    /// What is told of a catalog with the wiring that it has been checked against.
    init(_ catalog: Catalog, _ check: WiringCheck, _ findings: [Finding]) {
        table = catalog.features.isEmpty ? "" : Self.table(catalog, check)
        shadowed = catalog.refusals.compactMap { refusal in
            guard case .shadowed(let id, let winner) = refusal.reason else { return nil }
            return Shadowed(path: refusal.path, id: id, winner: winner)
        }
        errors = findings.filter { $0.severity == .error }.map(\.located)
        // Those about a place in the file; unconnected destinations are told where they matter.
        let placed = findings.filter { $0.severity == .warning && !$0.code.isUnconnected }
        let comparison = catalog.links.comparison
        warnings =
            placed.map(\.located) + comparison.conflicts.map(\.description)
            + (comparison.isCut ? [LinkIndex.Comparison.cut] : [])
    }

    /// For each feature how many routes it has of each kind, and how many of the outgoing ones the wiring leads nowhere.
    private static func table(_ catalog: Catalog, _ check: WiringCheck) -> String {
        var table = TextTable(["ID", "VERSION", "IN", "OUT", "FILE"])
        for entry in catalog.features {
            let manifest = entry.manifest
            let unconnected = check.unconnected(of: manifest).count
            table.append([
                manifest.id, manifest.version, String(manifest.incoming.count),
                String(manifest.outgoing.count) + (unconnected == 0 ? "" : " (\(unconnected) unconnected)"),
                entry.path ?? "",
            ])
        }
        return table.text
    }
}
