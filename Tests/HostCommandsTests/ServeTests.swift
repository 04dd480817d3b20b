import Dispatch
import Glibc
import HostCommands
import HostSystem
import JSONText
import Synchronization
import TestSupport
import Testing

@testable import ProgramTestSupport

/// `switchyard serve`, from the side of its clients.
@Suite("serve", .blocking)
struct ServeTests {
    // MARK: Standard input and output

    /// Sends messages to a host, one after the other, and returns its answers.
    private static func answers(to messages: [String], _ host: Sandbox) throws -> (Subprocess.Outcome, [JSON]) {
        let input = messages.map { String(decoding: HeaderFrames.frame(Array($0.utf8)), as: UTF8.self) }.joined()
        return try answers(toInput: input, host)
    }

    private static func answers(toInput input: String, _ host: Sandbox) throws -> (Subprocess.Outcome, [JSON]) {
        try File.write(input, to: "\(host.work)/input")
        let outcome = try host.run(["serve", "--session", ""], input: "\(host.work)/input")
        var frames = HeaderFrames(limit: 1 << 26)
        frames.append(Array(outcome.output.utf8))
        var answers: [JSON] = []
        while case .message(let bytes)? = try frames.next() { answers.append(try JSON.parse(bytes)) }
        return (outcome, answers)
    }

    private static let initialize = #"{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":1}}"#

    @Test("the first answers are the app, its state and its screen, and the end of the input ends the host")
    func begins() throws {
        let host = try Sandbox()
        let (outcome, answers) = try Self.answers(to: [Self.initialize], host)
        #expect(outcome.end == .exit(0))
        #expect(outcome.diagnostics == "")
        #expect(answers.map { $0["method"]?.string ?? "" } == ["", "state", "screen"])
        #expect(answers[0]["id"] == "i")
        #expect(answers[0]["result"]?["host"]?["name"] == "switchyard")
        let navigate = try host.json("navigate")
        #expect(answers[1]["params"]?["state"] == navigate["state"])
        #expect(answers[2]["params"]?["screen"] == navigate["screen"])
        #expect(answers[2]["params"]?["destination"] == navigate["destination"])
    }

