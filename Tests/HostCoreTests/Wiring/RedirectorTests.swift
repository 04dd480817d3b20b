import FeatureContract
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The redirector")
struct RedirectorTests {
    static func redirector(_ redirects: String, limit: Int = Redirector.maximumHops) throws -> Redirector {
        Redirector(
            try wiring(#"{ "redirects": { \#(redirects) } }"#).redirects, catalog: try catalog([Redirects.features]),
            limit: limit
        )
    }

    /// The destinations of the chain, or the error's text.
    private func follow(_ start: String, _ redirects: String) throws -> String {
        do {
            let redirector = try Self.redirector(redirects)
            let chain = try redirector.resolve(redirector.catalog.place(start))
            return ([chain.start] + chain.hops.map(\.place)).map(\.text).joined(separator: " -> ")
        } catch let error as RedirectError {
            return error.description
        }
    }

    @Test(
        "a destination is redirected until no rule applies to it",
        arguments: [
            ("app/r0", #""app/r1": "app/r2""#, "app/r0"),
            ("app/r0", #""app/r0": "app/r1", "app/r1": "app/r2""#, "app/r0 -> app/r1 -> app/r2"),
            // Arguments are mapped, renamed, dropped, fixed, or left out if absent.
            ("app/x?n=4", #""app/x?n={i}": "app/y?number={i}""#, "app/x?n=4 -> app/y?number=4"),
            ("app/x?n=4", #""app/x?n={i}": "app/r1""#, "app/x?n=4 -> app/r1"),
            ("app/x?n=4", #""app/x": "app/y?number=7&t=a%20b""#, "app/x?n=4 -> app/y?number=7&t=a%20b"),
            (
                "app/y?number=1", #""app/y?number={i}&t={t}": "app/y?number=2&t={t}""#,
                "the redirects go round in a loop"
            ),
            ("app/text?n=a%26b", #""app/text?n={t}": "app/z?l={t}""#, "leads nowhere"),
            ("app/z?l=a&l=b", #""app/z?l={l}": "app/r1""#, "app/z?l=a&l=b -> app/r1"),
            // A literal wins over braces at any place, and two literals over one.
            ("app/x?n=1", #""app/x?n={i}": "app/r1", "app/x?n=1": "app/r2""#, "app/x?n=1 -> app/r2"),
            ("app/x?n=1", #""app/x?n=1": "app/r2", "app/x?n={i}": "app/r1""#, "app/x?n=1 -> app/r2"),
            ("app/x?n=2", #""app/x?n=1": "app/r2", "app/x?n={i}": "app/r1""#, "app/x?n=2 -> app/r1"),
            (
                "app/y?number=1&t=a", #""app/y?t=a": "app/r1", "app/y?t=a&number=1": "app/r2""#,
                "app/y?number=1&t=a -> app/r2"
            ),
            // The first in the file wins among rules with equally many literals.
            (
                "app/y?number=1&t=a", #""app/y?t=a": "app/r1", "app/y?number=1": "app/r2""#,
                "app/y?number=1&t=a -> app/r1"
            ),
            (
                "app/y?number=1&t=a", #""app/y?number=1": "app/r2", "app/y?t=a": "app/r1""#,
                "app/y?number=1&t=a -> app/r2"
            ),
            // A rule may lead to the same route as long as the arguments differ.
            ("app/x?n=1", #""app/x?n=1": "app/x?n=2""#, "app/x?n=1 -> app/x?n=2"),
            // A literal in another spelling of a number is the same number.
            ("app/x?n=01", #""app/x?n=1": "app/r1""#, "app/x?n=1 -> app/r1"),
            // The main screen is a place like any other.
            ("app", #""app": "app/r1""#, "app -> app/r1"),
            ("app/r1", #""app/r1": "app""#, "app/r1 -> app"),
        ])
    func follows(start: String, redirects: String, expected: String) throws {
        let result = try follow(start, redirects)
        #expect(expected.hasPrefix("app") ? result == expected : result.contains(expected), "\(result)")
    }

    @Test(
        "arguments are passed on as the rule names them and the target declares them",
        arguments: [
            (#""app/y?number={i}&t={t}": "app/w?number={i}&t={t}""#, "app/w?number=1&t=a", "app/w?number=1"),
            (#""app/y?number={i}": "app/w?number={i}""#, "app/w?number=1", "app/w?number=1"),
            (#""app/y?number={i}": "app/only?number={i}""#, "app/only?number=1", "app/only?number=1"),
            (
                #""app/y?number={i}&t={t}": "app/other?number={i}&t={t}""#, "app/other?t=a&number=1",
                "app/other?t=d&number=1"
            ),
            (
                #""app/y?number={i}&t={t}": "app/only?number={i}&t={t}""#, "has no argument 't'",
                "has no argument 't'"
            ),
            (#""app/y?number={i}": "app/text?number={i}""#, "has no argument 'number'", "has no argument 'number'"),
            (#""app/y?number={i}": "app/x?n={i}""#, "app/x?n=1", "app/x?n=1"),
            (#""app/y?t={t}": "app/w?t={t}""#, "needs the argument 'number'", "needs the argument 'number'"),
            (#""app/x?n={n}": "app/text?n={n}""#, "app/y?number=1&t=a", "app/y?number=1"),
        ])
    func keepsArguments(redirects: String, ofBoth: String, ofNumber: String) throws {
        for (start, expected) in [("app/y?number=1&t=a", ofBoth), ("app/y?number=1", ofNumber)] {
            let result = try follow(start, redirects)
            #expect(result.hasSuffix(expected) || !expected.hasPrefix("app/") && result.contains(expected), "\(result)")
        }
    }

    @Test("an argument that is passed on must have the target's type")
    func keptTypes() throws {
        #expect(
            try follow("app/x?n=1", #""app/x?n={n}": "app/text?n={n}""#)
                == "the redirect leads nowhere, since the argument 'n' of app/text is of type string, and '1' is not: "
                + "app/x?n=1 -> app/text?n={n}")
    }

    @Test(
        "the error of a redirect that leads nowhere shows the whole chain",
        arguments: [
            (
                #""app/r0": "app/r1", "app/r1": "app/r99""#,
                "the redirect leads nowhere, since the feature 'app' has no route 'r99'; did you mean 'app/r9'? "
                    + "(app/r0 -> app/r1 -> app/r99)"
            ),
            (
                #""app/r0": "apq/r1""#,
                "the redirect leads nowhere, since no feature 'apq' is installed; did you mean 'app'? (app/r0 -> apq/r1)"
            ),
            (
                #""app/r0": "app/x?n=many""#,
                "the redirect leads nowhere, since the argument 'n' of app/x is of type int, and 'many' is not: "
                    + "app/r0 -> app/x?n=many"
            ),
            (
                #""app/r0": "app/x""#,
                "the redirect leads nowhere, since app/x needs the argument 'n' (int), and it is missing: app/r0 -> app/x"
            ),
            (
                #""app/r0": "app/r1", "app/r1": "app/r2", "app/r2": "app/r1""#,
                "the redirects go round in a loop: app/r0 -> app/r1 -> app/r2 -> app/r1"
            ),
            (#""app/r0": "app/r0""#, "the redirects go round in a loop: app/r0 -> app/r0"),
        ])
    func nowhere(redirects: String, expected: String) throws {
        #expect(try follow("app/r0", redirects) == expected)
    }

    @Test("exactly five hops succeed")
    func fiveHops() throws {
        let chain = try Self.redirector(Redirects.chain(5)).resolve("app/r0")
        #expect(chain.hops.count == 5)
        #expect(chain.end.text == "app/r5")
    }

    @Test("six hops are too many, and the error shows the whole chain")
    func sixHops() throws {
        let error = #expect(throws: RedirectError.self) {
            try Self.redirector(Redirects.chain(6)).resolve("app/r0")
        }
        #expect(
            error?.description
                == "more than 5 redirects in a row: app/r0 -> app/r1 -> app/r2 -> app/r3 -> app/r4 -> app/r5 -> app/r6")
        #expect(error?.chain.count == 7)
    }

    @Test(
        "the last rule with a method or a link policy decides it",
        arguments: [
            (#""app/r0": { "to": "app/r1", "method": "sheet", "link": "append" }, "app/r1": "app/r2""#, "sheet append"),
            (
                #""app/r0": { "to": "app/r1", "method": "sheet" }, "app/r1": { "to": "app/r2", "method": "cover" }"#,
                "cover -"
            ),
            (#""app/r0": "app/r1", "app/r1": { "to": "app/r2", "link": "present" }"#, "- present"),
            (#""app/r0": "app/r1", "app/r1": "app/r2""#, "- -"),
        ])
    func method(redirects: String, expected: String) throws {
        let chain = try Self.redirector(redirects).resolve("app/r0")
        #expect("\(chain.method?.rawValue ?? "-") \(chain.link?.rawValue ?? "-")" == expected)
    }

    @Test("the left side may be an incoming destination, so that the operator can replace a screen")
    func incoming() throws {
        let wiring = try wiring(#"{ "redirects": { "character/list": "vault/door" } }"#)
        let catalog = try catalog([Manifests.character, Manifests.vault])
        let chain = try Redirector(wiring.redirects, catalog: catalog).resolve("character/list")
        #expect(chain.end.text == "vault/door")
    }
}

extension Redirector {
    /// Follows the redirects from the place with a text.
    fileprivate func resolve(_ text: String) throws -> Chain { try resolve(catalog.place(text)) }
}
