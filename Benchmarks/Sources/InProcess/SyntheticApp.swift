import CBaselines
import FeatureABI
import FeatureContract
import HostCore
import JSONText

/// An app of `count` features `f0`, `f1`, … with two routes each, and wiring from
/// each one's outgoing destinations to the next one's screens.
struct SyntheticApp {
    let count: Int
    let catalog: Catalog
    let wiring: Wiring

    init(count: Int) throws {
        self.count = count
        catalog = Catalog(
            found: try (0..<count).map { Catalog.Entry(manifest: try Self.manifest($0), path: "/plugins/f\($0).so") })
        let redirects = (0..<count).map { index in
            let next = (index + 1) % count
            return """
                "f\(index)/next": "f\(next)/list",
                "f\(index)/nextDetail?identifier={id}": "f\(next)/detail?identifier={id}"
                """
        }
        wiring = try Wiring.parse(
            Array(#"{ "root": "f0", "redirects": { \#(redirects.joined(separator: ",")) } }"#.utf8),
            path: "switchyard.jsonc")
    }

    private static func manifest(_ index: Int) throws -> Manifest {
        try Manifest(
            parsing: Array(
                """
                { "manifest": 1, "id": "f\(index)", "version": "1.0.0",
                  "incoming": [
                      { "name": "list" },
                      { "name": "detail", "arguments": [{ "name": "identifier", "type": "int" }] }
                  ],
                  "outgoing": [
                      { "name": "next" },
                      { "name": "nextDetail", "arguments": [{ "name": "identifier", "type": "int" }] }
                  ],
                  "links": [
                      { "scheme": "challenge", "host": "f\(index)", "pattern": "/list", "route": "list" },
                      { "scheme": "challenge", "host": "f\(index)", "pattern": "/detail?id={identifier}",
                        "route": "detail" }
                  ] }
                """.utf8))
    }

    /// The features' outgoing destinations with an argument, shuffled.
    var outgoing: [Destination] {
        shuffled(count).map {
            Destination(
                feature: "f\($0)", route: "nextDetail", arguments: [.init("identifier", .integer(Int64($0)))])
        }
    }

    /// Returns a coordinator over features inside this process, which share one table of C functions.
    func coordinator() -> NavigationCoordinator {
        let activations = Dictionary(
            uniqueKeysWithValues: catalog.features().map { ($0.manifest.id, Self.activation(of: $0.manifest)) })
        let coordinator = NavigationCoordinator(
            catalog: catalog, wiring: wiring, features: FeatureStore(activations, catalog: catalog))
        coordinator.start()
        return coordinator
    }

    private static func activation(of manifest: Manifest) -> FeatureStore.Activation {
        FeatureStore.Activation { (host: any FeatureHost) throws(CallFailure) -> any FeatureInstance in
            let feature: InlineFeature
            feature = try InlineFeature(
                plain_library(), manifest: manifest, host: host, ActivationContext())
            return feature
        }
    }
}
