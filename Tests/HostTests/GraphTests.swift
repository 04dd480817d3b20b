import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("graph", .blocking)
struct GraphTests {
    @Test("graph draws the shipped features for Graphviz: every route and link, and where each leads")
    func dot() throws {
        let output = try Sandbox().output("graph")
        #expect(try Sandbox().output("graph", "--format", "dot") == output)
        #expect(output.hasPrefix("digraph switchyard {\n"))
        for label in [
            "in list", "in detail?identifier={int}", "in main", "out characters", "out character?identifier={int}",
            "link challenge://character/list", "tab root",
        ] {
            #expect(output.contains("[label=\"\(label)\","), "\(label)")
        }
        #expect(output.contains("[tooltip=\"home/characters -> character/list\"];"))
    }

    @Test("graph in JSON has the same edges, by --json or by the format")
    func json() throws {
        let host = try Sandbox()
        let json = try host.json("graph")
        #expect(try JSON.parse(host.output("graph", "--format", "json")) == json)
        #expect(json["features"]?.array?.compactMap { $0["id"]?.string } == ["character", "home"])
        let edges = json["edges"]?.array?.map {
            "\($0["kind"]?.string ?? "") \($0["from"]?.string ?? "") -> \($0["to"]?.string ?? "") \($0["status"]?.string ?? "")"
        }
        #expect(
            edges == [
                "link link:character/0 -> incoming:character/list ok",
                "link link:character/1 -> incoming:character/detail ok",
                "link link:home/0 -> incoming:home/main ok",
                "root tab:root -> incoming:home/main ok",
                "redirect outgoing:home/characters -> incoming:character/list ok",
                "redirect outgoing:home/character -> incoming:character/detail ok",
            ])
    }

    @Test("graph of a feature shows only it and its neighbours; for a mistyped feature it names the nearest")
    func oneFeature() throws {
        let host = try Sandbox(wiring: .none)
        #expect(try host.json("graph", "character")["features"]?.array?.count == 1)
        #expect(try Sandbox().json("graph", "home")["nodes"]?.array?.count == 7)
        let outcome = try host.run("graph", "hom")
        #expect(outcome.end == .exit(1))
        #expect(outcome.output == "")
        #expect(outcome.messages == ["no feature 'hom' is installed; did you mean 'home'?"])
    }

    @Test(
        "graph writes a file in the format of its name's ending, and leaves no other file",
        arguments: [
            ("graph.dot", "digraph switchyard {"), ("graph.gv", "digraph switchyard {"), ("graph.mmd", "flowchart LR"),
            ("graph.json", "{"), ("graph.html", "<!DOCTYPE html>"), ("GRAPH.HTML", "<!DOCTYPE html>"),
        ])
    func file(name: String, beginning: String) throws {
        let host = try Sandbox()
        #expect(try host.output("graph", "-o", name) == "")
        let text = String(decoding: try File.read("\(host.work)/\(name)"), as: UTF8.self)
        #expect(text.split(separator: "\n").first.map(String.init) == beginning)
        #expect(try File.names(in: host.work) == [name])
        // An existing file is replaced.
        try File.write("old", to: "\(host.work)/\(name)")
        #expect(try host.output("graph", "--output", name) == "")
        #expect(String(decoding: try File.read("\(host.work)/\(name)"), as: UTF8.self) == text)
    }

    @Test("graph writes the format of --format to a file of any name, and through a symbolic link")
    func format() throws {
        let host = try Sandbox()
        try File.write("old", to: "\(host.work)/target.txt")
        #expect(symlink("target.txt", "\(host.work)/link.dot") == 0)
        #expect(try host.output("graph", "--format", "mermaid", "-o", "link.dot") == "")
        #expect(String(decoding: try File.read("\(host.work)/target.txt"), as: UTF8.self).hasPrefix("flowchart LR\n"))
        #expect(try File.names(in: host.work) == ["link.dot", "target.txt"])
    }

    @Test(
        "graph does not write where it cannot, and leaves existing files unchanged: 73",
        arguments: [
            (
                "missing/graph.dot",
                "'missing/graph.dot' cannot be written: there is no directory 'missing'; make it first"
            ),
            ("/dev/null", "'/dev/null' is a device, and stays as it is; name a file to write to"),
            ("folder.dot", "'folder.dot' is a directory, and stays as it is; name a file to write to"),
            ("", "'' is not the name of a file; name one to write to"),
        ])
    func unwritable(path: String, message: String) throws {
        let host = try Sandbox()
        try host.directory.makeDirectory("work/folder.dot")
        let outcome = try host.run("graph", "--format", "dot", "-o", path)
        #expect(outcome.end == .exit(73))
        #expect(outcome.messages == [message])
    }

    @Test(
        "an unknown format is refused with the known ones: 64",
        arguments: [
            (["--format", "svg"], "'--format svg' is none of 'dot', 'mermaid', 'json', 'html'"),
            (["--format", "htm"], "'--format htm' is none of 'dot', 'mermaid', 'json', 'html'; did you mean 'html'?"),
            (
                ["-o", "graph.pdf"],
                "'graph.pdf' does not say a format by its ending: expected .dot, .gv, .mmd, .mermaid, .json or .html, "
                    + "or a --format"
            ),
            (["--json", "--format", "html"], "'--json' and '--format html' are two formats; give one of them"),
        ] as [([String], String)])
    func usage(arguments: [String], message: String) throws {
        let outcome = try Sandbox().run(["graph"] + arguments)
        #expect(outcome.end == .exit(64))
        #expect(outcome.output == "")
        #expect(outcome.messages.first == message)
    }

    @Test("graph draws a wiring that does not fit the features with its errors marked, and warns of them")
    func wrong() throws {
        let host = try Sandbox(
            wiring: .text(
                """
                {"root": "home", "redirects": {
                    "home/characters": "character/lists", "home/character?identifier={i}": "character/detail"}}
                """))
        let outcome = try host.run("graph", "--json")
        #expect(outcome.end == .exit(0))
        let edges = try JSON.parse(outcome.output)["edges"]?.array ?? []
        let marked = edges.filter { $0["status"] != "ok" }
        #expect(marked.map { $0["status"] } == ["dangling", "ill-typed"])
        #expect(marked[0]["to"] == "missing:character/lists")
        // The messages are those of doctor.
        let doctor = try host.json("doctor")["findings"]?.array ?? []
        for edge in marked {
            let message = edge["findings"]?[0]?["message"]?.string ?? ""
            #expect(outcome.messages.contains { $0.hasSuffix(message) })
            #expect(doctor.contains { $0["message"]?.string == message && $0["fix"] == edge["findings"]?[0]?["fix"] })
        }
    }

    @Test(
        "a feature's text stays text in every format",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func hostile() throws {
        let host = try Sandbox(
            .only([
                .source(
                    "hostile",
                    #"""
                    #define FEATURE_ID "hostile"
                    #define MEMBERS ",\"name\":\"</script><script>alert(1)//\",\"summary\":\"\\\"];x->y;//%%{init:1}%%\""
                    #include "PlainFeature.h"
                    """#)
            ]), wiring: .none)
        let page = try host.output("graph", "--format", "html")
        let markup = try Markup(page)
        #expect(markup.named("script").count == 2)
        let data = try JSON.parse(markup.named("script")[0].text)
        #expect(data["features"]?[0]?["name"] == "</script><script>alert(1)//")
        #expect(try host.output("graph").contains(#"tooltip="\"];x->y;//%%{init:1}%%";"#))
        #expect(!(try host.output("graph", "--format", "mermaid")).contains("%%{"))
        #expect(try host.json("graph")["features"]?[0]?["name"] == "</script><script>alert(1)//")
    }
}
