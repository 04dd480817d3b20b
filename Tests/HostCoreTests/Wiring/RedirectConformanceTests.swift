import FeatureContract
import Testing

@testable import HostCore

/// go_router's redirect_chain_test.dart (flutter/packages, BSD-3-Clause), restated: its eleven cases, none left out.
///
/// Its places are paths; here `/` is `app/r0` and so on. Its redirects of the whole router and of single routes are one
/// table of rules here, which changes no answer.
@Suite("Redirects, as go_router's own tests have them")
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

        init(_ name: String, _ rules: String, limit: Int = 5, _ expected: Expected) {
            self.name = name
            self.rules = rules
            self.limit = limit
            self.expected = expected
        }

        var testDescription: String { name }
    }

    @Test(
        "every case comes out as it does there",
        arguments: [
            Row("top-level redirect chain", RedirectorTests.chain(2), .end("app/r2")),
            Row("three hops", RedirectorTests.chain(3), .end("app/r3")),
            Row("loop detection", #""app/r0": "app/r1", "app/r1": "app/r2", "app/r2": "app/r1""#, .loop),
            Row("loop to initial location", #""app/r0": "app/r1", "app/r1": "app/r0""#, .loop),
            Row("top-level into route-level", #""app/r0": "app/r1", "app/r1": "app/r2""#, .end("app/r2")),
            Row("route-level triggers top-level", #""app/r1": "app/r2", "app/r0": "app/r1""#, .end("app/r2")),
            Row("null after first redirect", RedirectorTests.chain(1), .end("app/r1")),
            Row("chain respects redirect limit", RedirectorTests.chain(21), .tooMany),
            Row("succeeds at exact limit", RedirectorTests.chain(2), limit: 2, .end("app/r2")),
            Row("fails when exceeding limit", RedirectorTests.chain(2), limit: 1, .tooMany),
            Row("top and route share the limit", RedirectorTests.chain(3), limit: 2, .tooMany),
        ])
    func row(row: Row) throws {
        let redirector = try RedirectorTests.redirector(row.rules, limit: row.limit)
        let found: Expected
        do throws(RedirectError) {
            found = .end(try redirector.resolve(.of("app/r0")).end.text)
        } catch {
            switch error {
            case .loop: found = .loop
            case .tooManyHops: found = .tooMany
            case .dangling: throw error
            }
        }
        #expect(found == row.expected)
    }
}
