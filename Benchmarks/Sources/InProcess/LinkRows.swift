import CBaselines
import FeatureContract
import HostCore
import StaticSeed

/// The way from a link's text to its final destination: parsed, matched, redirected.
enum LinkRows {
    /// Returns the pair that is compared with a scan of the same bytes by hand.
    static func toDestination() throws -> [Pair] {
        let text = "challenge://character/detail?id=42"
        let manifest = try Manifest(
            parsing: Array(
                """
                { "manifest": 1, "id": "character", "version": "1.0.0",
                  "incoming": [
                      { "name": "list" },
                      { "name": "detail", "arguments": [{ "name": "identifier", "type": "int" }] }
                  ],
                  "links": [
                      { "scheme": "challenge", "host": "character", "pattern": "/list", "route": "list" },
                      { "scheme": "challenge", "host": "character", "pattern": "/detail?id={identifier}",
                        "route": "detail" }
                  ] }
                """.utf8))
        let catalog = Catalog(found: [Catalog.Entry(manifest: manifest, path: "/plugins/character.so")])
        let redirector = Redirector([], catalog: catalog)
        require(
            end(of: text, catalog, redirector)?.text == "character/detail?identifier=42"
                && scan_link(text, text.utf8.count) == 42, "the link of row 7 leads elsewhere")
        let characters = text.utf8.map(CChar.init)
        return [
            Pair("7", "\(text)") { times in
                for _ in 0..<times { use(end(of: text, catalog, redirector)) }
            } baseline: { times in
                for _ in 0..<times { use(scan_link(characters, characters.count)) }
            }
        ]
    }

    /// Returns the pairs that are compared with the static design with as many features.
    static func ofManyFeatures() throws -> [Pair] {
        try [2, 1000].map { count in
            let app = try SyntheticApp(count: count)
            let (catalog, redirector) = (app.catalog, Redirector(app.wiring.redirects, catalog: app.catalog))
            let (links, seed) = (app.links, SeedProgram(count: count))
            for link in links {
                require(end(of: link, catalog, redirector) != nil && seed.follow(link: link), "\(link) leads nowhere")
            }
            return Pair("8a", "F=\(count)") { times in
                for time in 0..<times { use(end(of: links[time % links.count], catalog, redirector)) }
            } baseline: { times in
                for time in 0..<times { use(seed.follow(link: links[time % links.count])) }
            }
        }
    }

    private static func end(of text: String, _ catalog: Catalog, _ redirector: Redirector) -> Place? {
        guard let url = try? LinkURL(text), case .place(let place, _) = catalog.match(url) else { return nil }
        return try? redirector.resolve(place).end
    }
}
