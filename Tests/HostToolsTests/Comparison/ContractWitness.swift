import FeatureContract
import HostSystem
import JSONText

@testable import HostCore
@testable import HostTestSupport
@testable import HostTools

/// What other features, operators and users can have made of one version of `shop`, and what of it is wrong with
/// another. It knows nothing of how versions are compared.
///
/// The wirings are those that lead to the feature's incoming routes, and on from its outgoing ones.
struct ContractWitness {
    /// A feature with a route and a name of each type, for the other side of a redirect.
    private static let desk = """
        {
            "id": "desk",
            "incoming": [\(types.enumerated().flatMap { index, type in
                [route("in\(index)", type, ""), route("may\(index)", type, #", "optional": true"#)]
            }.joined(separator: ", ")), { "name": "plain" },
                { "name": "both", "arguments": [{ "name": "x", "type": "int" }] }, { "name": "either" }],
            "outgoing": [\(types.enumerated().flatMap { index, type in
                [route("out\(index)", type, ""), route("perhaps\(index)", type, #", "optional": true"#)]
            }.joined(separator: ", "))],
            "checkpoints": [\(names("c")), { "name": "both", "type": "{id: int, name: string}" }],
            "returns": [\(names("w")), { "name": "either", "type": "{id: int, nick: string}" }],
            "receives": [\(names("r"))], "sends": [\(names("s"))]
        }
        """

    private static let types = ["bool", "int", "double", "string", "[string]", "[double]", "[int]"]
    private static let nameTypes = [
        "", "int", "string", "[string]", "{id: int}", "{id: int, name: string}", "{id: int, nick: string}",
        "{id: int, name: string, nick: string}", "{id: int, name: string?, nick: string}", "{id: int, nick: string?}",
        "{id: int, name: string?}", "{id: int, name: string, more: bool}",
    ]

    private static func route(_ name: String, _ type: String, _ more: String) -> String {
        #"{ "name": "\#(name)", "arguments": [{ "name": "v", "type": "\#(type)"\#(more) }] }"#
    }

    private static func names(_ prefix: String) -> String {
        nameTypes.enumerated().map { index, type in
            #"{ "name": "\#(prefix)\#(index)""# + (type.isEmpty ? " }" : #", "type": "\#(type)" }"#)
        }.joined(separator: ", ")
    }

    private let old: Manifest
    private let new: Manifest
    private let oldCatalog: Catalog
    private let newCatalog: Catalog

    init(_ old: Manifest, _ new: Manifest) throws {
        self.old = old
        self.new = new
        let desk = Catalog.Entry(manifest: try manifest(Self.desk), path: nil)
        oldCatalog = Catalog(found: [Catalog.Entry(manifest: old, path: nil), desk])
        newCatalog = Catalog(found: [Catalog.Entry(manifest: new, path: nil), desk])
    }

    /// Whatever is right with the old version and wrong with the new one.
    func all() throws -> [String] {
        try redirects() + names() + links() + settings() + permissions() + hosts()
    }

    // MARK: Wirings

    /// The places of findings that the start of a host reports.
    private func faults(_ redirects: [(String, String)], roots: [String], _ catalog: Catalog) throws -> Set<String> {
        // Each rule has a key of its own, so that one wiring holds all, even several from one route.
        let rules = try redirects.enumerated().map { index, rule in
            Wiring.Redirect(
                from: try DestinationTemplate(rule.0), to: try DestinationTemplate(rule.1), key: "\(index)")
        }
        let tabs = roots.enumerated().map {
            #"{ "name": "\#($0.offset)", "root": \#(JSON.string($0.element).text()) }"#
        }
        let written = try wiring(tabs.isEmpty ? "{}" : "{ \"tabs\": [\(tabs.joined(separator: ", "))] }")
        var content = written.content
        content.redirects = rules
        let wiring = written.with(content).withPresentNames(in: catalog)
        let findings = WiringCheck(wiring, catalog: catalog).findings()
        return Set(findings.filter { $0.severity == .error || !$0.code.isUnconnected }.map(\.subject))
    }

    /// The number of the rule that a finding is about. Nil if it is about none.
    private static func number(in subject: String) -> Int? {
        subject.hasPrefix("redirects") ? Int(subject.filter(\.isNumber)) : nil
    }

    private func redirects() throws -> [String] {
        let deskOut = try manifest(Self.desk).outgoing
        let deskIn = try manifest(Self.desk).incoming
        var rules: [(String, String)] = []
        var roots = ["shop"]
        for route in old.incoming {
            roots += route.was.map { "shop/\($0)?" + route.requiredArguments.map { "\($0.name)=true" }.joined() }
            for query in Self.queries(route.arguments, passed: "{v}") {
                let to = "shop/\(route.name)" + query
                if query.contains("{v}") {
                    rules += deskOut.map { ("desk/\($0.name)?v={v}", to) }
                } else {
                    rules.append(("desk/out0", to))
                    roots.append(to)
                }
            }
        }
        for route in old.outgoing {
            rules.append(("shop/\(route.name)", "desk/plain"))
            for argument in route.arguments {
                for literal in Self.literals {
                    rules.append(("shop/\(route.name)?\(argument.name)=\(literal)", "desk/plain"))
                }
                rules += deskIn.filter { !$0.arguments.isEmpty }.map {
                    ("shop/\(route.name)?\(argument.name)={a}", "desk/\($0.name)?\($0.arguments[0].name)={a}")
                }
            }
        }
        let (before, after) = (
            try faults(rules, roots: roots, oldCatalog), try faults(rules, roots: roots, newCatalog)
        )
        return after.subtracting(before).sorted().map { subject in
            Self.number(in: subject).map { "\(rules[$0].0) -> \(rules[$0].1)" } ?? subject
        }
    }

