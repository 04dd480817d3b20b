import FeatureContract
import Testing

@testable import HostCore
@testable import HostTestSupport
@testable import HostTools

@Suite("The graph of an app")
struct GraphTests {
    private static func lines(_ graph: Graph) -> [String] {
        graph.edges.map { edge in
            let status = edge.status == .ok ? "" : " \(edge.status.rawValue)"
            return "\(edge.kind) \(graph.nodes[edge.source].id) -> \(graph.nodes[edge.target].id)\(status)"
        }
    }

    @Test("the graph has each feature, route, link, checkpoint and value, and an edge for each connection")
    func everything() throws {
        let graph = try GraphSamples.graph(
            [Manifests.home, Manifests.character, Manifests.chats, Manifests.contacts],
            wiring: Manifests.sharing(
                #""tabs": [{ "name": "chats", "root": "chats" }, { "name": "people", "root": "character" }]"#))
        #expect(graph.features.map(\.id) == ["character", "chats", "contacts", "home", "elsewhere"])
        #expect(graph.features.map(\.isInstalled) == [true, true, true, true, false])
        #expect(
            Set(graph.nodes.filter { $0.feature == "contacts" }.map(\.id)) == [
                "incoming:contacts/card", "incoming:contacts/picker", "checkpoint:contacts/top",
                "receives:contacts/hello",
                "returns:contacts/picked", "returns:contacts/number", "returns:contacts/nowhere",
                "returns:contacts/away",
                "sends:contacts/remark", "sends:contacts/count", "sends:contacts/lost",
            ])
        #expect(Set(graph.nodes.map(\.id)).count == graph.nodes.count)
        #expect(
            Self.lines(graph) == [
                "link link:character/0 -> incoming:character/list",
                "link link:character/1 -> incoming:character/detail",
                "link link:character/2 -> incoming:character/quote",
                "root tab:chats -> main:chats",
                // The route that stands for the main screen.
                "root tab:people -> incoming:character/list",
                "redirect outgoing:chats/pick -> incoming:contacts/picker",
                "redirect outgoing:chats/card -> incoming:contacts/card",
                "redirect outgoing:chats/drop -> incoming:contacts/card",
                "checkpoint returns:contacts/picked -> checkpoint:chats/recipient",
                "checkpoint returns:contacts/number -> checkpoint:chats/recipient ill-typed",
                "checkpoint returns:contacts/away -> missing:elsewhere/x dangling",
                "value sends:contacts/remark -> receives:chats/note",
                "value sends:contacts/count -> receives:chats/note ill-typed",
                "value sends:chats/greeting -> receives:contacts/hello",
            ])
        let unconnected = graph.nodes.filter { $0.status == .dangling }.map(\.id)
        #expect(
            Set(unconnected) == [
                "outgoing:chats/nowhere", "outgoing:character/author", "outgoing:home/characters",
                "outgoing:home/nowhere", "outgoing:home/character", "returns:contacts/nowhere", "sends:contacts/lost",
            ])
    }

    @Test("a destination that requires a condition has an edge to what is shown while that is false")
    func conditions() throws {
        let auth = #"{ "id": "auth", "incoming": [{ "name": "login" }], "sends": [{ "name": "In", "type": "bool" }] }"#
        let graph = try GraphSamples.graph(
            [Manifests.character, auth],
            wiring: """
                { "conditions": { "in": { "from": "auth/In", "else": "auth/login" } },
                  "requires": { "character/detail": "in", "auth/logim": "in" } }
                """)
        #expect(
            Self.lines(graph).suffix(2) == [
                "condition incoming:character/detail -> incoming:auth/login",
                "condition missing:auth/logim -> incoming:auth/login dangling",
            ])
        #expect(graph.edges.last?.condition == "in")
        #expect(GraphDOT.text(of: graph).contains("label=\"in\", style=dotted"))
        #expect(GraphMermaid.text(of: graph).contains("-.->|\"in\"|"))
        let whole = try GraphSamples.graph(
            [Manifests.character, auth],
            wiring: """
                { "conditions": { "in": { "from": "auth/In", "else": "auth/login" } }, "requires": { "character": "in" } }
                """)
        #expect(
            Self.lines(whole).suffix(3) == [
                "condition incoming:character/list -> incoming:auth/login",
                "condition incoming:character/detail -> incoming:auth/login",
                "condition incoming:character/quote -> incoming:auth/login",
            ])
    }

    @Test("a tab has its name and its title in the graph")
    func tabs() throws {
        let graph = try GraphSamples.graph(
            [Manifests.home],
            wiring: """
                { "tabs": [{ "name": "a b", "root": "home", "title": "First" }, { "name": "c", "root": "home" }] }
                """)
        let tabs = graph.json["nodes"]?.array?.filter { $0["kind"] == "tab" } ?? []
        #expect(tabs.map { $0["id"] } == ["tab:a b", "tab:c"])
        #expect(tabs.map { $0["name"] } == ["a b", "c"])
        #expect(tabs.map { $0["title"] } == ["First", "c"])
        #expect(graph.nodes.filter { $0.kind == .tab }.map(\.about) == ["a b: First", "c"])
    }

    @Test("an older name of a route is no further route")
    func olderName() throws {
        let feature = #"{"id": "one", "incoming": [{"name": "start", "was": ["begin"]}]}"#
        let graph = try GraphSamples.graph([feature], wiring: #"{ "root": "one/begin" }"#)
        #expect(Self.lines(graph) == ["root tab:root -> incoming:one/start"])
        #expect(graph.counts.routes == 1)
    }

    @Test("the graph marks the findings of the wiring check, in the words of doctor")
    func marks() throws {
        let graph = try GraphSamples.broken()
        let marked = graph.edges.filter { $0.status != .ok && $0.kind != .link }
        #expect(
            marked.map { "\(graph.nodes[$0.source].id) \($0.status.rawValue) \($0.findings[0].severity)" } == [
                "tab:lost dangling error", "outgoing:home/characters cyclic error",
                "incoming:character/list cyclic error", "outgoing:home/character ill-typed error",
                "outgoing:chats/pick dangling warning", "sends:contacts/count ill-typed error",
                "sends:contacts/count ill-typed error",
            ])
        #expect(
            marked[3].findings.map(\.message) == [
                "redirects.\"home/character?identifier={i}\": character/detail has no argument 'x'; it has 'identifier'"
            ])
        #expect(marked[3].findings[0].fix.contains("switchyard routes"))
        // Each of the two targets has only the finding about itself.
        #expect(marked[5].findings.count == 1 && marked[5].findings[0].message.hasSuffix("-> chats/note"))
        #expect(marked[6].findings.count == 1 && marked[6].findings[0].message.hasSuffix("-> chats/ping"))
        let links = graph.edges.filter { $0.kind == .link }
        #expect(links.count == 5)
        #expect(links.allSatisfy { $0.status == .refused && $0.findings[0].code.rawValue == "scheme-refused" })
    }

    @Test("the graph marks links that two features share as conflicting, together with their edges")
    func conflicts() throws {
        func feature(_ id: String) -> String {
            #"{"id": "\#(id)", "incoming": [{"name": "a", "arguments": [{"name": "x", "type": "int"}]}], "#
                + #""links": [{"scheme": "s", "host": "h", "pattern": "/{x}", "route": "a"}]}"#
        }
        let graph = try GraphSamples.graph([feature("one"), feature("two")], wiring: "{}")
        #expect(graph.edges.map(\.status) == [.conflicting, .conflicting])
        #expect(graph.nodes.filter { $0.kind == .link }.map(\.status) == [.conflicting, .conflicting])
        let both = try catalog([feature("one"), feature("two")])
        #expect(graph.edges[0].findings == LinkFindings.conflicts(both.links().conflicts, both))
    }

    @Test("a part of the graph has the chosen features, and all that they connect to")
    func part() throws {
        let graph = try GraphSamples.graph(
            [Manifests.home, Manifests.character, Manifests.notes],
            wiring: #"""
                {"root": "home", "redirects": {
                    "home/characters": "character/list", "character/author?name={n}": "notes/note?title={n}"
                }}
                """#)
        let part = graph.part(of: ["home"])
        #expect(part.features.map(\.id) == ["character", "home"])
        #expect(
            Self.lines(part) == [
                "root tab:root -> main:home", "redirect outgoing:home/characters -> incoming:character/list",
            ])
        #expect(part.nodes.filter { $0.feature == "character" }.map(\.id) == ["incoming:character/list"])
        #expect(part.nodes.filter { $0.feature == "home" }.count == 5)
    }
}
