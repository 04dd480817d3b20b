import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("Links of installed features", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct LinkTests {
    /// A feature with a route that takes a text, and links that lead there.
    private func feature(_ id: String, _ patterns: [String], scheme: String = "app") -> Feature {
        let links = patterns.map {
            #"{\"scheme\":\"\#(scheme)\",\"host\":\"h\",\"pattern\":\"\#($0)\",\"route\":\"screen\"}"#
        }
        return .source(
            "Links-\(id)",
            #"""
            #define FEATURE_ID "\#(id)"
            #define INCOMING "{\"name\":\"screen\",\"arguments\":[{\"name\":\"a\",\"type\":\"string\",\"default\":\"x\"}]}"
            #define MEMBERS ",\"links\":[\#(links.joined(separator: ","))]"
            #include "PlainFeature.h"

            """#)
    }

    @Test("doctor reports a link that patterns of two features match alike, and navigate refuses it")
    func conflict() throws {
        let (one, two) = (feature("one", ["/x/{a}suffix"]), feature("two", ["/x/prefix{a}"]))
        let host = try Sandbox(.only([one, two]), wiring: .text("{}"))
        let outcome = try host.run("doctor")
        #expect(outcome.end == .exit(1))
        #expect(
            outcome.output.contains(
                "error: \(host.path(one)): the link app://h/x/prefixsuffix is refused, since app://h/x/{a}suffix of 'one' "
                    + "and app://h/x/prefix{a} of 'two' (\(host.path(two))) match it alike\n"))
        #expect(try host.run("navigate", "app://h/x/prefixsuffix").end == .exit(1))
        #expect(try host.run("navigate", "app://h/x/prefixes/").output.contains("\napp://h/x/prefixes\n"))
    }

    @Test("check warns of a link that two patterns of one feature match alike")
    func overlap() throws {
        let host = try Sandbox(.only([feature("both", ["/x/{a}suffix", "/x/prefix{a}"])]), wiring: .none)
        let outcome = try host.run("check", "-t", "links-distinct", "\(host.plugins)/libLinks-both.so")
        #expect(outcome.end == .exit(0))
        #expect(
            outcome.output.contains(
                "app://h/x/prefixsuffix matches app://h/x/{a}suffix and app://h/x/prefix{a} alike"), "\(outcome.output)"
        )
    }

    @Test("a slash at the end of a link makes no difference, and the link is printed without it")
    func trailingSlash() throws {
        let host = try Sandbox()
        let expected = try host.output("navigate", "challenge://character/list")
        #expect(expected.contains("\nchallenge://character/list\n"))
        #expect(try host.output("navigate", "challenge://character/list/") == expected)
    }

    @Test("a link whose scheme the wiring refuses is printed nowhere")
    func refusedScheme() throws {
        let host = try Sandbox(wiring: .text(#"{"schemes": ["other"], "root": "home"}"#))
        #expect(try !host.output("navigate", "character/list").contains("://"))
        #expect(try host.json("navigate", "character/list")["url"] == nil)
        #expect(try !host.output("routes").contains("://"))
        let routes = try host.json("routes")["routes"]?.array ?? []
        #expect(routes.allSatisfy { $0["url"] == nil && $0["links"] == [] })
        #expect(try !host.output("explain", "character/list").contains("://"))
        #expect(try !host.output("navigate", "--html", "character/list").contains("challenge://"))
    }

    @Test("an unmatched link names the pattern that it resembles")
    func nearest() throws {
        let outcome = try Sandbox().run("navigate", "challenge://character/detial?id=42")
        #expect(outcome.end == .exit(1))
        #expect(
            outcome.output.contains(
                "'challenge://character/detial?id=42' matches no link pattern: not "
                    + "challenge://character/detail?id={identifier} ('detial' stands in its path where 'detail' is expected)"
            ))
    }
}
