import FeatureContract
import TestSupport
import Testing

@testable import HostCore

@MainActor
@Suite("An app of which only what is asked for is read")
struct KeptAppTests {
    /// The same app twice: read as a whole, and by an index.
    private struct Both {
        let whole: (catalog: Catalog, wiring: Wiring)
        let kept: (catalog: Catalog, wiring: Wiring)
        let found: FoundLibraries

        init(_ app: RandomApp) throws {
            let identity = FileIdentity(device: 0, inode: 0, size: 0, modified: 0, changed: 0)
            var found = FoundLibraries(outcome: Discovery.Outcome())
            for (number, manifest) in app.manifests.enumerated() {
                let path = "/plugins/lib\(number).so"
                found.libraries.append(.success(.init(path: path, identity: identity, text: Array(manifest.utf8))))
                // Files that are none are found among them.
                if number % 3 == 1 {
                    found.libraries.append(.failure(.init(path: "\(path).bad.so", reason: .library(.nameNotUTF8))))
                }
            }
            let text = Wiring.Text(path: "switchyard.jsonc", bytes: Array(app.wiring.utf8))
            let read = found.read()
            let catalog = Catalog(files: read.files, refusals: read.refusals)
            let wiring = try text.parsed()
            var writer = BinaryWriter()
            CatalogIndex.write(catalog, found: found, binary: &writer)
            WiringIndex.write(wiring, binary: &writer)
            var reader = BinaryReader(writer.bytes)
            let keptCatalog = KeptCatalog(try CatalogIndex(binary: &reader), .now(found))
            let keptWiring = KeptWiring(try WiringIndex(binary: &reader), text: text)
            try reader.requireEnd()
            self.found = found
            whole = (catalog, wiring)
            kept = (Catalog(keptCatalog), Wiring(keptWiring))
        }

        /// What both answer.
        @MainActor
        func answers(_ question: (Catalog, Wiring) -> String) -> (whole: String, kept: String) {
            (question(whole.catalog, whole.wiring), question(kept.catalog, kept.wiring))
        }
    }

    /// The answer, or why there is none.
    private static func text<Answer>(_ answer: () throws -> Answer) -> String {
        do { return "\(try answer())" } catch { return "error: \(error)" }
    }

