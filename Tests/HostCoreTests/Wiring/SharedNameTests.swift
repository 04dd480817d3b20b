import FeatureContract
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The names that features share")
struct SharedNameTests {
    /// A feature with six names to pass on, and one name of its own.
    private static func feature(_ id: String, type: String = "int") -> String {
        let wanted = (1...6).map { #"{ "name": "n\#($0)", "type": "\#(type)" }"# }.joined(separator: ", ")
        let own = #"{ "name": "own", "type": "int" }"#
        return """
            {
                "id": "\(id)", "incoming": [{ "name": "route" }], "outgoing": [{ "name": "n1" }],
                "checkpoints": [\(own)], "returns": [\(wanted)], "receives": [\(own)], "sends": [\(wanted)]
            }
            """
    }

    private func redirector(_ rules: [String]) throws -> Redirector {
        let wiring = try wiring("{ \"redirects\": { \(rules.joined(separator: ", ")) } }")
        return Redirector(
            wiring.redirects, catalog: try catalog([Self.feature("a"), Self.feature("b", type: "string")]))
    }

    private func outcome(_ name: String, _ kind: SharedNameKind, _ rules: [String]) throws -> String {
        let redirector = try redirector(rules)
        do throws(RedirectError) {
            return try redirector.resolve(kind, name, of: "a").map { $0.chain.joined(separator: " -> ") }
                .joined(separator: ", ")
        } catch {
            return error.description
        }
    }

    /// Rules from `a/n1` over this many names to a's own.
    nonisolated private static func hops(_ count: Int) -> [String] {
        (1...count).map { #""a/n\#($0)": "a/\#($0 == count ? "own" : "n\($0 + 1)")""# }
    }

    @Test(
        "a name of a checkpoint or a value leads to the feature that has it, or nowhere with the reason",
        arguments: [
            ("own", [], "a/own"), ("own", [#""a/own": "b/own""#], "a/own"),
            ("n1", [#""a/n1": "b/own""#], "a/n1 -> b/own"), ("n1", hops(5), "-> a/n5 -> a/own"),
            ("n1", hops(6), "more than 5 redirects in a row: a/n1 ->"),
            ("n1", [#""a/n1": "a/n2""#, #""a/n2": "a/n1""#], "go round in a loop: a/n1 -> a/n2 -> a/n1"),
            ("n1", [#""a/n1": ["b/own", "a/own"]"#], "a/n1 -> b/own, a/n1 -> a/own"),
            ("n1", [#""a/n1": ["a/n2", "b/own"]"#, #""a/n2": "b/own""#], "a/n1 -> a/n2 -> b/own"),
            ("n1", [#""a/n1": ["c/own", "a/own"]"#], "a/n1 -> a/own"),
            ("n1", [#""a/n1": "b/onw""#], "did you mean 'b/own'?"),
            ("n1", [], "'a/n1' is not connected: no redirect leads on from it"),
            ("n1", [#""a/n1": "b/n1""#], "'b/n1' is not connected: no redirect leads on from it"),
            ("n1", [#""a/n1": "b/route""#], "'b/route' is not connected: 'b' declares no"),
            ("n1", [#""a/n1": "c/own""#], "since no feature 'c' is installed"),
            ("onw", [], "did you mean 'own'?"), ("zzzzzz", [], "; its manifest declares them in \""),
        ] as [(String, [String], String)], SharedNameKind.allCases)
    func leads(line: (name: String, rules: [String], expected: String), kind: SharedNameKind) throws {
        let outcome = try outcome(line.name, kind, line.rules)
        #expect(outcome.contains(line.expected), "\(outcome)")
    }

    @Test("only the types of the first and the last name are compared")
    func types() throws {
        let through = [#""a/n1": "b/n1""#, #""b/n1": "a/own""#]
        #expect(try outcome("n1", .value, through) == "a/n1 -> b/n1 -> a/own")
        let redirector = try redirector([#""b/n1": "a/own""#])
        #expect(throws: RedirectError.self) { try redirector.resolve(.value, "n1", of: "b") }
        #expect(throws: RedirectError.self) { try redirector.resolve(.checkpoint, "n1", of: "system") }
    }

    @Test(
        "only names without arguments may lead to several places, each once",
        arguments: [
            (#""a/n1": []"#, "expected at least one target"), (#""a/n1": ["b/own", "b/own"]"#, "'b/own' stands twice"),
            (#""a/n1": ["b/own", 1]"#, "expected a string"),
            (#""a/n1": ["b/own?x=1", "a/own"]"#, "names of checkpoints or values without arguments"),
        ])
    func severalOfAKind(rule: String, reason: String) {
        let error = #expect(throws: WiringError.self) { try redirector([rule]) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    @Test("a destination that leads to several places is one error of the wiring")
    func severalDestinations() throws {
        let catalog = try catalog([Manifests.home, Manifests.character])
        let wiring = try wiring(#"{ "redirects": { "home/characters": ["character/list", "character"] } }"#)
        let errors = WiringCheck(wiring, catalog: catalog).findings().filter { $0.severity == .error }
        #expect(errors.count == 1)
        #expect(errors.first?.description.contains("'home/characters' leads to several places") == true)
    }

    @Test("a missing feature among several targets is a warning, and no error")
    func severalWithAnAbsentOne() throws {
        let catalog = try catalog([Manifests.chats, Manifests.contacts])
        let wiring = try wiring(#"{ "redirects": { "contacts/picked": ["chats/recipient", "groups/member"] } }"#)
        let findings = WiringCheck(wiring, catalog: catalog).findings().filter { !$0.code.isUnconnected }
        #expect(findings.map(\.severity) == [.warning])
        #expect(findings.first?.description.contains("no feature 'groups' is installed") == true)
    }
}
