import FeatureContract
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The messages between host and worker")
struct WorkerMessageTests {
    @Test("every call is read as it was written")
    func calls() throws {
        for call in SampleMessages.calls { #expect(try WorkerCall(call.bytes) == call) }
    }

    @Test("every reply is read as it was written")
    func replies() throws {
        for reply in SampleMessages.replies { #expect(try WorkerReply(reply.bytes) == reply) }
    }

    @Test("every message and answer is read as it was written")
    func others() throws {
        for message in SampleMessages.hostMessages { #expect(try HostMessage(message.bytes) == message) }
        for answer in SampleMessages.answers { #expect(try HostReply(answer.bytes) == answer) }
    }

    @Test("the order of arguments, a minus zero and a time that is not a number are preserved too")
    func beyondEquality() throws {
        let destination = SampleMessages.destinations[3]
        guard
            case .feature(.destination(let read)) = try WorkerReply(
                WorkerReply.feature(.destination(destination)).bytes)
        else {
            throw BinaryError("another reply")
        }
        #expect(read.arguments == destination.arguments)
        guard
            case .feature(.perform(_, _, .double(let zero))) = try WorkerCall(
                WorkerCall.feature(.perform(1, action: 2, .double(-0.0))).bytes)
        else { throw BinaryError("another call") }
        #expect(zero.sign == .minus)
        guard
            case .feature(.resume(.after(let seconds))) = try WorkerReply(
                WorkerReply.feature(.resume(.after(seconds: .nan))).bytes)
        else { throw BinaryError("another reply") }
        #expect(seconds.isNaN)
    }

    @Test("random messages are read as they were written", arguments: 1...4)
    func random(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let (call, reply) = (generator.call(), generator.reply())
            let request = HostMessage.navigation(generator.request(), generator.next())
            #expect(try WorkerCall(call.bytes) == call)
            #expect(try WorkerReply(reply.bytes) == reply)
            #expect(try HostMessage(request.bytes) == request)
        }
    }

    @Test("a screen that is sent as what differs from the last one is read as it was", arguments: 1...4)
    func changes(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var screen = generator.screen()
        var (sent, received) = (RenderedScreen(), RenderedScreen())
        for _ in 0..<500 {
            screen.nodes = generator.changed(screen.nodes)
            let bytes = WorkerReply.feature(.screen(screen)).bytes(against: &sent)
            _ = try WorkerReply(bytes, against: &received)
            // By its bytes: other ones of a text that mean the same count too.
            #expect(WorkerReply.feature(.screen(received)).bytes == WorkerReply.feature(.screen(screen)).bytes)
            try #require(received == screen)
        }
    }

    @Test("of a thousand rows, only what differs is sent", arguments: RowChange.all)
    func rows(change: RowChange) throws {
        func row(_ name: String) -> ViewNode {
            ViewNode(.hstack, children: [ViewNode(.text, text: name), ViewNode(.button, text: "Use \(name)")])
        }
        let names = (1...1000).map { "Row \($0)" }
        var last = RenderedScreen()
        let first = WorkerReply.feature(.screen(RenderedScreen(nodes: [ViewNode(.list, children: names.map(row))])))
            .bytes(against: &last)
        var received = RenderedScreen()
        _ = try WorkerReply(first, against: &received)
        let screen = RenderedScreen(nodes: [ViewNode(.list, children: change.apply(names).map(row))])
        let second = WorkerReply.feature(.screen(screen)).bytes(against: &last)
        #expect(second.count < 500)
        #expect(first.count > 100_000)
        _ = try WorkerReply(second, against: &received)
        #expect(received == screen)
    }

    struct RowChange: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let apply: @Sendable ([String]) -> [String]

        static let all = [
            RowChange(testDescription: "none") { $0 },
            RowChange(testDescription: "one differs") { $0.map { $0 == "Row 500" ? "Row 500, again" : $0 } },
            RowChange(testDescription: "one comes first") { ["Row 0"] + $0 },
            RowChange(testDescription: "one goes") { $0.filter { $0 != "Row 300" } },
        ]
    }

    @Test("other bytes of a text that mean the same to Unicode are sent")
    func sameMeaning() throws {
        var (sent, received) = (RenderedScreen(), RenderedScreen())
        for text in ["caf\u{e9}", "cafe\u{301}"] {
            var node = ViewNode(.link, text: text)
            node.destination = Destination(feature: "a", arguments: [.init("name", .string(text))])
            let bytes = WorkerReply.feature(.screen(RenderedScreen(nodes: [node]))).bytes(against: &sent)
            _ = try WorkerReply(bytes, against: &received)
            #expect(Array(received.nodes[0].text.utf8) == Array(text.utf8))
            #expect(
                received.nodes[0].destination?.arguments.first?.value.scalarText.map { Array($0.utf8) }
                    == Array(text.utf8))
        }
    }

    @Test("a list of nodes that is as before takes no memory again")
    func sharedNodes() throws {
        var (sent, received) = (RenderedScreen(), RenderedScreen())
        var screen = RenderedScreen(nodes: [ViewNode(.list), ViewNode(.text, text: "1")])
        screen.nodes[0].children = (1...3).map { ViewNode(.text, text: "Row \($0)") }
        _ = try WorkerReply(WorkerReply.feature(.screen(screen)).bytes(against: &sent), against: &received)
        let first = received
        func isSame(_ nodes: [ViewNode], _ others: [ViewNode]) -> Bool { nodes.span.isIdentical(to: others.span) }
        _ = try WorkerReply(WorkerReply.feature(.screen(screen)).bytes(against: &sent), against: &received)
        #expect(isSame(received.nodes, first.nodes))
        screen.nodes[1].text = "2"
        _ = try WorkerReply(WorkerReply.feature(.screen(screen)).bytes(against: &sent), against: &received)
        #expect(received.nodes[1].text == "2")
        #expect(isSame(received.nodes[0].children, first.nodes[0].children))
    }

    @Test("what is kept of the last screen counts towards a screen's limits")
    func keptNodes() throws {
        let nodes = (1...60_000).map { _ in ViewNode(.divider) }
        var (sent, received) = (RenderedScreen(), RenderedScreen())
        _ = try WorkerReply(
            WorkerReply.feature(.screen(RenderedScreen(nodes: nodes))).bytes(against: &sent), against: &received)
        let more = WorkerReply.feature(.screen(RenderedScreen(nodes: nodes + nodes))).bytes(against: &sent)
        let error = #expect(throws: BinaryError.self) { _ = try WorkerReply(more, against: &received) }
        #expect(error?.description == "a screen of more than 100000 nodes")
    }

    @Test(
        "a change of what the last screen did not have is an error",
        arguments: [
            ([2, 0, 0], "2 nodes as before, where there were 1"),
            ([.max, .max, 0], "8589934590 nodes as before, where there were 1"),
            ([1, 0, 1, 1], "a change of node 1, where there were 1"),
            ([0, 0, 1, 3], "a node is changed in the unknown way 3"),
        ] as [([UInt32], String)])
    func unknownBase(numbers: [UInt32], reason: String) throws {
        var writer = BinaryWriter()
        // A screen of the feature.
        writer.append(true)
        writer.append(true)
        // The title, the lock, whether it is loading, its checkpoints and receivers.
        writer.append("")
        writer.append(false)
        writer.append(false)
        writer.append(UInt32(0))
        writer.append(UInt32(0))
        for number in numbers.prefix(3) { writer.append(number) }
        for number in numbers.dropFirst(3) { writer.append(UInt8(number)) }
        var last = RenderedScreen(nodes: [ViewNode(.divider)])
        let error = #expect(throws: BinaryError.self) { _ = try WorkerReply(writer.bytes, against: &last) }
        #expect(error?.description == reason)
    }

    @Test("every truncated message is an error, and so is one with an extra byte", .deep)
    func truncated() {
        func check(_ bytes: [UInt8], _ read: ([UInt8]) throws -> Void) {
            // The beginnings of long messages: those near both ends, and some between.
            let step = bytes.count > 2000 ? bytes.count / 200 : 1
            for count in Set(stride(from: 0, to: bytes.count, by: step)).union(max(0, bytes.count - 100)..<bytes.count)
            {
                #expect(throws: BinaryError.self, "\(count) of \(bytes.count) bytes") {
                    try read(Array(bytes.prefix(count)))
                }
            }
            #expect(throws: BinaryError.self) { try read(bytes + [0]) }
        }
        for call in SampleMessages.calls { check(call.bytes) { _ = try WorkerCall($0) } }
        for reply in SampleMessages.replies { check(reply.bytes) { _ = try WorkerReply($0) } }
        for message in SampleMessages.hostMessages { check(message.bytes) { _ = try HostMessage($0) } }
        for answer in SampleMessages.answers { check(answer.bytes) { _ = try HostReply($0) } }
    }