    private static let literals = ["1", "0.5", "true", "word"]

    /// The queries that give some of the arguments: each one a literal or what is passed on, or not at all.
    private static func queries(_ arguments: [RouteDeclaration.Argument], passed: String) -> [String] {
        var queries: [[String]] = [[]]
        for argument in arguments {
            queries = queries.flatMap { query in
                [query] + (literals + [passed]).map { query + ["\(argument.name)=\($0)"] }
            }
        }
        return queries.map { $0.isEmpty ? "" : "?" + $0.joined(separator: "&") }
    }

    private func names() throws -> [String] {
        // From a name of this feature all rules of a wiring would count together; others stand beside one another.
        var wirings = [[("desk/either", "shop/picked")], [("shop/chosen", "desk/both")]]
        for kind in SharedNameKind.allCases {
            let (provided, wanted) = kind == .checkpoint ? ("c", "w") : ("r", "s")
            for name in old.providedNames(kind).flatMap({ [$0.name] + $0.was }) {
                wirings.append(Self.nameTypes.indices.map { ("desk/\(wanted)\($0)", "shop/\(name)") })
            }
            for name in old.wantedNames(kind).flatMap({ [$0.name] + $0.was }) {
                wirings += Self.nameTypes.indices.map { [("shop/\(name)", "desk/\(provided)\($0)")] }
            }
        }
        return try wirings.flatMap { rules in
            let before = try faults(rules, roots: [], oldCatalog)
            guard before.count < rules.count else { return [String]() }
            let after = try faults(rules, roots: [], newCatalog)
            return rules.indices.filter { index in
                after.contains { Self.number(in: $0) == index } && !before.contains { Self.number(in: $0) == index }
            }.map { "\(rules[$0].0) -> \(rules[$0].1)" }
        }
    }

    // MARK: Links

    private static let urls =
        ["list", "item/42", "item/0", "find?q=abc", "find", "find?q=", "by/abc", "by/new", "first", "by/42", "code"]
        .map { "challenge://shop/\($0)" }

    private func links() throws -> [String] {
        try Self.urls.filter { url in
            switch (oldCatalog.match(try LinkURL(url)), newCatalog.match(try LinkURL(url))) {
            case (.place(let place, _), .place(let newPlace, _)):
                let was = newPlace.route.declaration.was
                guard ([newPlace.route.name] + was).contains(place.route.name) else { return true }
                // What the link itself gives, and not the defaults.
                let defaults = Set(place.route.declaration.defaults)
                return place.arguments.contains { value in
                    !defaults.contains(value) && !newPlace.arguments.contains { $0.scalarText == value.scalarText }
                }
            case (.place, _): return true
            case (.noPattern(let askable), .noPattern(let newAskable)): return askable.count > newAskable.count
            case (_, let match):
                if case .place = match { return false }
                return true
            }
        }
    }

    // MARK: Settings and permissions

    private static let settingTexts =
        [
            #""page": 1"#, #""page": 1.5"#, #""page": "x""#, #""any": 1"#, #""any": {"x": true}"#,
            #""look": {"dark": true}"#, #""look": {"zoom": 1}"#, #""look": {"zoom": 1.5}"#, #""look": true"#,
        ]

    private func settings() throws -> [String] {
        try Self.settingTexts.filter { text in
            let wiring = try wiring("{ \"features\": { \"shop\": { \"settings\": { \(text) } } } }")
            return WiringFindings.settings(wiring, oldCatalog).isEmpty
                && !WiringFindings.settings(wiring, newCatalog).isEmpty
        }
    }

    /// What the new version asks for and does not have where the wiring allows all that the old one asks for.
    private func permissions() throws -> [String] {
        let allow = old.permissions.union.json
        let wiring = try wiring(
            JSON.object(["features": .object(["shop": .object(["allow": .object(allow)])])]).text())
        let environment = HostEnvironment(["HOME": "/home/user"])
        let had = FeaturePermissions(of: new, wiring: wiring, in: environment).effective
        let asked = new.permissions.union
        let all = Permissions.effective(asked: asked, allowed: asked, denied: .none, in: environment)
        return had == all || new.id != old.id ? [] : asked.lines
    }

    // MARK: Hosts

    /// The hosts that take the old version and refuse the new one.
    private func hosts() throws -> [String] {
        let versions = ["0", "0.1", "0.2", "0.2.0", "0.2.1", "0.3", "1"].compactMap { HostVersion($0) }
        let offers = [[], ["a/1"], ["a/2"], ["b/1"], ["a/1", "b/1"], ["a/1", "a/2", "b/1"]]
        let several = old.sharesData && !new.sharesData ? ["two hosts at one time"] : []
        return several
            + versions.flatMap { version in
                offers.filter { offer in
                    func takes(_ manifest: Manifest) -> Bool {
                        manifest.requirements.unmet(byHost: version, extensions: offer) == .none
                    }
                    return takes(old) && !takes(new)
                }.map { "\(version.text) with \($0)" }
            }
    }
}
