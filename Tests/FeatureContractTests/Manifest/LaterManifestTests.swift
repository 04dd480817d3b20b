import FeatureContract
import JSONText
import TestSupport
import Testing

/// What a later version of the ABI may add to a manifest, and what an author may mistype.
@Suite("A manifest of a later version", .blocking)
struct LaterManifestTests {
    private func full() throws -> Manifest { try Manifest(ManifestText.full) }

    /// Returns the changed manifest, and the notes about it.
    private func changed(_ old: String, to new: String) throws -> (manifest: Manifest, unknowns: [Manifest.Unknown]) {
        let text = try #require(ManifestText.changing(old, to: new), "it must stand in the manifest once")
        return (try Manifest(text), try Manifest.read(Array(text.utf8)).unknowns)
    }

    @Test("nothing in a manifest of this version is unknown")
    func nothing() throws {
        #expect(try Manifest.read(Array(ManifestText.full.utf8)).unknowns == [])
    }

    @Test("an unknown method counts as push", arguments: [("sheets", "sheet"), ("inspectorPanel", nil), ("", nil)])
    func method(word: String, nearest: String?) throws {
        let (manifest, unknowns) = try changed(#""method": "sheet","#, to: #""method": "\#(word)","#)
        #expect(manifest.incomingRoute(named: "detail")?.method == .push)
        #expect(manifest.incoming.count == 3)
        let unknown = try #require(unknowns.first)
        #expect(unknowns.count == 1)
        #expect(unknown.kind == .method)
        #expect(unknown.mismatch.path == ["incoming", 1, "method"])
        #expect(unknown.mismatch.message.hasSuffix(" is no method in ABI \(Repository.abi), and counts as 'push'"))
        #expect(unknown.nearest == nearest)
        #expect(unknown.hint == (nearest.map { "; did you mean '\($0)'?" } ?? ""))
    }

    @Test(
        "an unknown type of an argument takes the route out, with its links and where it is a parent",
        arguments: [
            ("date", nil), ("integer", nil), ("Int", "int"), ("", nil), ("int ", "int"), ("int?", "int"),
            ("{id: uuid}", nil), ("{id: int", nil), ("[int", "int"), ("[date]", nil), ("strong", "string"),
            // These are types, and no link can hold their values.
            ("bytes", nil), ("[bytes]", nil), ("[[int]]", "[int]"), ("{}", nil), ("{id: int}", nil),
        ])
    func argument(type: String, nearest: String?) throws {
        let (manifest, unknowns) = try changed(
            #"{ "name": "page", "type": "int", "default": 1 }"#,
            to: #"{ "name": "page", "type": "\#(type)", "default": 1 }"#)
        #expect(manifest.incoming.map(\.name) == ["detail", "search"])
        #expect(manifest.incomingRoute(named: "list") == nil)
        #expect(manifest.main == nil)
        #expect(manifest.links.map(\.route.name) == ["detail", "detail", "search"])
        let detail = try #require(manifest.incomingRoute(named: "detail"))
        #expect(detail.parents == [])
        #expect(detail.method == .sheet)
        #expect(try manifest.outgoing == full().outgoing)
        let unknown = try #require(unknowns.first)
        #expect(unknowns.count == 1)
        #expect(unknown.kind == .type)
        #expect(unknown.mismatch.path == ["incoming", 0, "arguments", 0, "type"])
        #expect(
            unknown.mismatch.message.hasSuffix(
                " is not a type of arguments in ABI \(Repository.abi), so the route 'list' is left out, with its links and wherever "
                    + "it is a parent"))
        #expect(unknown.nearest == nearest)
    }

    @Test("an unknown kind of requirement is passed over")
    func requirement() throws {
        let (manifest, unknowns) = try changed(#""host": "0.1","#, to: #""hosts": "0.1","#)
        #expect(manifest.requirements == .init(extensions: ["switchyard.files/1", "switchyard.swap/1"]))
        #expect(unknowns.map(\.mismatch.path) == [["requires", "hosts"]])
        #expect(unknowns.first?.nearest == "host")
    }

    @Test("an unknown type takes an outgoing route out")
    func outgoing() throws {
        let (manifest, unknowns) = try changed(
            #"{ "name": "isbn", "type": "string" }"#, to: #"{ "name": "isbn", "type": "isbn" }"#)
        #expect(manifest.outgoing == [])
        #expect(try manifest.incoming == full().incoming && manifest.links == full().links)
        #expect(unknowns.map(\.mismatch.path) == [["outgoing", 0, "arguments", 0, "type"]])
    }

    @Test(
        "an unknown type takes a checkpoint, a return or a value out, and leaves the others",
        arguments: [
            (
                #""checkpoints": [{ "name": "x", "type": "date" }, { "name": "y", "type": "{a: [bytes]?}" }]"#,
                "checkpoint"
            ),
            (
                #""returns": [{ "name": "x", "type": "{id: int" }, { "name": "y", "type": "{a: [bytes]?}" }]"#,
                "checkpoint"
            ),
            (#""receives": [{ "name": "x", "type": "[int?]" }, { "name": "y", "type": "{a: [bytes]?}" }]"#, "value"),
            (#""sends": [{ "name": "x", "type": "null" }, { "name": "y", "type": "{a: [bytes]?}" }]"#, "value"),
        ])
    func names(member: String, what: String) throws {
        let text = #"{"manifest": 1, "id": "a", \#(member)}"#
        let manifest = try Manifest(text)
        let names = manifest.checkpoints + manifest.returns + manifest.receives + manifest.sends
        let type = ValueType.record([.init("a", .list(.bytes), isOptional: true)])
        #expect(names == [.init(name: "y", type: type)])
        let unknowns = try Manifest.read(Array(text.utf8)).unknowns
        #expect(unknowns.map(\.kind) == [.type])
        #expect(unknowns.first?.mismatch.message.hasSuffix(", so the \(what) 'x' is left out") == true)
    }

    @Test("a setting of an unknown type may have any value")
    func setting() throws {
        let (manifest, unknowns) = try changed(
            #"{ "name": "number", "type": "int" }"#, to: #"{ "name": "number", "type": "decimal" }"#)
        #expect(manifest.settings.last == .init(name: "featured", kind: .section([.init(name: "number", kind: .any)])))
        #expect(unknowns.map(\.mismatch.path) == [["settings", 2, "settings", 0, "type"]])
        #expect(unknowns.first?.mismatch.message.hasSuffix(", so the setting 'number' may have any value") == true)
    }

    @Test(
        "an unknown member is passed over",
        arguments: [
            (#""manifest": 1,"#, #""manifest": 1, "later": { "deep": [1, null] },"#, "later"),
            (#""manifest": 1,"#, #""manifest": 1, "Incoming": 1,"#, "Incoming"),
            (
                #"{ "name": "page", "type": "int", "default": 1 }"#,
                #"{ "name": "page", "type": "int", "default": 1, "min": 0 }"#, "incoming[0].arguments[0].min"
            ),
            (#""method": "sheet","#, #""method": "sheet", "icon": "person","#, "incoming[1].icon"),
            (#""pattern": "","#, #""pattern": "", "priority": 3,"#, "links[2].priority"),
            (#"{ "name": "left" }"#, #"{ "name": "left", "note": 1 }"#, "checkpoints[1].note"),
            (#"{ "name": "free" }"#, #"{ "name": "free", "unit": "s" }"#, "settings[1].unit"),
            (#""run": true,"#, #""run": true, "once": true,"#, "permissions[3].once"),
            (#""host": "Old.Character""#, #""host": "Old.Character", "since": "1.1""#, "customLinks[0].since"),
        ])
    func member(old: String, new: String, path: String) throws {
        let (manifest, unknowns) = try changed(old, to: new)
        #expect(try manifest == full())
        let unknown = try #require(unknowns.first)
        #expect(unknowns.count == 1)
        #expect(unknown.kind == .member)
        #expect(unknown.mismatch.path?.description == path)
        #expect(
            unknown.mismatch.message.hasSuffix(
                " is no member of this object in ABI \(Repository.abi), and is passed over"))
        #expect(unknown.nearest == (path == "Incoming" ? "incoming" : nil))
    }

    @Test(
        "an unknown kind of permission, or a port of an unknown protocol, takes the request out or in part",
        arguments: [
            (#""run": true,"#, #""usb": true,"#, "permissions[3].usb", [0, 1, 2, 4], nil),
            (#""env": [""#, #""envs": [""#, "permissions[4].envs", [0, 1, 2, 3], "env"),
            (#"["tcp:443", "tcp:80"]"#, #"["udp:53"]"#, "permissions[0].net[0]", [1, 2, 3, 4], nil),
        ] as [(String, String, String, [Int], String?)])
    func permission(old: String, new: String, path: String, left: [Int], nearest: String?) throws {
        let (manifest, unknowns) = try changed(old, to: new)
        let all = try full().permissions
        #expect(manifest.permissions == left.map { all[$0] })
        let unknown = try #require(unknowns.first)
        #expect(unknowns.count == 1)
        #expect(unknown.kind == .permission)
        #expect(unknown.mismatch.path?.description == path)
        #expect(unknown.mismatch.message.hasSuffix(" in ABI \(Repository.abi), and is passed over"))
        #expect(unknown.nearest == nearest)
    }

    @Test("a port of an unknown protocol leaves the other ports of its request")
    func port() throws {
        let (manifest, unknowns) = try changed(#""tcp:80""#, to: #""quic:443""#)
        #expect(manifest.permissions.first?.permissions == Permissions(ports: [443]))
        #expect(unknowns.map(\.mismatch.path) == [["permissions", 0, "net", 1]])
    }

    @Test("what is unknown is listed in the order of the text, the first 100")
    func order() throws {
        let text = #"{"manifest": 1, "x": 0, "checkpoints": [{"name": "a", "type": "b", "c": 1}], "id": "a", "y": 0}"#
        let offsets = try Manifest.read(Array(text.utf8)).unknowns.compactMap(\.mismatch.location?.offset)
        #expect(offsets.count == 4)
        #expect(offsets == offsets.sorted())
        let many = (0..<150).map { #", "x\#($0)": 1"# }.joined()
        #expect(try Manifest.read(Array(#"{"manifest": 1, "id": "a"\#(many)}"#.utf8)).unknowns.count == 100)
    }

    @Test(
        "what is left out must keep every other rule",
        arguments: [
            // The route 'late' has an argument of an unknown type.
            (#""incoming": [@, @]"#, "the route 'late' stands twice"),
            (#""incoming": [@], "outgoing": [{"name": "late"}]"#, "both incoming and outgoing"),
            (#""incoming": [@], "outgoing": [@]"#, "both incoming and outgoing"),
            (#""incoming": [@, {"name": "b", "parents": ["late?x={y}"]}]"#, "'{y}' is not an argument of the route"),
            (#""incoming": [@, {"name": "b", "parents": ["late", "later"]}]"#, "is not an incoming route"),
            (#""incoming": [@], "main": "later""#, "not one of the feature's incoming routes"),
            (#""incoming": [@], "links": [{"scheme": "1", "host": "a", "pattern": "", "route": "late"}]"#, "scheme"),
            (
                #""incoming": [@], "links": [{"scheme": "s", "host": "a", "pattern": "x", "route": "late"}]"#,
                "begin with"
            ),
            (
                #""incoming": [@], "links": [{"scheme": "s", "host": "a", "pattern": "", "route": "later"}]"#,
                "not one of"
            ),
            (#""checkpoints": [{"name": "a", "type": "?"}, {"name": "a"}]"#, "stands twice"),
            (#""checkpoints": [{"name": "a", "type": "?"}], "returns": [{"name": "a"}]"#, "both in 'checkpoints'"),
            (#""receives": [{"name": "a", "type": "?"}], "sends": [{"name": "a", "type": "?"}]"#, "both in 'receives'"),
            (#""settings": [{"name": "a", "type": "?"}, {"name": "a"}]"#, "stands twice"),
            (#""permissions": [{"usb": true}]"#, "expected the member 'reason'"),
            (#""permissions": [{"net": ["udp:1", "tcp:0"], "reason": "r"}]"#, "is neither a TCP port"),
            (
                #""permissions": [{"net": ["udp:1", "udp://a.b"], "reason": "r"}]"#,
                "'udp://a.b' is not an origin such as"
            ),
            (#""permissions": [{"net": ["https:443"], "reason": "r"}]"#, "nor an origin such as 'https://api"),
            (#""settings": [{"name": "a", "type": "?", "settings": []}]"#, "keep one of the two"),
            (#""checkpoints": [{"name": "a", "type": null}]"#, "expected a string, found null"),
            (#""incoming": [{"name": "a", "method": 1}]"#, "expected a string, found a number"),
            (
                #""incoming": [{"name": "a", "arguments": [{"name": "b", "type": "?"}, {"name": "b", "type": "int"}]}]"#,
                "'b' stands twice"
            ),
            (
                #""incoming": [{"name": "a", "arguments": [{"name": "b", "type": "?", "optional": 1}]}]"#,
                "expected true or false"
            ),
            (#""incoming": [{"name": "a", "arguments": [{"name": "1", "type": "?"}]}]"#, "'1' is not a name"),
        ])
    func rules(members: String, message: String) {
        let late = #"{"name": "late", "arguments": [{"name": "on", "type": "date", "default": {"any": 1}}]}"#
        let text = #"{"manifest": 1, "id": "a", \#(members.replacing("@", with: late))}"#
        let error = #expect(throws: JSONError.self) { try Manifest(text) }
        #expect(error?.message.contains(message) == true, "\(error?.description ?? "")")
        #expect(throws: JSONError.self) { try Manifest.read(Array(text.utf8)).unknowns }
    }

    @Test("what is left out stays out when the manifest is written and read again")
    func writing() throws {
        let text = #"""
            {"manifest": 1, "id": "a", "main": "b", "icon": 1, "checkpoints": [{"name": "c", "type": "date"}],
             "incoming": [{"name": "b", "arguments": [{"name": "on", "type": "date"}]}, {"name": "d", "method": "drawer"}]}
            """#
        let manifest = try Manifest(text)
        #expect(try Manifest(parsing: manifest.json.utf8()) == manifest)
        #expect(try Manifest.read(manifest.json.utf8()).unknowns == [])
    }
}