    @Test(
        "a damaged message is an error, or another message that is read as it is written",
        arguments: Tier.rows(of: Array(1...4), first: 1))
    func changed(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        func spoiled(_ bytes: [UInt8]) -> [UInt8] {
            var bytes = bytes
            for _ in 0..<generator.number(1...3) where !bytes.isEmpty {
                bytes[generator.number(0...bytes.count - 1)] = UInt8(truncatingIfNeeded: generator.next())
            }
            return bytes
        }
        var misread: [String] = []
        for _ in 0..<1000 {
            if let call = try? WorkerCall(spoiled(generator.call().bytes)), try WorkerCall(call.bytes) != call {
                misread.append("\(call)")
            }
            if let reply = try? WorkerReply(spoiled(generator.reply().bytes)), try WorkerReply(reply.bytes) != reply,
                !reply.hasNaN
            {
                misread.append("\(reply)")
            }
            let request = HostMessage.navigation(generator.request(), generator.next())
            if let request = try? HostMessage(spoiled(request.bytes)), try HostMessage(request.bytes) != request {
                misread.append("\(request)")
            }
        }
        #expect(misread == [])
    }

    @Test("an unknown case is an error that names it", arguments: ["call", "reply", "message", "answer"])
    func unknownCases(what: String) {
        var writer = BinaryWriter()
        // A reply that is none of a feature.
        if what == "reply" { writer.append(false) }
        writer.append("strange\u{1B}")
        let error = #expect(throws: BinaryError.self) {
            switch what {
            case "call": _ = try WorkerCall(writer.bytes)
            case "reply": _ = try WorkerReply(writer.bytes)
            case "message": _ = try HostMessage(writer.bytes)
            default: _ = try HostReply(writer.bytes)
            }
        }
        #expect(error?.description == "the unknown case 'strange␛'")
    }

    @Test("a message that exceeds a limit of the ABI is refused", arguments: Tier.rows(of: Unlimited.all, first: 3))
    func limits(message: Unlimited) {
        let error = #expect(throws: BinaryError.self) { try message.read() }
        #expect(error?.description == message.reason)
    }

    @Test("an answer that is too large for a message becomes the failure that says so", .deep)
    func tooLarge() throws {
        let text = String(repeating: "x", count: 14 << 20)
        let screen = RenderedScreen(nodes: (1...7).map { _ in ViewNode(.text, text: text) })
        #expect(
            try WorkerReply(WorkerReply.feature(.screen(screen)).bytes)
                == .feature(.failure(CallFailure(.limit, "its answer takes 99 MiB, and at most 96 MiB are sent"))))
        let destination = Destination(feature: String(repeating: "x", count: 9 << 20))
        #expect(
            try WorkerReply(WorkerReply.feature(.destination(destination)).bytes)
                == .feature(.failure(CallFailure(.limit, "its answer takes 10 MiB, and at most 8 MiB are sent"))))
    }

    @Test("a long reason and a long line of the log are cut")
    func cut() throws {
        let reason = String(repeating: "é", count: 1 << 20)
        let (shorter, failure) = (reason.cut(toBytes: 4096), CallFailure(.locked, reason))
        #expect(
            try WorkerReply(WorkerReply.feature(.failure(failure)).bytes)
                == .feature(.failure(CallFailure(.locked, shorter))))
        #expect(try HostReply(HostReply.failure(failure).bytes) == .failure(CallFailure(.locked, shorter)))
        #expect(try HostMessage(HostMessage.log(.info, reason, defect: nil).bytes) == .log(.info, shorter, defect: nil))
        #expect(
            try WorkerReply(WorkerReply.refused(.malformed(reason)).bytes) == .refused(.malformed(shorter)))
    }

    @Test("a screen at the limits is read as it was written", .deep)
    func atTheLimits() throws {
        let many = RenderedScreen(nodes: (1...100_000).map { _ in ViewNode(.divider) })
        guard case .feature(.screen(let read)) = try WorkerReply(WorkerReply.feature(.screen(many)).bytes) else {
            throw BinaryError("another reply")
        }
        #expect(read == many)
    }
}

