import FeatureContract
import JSONText
import TestSupport
import Testing

/// Manifests near the size limit. Reading one compares no name with all others; if it did, these tests would take
/// minutes.
@Suite("A large manifest", .blocking)
struct LargeManifestTests {
    private static func manifest(_ members: String) throws -> Manifest {
        try Manifest(parsing: Array(#"{"manifest":1,"id":"x",\#(members)}"#.utf8))
    }

    /// An array of `count` elements, each made from its number in base 36.
    private static func array(_ count: Int, _ element: (String) -> String) -> String {
        "[" + (0..<count).map { element("n" + String($0, radix: 36)) }.joined(separator: ",") + "]"
    }

    @Test("a manifest of 50000 names is read: checkpoints, and those that it returns to", .deep)
    func checkpoints() throws {
        let checkpoints = Self.array(25_000) { #"{"name":"\#($0)"}"# }
        let returns = Self.array(25_000) { #"{"name":"r\#($0)"}"# }
        let manifest = try Self.manifest(#""checkpoints":\#(checkpoints),"returns":\#(returns)"#)
        #expect(manifest.checkpoints.count == 25_000)
        #expect(manifest.returns.last?.name == "rnjaf")
    }

    @Test("a manifest of many arguments, a link that gives each, and many parents is read")
    func arguments() throws {
        let arguments = Self.array(12_000) { #"{"name":"\#($0)","type":"int","optional":true}"# }
        let query = (0..<8000).map { "n" + String($0, radix: 36) }.map { "\($0)={\($0)}" }.joined(separator: "&")
        let parents = Self.array(12_000) { "\"p?a={\($0)}\"" }
        let link = #"{"scheme":"s","host":"h","pattern":"?\#(query)","route":"r"}"#
        let parent = #"{"name":"p","arguments":[{"name":"a","type":"int","optional":true}]}"#
        let route = #"{"name":"r","arguments":\#(arguments),"parents":\#(parents)}"#
        let manifest = try Self.manifest(#""incoming":[\#(parent),\#(route)],"links":[\#(link)]"#)
        let declaration = try #require(manifest.incomingRoute(named: "r"))
        #expect(declaration.parents.count == 12_000)
        #expect(declaration.argument(named: "n99")?.type == .int)
        #expect(declaration.argument(named: "none") == nil)
        let arguments12000 = declaration.arguments.map { Destination.Argument($0.name, .integer(1)) }
        let destination = Destination(feature: "x", route: "r", arguments: arguments12000.reversed())
        #expect(try declaration.checked(destination).arguments == arguments12000)
    }

    @Test("a manifest of many incoming and outgoing routes is read", .deep)
    func routes() throws {
        let incoming = Self.array(25_000) { #"{"name":"\#($0)"}"# }
        let outgoing = Self.array(25_000) { #"{"name":"o\#($0)"}"# }
        let manifest = try Self.manifest(#""incoming":\#(incoming),"outgoing":\#(outgoing)"#)
        #expect(manifest.incomingRoute(named: "njab")?.name == "njab")
        #expect(manifest.outgoingRoute(named: "onjab") != nil)
        #expect(manifest.outgoingRoute(named: "njab") == nil)
    }

    @Test(
        "a name that stands twice is found among many",
        arguments: [
            (#""receives":NAMES"#, "receives[COUNT]: 'n1' stands twice"),
            (#""settings":NAMES"#, "settings[COUNT]: the setting 'n1' stands twice"),
            (#""incoming":NAMES"#, "incoming[COUNT]: the route 'n1' stands twice"),
            (
                #""outgoing":[{"name":"r","arguments":NAMES}]"#,
                "outgoing[0].arguments[COUNT]: the argument 'n1' stands twice"
            ),
        ], [2, 11, 12, 13, 14, 100])
    func twice(manifest: (members: String, message: String), count: Int) {
        let names =
            Self.array(count) { #"{"name":"\#($0)","type":"int"}"# }.dropLast() + #",{"name":"n1","type":"int"}]"#
        let error = #expect(throws: JSONError.self) {
            try Self.manifest(manifest.members.replacing("NAMES", with: names))
        }
        #expect(error?.description.hasSuffix(manifest.message.replacing("COUNT", with: "\(count)")) == true)
    }

    @Test(
        "an argument or a query item that stands twice in a pattern is found among many",
        arguments: [2, 12, 13, 14, 100])
    func twiceInPattern(count: Int) {
        let items = (0..<count).map { "i\($0)={a\($0)}" }.joined(separator: "&")
        #expect(throws: LinkError.argumentTwice("a1")) { try LinkPattern("s://h?\(items)&x={a1}") }
        #expect(throws: LinkError.queryItemTwice("i1")) { try LinkPattern("s://h?\(items)&i1={b}") }
        #expect(throws: LinkError.queryItemTwice("{c}")) { try LinkPattern("s://h?{b}&\(items)&{c}") }
        #expect(throws: Never.self) { try LinkPattern("s://h?{b}&\(items)&={c}&") }
    }
}
