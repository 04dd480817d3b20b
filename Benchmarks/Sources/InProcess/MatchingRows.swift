import CBaselines
import FeatureContract
import Glibc
import HostCore

/// Matching a path over many patterns, with its arguments taken out, compared with a segment table in C.
///
/// Ours begins with the link's text and ends with a destination; the table begins with the path in it and ends with the
/// number of a pattern and where the arguments stand.
enum MatchingRows {
    static func pairs() throws -> [Pair] {
        [try pair("155 paths", .named), try pair("10000 paths", .generated)]
    }

    private static func pair(_ name: String, _ sample: SamplePaths) throws -> Pair {
        let catalog = try catalog(of: sample.patterns)
        let order = shuffled(sample.paths.count)
        let links = order.map { "challenge://paths" + sample.paths[$0] }
        let paths = order.map { sample.paths[$0].utf8.map(CChar.init) }
        // The patterns live as long as the process does, since the table keeps them.
        let table = segment_table_make(sample.patterns.map { UnsafePointer(strdup($0)) }, sample.patterns.count)
        var captures = Array(repeating: segment_capture(), count: SEGMENT_CAPTURES)
        for ((index, link), path) in zip(zip(order, links), paths) {
            require(
                ours(link, catalog)?.route.name == "r\(index)" && theirs(path, table, &captures) == index,
                "\(link) is matched by another pattern than \(sample.patterns[index])")
        }
        return Pair("10", name) { times in
            for time in 0..<times { use(ours(links[time % links.count], catalog)) }
        } baseline: { times in
            for time in 0..<times { use(theirs(paths[time % paths.count], table, &captures)) }
        }
    }

    private static func ours(_ link: String, _ catalog: Catalog) -> Place? {
        guard let url = try? LinkURL(link), case .place(let place, _) = catalog.match(url) else { return nil }
        return place
    }

    private static func theirs(
        _ path: [CChar], _ table: OpaquePointer?, _ captures: inout [segment_capture]
    ) -> Int {
        Int(segment_table_match(table, path, path.count, &captures))
    }

    /// Returns a catalog of one feature with a route for each path.
    private static func catalog(of patterns: [String]) throws -> Catalog {
        var (routes, links): ([RouteDeclaration], [RouteLink]) = ([], [])
        for (index, text) in patterns.enumerated() {
            let pattern = try LinkPattern(scheme: "challenge", host: "paths", text)
            let route = RouteDeclaration(
                name: "r\(index)", arguments: pattern.argumentNames.map { .init(name: $0, type: .string) })
            routes.append(route)
            links.append(try RouteLink(pattern, to: route, of: "paths"))
        }
        return Catalog(
            found: [
                Catalog.Entry(
                    manifest: Manifest(
                        identity: Manifest.Identity(id: "paths", name: "paths", version: "1.0.0", summary: ""),
                        stamps: Manifest.Stamps(abi: "", sdk: "", toolchain: ""), incoming: routes, outgoing: [],
                        links: links, customLinks: [], checkpoints: [], receives: []), path: nil)
            ])
    }
}
