import FeatureContract
import TestSupport

@testable import HostCore

/// A random app made of few names, so that many of them are shared, shadowed, ambiguous, or lead nowhere.
struct RandomApp {
    private var random: SeededGenerator
    private(set) var manifests: [String] = []
    private(set) var wiring = ""

    private static let ids = ["a", "b", "bb", "c", "d", "long-name"]
    private static let routes = ["list", "item", "text", "out", "away", "picked"]
    private static let schemes = ["s", "S", "t"]
    private static let hosts = ["h", "H", "g", "\u{E9}", "e\u{301}"]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        manifests = (0..<Int.random(in: 1...8, using: &random)).map { _ in manifest() }
        wiring = makeWiring()
    }

    private mutating func pick(_ texts: [String]) -> String { texts[Int.random(in: texts.indices, using: &random)] }
    private mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
    private mutating func list(_ range: ClosedRange<Int>, _ element: (inout Self) -> String) -> String {
        (0..<Int.random(in: range, using: &random)).map { _ in element(&self) }.joined(separator: ", ")
    }

    private mutating func manifest() -> String {
        let number = #"{ "name": "n", "type": "int" }"#
        let text = #"{ "name": "t", "type": "string"\#(once(in: 2) ? #", "optional": true"# : #", "default": "x""#) }"#
        let links = list(0...4) { app in
            let (pattern, route) = app.pattern()
            return """
                { "scheme": "\(app.pick(Self.schemes))", "host": "\(app.pick(Self.hosts))", "pattern": "\(pattern)",
                  "route": "\(route)" }
                """
        }
        let claims = list(0...1) { app in
            #"{ "scheme": "\#(app.pick(Self.schemes))", "host": "\#(app.pick(Self.hosts))" }"#
        }
        return """
            {
                "manifest": 1, "id": "\(pick(Self.ids))", \(once(in: 2) ? #""main": "list","# : "")
                "incoming": [
                    { "name": "list" }, { "name": "item", "arguments": [\(number)], "parents": ["list"] },
                    { "name": "text", "arguments": [\(text)] }
                ],
                "outgoing": [{ "name": "out", "arguments": [\(number)] }, { "name": "away" }],
                "links": [\(links)], "customLinks": [\(claims)],
                "checkpoints": [\(once(in: 2) ? #"{ "name": "start" }"# : "")], "returns": [{ "name": "picked" }]
            }
            """
    }

    /// Returns a random pattern of a link, with the route that it leads to.
    private mutating func pattern() -> (String, route: String) {
        let path = (0..<Int.random(in: 0...2, using: &random)).map { _ in "/" + pick(["x", "y", "", "%C3%A9"]) }
            .joined()
        switch Int.random(in: 0...5, using: &random) {
        case 0: return (path + "/{n}", "item")
        case 1: return (path + "/v{n}", "item")
        case 2: return (path + "?t={t}", "text")
        case 3: return ("/{t*}", "text")
        case 4: return (path + "/{t}", "text")
        default: return (path, "list")
        }
    }

    private mutating func makeWiring() -> String {
        var keys: Set<String> = []
        let redirects = (0..<Int.random(in: 0...8, using: &random)).compactMap { _ -> String? in
            let key = "\(pick(Self.ids))/\(pick(Self.routes))" + pick(["", "?n=1", "?n={n}", "?n=2"])
            let shape = key.replacing("?n={n}", with: "")
            guard keys.insert(shape).inserted else { return nil }
            let target = "\(pick(Self.ids))/\(pick(Self.routes))"
            if key.hasSuffix("{n}"), once(in: 2) { return #""\#(key)": "\#(target)?n={n}""# }
            if once(in: 3) { return #""\#(key)": { "to": "\#(target)?n=7", "method": "sheet", "link": "append" }"# }
            return #""\#(key)": "\#(target)""#
        }
        let features = Set((0..<3).map { _ in pick(Self.ids) }).sorted().map { id in
            """
            "\(id)": { "isolation": "\(pick(["inline", "process"]))", "deadline": "250ms", "memory": "64MiB",
                "openFiles": 64, "links": "present", "settings": { "b": [1, 2.5, -0.0, 1e300], "a": "\u{E9}\\u0000" } }
            """
        }
        let roots = pick([
            #""root": "a","#, #""root": "nowhere/x","#, "",
            #""tabs": [{ "name": "one", "root": "b/list" }, { "name": "two", "root": "c", "retain": false }],"#,
        ])
        return """
            { \(roots) \(once(in: 3) ? #""schemes": ["s"], "links": "append", "deadline": "2s","# : "")
              "redirects": { \(redirects.joined(separator: ", ")) },
              "features": { \(features.joined(separator: ", ")) } }
            """
    }

    /// Returns a random link, which often resembles the patterns.
    mutating func link() -> String {
        let path = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            "/" + pick(["x", "y", "%78", "", "1", "v2", "\u{E9}", "%c3%a9"])
        }.joined()
        return pick(["s", "S", "t", "u"]) + "://" + pick(["h", "H", "%68", "g", "i", "\u{E9}", "e\u{301}"]) + path
            + pick(["", "", "?t=z", "?t", "?n=1", "#f"])
    }

    /// Returns a random destination, which may exist or not.
    mutating func destination() -> String {
        pick(Self.ids + ["e", "lonng-name"]) + pick([""] + (Self.routes + ["lsit"]).map { "/\($0)" })
            + pick(["", "", "?n=1", "?n=2", "?t=z", "?n=x"])
    }

    var featureIDs: [String] { Self.ids + ["e"] }
    var routeNames: [String] { Self.routes }
}
