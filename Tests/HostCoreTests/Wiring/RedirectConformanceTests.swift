import FeatureContract
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

/// go_router's redirect_chain_test.dart (flutter/packages, BSD-3-Clause), restated: its eleven cases, none left out.
///
/// Its places are paths; here `/` is `app/r0` and so on. Its redirects of the whole router and of single routes are one
/// table of rules here, which changes no answer.
@Suite("The redirect cases of go_router")
struct RedirectConformanceTests {
    enum Expected: Sendable, Equatable {
        case end(String)
        case loop
        case tooMany
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let rules: String
        let limit: Int
        let expected: Expected
        /// The places that are passed, with the first one; nil if the case does not say.
        let visited: [String]?

        init(_ name: String, _ rules: String, limit: Int = 5, _ expected: Expected, visited: [String]? = nil) {
            self.name = name
            self.rules = rules
            self.limit = limit
            self.expected = expected
            self.visited = visited
        }

        var testDescription: String { name }
    }

    static let rows = [
        Row(
            "top-level redirect chain", Redirects.chain(2), .end("app/r2"),
            visited: ["app/r0", "app/r1", "app/r2"]),
        Row("three hops", Redirects.chain(3), .end("app/r3")),
        Row("loop detection", #""app/r0": "app/r1", "app/r1": "app/r2", "app/r2": "app/r1""#, .loop),
        Row("loop to initial location", #""app/r0": "app/r1", "app/r1": "app/r0""#, .loop),
        Row("top-level into route-level", #""app/r0": "app/r1", "app/r1": "app/r2""#, .end("app/r2")),
        Row("route-level triggers top-level", #""app/r1": "app/r2", "app/r0": "app/r1""#, .end("app/r2")),
        Row("null after first redirect", Redirects.chain(1), .end("app/r1"), visited: ["app/r0", "app/r1"]),
        Row("chain respects redirect limit", Redirects.chain(21), .tooMany),
        Row("succeeds at exact limit", Redirects.chain(2), limit: 2, .end("app/r2")),
        Row("fails when exceeding limit", Redirects.chain(2), limit: 1, .tooMany),
        Row("top and route share the limit", Redirects.chain(3), limit: 2, .tooMany),
    ]

    @Test("the conformance page says that all cases are right")
    func page() throws {
        let page = String(decoding: try File.read(Repository.path("Tests/Tables/Conformance.md")), as: UTF8.self)
        #expect(Self.rows.count == 11)
        #expect(page.contains("\nAll \(Self.rows.count) rows are right here."))
    }

    @Test("every case ends as it does in go_router", arguments: rows)
    func row(row: Row) throws {
        let redirector = try RedirectorTests.redirector(row.rules, limit: row.limit)
        let found: Expected
        do {
            let chain = try redirector.resolve(redirector.catalog.place("app/r0"))
            found = .end(chain.end.text)
            if let visited = row.visited {
                #expect(([chain.start] + chain.hops.map(\.place)).map(\.text) == visited)
            }
        } catch {
            switch error as? RedirectError {
            case .loop: found = .loop
            case .tooManyHops: found = .tooMany
            default: throw error
            }
        }
        #expect(found == row.expected)
    }
}