/// A message that only a worker with overwritten memory or a host with a defect would write.
struct Unlimited: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reason: String
    let read: @Sendable () throws -> Void

    static let all: [Unlimited] = [
        reply("nodes that nest too deep", "nodes that nest deeper than 64") {
            .screen(RenderedScreen(nodes: [SampleMessages.chain(of: 65)]))
        },
        reply("too many nodes in one list", "a list of 100001; at most 100000 are taken") {
            .screen(RenderedScreen(nodes: (0...100_000).map { _ in ViewNode(.divider) }))
        },
        reply("too many nodes in several lists", "a screen of more than 100000 nodes") {
            let half = (1...50_000).map { _ in ViewNode(.divider) }
            return .screen(
                RenderedScreen(nodes: [ViewNode(.group, children: half), ViewNode(.group, children: half)]))
        },
        reply("too much beside the nodes", "a screen of more than 32 MiB of text and values") {
            .screen(RenderedScreen(title: String(repeating: "x", count: (32 << 20) + 1)))
        },
        reply("a value that nests too deep", "a value is nested more than 16 deep") {
            let deep = (0..<17).reduce(Value.null) { inner, _ in .list([inner]) }
            return .resume(.inserting([.value(type: "", deep)]))
        },
        reply("a number that is not finite", "a value is inf, which is not finite") {
            .resume(.inserting([.value(type: "", .double(.infinity))]))
        },
        reply("an argument given twice", "the argument 'a' is given twice") {
            .destination(
                Destination(feature: "x", arguments: [.init("a", .integer(1)), .init("a", .integer(2))]))
        },
        request("too many values", "a list of 100001; at most 100000 are taken") {
            .send(Array(repeating: .tab(""), count: 100_001))
        },
        request("too many destinations", "a list of 100001; at most 100000 are taken") {
            .replaceStack(Array(repeating: Destination(feature: ""), count: 100_001))
        },
    ]

    private static func reply(
        _ name: String, _ reason: String, _ reply: @escaping @Sendable () -> FeatureReply
    ) -> Unlimited {
        Unlimited(testDescription: name, reason: reason) { _ = try WorkerReply(WorkerReply.feature(reply()).bytes) }
    }

    private static func request(
        _ name: String, _ reason: String, _ request: @escaping @Sendable () -> NavigationRequest
    ) -> Unlimited {
        Unlimited(testDescription: name, reason: reason) {
            _ = try HostMessage(HostMessage.navigation(request(), 1).bytes)
        }
    }
}

extension WorkerReply {
    /// Whether the reply does not even equal itself.
    fileprivate var hasNaN: Bool { self != self }
}
