import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("--trace", .blocking, .inlineAndInWorkers, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct TraceTests {
    private static let wiring = """
        {
          "root": "home",
          "conditions": { "signedIn": { "from": "auth/SignedIn", "else": "auth/login" } },
          "requires": { "account/*": "signedIn" },
          "redirects": { "home/character?identifier={n}": "account/order?number={n}" }
        }
        """

    private let host: Sandbox

    init() throws {
        host = try Sandbox(
            .only([.home, ConditionsTests.auth, ConditionsTests.account]), wiring: .text(Self.wiring))
    }

    /// A span of a trace. Times are in microseconds.
    private struct Span {
        let name: String
        let category: String
        let start: Double
        let end: Double
        let arguments: JSON?

        init(_ event: JSON) throws {
            #expect(event["ph"] == "X")
            #expect(event["pid"]?.integer != nil && event["tid"] == event["pid"])
            name = try #require(event["name"]?.string)
            category = try #require(event["cat"]?.string)
            start = try #require(event["ts"]?.number)
            end = start + (try #require(event["dur"]?.number))
            arguments = event["args"]
        }

        func contains(_ other: Span) -> Bool { start <= other.start && other.end <= end + 0.01 }
    }

    private func text(_ file: String, of host: Sandbox? = nil) throws -> String {
        String(decoding: try File.read("\((host ?? self.host).work)/\(file)"), as: UTF8.self)
    }

    private func spans(_ file: String, of host: Sandbox? = nil, isWhole: Bool = true) throws -> [Span] {
        let text = try text(file, of: host)
        return try #require(JSON.parse(isWhole ? text : text + "]").array).map(Span.init)
    }

    @Test("all the work of a flow is in the trace, by names and patterns, and without a value")
    func work() throws {
        // Numbers so long that no time has them by chance.
        let steps = ["shop://account/orders/74174174174", "press:Sign in", "home/character?identifier=51515151515"]
        let shown = try host.run(["navigate"] + steps)
        let traced = try host.run(["navigate"] + steps + ["--trace", "trace", "--save", "session"])
        #expect(shown.end == .exit(0) && traced.end == .exit(0) && traced.output == shown.output)
        let spans = try spans("trace")
        for name in [
            "launch", "load", "start", "open", "match", "redirect", "condition", "activate", "resolve", "appear",
            "render",
            "use", "perform", "go", "show", "draw", "save session", "shut down", "main queue", "wait",
        ] {
            #expect(spans.contains { $0.name == name }, "\(name)")
        }
        #expect(spans.contains { $0.name == "worker start" } == (Isolation.given == .process))
        func arguments(_ name: String) -> [JSON?] { spans.filter { $0.name == name }.map(\.arguments) }
        #expect(arguments("match") == [["pattern": "shop://account/orders/{number}"]])
        #expect(arguments("redirect").contains(["from": "home/character", "to": "account/order"]))
        for value in [false, true] {
            #expect(
                arguments("condition").contains([
                    "name": "signedIn", "value": JSON.bool(value), "route": "account/order",
                ]))
        }
        #expect(arguments("resolve").contains(["feature": "account", "route": "order"]))
        let text = try text("trace")
        #expect(!text.contains("74174174174") && !text.contains("51515151515"))
    }

    @Test("the spans of the top level follow one another from the start to the end, and the others are nested in them")
    func nesting() throws {
        let outcome = try host.run("navigate", "home", "shop://account/orders/7", "--trace", "trace")
        #expect(outcome.end == .exit(0))
        let spans = try spans("trace")
        let top = spans.filter { $0.category == "process" }
        #expect(top.first?.start == 0 && top.first?.name == "launch" && top.last?.name == "main queue")
        for (span, next) in zip(top, top.dropFirst()) { #expect(abs(span.end - next.start) < 0.01) }
        for span in spans where span.category != "process" {
            #expect(top.count { $0.contains(span) } == 1, "\(span.name)")
            for other in spans where other.start < span.end && span.start < other.end {
                #expect(other.contains(span) || span.contains(other), "\(span.name) and \(other.name)")
            }
        }
    }

    @Test("run, list and explain write traces too")
    func commands() throws {
        try File.write("shop://account/orders/7\nquit\n", to: "\(host.work)/lines")
        _ = try host.run(["run", "--plain", "--session", "", "--trace", "run"], input: "\(host.work)/lines")
        let names = Set(try spans("run").map(\.name))
        #expect(names.isSuperset(of: ["match", "condition", "render", "draw", "wait", "shut down"]))
        for _ in 0..<2 { _ = try host.output("list", "--trace", "list") }
        #expect(try spans("list").map(\.name).contains("load"))
        _ = try host.output("explain", "shop://account/orders/7", "--trace", "explain")
        #expect(try spans("explain").map(\.name).contains("condition"))
    }

    @Test("a host that is killed leaves the spans before its last wait")
    func killed() throws {
        let host = try Sandbox(.only([.home, .fixture("LoadsForever")]))
        let killed = try host.run(
            [
                "navigate", "home", "loads-forever", "press:Nobody", "--wait", "600s", "--trace", "trace",
            ],
            killedOnceThereIs: "trace", killedOnceItHas: "\"render\"")
        #expect(killed.end == .signal(SIGKILL))
        let names = Set(try spans("trace", of: host, isWhole: false).map(\.name))
        #expect(names.isSuperset(of: ["launch", "load", "main queue", "render"]))
    }

    @Test(
        "a trace that cannot be written is refused before anything is done",
        arguments: [
            ("none/trace", "'none/trace' cannot be written: there is no directory 'none'; make it first"),
            (".", "'.' is a directory, and stays as it is; name a file to write to"),
            ("notes", "'notes' has other content, and stays as it is; name another file, or remove it"),
        ])
    func refused(path: String, message: String) throws {
        try File.write("[ 1, 2 ]", to: "\(host.work)/notes")
        let outcome = try host.run("navigate", "home", "--trace", path)
        #expect(outcome.end == .exit(73) && outcome.output == "")
        #expect(outcome.messages == [message])
        #expect(try text("notes") == "[ 1, 2 ]")
    }
}