    @Test(
        "what is no request is answered as JSON-RPC 2.0 says",
        arguments: [
            (#"{"jsonrpc": "2.0", "method"#, #"[{"id":null,"error":-32700}]"#),
            (#"{"jsonrpc": "2.0", "method": 1, "id": 1}"#, #"[{"id":1,"error":-32600}]"#),
            (#"{"jsonrpc": "1.0", "method": "state", "id": "x"}"#, #"[{"id":"x","error":-32600}]"#),
            (#"{"method": "state", "id": 7}"#, #"[{"id":7,"error":-32600}]"#),
            (#"[{"jsonrpc": "2.0", "method": "state", "id": 7}, {"id": 8}]"#, #"[{"id":null,"error":-32600}]"#),
            (
                #"{"jsonrpc": "2.0", "method": "state", "id": 123456789012345678901234567890}"#,
                #"[{"id":null,"error":-32700}]"#
            ),
            (#"{"jsonrpc": "2.0", "method": "open", "params": null, "id": 1}"#, #"[{"id":1,"error":-32602}]"#),
            (#"{"jsonrpc": "2.0", "method": "state", "id": {}}"#, #"[{"id":null,"error":-32600}]"#),
            (#"{"jsonrpc": "2.0", "result": 1, "id": 1}"#, #"[{"id":null,"error":-32600}]"#),
            ("1", #"[{"id":null,"error":-32600}]"#),
            ("[]", #"[{"id":null,"error":-32600}]"#),
            (#"{"jsonrpc": "2.0", "method": "foobar", "id": 1}"#, #"[{"id":1,"error":-32601}]"#),
            (#"{"jsonrpc": "2.0", "method": "foobar"}"#, "[]"),
            (#"{"jsonrpc": "2.0", "method": "open", "id": 1.5}"#, #"[{"id":1.5,"error":-32602}]"#),
            (#"{"jsonrpc": "2.0", "method": "open", "params": ["home"], "id": 1}"#, #"[{"id":1,"error":-32602}]"#),
            (#"{"jsonrpc": "2.0", "method": "open", "params": {"target": 7}, "id": 1}"#, #"[{"id":1,"error":-32602}]"#),
            (
                #"{"jsonrpc": "2.0", "method": "back", "params": {"forse": true}, "id": null}"#,
                #"[{"id":null,"error":-32602}]"#
            ),
        ])
    func protocolErrors(message: String, expected: String) throws {
        let (outcome, answers) = try Self.answers(to: [Self.initialize, message], Sandbox())
        func short(_ answer: JSON) -> JSON {
            ["id": answer["id"] ?? "missing", "error": answer["error"]?["code"] ?? "missing"]
        }
        // The answer to 'initialize' may come later: what is no request needs no feature.
        let others = answers.filter { $0["method"] == nil && $0["id"] != "i" }
        #expect(JSON.array(others.map(short)) == (try JSON.parse(expected)), "\(others)")
        #expect(outcome.end == .exit(0))
    }

    @Test("a method before 'initialize', a second 'initialize' and another version are refused")
    func initialization() throws {
        let early = #"{"jsonrpc":"2.0","id":1,"method":"state"}"#
        let other = Self.initialize.replacing(":1}", with: ":2}")
        let (_, answers) = try Self.answers(to: [early, other, Self.initialize, Self.initialize], Sandbox())
        let codes = answers.filter { $0["method"] == nil }.map { $0["error"]?["code"]?.integer ?? 0 }
        #expect(codes == [-32002, -32001, 0, -32600])
    }

    @Test("a header that cannot be read is answered, and nothing after it is read")
    func header() throws {
        let (outcome, answers) = try Self.answers(toInput: "{}\nContent-Length: 2\r\n\r\n{}", Sandbox())
        #expect(answers.map { $0["error"]?["code"] } == [-32700])
        #expect(
            answers[0]["error"]?["message"]?.string?.hasPrefix("a line of the header does not end in CR LF;") == true)
        #expect(outcome.end == .exit(0))
    }

    @Test("a message that is too long is answered and passed over")
    func tooLong() throws {
        let text = String(repeating: "x", count: 1 << 20)
        let long = [
            "\"\(text)\"", #"{"params": {"id": 1, "text": "\#(text)"}, "jsonrpc": "2.0", "id": 7}"#,
            #"{"jsonrpc": "2.0", "id": "a", "params": "\#(text)"}"#,
        ]
        let (_, answers) = try Self.answers(to: long + [Self.initialize], Sandbox())
        #expect(answers.map { $0["id"] }.prefix(4) == [.null, 7, "a", "i"])
        for answer in answers.prefix(3) {
            #expect(answer["error"]?["code"] == -32010)
            #expect(answer["error"]?["data"] == ["kind": "tooLarge", "limit": .integer(1 << 20)])
        }
    }

    @Test("parameters that are null count as none")
    func nullParameters() throws {
        func answers(to methods: String...) throws -> [JSON] {
            let messages = methods.enumerated().map { index, method in
                #"{"jsonrpc":"2.0","id":\#(index),"method":"\#(method)","params":null}"#
            }
            return try Self.answers(to: [Self.initialize] + messages, Sandbox()).1
        }
        let both = try answers(to: "state", "back")
        #expect(both.first { $0["id"] == 0 }?["result"]?["destination"] == "home")
        #expect(both.first { $0["id"] == 1 }?["error"]?["code"] != -32602)
        // By itself: it waits for nothing that has not begun.
        #expect(try answers(to: "shutdown").first { $0["id"] == 0 }?["result"] == .null)
    }

    @Test("a wrong message with 'did you mean' says what was meant")
    func hints() throws {
        let host = try Sandbox()
        let app = try ServedApp(host)
        let client = try app.client()
        client.send([["jsonrpc": "2.0", "id": 1, "method": "state"]])
        let batch = try client.receive { $0["id"] == .null }
        #expect(batch["error"]?["message"] == "send each request by itself; a batch is not taken")
        #expect(try client.refusal("opne").message == "there is no method 'opne'; did you mean 'open'?")
        #expect(
            try client.refusal("open", ["traget": "home"]).message
                == "open: there is no parameter 'traget': it takes 'target', 'method', 'inTurn', 'force', 'wait'; did "
                + "you mean 'target'?")
        #expect(
            try client.refusal("open", ["link": "home"]).message
                == "open: there is no parameter 'link': it takes 'target', 'method', 'inTurn', 'force', 'wait'")
        #expect(
            try client.refusal("state", ["link": "home"]).message
                == "state: there is no parameter 'link': it takes none")
        #expect(
            try client.refusal("open", ["target": "hoem"]).message
                == "'hoem' names nothing to go to: no feature 'hoem' is installed; did you mean 'home'?")
        _ = try app.end()
    }

    // MARK: The app

    @Test("links, destinations, controls, back, state and explain do what the other commands do")
    func uses() throws {
        let host = try Sandbox()
        let app = try ServedApp(host)
        let client = try app.client()
        try client.call("open", ["target": "challenge://character/detail?id=42"])
        #expect(client.screen["title"] == "Elizabeth Bennet")
        let navigated = try host.json("navigate", "challenge://character/detail?id=42")
        let own = ["revision", "text", "presentation"]
        var state = try client.call("state").object?.members.filter { !own.contains($0.key) } ?? []
        #expect(JSON.object(JSONObject(state.map { ($0, $1) })) == navigated)
        try client.call("back")
        try client.call("open", ["target": "home", "method": "sheet"])
        let sheet = try client.call("state")
        #expect(sheet["presentation"] == "sheet" && sheet["below"]?["destination"] == "character/list")
        try client.call("dismiss")
        try client.call("perform", ["label": "Filter", "value": "bennet"])
        try client.call("perform", ["label": "Elizabeth"])
        state = try client.call("state").object?.members ?? []
        #expect(JSONObject(state.map { ($0, $1) })["text"] == "home > character/list > character/detail?identifier=42")
        try client.call("root")
        #expect(try client.refusal("back").message.contains("nothing to go back to"))
        #expect(try client.refusal("perform", ["label": "Nothing"]).message.hasPrefix("the screen shows no 'Nothing'"))
        let lost = try client.refusal("open", ["target": "challenge://nobody/x"])
        #expect(lost.code == -32003)
        #expect(lost.message.hasPrefix("no feature has links for challenge://nobody"))
        #expect(client.screen["title"] == "Home")
        let target: JSON = "challenge://character/detail?id=42"
        #expect(try client.call("routes") == host.json("routes"))
        #expect(try client.call("explain", ["target": target]) == host.json("explain", target.string ?? ""))
        #expect(try app.end().end == .exit(0))
    }

    @Test(
        "links in turn wait for one another and for their screens, and the host says each second that it is busy",
        .enabled(if: Fixtures.haveCompiler))
    func inTurn() throws {
        let host = try Sandbox(.only([.fixture("LoadsForever"), .home]), wiring: .text(#"{"root": "home"}"#))
        let app = try ServedApp(host)
        let (first, second) = (try app.client(), try app.client())
        first.send([
            "jsonrpc": "2.0", "id": "1", "method": "open",
            "params": ["target": "loads-forever/screen", "inTurn": true],
        ])
        try second.receive { $0["params"]?["destination"] == "loads-forever/screen" }
        second.send([
            "jsonrpc": "2.0", "id": "2", "method": "open", "params": ["target": "home", "inTurn": true],
        ])
        // It is busy with the first one for 5 s, and without a turn nothing waits.
        for client in [first, second] { try client.receive { $0["method"] == "waiting" } }
        #expect(try second.call("state")["destination"] == "loads-forever/screen")
        let loading = try first.receive { $0["id"] == "1" }["result"]
        #expect(loading?["settled"] == false && loading?["reason"] == "the screen was still loading after 5 s")
        #expect(try second.receive { $0["id"] == "2" }["result"]?["settled"] == true)
        #expect(second.screen["title"] == "Home")
        _ = try app.end()
    }

    // MARK: What a client can rely on

    @Test("a client of a later version begins, and one of another protocol is told of the versions there are")
    func laterClient() throws {
        let later = Self.initialize.replacing(
            "\"protocolVersion\":1", with: #""protocolVersion":1,"locale":"de","capabilities":{"images":true}"#)
        let other = Self.initialize.replacing(":1}", with: ":2}")
        let (_, answers) = try Self.answers(to: [other, later], Sandbox())
        #expect(answers[0]["error"]?["data"] == ["kind": "unsupportedVersion", "versions": [1]])
        #expect(answers[1]["result"]?["protocolVersion"] == 1)
    }

    @Test(
        "each error says what it is, once, and to the client whose request it answers",
        .enabled(if: Fixtures.haveCompiler))
    func errors() throws {
        let host = try Sandbox(
            .only([.fixture("Controls"), .fixture("BreaksOnDemand"), .fixture("Pages")]),
            wiring: .text(#"{"root": "controls/screen"}"#))
        let app = try ServedApp(host)
        let (client, other) = (try app.client(), try app.client())
        func kind(_ method: String, _ params: JSON? = nil) throws -> JSON? {
            try client.answer(method, params)["error"]?["data"]?["kind"]
        }
        let cases: [(JSON, String, JSON?)] = [
            ("refused", "back", nil), ("invalidParams", "perform", ["label": "Ask", "value": "now"]),
            ("notFound", "tab", ["name": "nowhere"]),
            ("notFound", "open", ["target": "challenge://no/where"]), ("notFound", "open", ["target": "no/where"]),
            ("notFound", "perform", ["label": "Nothing of that name"]),
            ("notFound", "rows", ["offset": 1]),
            ("stale", "perform", ["path": [0], "revision": 99]), ("methodNotFound", "opne", nil),
            ("invalidParams", "open", ["target": "breaks", "wait": -1]), ("invalidParams", "open", nil),
        ]
        for (expected, method, params) in cases {
            let found = try kind(method, params)
            #expect(found == expected, "\(method) \(params?.text() ?? "")")
        }
        try client.call("open", ["target": "controls/screen"])
        #expect(try kind("perform", ["label": "Never"]) == "disabled")
        try client.call("open", ["target": "breaks"])
        #expect(try kind("perform", ["label": "Crash"]) == "crashed")
        try other.call("state")
        #expect(!(client.received + other.received).contains { $0["method"] == "problem" })
        _ = try app.end()
    }

    /// A host with a button "Hang", whose feature never answers, and with the feature Home.
    private static func hangingHost() throws -> Sandbox {
        try Sandbox(
            .only([.home, .fixture("BreaksOnDemand")]), wiring: .text(#"{"root": "breaks", "deadline": "3600s"}"#))
    }

    @Test(
        "while the host waits for a feature, others are answered what needs none, and the request can be cancelled",
        .enabled(if: Fixtures.haveCompiler))
    func slowFeature() throws {
        let host = try Self.hangingHost()
        let app = try ServedApp(host)
        let (client, other) = (try app.client(), try app.client())
        let late = try app.connect()
        func send(_ id: JSON, _ method: String, _ params: JSON = [:]) {
            client.send(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params])
        }
        send("slow", "perform", ["label": "Hang"])
        send("then", "open", ["target": "home"])
        send("never", "open", ["target": "home"])
        // The host answers these once it waits for the feature: before, it may not have read the others.
        try other.call("explain", ["target": "home"])
        #expect(try other.call("state")["destination"] == "breaks")
        try late.initialize(patches: false, awaitingScreen: false)
        send("one", "cancel", ["id": "never"])
        #expect(try client.receive { $0["id"] == "never" }["error"]?["data"]?["kind"] == "cancelled")
        send("two", "cancel", ["id": "slow"])
        #expect(try client.receive { $0["id"] == "slow" }["error"]?["data"]?["kind"] == "cancelled")
        #expect(try client.receive { $0["id"] == "then" }["result"]?["settled"] == true)
        #expect(try client.call("cancel", ["id": "slow"]) == ["cancelled": false])
        // A request is not an earlier one of itself.
        send("self", "cancel", ["id": "self"])
        #expect(try client.receive { $0["id"] == "self" }["result"] == ["cancelled": false])
        #expect(client.screen["title"] == "Home")
        _ = try app.end()
    }

    @Test(
        "what needs a feature that still works at a cancelled request is refused, and the host ends all the same",
        .enabled(if: Fixtures.haveCompiler))
    func abandoned() throws {
        let host = try Self.hangingHost()
        let app = try ServedApp(host)
        let (client, other) = (try app.client(), try app.client())
        client.send(["jsonrpc": "2.0", "id": "slow", "method": "perform", "params": ["label": "Hang"]])
        client.send(["jsonrpc": "2.0", "id": "stop", "method": "cancel", "params": ["id": "slow"]])
        try client.receive { $0["id"] == "slow" }
        let refused = try other.answer("perform", ["label": "Nothing"])["error"]
        #expect(refused?["data"]?["kind"] == "busy", "\(refused ?? .null)")
        #expect(refused?["message"]?.string?.contains("still works, and is not waited for") == true)
        _ = try app.end()
    }

    @Test(
        "a feature at work holds no other client up who goes elsewhere, nor its own longer than that waits",
        .enabled(if: Fixtures.haveCompiler), arguments: [nil, 0])
    func givingWay(wait: Int64?) throws {
        let host = try Self.hangingHost()
        let app = try ServedApp(host)
        let (client, other) = (try app.client(), try app.client())
        var params: JSONObject = ["label": "Hang"]
        if let wait { params.append(key: "wait", value: .integer(wait)) }
        client.send(["jsonrpc": "2.0", "id": "slow", "method": "perform", "params": .object(params)])
        func awaitAnswer() throws {
            let answer = try client.receive { $0["id"] == "slow" }["result"]
            #expect(answer?["settled"] == false)
            #expect(answer?["reason"]?.string?.hasPrefix("the feature has not answered after ") == true)
        }
        if wait != nil {
            try awaitAnswer()
        } else {
            // The host reads this behind the request before, and so once the feature is at work.
            try client.call("explain", ["target": "home"])
        }
        // What waits behind it is answered after its own time, and is carried out when it can be.
        let held = try client.call("perform", ["label": "Nothing", "wait": 0])
        #expect(held["settled"] == false && held["reason"] == "the feature is still at work on an earlier request")
        try other.call("open", ["target": "home"])
        #expect(other.screen["title"] == "Home")
        if wait == nil { try awaitAnswer() }
        #expect(try client.receive { $0["method"] == "problem" }["params"]?["kind"] == "busy")
        #expect(try other.answer("open", ["target": "no/where"])["error"]?["data"]?["shown"] == true)
        // That screen says nothing of another request.
        #expect(try other.answer("tab", ["name": "nowhere"])["error"]?["data"]?["shown"] == nil)
        _ = try app.end()
    }

    @Test(
        "a cancel and the end are read behind many requests that wait for a feature, and answer them",
        .enabled(if: Fixtures.haveCompiler))
    func manyHeld() throws {
        let host = try Self.hangingHost()
        let app = try ServedApp(host)
        let client = try app.client()
        client.send(["jsonrpc": "2.0", "id": "slow", "method": "perform", "params": ["label": "Hang"]])
        for number in 0..<300 {
            client.send([
                "jsonrpc": "2.0", "id": .integer(Int64(number)), "method": "perform", "params": ["label": "Nothing"],
            ])
        }
        client.send(["jsonrpc": "2.0", "id": "stop", "method": "cancel", "params": ["id": 299]])
        #expect(try client.receive { $0["id"] == 299 }["error"]?["data"]?["kind"] == "cancelled")
        client.send(["jsonrpc": "2.0", "id": "end", "method": "shutdown"])
        for number in [0, 298] {
            let answer = try client.receive { $0["id"] == .integer(Int64(number)) }
            #expect(answer["error"]?["data"]?["kind"] == "cancelled")
        }
        #expect(try app.outcomeOfEnd().end == .exit(0))
    }

    @Test(
        "a request in turn that waits for a feature is told of, and does nothing once it is cancelled",
        .enabled(if: Fixtures.haveCompiler))
    func abandonedInTurn() throws {
        let host = try Sandbox(
            .only([.fixture("Busy"), .home]), wiring: .text(#"{"root": "busy", "deadline": "3600s"}"#))
        let app = try ServedApp(host)
        let client = try app.client()
        try client.call("perform", ["label": "Work when left"])
        try client.call("open", ["target": "home"])
        let screen = client.screen
        client.send([
            "jsonrpc": "2.0", "id": "turn", "method": "open",
            "params": ["target": "busy", "method": "sheet", "inTurn": true],
        ])
        for _ in 0..<2 { try client.receive { $0["method"] == "waiting" } }
        client.send(["jsonrpc": "2.0", "id": "stop", "method": "cancel", "params": ["id": "turn"]])
        #expect(try client.receive { $0["id"] == "turn" }["error"]?["data"]?["kind"] == "cancelled")
        // What the feature has shown stays while it works.
        try client.call("state")
        #expect(client.screen == screen)
        try File.write("", to: host.directory("data/switchyard/features/busy/go"))
        while try client.answer("back")["result"] == nil {}
        #expect(try client.call("state")["text"] == "busy")
        _ = try app.end()
    }

    @Test("after a refused request, and for requests without an id, problems are told as ever")
    func problemsAfterRefusal() throws {
        let host = try Sandbox(.only([.home, .character]))
        let app = try ServedApp(host)
        let client = try app.client()
        #expect(try client.refusal("back").message.contains("nothing to go back to"))
        try File.write("junk", to: "\(host.plugins)/libJunk.so")
        try client.receive {
            $0["method"] == "problem" && $0["params"]?["message"]?.string?.contains("libJunk.so") == true
        }
        client.send(["jsonrpc": "2.0", "method": "back"])
        try client.receive { $0["method"] == "problem" && $0["params"]?["kind"] == "refused" }
        _ = try app.end()
    }

    @Test("what was carried out before the end is answered")
    func answeredAtTheEnd() throws {
        let host = try Sandbox()
        let app = try ServedApp(host)
        let client = try app.client()
        client.send(["jsonrpc": "2.0", "id": "a", "method": "open", "params": ["target": "character/list"]])
        // 'shutdown' cancels a request that the host has not begun.
        while client.screen["title"] != "Characters" { try client.receive { $0["method"] == "screen" } }
        client.send(["jsonrpc": "2.0", "id": "b", "method": "shutdown"])
        while try client.next() != nil {}
        #expect(client.received.contains { $0["id"] == "a" && $0["result"]?["settled"] == true })
        _ = try app.outcomeOfEnd()
    }

    @Test(
        "a client waits for a screen as long as it likes, and cancels what still waits",
        .enabled(if: Fixtures.haveCompiler))
    func waiting() throws {
        let host = try Sandbox(.only([.fixture("LoadsForever"), .home]), wiring: .text(#"{"root": "home"}"#))
        let app = try ServedApp(host)
        let client = try app.client()
        let loads: JSON = ["target": "loads-forever/screen", "wait": 0]
        let result = try client.call("open", loads)
        #expect(result["settled"] == false)
        #expect(result["reason"] == "the screen was still loading after 0 s")
        client.send([
            "jsonrpc": "2.0", "id": "long", "method": "open",
            "params": ["target": "loads-forever/screen", "wait": 600_000],
        ])
        #expect(try client.call("cancel", ["id": "long"]) == ["cancelled": true])
        #expect(client.received.contains { $0["id"] == "long" && $0["error"]?["data"]?["kind"] == "cancelled" })
        #expect(try client.refusal("cancel", ["id": true]).code == -32602)
        for (id, wait) in [("a", 300), ("b", 200), ("c", 200)] {
            client.send([
                "jsonrpc": "2.0", "id": .string(id), "method": "reload", "params": ["wait": .integer(Int64(wait))],
            ])
        }
        var answered: Set<JSON> = []
        while answered.count < 3 {
            answered.insert(try client.receive { $0["result"]?["settled"] == false }["id"] ?? .null)
        }
        _ = try app.end()
    }

    @Test("a screen says which request of its client it includes, how it is presented, and what lies below")
    func including() throws {
        let host = try Sandbox(.only([.home, .character]), wiring: .text(#"{"root": "home"}"#))
        let app = try ServedApp(host)
        let (client, other) = (try app.client(), try app.client())
        let below = try client.call("state")["revision"]
        try client.call("open", ["target": "character/list", "method": "sheet"])
        let shown = try #require(client.received.last { $0["method"] == "screen" }?["params"])
        #expect(shown["after"] == client.received.last?["id"])
        #expect(shown["presentation"] == "sheet")
        #expect(shown["below"] == ["destination": "home", "revision": below ?? .null])
        let seen = try other.receive { $0["params"]?["presentation"] == "sheet" }
        #expect(seen["params"]?["after"] == 1)
        try client.call("open", ["target": "character/detail?identifier=1", "method": "swap"])
        #expect(try client.call("state")["text"]?.string?.contains("character/list") == false)
        _ = try app.end()
    }

    @Test("a screen that cannot be shown has advice, and the destination that was probably meant")
    func failing() throws {
        let host = try Sandbox(.only([.home, .character]), wiring: .text(#"{"root": "home"}"#))
        let app = try ServedApp(host)
        let client = try app.client()
        #expect(try client.call("state")["failure"] == nil)
        _ = try client.answer("open", ["target": "charakter/list"])
        let shown = try #require(client.received.last { $0["method"] == "screen" }?["params"])
        let failure: JSON = ["advice": "'switchyard list' shows all features.", "guess": "character/list"]
        #expect(shown["failure"] == failure)
        #expect(try client.call("state")["failure"] == failure)
        try client.call("open", ["target": "character/list", "method": "swap"])
        #expect(try client.call("state")["text"] == "home > character/list")
        _ = try app.end()
    }

    @Test("an id has at most 1024 bytes, since each screen that its request leads to has it too")
    func longIDs() throws {
        let host = try Sandbox()
        let app = try ServedApp(host)
        let client = try app.client()
        for (count, kind) in [(1024, nil), (1025, "invalidRequest")] as [(Int, String?)] {
            let id = JSON.string(String(repeating: "i", count: count))
            client.send(["jsonrpc": "2.0", "id": id, "method": "root"])
            let answer = try client.receive { $0["id"] == (kind == nil ? id : .null) }
            #expect(answer["error"]?["data"]?["kind"]?.string == kind)
        }
        _ = try app.end()
    }

    @Test("a client that wants no logs gets none", .enabled(if: Fixtures.haveCompiler))
    func withoutLogs() throws {
        let host = try Sandbox(.only([.fixture("BreaksOnDemand")]), wiring: .text(#"{"root": "breaks"}"#))
        let app = try ServedApp(host, "--verbose")
        let (client, other) = (try app.connect(), try app.client())
        _ = try client.answer("initialize", ["protocolVersion": 1, "capabilities": ["logs": false]])
        try client.call("perform", ["label": "Print"])
        try other.receive { $0["method"] == "log" }
        try client.call("state")
        #expect(!client.received.contains { $0["method"] == "log" })
        _ = try app.end()
    }

    @Test("a client that wants no screens gets none, and its answers all the same")
    func withoutScreens() throws {
        let host = try Sandbox()
        let app = try ServedApp(host)
        let client = try app.connect()
        try client.call("initialize", ["protocolVersion": 1, "capabilities": ["screens": false]])
        try client.call("open", ["target": "character/list"])
        #expect(try client.call("state")["screen"]?["title"] == "Characters")
        #expect(!client.received.contains { $0["method"] == "screen" || $0["method"] == "state" })
        _ = try app.end()
    }

    @Test("what a client has sent before it leaves is carried out")
    func leaves() throws {
        let host = try Sandbox()
        let app = try ServedApp(host)
        let other = try app.client()
        do {
            let client = try app.connect()
            client.send(["jsonrpc": "2.0", "id": 1, "method": "initialize", "params": ["protocolVersion": 1]])
            for target in ["character/list", "challenge://character/detail?id=42"] {
                client.send(["jsonrpc": "2.0", "id": 2, "method": "open", "params": ["target": .string(target)]])
            }
        }
        while other.screen["title"] != "Elizabeth Bennet" { try other.receive { $0["method"] == "screen" } }
        _ = try app.end()
    }

    @Test("links of 'switchyard open' reach a host that serves, whose clients see them")
    func opened() throws {
        let host = try Sandbox()
        try host.makeRuntimeDirectory()
        let app = try ServedApp(host)
        let client = try app.client()
        #expect(try host.output("open", "challenge://character/list") == "shown: challenge://character/list\n")
        while client.screen["title"] != "Characters" { try client.receive { $0["method"] == "screen" } }
        #expect(try app.end().end == .exit(0))
        #expect(host.socket == nil)
    }

    @Test(
        "perform by a label gives a toggle and a picker their values",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func valuesByLabel() throws {
        let controls = Feature.source("Controls", "#include \"Controls/controls.c\"\n")
        let host = try Sandbox(.only([controls]), wiring: .text(#"{"root": "controls"}"#))
        let app = try ServedApp(host)
        let client = try app.client()
        func values() -> [JSON?] {
            let nodes = client.screen["nodes"]?.array ?? []
            return ["On", "Size"].map { label in nodes.first { $0["text"]?.string == label }?["value"] }
        }
        try client.call("perform", ["label": "On", "value": true])
        try client.call("perform", ["label": "Size", "value": 1])
        #expect(values() == [true, 1])
        try client.call("perform", ["label": "On", "value": true])
        try client.call("perform", ["label": "Size", "value": "M"])
        #expect(values() == [true, 2])
        #expect(try client.refusal("perform", ["label": "Size", "value": "L"]).message == "'L' is disabled")
        #expect(
            try client.refusal("perform", ["label": "Size", "value": "XL"]).message
                == "'value' is expected to be the value or the label of one of the options, for 'Size'")
        #expect(values() == [true, 2])
    }

    @Test("every message keeps to the schema, with each kind of node", .enabled(if: Fixtures.haveCompiler))
    func schema() throws {
        let host = try Sandbox(
            .only([.home, .character, .fixture("Sheets"), .fixture("Controls"), .fixture("BreaksOnDemand")]),
            wiring: .none)
        let app = try ServedApp(host, "--verbose")
        let client = try app.client(patches: true)
        for target in ["sheets", "controls/screen", "character", "challenge://character/detail?id=1", "breaks"] {
            try client.call("open", ["target": .string(target)])
        }
        _ = try client.answer("perform", ["label": "Crash"])
        _ = try client.answer("perform", ["label": "Print"])
        // What a request without an id does wrong is told to its client.
        client.send(["jsonrpc": "2.0", "method": "tab", "params": ["name": "nowhere"]])
        for method in ["back", "root", "dismissAll", "reload", "state"] { _ = try client.answer(method) }
        _ = try client.answer("explain", ["target": "home"])
        let schema = try JSON.parse(host.output("serve", "--schema"))
        for message in client.received { #expect(try SchemaCheck.takes(message, schema), "\(message)") }
        let methods = Set(client.received.compactMap { $0["method"]?.string })
        #expect(methods.isSuperset(of: ["screen", "state", "problem"]))
        #expect(try !SchemaCheck.takes(["jsonrpc": "2.0", "method": "nothing"], schema))
        _ = try app.end()
    }

    @Test(
        "a control is used by its path, also from a screen that has changed since", .enabled(if: Fixtures.haveCompiler))
    func paths() throws {
        let host = try Sandbox(.only([.fixture("Controls")]), wiring: .none)
        let app = try ServedApp(host)
        let client = try app.client()
        let opened = try client.call("open", ["target": "controls/screen"])
        let first = try #require(opened["revision"])
        func path(_ label: JSON) throws -> JSON {
            let index = try #require(client.screen["nodes"]?.array?.firstIndex { $0["text"] == label })
            return .array([.integer(Int64(index))])
        }
        let (name, on, size, never) = try (path("Name"), path("On"), path("Size"), path("Never"))
        func use(_ path: JSON, _ value: JSON?) -> JSON {
            var params: JSONObject = ["path": path, "revision": first]
            if let value { params.append(key: "value", value: value) }
            return .object(params)
        }
        // The number of each action has changed after the first of these.
        try client.call("perform", use(name, "Zoë"))
        try client.call("perform", use(on, nil))
        try client.call("perform", use(size, 1))
        let nodes = client.screen["nodes"]?.array ?? []
        #expect(nodes.first { $0["text"] == "Name" }?["value"] == "Zoë")
        #expect(nodes.first { $0["text"] == "On" }?["value"] == true)
        #expect(nodes.first { $0["text"] == "Size" }?["value"] == 1)
        #expect(try client.refusal("perform", use(size, 9)).code == -32602)
        #expect(try client.refusal("perform", use(size, 3)).message == "'L' is disabled")
        #expect(try client.refusal("perform", use(name, 3)).code == -32602)
        #expect(try client.refusal("perform", use(on, "x")).code == -32602)
        #expect(try client.refusal("perform", use(never, nil)).message == "'Never' is disabled")
        #expect(try client.refusal("perform", use([99], nil)).code == -32602)
        #expect(try client.refusal("perform", use([-1], nil)).code == -32602)
        #expect(try client.refusal("perform", ["path": name]).code == -32602)
        #expect(
            try client.refusal("perform", ["path": name, "revision": 9999]).message.contains("is not known any more"))
        // A screen that is not there any more is not used.
        try client.call("back")
        let gone = try client.refusal("perform", use(on, nil))
        #expect(gone.message == "'On' is not on the screen any more")
        _ = try app.end()
    }

    @Test(
        "no message has the text of a secure field, and its length changes as the user types",
        .enabled(if: Fixtures.haveCompiler))
    func secure() throws {
        let host = try Sandbox(.only([.fixture("Controls")]), wiring: .none)
        let app = try ServedApp(host)
        let clients = [try app.client(patches: true), try app.client()]
        try clients[0].call("open", ["target": "controls/screen"])
        for (typed, length) in [("geheim-7", 8), ("geheim-7ö", 9), ("", nil)] as [(String, Int64?)] {
            try clients[0].call("perform", ["label": "PIN", "value": .string(typed)])
            // The answer comes after what the request has changed, for every client.
            for client in clients {
                try client.call("state")
                let pin = client.screen["nodes"]?.array?.first { $0["text"] == "PIN" }
                #expect(pin?["secure"] == true)
                #expect(pin?["value"] == nil)
                #expect(pin?["length"]?.integer == length)
            }
        }
        for message in clients.flatMap(\.received) { #expect(!message.text().contains("geheim")) }
        _ = try app.end()
        let json = try host.run("navigate", "--json", "controls/screen", "type:PIN=geheim-7").output
        #expect(json.contains(#""length": 8"#) && !json.contains("geheim"))
    }

    @Test(
        "a feature that is dropped in is taken up, and one that crashes is not the end",
        .enabled(if: Fixtures.haveCompiler))
    func live() throws {
        let host = try Sandbox(.only([.home]))
        let app = try ServedApp(host)
        let client = try app.client(patches: true)
        _ = try client.refusal("open", ["target": "character/list"])
        #expect(client.screen["title"] == "Not found")
        try host.install(.character)
        while client.screen["title"] != "Characters" { try client.receive { $0["method"] == "screen" } }
        try host.install(.fixture("BreaksOnDemand"))
        try client.receive { $0["method"] == "log" && $0["params"]?["message"]?.string?.contains("breaks") == true }
        try client.call("open", ["target": "breaks"])
        let crash = try client.refusal("perform", ["label": "Crash"])
        #expect(crash.message.contains("crashed in perform (SIGSEGV"), "\(crash)")
        try client.call("open", ["target": "character/list"])
        #expect(client.screen["title"] == "Characters")
        #expect(try app.end().end == .exit(0))
    }

    // MARK: The socket

    @Test("clients at a socket see one app, by patches or whole, and the socket is the user's alone")
    func clients() throws {
        let host = try Sandbox()
        let app = try ServedApp(host)
        var status = stat()
        #expect(stat(host.directory("served.sock"), &status) == 0 && status.st_mode & 0o777 == 0o600)
        let clients = [try app.client(patches: true), try app.client(), try app.client(patches: true)]
        try clients[0].call("open", ["target": "character/list"])
        for text in ["b", "be", "ben", "be", ""] {
            try clients[1].call("perform", ["label": "Filter", "value": .string(text)])
            for client in clients { try client.call("state") }
            #expect(clients.allSatisfy { $0.screen == clients[1].screen })
        }
        #expect(clients[0].received.contains { $0["params"]?["patch"] != nil })
        #expect(!clients[1].received.contains { $0["params"]?["patch"] != nil })
        // The next run waits for no one.
        let second = try host.run("serve", "--session", "", "--socket", host.directory("served.sock"))
        #expect(second.end == .exit(69))
        #expect(second.messages == ["another process listens at '\(host.directory("served.sock"))'"])
        #expect(try app.end().end == .exit(0))
        #expect(access(host.directory("served.sock"), F_OK) != 0)
    }

    @Test("a socket is not made where other users may write")
    func unsafeDirectory() throws {
        let host = try Sandbox()
        let shared = try host.directory.makeDirectory("shared")
        #expect(chmod(shared, 0o777) == 0)
        for path in ["\(shared)/x.sock", "\(host.work)/", "", "\(host.work)/none/x.sock"] {
            let outcome = try host.run("serve", "--session", "", "--socket", path)
            #expect(outcome.end == .exit(69), "\(path)")
            #expect(outcome.messages.first?.hasPrefix("nothing is served: '") == true, "\(outcome.diagnostics)")
        }
    }

    @Test("a socket lies in a directory with a path of any length, and its own name has a limit")
    func longPath() throws {
        let host = try Sandbox()
        let long = String(repeating: "x", count: 200)
        try host.directory.makeDirectory(long)
        let outcome = try host.run("serve", "--session", "", "--socket", host.directory("\(long)/\(long)"))
        #expect(outcome.end == .exit(69))
        #expect(outcome.diagnostics.contains("the name of a socket has at most 80 bytes, and 'x"))
        let app = try ServedApp(host, at: "\(long)/served.sock")
        #expect(try app.end().end == .exit(0))
    }

    @Test(
        "clients that never begin leave room for others, also where few descriptors are left", arguments: [256, 2048])
    func idleClients(descriptors: Int) throws {
        let host = try Sandbox()
        let app = try ServedApp(host, descriptors: descriptors)
        let early = try app.client()
        let idle = try (0..<300).map { _ in try app.connect() }
        let late = try app.client()
        try late.call("open", ["target": "character/list"])
        try early.receive { $0["params"]?["destination"] == "character/list" }
        // The oldest had to leave only where there was no more room.
        if descriptors == 256 { #expect(try idle[0].next() == nil) }
        #expect(try app.end().end == .exit(0))
    }

    @Test("a client that never reads holds no one up, and gets the newest screen once it reads")
    func slowClient() throws {
        let host = try Sandbox()
        let app = try ServedApp(host)
        let slow = try app.client()
        let fast = try app.client()
        let count = Tier.current == .deep ? 3000 : 300
        // One that asks without end, and reads nothing.
        let stuck = try app.client()
        let question = HeaderFrames.frame(Array(#"{"jsonrpc":"2.0","id":1,"method":"state"}"#.utf8))
        for _ in 0..<2000 { _ = stuck.connection.write(question) }
        // Each of these screens is some 16 KiB, so that the slow one's socket is soon full.
        for index in 0..<count {
            try fast.call("open", ["target": .string(index % 2 == 0 ? "character/list" : "home")])
        }
        try fast.call("open", ["target": "challenge://character/detail?id=42"])
        while slow.screen["title"] != "Elizabeth Bennet" { _ = try slow.next() }
        #expect(slow.received.count { $0["method"] == "screen" } < count)
        #expect(try app.end().end == .exit(0))
    }

    @Test("a client that sends requests without end and without ids holds no one up")
    func floodingClient() throws {
        let host = try Sandbox()
        let app = try ServedApp(host)
        let other = try app.client()
        let request = #"{"jsonrpc":"2.0","method":"explain","params":{"target":"character/detail?identifier=42"}}"#
        let flood = Array([[UInt8]](repeating: HeaderFrames.frame(Array(request.utf8)), count: 50).joined())
        let isOver = Mutex(false)
        let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        DispatchQueue(label: "a client that floods").async {
            defer { ended.signal() }
            guard let connection = try? app.client().connection else { return }
            begun.signal()
            var rest: ArraySlice<UInt8> = []
            while !isOver.withLock(\.self) {
                if rest.isEmpty { rest = flood[...] }
                guard let count = connection.write(rest) else { return }
                rest = rest.dropFirst(count)
                if count == 0 { _ = connection.wait(for: POLLOUT, until: .now.advanced(by: .milliseconds(10))) }
            }
        }
        begun.wait()
        for target in ["character/list", "home", "character/list"] as [JSON] {
            try other.call("open", ["target": target])
        }
        #expect(other.screen["title"] == "Characters")
        isOver.withLock { $0 = true }
        ended.wait()
        #expect(try app.end().end == .exit(0))
    }

    @Test("a message for people has no control characters of what a client or a feature has sent")
    func safeMessages() throws {
        let host = try Sandbox()
        let app = try ServedApp(host)
        let client = try app.client()
        #expect(
            try client.refusal("open", ["target": "\u{1B}[31m\u{202E}"]).message
                == "'␛[31m\u{FFFD}' is neither a link (SCHEME://HOST/PATH) nor a destination")
        _ = try app.end()
    }

    @Test("a signal ends the host in order, and removes the socket", arguments: [SIGTERM, SIGINT, SIGHUP])
    func signals(number: Int32) throws {
        let host = try Sandbox()
        let app = try ServedApp(host)
        let client = try app.client()
        #expect(kill(client.connection.peer.process, number) == 0)
        while try client.next() != nil {}
        #expect(try app.outcomeOfEnd().end == .signal(number))
        #expect(access(host.directory("served.sock"), F_OK) != 0)
    }

    @Test("random bytes, halves of messages and clients that leave do not end the host")
    func garbage() throws {
        let host = try Sandbox()
        let app = try ServedApp(host)
        var generator = SeededGenerator(seed: 20)
        let whole = HeaderFrames.frame(Array(Self.initialize.utf8))
        for index in 0..<60 {
            let client = try app.connect()
            var bytes = whole + HeaderFrames.frame(Array(#"{"jsonrpc":"2.0","id":1,"method":"state"}"#.utf8))
            switch index % 3 {
            case 0: bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &generator) }
            case 1: bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
            default:
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            _ = client.connection.write(bytes)
        }
        let client = try app.client()
        try client.call("open", ["target": "character/list"])
        #expect(try app.end().end == .exit(0))
    }
}
