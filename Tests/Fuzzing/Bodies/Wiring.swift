import FeatureContract
import HostCore

/// Wiring files: a refused file has locations, and in a file without an error every redirect leads to an end.
func fuzzWiring(_ bytes: [UInt8]) throws(BrokenProperty) {
    let wiring: Wiring
    do {
        wiring = try Wiring.parse(bytes, path: "switchyard.jsonc")
    } catch {
        switch error.problem {
        case .notReadable, .insecure: throw BrokenProperty(description: "\(error)")
        case .syntax(let error): return try requirePlace(error.location, in: bytes, error)
        case .mismatches(let mismatches):
            try require("what is refused has a mistake", !mismatches.isEmpty)
            for mismatch in mismatches { try requirePlace(mismatch.location, in: bytes, mismatch) }
            return
        }
    }
    let catalog = SampleCatalog.catalog
    let check = WiringCheck(wiring, catalog: catalog)
    let findings = check.findings()
    try require("every finding has a message", findings.allSatisfy { !$0.message.isEmpty })
    for redirect in wiring.redirects {
        try require("a rule's chain begins with it", check.chain(of: redirect).first == redirect.from.description)
    }
    guard !findings.contains(where: { $0.severity == .error }) else { return }
    try requireEnds(Redirector(wiring.redirects, catalog: catalog), catalog)
}

/// Requires that redirects without an error in them lead to an end, or to a feature that is not installed.
private func requireEnds(_ redirector: Redirector, _ catalog: Catalog) throws(BrokenProperty) {
    for feature in catalog.features() {
        for route in feature.manifest.outgoing + feature.manifest.incoming {
            for sample in SampleCatalog.samples(of: route, feature: feature.manifest.id) {
                do {
                    _ = try redirector.resolve(sample)
                } catch .dangling(let error, _) where error.isAbsence {
                } catch .tooManyHops {
                    // The rules that apply may depend on values that the check does not know.
                } catch {
                    throw BrokenProperty(description: "a wiring without errors leads to an end: \(sample): \(error)")
                }
            }
        }
    }
}
