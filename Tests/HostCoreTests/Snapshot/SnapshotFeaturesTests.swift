import FeatureContract
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The features of a snapshot")
struct SnapshotFeaturesTests {
    /// One app twice: as it was discovered, and from its snapshot.
    private struct Both {
        let whole: (catalog: Catalog, wiring: Wiring)
        let kept: (catalog: Catalog, wiring: Wiring)
        let features: SnapshotFeatures

        init(_ app: RandomApp) throws {
            try self.init(manifests: app.manifests, wiring: app.wiring)
        }

        init(manifests: [String], wiring text: String) throws {
            let identity = FileIdentity(device: 0, inode: 0, size: 0, modified: 0, changed: 0)
            var outcome = Discovery.Outcome()
            for (number, manifest) in manifests.enumerated() {
                let path = "/plugins/lib\(number).so"
                do {
                    outcome.files.append(
                        try FeatureFile(path: path, identity: identity, parsing: Array(manifest.utf8)))
                } catch {
                    continue
                }
                // Some refused files stand among them.
                if number % 3 == 1 {
                    let refusal = RegistryRefusal(.malformed("it is broken"))
                    outcome.refusals.append(.init(path: "\(path).bad.so", reason: .library(.known(refusal))))
                }
            }
            let text = Wiring.Text(path: "switchyard.jsonc", bytes: Array(text.utf8))
            let catalog = Catalog(files: outcome.files, refusals: outcome.refusals)
            let wiring = try text.parsed()
            let fingerprint = Fingerprint(bytes: [1, 2, 3])
            let contents = try #require(
                NewSnapshot(fingerprint, outcome, catalog, WiringCheck(wiring, catalog: catalog), warnings: []))
            let snapshot = try HostTestSupport.TemporaryDirectory.with { directory in
                let file = SnapshotFile(in: RegistryFolder(directory), of: "app", host: identity)
                file.write(contents)
                return try #require(try file.read(fingerprint, wiring: text))
            }
            features = snapshot.features
            whole = (catalog, wiring)
            kept = (Catalog(snapshot.features), snapshot.wiring)
        }

        /// The answers of both to a question.
        @MainActor
        func answers(_ question: (Catalog, Wiring) -> String) -> (whole: String, kept: String) {
            (question(whole.catalog, whole.wiring), question(kept.catalog, kept.wiring))
        }
    }

    /// The answer, or the error.
    private static func text<Answer>(_ answer: () throws -> Answer) -> String {
        do { return "\(try answer())" } catch { return "error: \(error)" }
    }

    @Test(
        "a snapshot answers every link, destination and name like the discovered app, message for message",
        arguments: Tier.rows(of: Array(1...60), first: 20))
    func equal(seed: UInt64) throws {
        var app = RandomApp(seed: seed)
        let both = try Both(app)
        func expectSame(_ about: String, _ question: (Catalog, Wiring) -> String) {
            let answers = both.answers(question)
            #expect(answers.whole == answers.kept, "\(about) in \(app.manifests) with \(app.wiring)")
        }
        expectSame("ids") { catalog, _ in "\(catalog.ids)" }
        for id in app.featureIDs {
            expectSame(id) { catalog, wiring in
                "\(String(describing: catalog.feature(id))) \(String(describing: wiring.options(of: id)))"
            }
            for route in app.routeNames {
                expectSame("\(id)/\(route)") { catalog, wiring in
                    let redirector = Redirector(wiring, catalog: catalog)
                    return "\(redirector.rules(from: "\(id)/\(route)"))"
                        + Self.text { try redirector.resolve(.checkpoint, route, of: id) }
                }
            }
        }
        for _ in 0..<40 {
            let text = app.destination()
            expectSame(text) { catalog, wiring in
                Self.text {
                    let place = try catalog.place(text)
                    return (
                        catalog.url(for: place, takenBy: wiring),
                        try Redirector(wiring, catalog: catalog).resolve(place)
                    )
                }
            }
        }
        for _ in 0..<60 {
            let text = app.link()
            expectSame(text) { catalog, wiring in
                Self.text { () -> String in
                    let url = try LinkURL(text)
                    let rules = LinkRules(catalog: catalog, wiring: wiring)
                    let match = catalog.match(url)
                    let scheme = rules.schemeRefusal(of: url)?.description ?? ""
                    guard case .noPattern = match else { return "\(match) \(scheme)" }
                    return "\(match) \(scheme) \(rules.unmatched(url))"
                }
            }
        }
    }

    @Test("a walk through a snapshot's app leads to the same states with the same problems", arguments: 1...20)
    func walked(seed: UInt64) throws {
        var app = RandomApp(seed: seed)
        let both = try Both(app)
        let coordinators = [both.whole, both.kept].map { catalog, wiring in
            NavigationCoordinator(catalog: catalog, wiring: wiring, features: FeatureStore([:], catalog: catalog))
        }
        for coordinator in coordinators { coordinator.start() }
        for step in 0..<20 {
            let text = step % 2 == 0 ? app.link() : app.destination()
            let places = coordinators.map { coordinator in
                if step % 2 == 0 { coordinator.open(text) } else { coordinator.go(to: text) }
                return "\(coordinator.showText()) \(coordinator.state.text) \(coordinator.takeProblems())"
            }
            #expect(places[0] == places[1], "\(text) in \(app.manifests) with \(app.wiring)")
        }
    }

    @Test("a snapshot answers questions about the whole app like the discovered app", arguments: 1...10)
    func everything(seed: UInt64) throws {
        let both = try Both(RandomApp(seed: seed))
        let answers = both.answers { catalog, wiring in
            "\(catalog.features()) \(catalog.refusals) \(catalog.links().sites) \(catalog.links().conflicts) "
                + "\(wiring.redirects) \(wiring.features.keys.sorted()) \(wiring.tabs) \(String(describing: wiring.root)) "
                + "\(wiring.links) \(String(describing: wiring.schemes)) \(WiringCheck(wiring, catalog: catalog).findings())"
        }
        #expect(answers.whole == answers.kept)
    }

    @Test("a snapshot of a thousand features reads one manifest to find a link")
    func few() throws {
        let features = try app(1000) { "/f\($0)/list" }
        #expect(try end("s://all/f500/list", features) == "f500/list")
        #expect(features.countOfRead == 1)
    }

    @Test(
        "a snapshot reads all manifests at once to find a link that begins like those of many features",
        arguments: [64, 65])
    func many(count: Int) throws {
        let features = try app(count) { "/{any}/f\($0)" }
        #expect(try end("s://all/x/f50", features) == "f50/list")
        #expect(features.countOfRead == count)
    }

    /// The features of an app in which each has one link, to its list.
    private func app(_ count: Int, _ pattern: (Int) -> String) throws -> SnapshotFeatures {
        let manifests = (0..<count).map { number in
            """
            { "manifest": 1, "id": "f\(number)",
              "incoming": [
                  { "name": "list", "arguments": [{ "name": "any", "type": "string", "optional": true }] }
              ],
              "links": [{ "scheme": "s", "host": "all", "pattern": "\(pattern(number))", "route": "list" }] }
            """
        }
        return try Both(manifests: manifests, wiring: "{}").features
    }

    /// The route that a link leads to. Expects that the route's destination prints this link.
    private func end(_ link: String, _ features: SnapshotFeatures) throws -> String? {
        let catalog = Catalog(features)
        guard case .place(let place, _) = catalog.match(try LinkURL(link)) else { return nil }
        #expect(catalog.url(for: place, takenBy: .empty) == link)
        return "\(place.feature)/\(place.route.name)"
    }
}
