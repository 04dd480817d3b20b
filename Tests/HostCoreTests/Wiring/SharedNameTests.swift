import FeatureContract
import Testing

@testable import HostCore

@Suite("Names that features share")
struct SharedNameTests {
    /// A feature that passes each of its six names on, and has one itself.
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
        do throws(SharedNameError) {
            return try redirector.resolve(kind, name, of: "a").chain.joined(separator: " -> ")
        } catch {
            return error.description
        }
    }

    /// Rules from `a/n1` over so many names to a's own.
    nonisolated private static func hops(_ count: Int) -> [String] {
        (1...count).map { #""a/n\#($0)": "a/\#($0 == count ? "own" : "n\($0 + 1)")""# }
    }

    @Test(
        "a name leads to the feature that has it, or nowhere with the reason; checkpoints and values alike",
        arguments: [
            ("own", [], "a/own"), ("own", [#""a/own": "b/own""#], "a/own"),
            ("n1", [#""a/n1": "b/own""#], "a/n1 -> b/own"), ("n1", hops(5), "-> a/n5 -> a/own"),
            ("n1", hops(6), "more than 5 redirects in a row: a/n1 ->"),
            ("n1", [#""a/n1": "a/n2""#, #""a/n2": "a/n1""#], "go round in a loop: a/n1 -> a/n2 -> a/n1"),
            ("n1", [], "'a/n1' is not connected: no redirect leads on from it"),
            ("n1", [#""a/n1": "b/n1""#], "'b/n1' is not connected: no redirect leads on from it"),
            ("n1", [#""a/n1": "b/route""#], "'b/route' is not connected: 'b' declares no"),
            ("n1", [#""a/n1": "c/own""#], "leads on to 'c', and no such feature is installed"),
            ("onw", [], "did you mean 'own'?"), ("zzzzzz", [], "its manifest must list it"),
        ] as [(String, [String], String)], SharedNameKind.allCases)
    func leads(line: (name: String, rules: [String], expected: String), kind: SharedNameKind) throws {
        let outcome = try outcome(line.name, kind, line.rules)
        #expect(outcome.contains(line.expected), "\(outcome)")
    }

    @Test("types are compared from the first name to the last, whatever those between say")
    func types() throws {
        let through = [#""a/n1": "b/n1""#, #""b/n1": "a/own""#]
        #expect(try outcome("n1", .value, through) == "a/n1 -> b/n1 -> a/own")
        let redirector = try redirector([#""b/n1": "a/own""#])
        #expect(throws: SharedNameError.self) { try redirector.resolve(.value, "n1", of: "b") }
        #expect(throws: SharedNameError.self) { try redirector.resolve(.checkpoint, "n1", of: "system") }
    }
}
