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

    @Test("a name that stands twice is found among many")
    func twice() {
        let names = Self.array(100) { #"{"name":"\#($0)"}"# }.dropLast() + #",{"name":"n1"}]"#
        let error = #expect(throws: JSONError.self) { try Self.manifest(#""receives":\#(names)"#) }
        #expect(error?.description.hasSuffix("receives[100]: 'n1' stands twice") == true)
    }
}