    @Test(
        "every link, destination and name is answered as by the whole, message for message",
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
                    let destination = try catalog.destination(text)
                    return (
                        catalog.url(for: destination, takenBy: wiring),
                        try Redirector(wiring, catalog: catalog).resolve(destination)
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
                    let match = catalog.links.match(url)
                    let scheme = Self.text { try rules.checkScheme(of: url) }
                    guard case .noPattern = match else { return "\(match) \(scheme)" }
                    return "\(match) \(scheme) \(rules.unmatched(url))"
                }
            }
        }
    }

    @Test("an app that is walked through is in the same places, for the same reasons", arguments: 1...20)
    func walked(seed: UInt64) throws {
        var app = RandomApp(seed: seed)
        let both = try Both(app)
        let coordinators = [both.whole, both.kept].map { catalog, wiring in
            NavigationCoordinator(catalog: catalog, wiring: wiring, store: FeatureStore([:], catalog: catalog))
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

    @Test("what is about everything is answered by everything", arguments: 1...10)
    func everything(seed: UInt64) throws {
        let both = try Both(RandomApp(seed: seed))
        let answers = both.answers { catalog, wiring in
            "\(catalog.features) \(catalog.refusals) \(catalog.links.sites) \(catalog.links.comparison.conflicts) "
                + "\(wiring.redirects) \(wiring.features.keys.sorted()) \(wiring.tabs) \(String(describing: wiring.root)) "
                + "\(wiring.links) \(String(describing: wiring.schemes)) \(WiringCheck(wiring, catalog: catalog).findings())"
        }
        #expect(answers.whole == answers.kept)
    }

    @Test(
        "an index of any bytes leads nowhere else than to a feature of the id that is asked for, and never to a crash")
    func anyBytes() throws {
        var random = SeededGenerator(seed: 17)
        for seed in Tier.rows(of: Array(1...4 as ClosedRange<UInt64>), first: 1) {
            var app = RandomApp(seed: seed)
            let both = try Both(app)
            var writer = BinaryWriter()
            CatalogIndex.write(both.whole.catalog, found: both.found, binary: &writer)
            WiringIndex.write(both.whole.wiring, binary: &writer)
            for _ in 0..<200 {
                var bytes = writer.bytes
                for _ in 0...Int.random(in: 0...3, using: &random) {
                    let index = Int.random(in: bytes.indices, using: &random)
                    bytes[index] = Bool.random(using: &random) ? 0xFF : UInt8.random(in: .min ... .max, using: &random)
                }
                var reader = BinaryReader(bytes)
                guard let catalogIndex = try? CatalogIndex(binary: &reader),
                    let wiringIndex = try? WiringIndex(binary: &reader)
                else { continue }
                let catalog = Catalog(KeptCatalog(catalogIndex, .now(both.found)))
                let wiring = Wiring(KeptWiring(wiringIndex, text: nil))
                for id in app.featureIDs {
                    #expect(catalog.feature(id).map { $0.manifest.id == id } ?? true)
                    _ = wiring.options(of: id)
                    for route in app.routeNames { _ = wiring.rules.rules(feature: id, route: route) }
                }
                _ = catalog.ids
                for _ in 0..<5 { if let url = try? LinkURL(app.link()) { _ = catalog.links.match(url) } }
            }
        }
    }

    @Test("a link is found among a thousand features by reading one of them")
    func few() throws {
        let kept = try app(1000) { "/f\($0)/list" }
        #expect(try end("s://all/f500/list", kept) == "f500/list")
        #expect(kept.countOfRead == 1)
        #expect(!kept.isWhole)
    }

    @Test("a link that begins like those of many is found by reading all at once", arguments: [64, 65])
    func many(count: Int) throws {
        let kept = try app(count) { "/{any}/f\($0)" }
        #expect(try end("s://all/x/f50", kept) == "f50/list")
        #expect(kept.isWhole == (count > 64))
        #expect(kept.countOfRead == (count > 64 ? 0 : count))
    }

    /// One whose features have a link each, to their lists.
    private func app(_ count: Int, _ pattern: (Int) -> String) throws -> KeptCatalog {
        var found = FoundLibraries(outcome: Discovery.Outcome())
        let identity = FileIdentity(device: 0, inode: 0, size: 0, modified: 0, changed: 0)
        for number in 0..<count {
            let manifest = """
                { "manifest": 1, "id": "f\(number)",
                  "incoming": [
                      { "name": "list", "arguments": [{ "name": "any", "type": "string", "optional": true }] }
                  ],
                  "links": [{ "scheme": "s", "host": "all", "pattern": "\(pattern(number))", "route": "list" }] }
                """
            found.libraries.append(
                .success(.init(path: "/lib\(number).so", identity: identity, text: Array(manifest.utf8))))
        }
        let read = found.read()
        var writer = BinaryWriter()
        CatalogIndex.write(Catalog(files: read.files, refusals: []), found: found, binary: &writer)
        var reader = BinaryReader(writer.bytes)
        return KeptCatalog(try CatalogIndex(binary: &reader), .now(found))
    }

    /// The route that a link leads to, of which that is the link.
    private func end(_ link: String, _ kept: KeptCatalog) throws -> String? {
        let catalog = Catalog(kept)
        guard case .destination(let destination, _) = catalog.links.match(try LinkURL(link)) else { return nil }
        #expect(catalog.url(for: destination, takenBy: .empty) == link)
        return "\(destination.feature)/\(destination.route)"
    }

    @Test("an index of other libraries is noticed where it matters, and everything is read")
    func otherLibraries() throws {
        let identity = FileIdentity(device: 0, inode: 0, size: 0, modified: 0, changed: 0)
        func libraries(_ ids: [String]) -> FoundLibraries {
            FoundLibraries(
                outcome: Discovery.Outcome(),
                libraries: ids.map { id in
                    let text = """
                        { "manifest": 1, "id": "\(id)", "incoming": [{ "name": "list" }],
                          "links": [{ "scheme": "s", "host": "h", "pattern": "/\(id)", "route": "list" }] }
                        """
                    return .success(.init(path: "/\(id).so", identity: identity, text: Array(text.utf8)))
                })
        }
        let written = libraries(["a", "b", "c"])
        let read = written.read()
        var writer = BinaryWriter()
        CatalogIndex.write(Catalog(files: read.files, refusals: []), found: written, binary: &writer)
        for others in [["b", "a", "c"], ["a"]] {
            var reader = BinaryReader(writer.bytes)
            let kept = KeptCatalog(try CatalogIndex(binary: &reader), .now(libraries(others)))
            #expect(kept.file(of: "b")?.path == (others.contains("b") ? "/b.so" : nil))
            #expect(kept.isWhole)
            #expect(kept.file(of: "a")?.path == "/a.so")
            reader = BinaryReader(writer.bytes)
            let links = Catalog(KeptCatalog(try CatalogIndex(binary: &reader), .now(libraries(others)))).links
            let isThere = if case .destination = links.match(try LinkURL("s://h/b")) { true } else { false }
            #expect(isThere == others.contains("b"))
        }
    }
}
