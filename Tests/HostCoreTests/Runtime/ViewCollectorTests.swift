import FeatureABI
import FeatureContract
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The collector of a screen")
struct ViewCollectorTests {
    typealias Sink = UnsafePointer<sy_view_sink>

    private let host = FakeHost()
    private let calls: FeatureCalls

    init() { calls = FeatureCalls(of: "c", HostTable(feature: "c", host: host), host: host) }

    private func collect(_ body: (Sink) -> Void) throws -> RenderedScreen {
        try ViewCollector.collect(from: "c", calls) { sink, _ in
            body(sink)
            return sy_status(SY_OK)
        }
    }

    private func node(_ kind: Int, _ change: (inout sy_node) -> Void = { _ in }) -> sy_node {
        var node = sy_node.sized
        node.kind = sy_node_kind(kind)
        change(&node)
        return node
    }

    @discardableResult
    private func put(_ sink: Sink, _ node: sy_node, children: () -> Void = {}) -> sy_status {
        let answer = withUnsafePointer(to: node) { sink.pointee.begin_node(sink, $0) }
        guard answer == SY_OK else { return answer }
        children()
        return sink.pointee.end_node(sink)
    }

    @Test("nodes nest as they are opened and closed, and keep all members")
    func nodes() throws {
        var arena = ABIArena()
        let destination = arena.pointer(to: arena.destination(Destination(feature: "", route: "x")))
        let screen = try collect { sink in
            put(sink, node(SY_NODE_LIST)) {
                put(
                    sink,
                    node(SY_NODE_LINK) {
                        $0.text = arena.string("t")
                        $0.detail = arena.string("d")
                        $0.key = arena.string("k")
                        $0.symbol = arena.string("s")
                        $0.badge = arena.string("b")
                        $0.accessibility_label = arena.string("a")
                        $0.url = arena.string("u")
                        $0.shortcut = arena.string("Meta+c")
                        $0.reveal = 7
                        $0.value = arena.value(.integer(4))
                        $0.destination = destination
                        $0.flags = 31
                        $0.role = sy_role(SY_ROLE_WARNING)
                    })
                put(sink, node(SY_NODE_DIVIDER))
            }
            put(
                sink,
                node(SY_NODE_BUTTON) {
                    $0.role = 55
                    $0.action = 9
                })
        }
        var button = ViewNode(.button)
        button.action = 9
        var link = ViewNode(.link, text: "t", destination: .of("c/x"))
        (link.detail, link.key, link.symbol, link.badge, link.accessibilityLabel) = ("d", "k", "s", "b", "a")
        (link.url, link.shortcut, link.value, link.role) = ("u", "Meta+c", .integer(4), .warning)
        link.flags = [.disabled, .destructive, .cancel, .header, .secure]
        link.reveal = 7
        #expect(screen.nodes == [ViewNode(.list, children: [link, ViewNode(.divider)]), button])
    }

    @Test("a node has the kind of its number, and one of a later version is kept with its text and children")
    func kinds() throws {
        let screen = try collect { sink in
            for kind in NodeKind.allCases { put(sink, node(Int(kind.rawValue))) }
            put(sink, node(4_000_000_000))
        }
        #expect(screen.nodes.map(\.kind) == NodeKind.allCases + [nil])
        #expect(screen.nodes.last?.kindName == "unknown-4000000000")
        var arena = ABIArena()
        let unknown = try collect { sink in
            put(sink, node(99) { $0.text = arena.string("a map") }) {
                put(sink, node(SY_NODE_TEXT) { $0.text = arena.string("of here") })
            }
        }
        #expect(TextRenderer.text(of: unknown) == "a map\nof here\n")
    }

    @Test("a node inside a disabled node is disabled")
    func disabled() throws {
        let screen = try collect { sink in
            put(sink, node(SY_NODE_GROUP) { $0.flags = sy_node_flags(SY_NODE_FLAG_DISABLED) }) {
                put(sink, node(SY_NODE_GROUP)) { put(sink, node(SY_NODE_BUTTON)) }
            }
            put(sink, node(SY_NODE_BUTTON))
        }
        #expect(screen.nodes[0].children[0].children[0].flags == .disabled)
        #expect(screen.nodes[1].flags == [])
    }

    @Test("invalid UTF-8 becomes U+FFFD")
    func invalidUTF8() throws {
        let bytes: [CChar] = [0x61, -1, 0x62]
        let screen = try bytes.withUnsafeBufferPointer { bytes in
            try collect { sink in
                put(sink, node(SY_NODE_TEXT) { $0.text = sy_string(data: bytes.baseAddress, count: 3) })
            }
        }
        #expect(screen.nodes.first?.text == "a\u{FFFD}b")
    }

    @Test("the screen's information is collected with its checkpoints and receivers")
    func information() throws {
        var arena = ABIArena()
        let screen = try collect { sink in
            var info = sy_screen_info.sized
            info.flags = sy_screen_flags(SY_SCREEN_FLAG_LOADING)
            info.title = arena.string("Title")
            info.lock_reason = arena.string("unsaved")
            var plain = sy_checkpoint.sized
            plain.name = arena.string("start")
            var typed = sy_checkpoint.sized
            typed.name = arena.string("picked")
            typed.value_type = arena.string("[int]")
            info.checkpoints = arena.array([plain, typed])
            info.checkpoint_count = 2
            let receivers = [
                (SY_RECEIVER_CODE, SY_MESSAGE_VALUE), (SY_RECEIVER_CODE, SY_MESSAGE_DESTINATION),
                (SY_RECEIVER_CODE, SY_MESSAGE_TAB), (SY_RECEIVER_SELECT_TAB, 0), (SY_RECEIVER_NAVIGATE, 0),
            ].map { kind, message in
                var receiver = sy_receiver.sized
                receiver.kind = sy_receiver_kind(kind)
                receiver.message_kind = sy_message_kind(message)
                receiver.name = arena.string("order")
                return receiver
            }
            info.receivers = arena.array(receivers)
            info.receiver_count = 5
            _ = sink.pointee.info(sink, &info)
        }
        #expect(screen.title == "Title")
        #expect(screen.lock == "unsaved")
        #expect(screen.isLoading)
        #expect(screen.checkpoints.map(\.name) == ["start", "picked"])
        #expect(screen.checkpoints.map(\.type) == [nil, .list(.int)])
        #expect(screen.receivers == [.value(type: "order"), .destination, .tab, .selectTab, .navigate])
    }

    @Test("progress without a value means loading, and a screen without information has no lock")
    func loading() throws {
        var arena = ABIArena()
        let still = try collect { sink in
            put(sink, node(SY_NODE_PROGRESS) { $0.value = arena.value(.double(0.5)) })
        }
        #expect(!still.isLoading)
        #expect(still.lock == nil)
        #expect(try collect { put($0, node(SY_NODE_PROGRESS)) }.isLoading)
    }

    @Test("a node that is never closed, or closed without having been opened, fails the render")
    func unbalanced() {
        let begun = failure {
            try collect { sink in
                for _ in 0..<2 { _ = withUnsafePointer(to: node(SY_NODE_GROUP)) { sink.pointee.begin_node(sink, $0) } }
            }
        }
        #expect(begun == CallFailure(.invalidArgument, "its render left 2 nodes without an end"))
        let ended = failure { try collect { _ = $0.pointee.end_node($0) } }
        #expect(ended == CallFailure(.invalidArgument, "its render ended a node that it had not begun"))
    }

    @Test("nodes may nest 64 deep, and a deeper one makes the render stop")
    func depth() throws {
        func nest(_ sink: Sink, _ depth: Int) -> sy_status {
            var answer = sy_status(SY_OK)
            let own = put(sink, node(SY_NODE_GROUP)) { if depth > 1 { answer = nest(sink, depth - 1) } }
            return max(own, answer)
        }
        var answer = sy_status(SY_FAILED)
        _ = try collect { answer = nest($0, ViewCollector.maximumDepth) }
        #expect(answer == SY_OK)
        let failure = failure { try collect { answer = nest($0, ViewCollector.maximumDepth + 1) } }
        #expect(answer == SY_FAILED)
        #expect(failure == CallFailure(.limit, "its nodes nest deeper than 64"))
    }

    @Test("a screen may have 100000 nodes, and a render with more fails")
    func count() throws {
        func fill(_ count: Int) throws -> (screen: RenderedScreen, stopped: Int) {
            var stopped = 0
            let screen = try collect { sink in
                let text = node(SY_NODE_DIVIDER)
                for _ in 0..<count where put(sink, text) == SY_FAILED { stopped += 1 }
            }
            return (screen, stopped)
        }
        #expect(try fill(ViewCollector.maximumNodes).screen.nodes.count == ViewCollector.maximumNodes)
        let failure = failure { try fill(ViewCollector.maximumNodes + 5) }
        #expect(failure == CallFailure(.limit, "its screen has more than 100000 nodes"))
    }

    @Test("a screen of 10,000 nodes, nested 64 deep, is taken, as every host must")
    func promisedLimits() throws {
        let screen = try collect { sink in
            for _ in 0..<64 { _ = withUnsafePointer(to: node(SY_NODE_GROUP)) { sink.pointee.begin_node(sink, $0) } }
            for _ in 0..<64 { _ = sink.pointee.end_node(sink) }
            for _ in 64..<10_000 { put(sink, node(SY_NODE_DIVIDER)) }
        }
        #expect(screen.nodes.count == 1 + 10_000 - 64)
    }

    @Test("the failure of a malformed render names the fault")
    func malformed() {
        func reason(_ body: (Sink) -> Void) -> String { failure { try collect(body) }?.reason ?? "none" }
        #expect(reason { _ = $0.pointee.begin_node($0, nil) } == "its render passed a malformed node: sy_node is null")
        #expect(reason { put($0, node(1) { $0.size = 16 }) }.contains("sy_node says that it has 16 bytes"))
        #expect(reason { put($0, node(1) { $0.text.count = 3 }) }.contains("a string of 3 bytes is null"))
        #expect(
            reason {
                put(
                    $0,
                    node(1) {
                        $0.value.kind = UInt32(SY_VALUE_DOUBLE)
                        $0.value.number = .nan
                    })
            }.contains("not finite"))
        #expect(reason { _ = $0.pointee.info($0, nil) }.contains("malformed information: sy_screen_info is null"))
        func info(_ change: (inout sy_screen_info) -> Void) -> String {
            reason { sink in
                var info = sy_screen_info.sized
                change(&info)
                _ = sink.pointee.info(sink, &info)
            }
        }
        #expect(info { $0.receiver_count = 3 }.contains("an array of 3 sy_receiver is null"))
        #expect(info { $0.receiver_count = .max }.contains("at most 100000 are taken"))
    }

    @Test("a value's kind, a receiver, and a checkpoint's type of a later version are ignored")
    func newer() throws {
        let screen = try collect { sink in
            put(sink, node(SY_NODE_TEXT) { $0.value.kind = 9 })
            var arena = ABIArena()
            var later = sy_receiver.sized
            later.kind = 8
            var known = sy_receiver.sized
            known.kind = sy_receiver_kind(SY_RECEIVER_SELECT_TAB)
            var info = sy_screen_info.sized
            info.receivers = arena.array([later, known])
            info.receiver_count = 2
            var dated = sy_checkpoint.sized
            dated.name = arena.string("dated")
            dated.value_type = arena.string("date")
            var plain = sy_checkpoint.sized
            plain.name = arena.string("plain")
            info.checkpoints = arena.array([dated, plain])
            info.checkpoint_count = 2
            _ = sink.pointee.info(sink, &info)
        }
        #expect(screen.nodes.map(\.value) == [.null])
        #expect(screen.receivers == [.selectTab])
        #expect(screen.checkpoints.map(\.name) == ["plain"])
    }

    @Test("a render fails with its first fault, or with the feature's own reason")
    func failures() {
        let first = failure {
            try collect { sink in
                _ = sink.pointee.end_node(sink)
                _ = sink.pointee.begin_node(sink, nil)
                _ = sink.pointee.info(sink, nil)
                _ = sink.pointee.end_node(sink)
            }
        }
        #expect(first?.reason == "its render ended a node that it had not begun")
        let own = failure {
            try ViewCollector.collect(from: "c", calls) { _, error in
                HostTestSupport.fail(error, SY_ERROR_UNAVAILABLE, "no data")
            }
        }
        #expect(own == CallFailure(.unavailable, "no data"))
    }

    @Test("the texts of a screen have a limit in all")
    func textLimit() {
        let megabyte = String(repeating: "x", count: 1 << 20)
        func reason(_ count: Int) -> String? {
            failure {
                try collect { sink in
                    var arena = ABIArena()
                    let text = arena.string(megabyte)
                    for _ in 0..<count { put(sink, node(SY_NODE_TEXT) { $0.detail = text }) }
                }
            }?.reason
        }
        #expect(reason(32) == nil)
        #expect(reason(33) == "its screen holds more than 32 MiB of text and values")
    }

    @Test("a key that a sibling has counts as none, and the same key elsewhere is kept")
    func equalKeys() throws {
        var arena = ABIArena()
        let (a, b) = (arena.string("a"), arena.string("b"))
        func row(_ sink: Sink, _ key: sy_string, children: () -> Void = {}) {
            put(sink, node(SY_NODE_TEXT) { ($0.key, $0.text) = (key, key) }, children: children)
        }
        let screen = try collect { sink in
            for _ in 1...2 {
                put(sink, node(SY_NODE_LIST)) {
                    row(sink, a)
                    row(sink, b) { row(sink, a) }
                    row(sink, sy_string())
                    row(sink, sy_string())
                    row(sink, a)
                    row(sink, b)
                }
            }
            row(sink, a)
            row(sink, a)
        }
        #expect(
            screen.nodes.prefix(2).map { $0.children.map(\.key) } == [
                ["a", "b", "", "", "", ""], ["a", "b", "", "", "", ""],
            ])
        #expect(screen.nodes[0].children[1].children.map(\.key) == ["a"])
        #expect(screen.nodes.suffix(2).map(\.key) == ["a", ""])
        let message = "its render passes the text 'a' with the key 'a' of a sibling; it counts as without a key"
        #expect(host.lines == [.defect(message, of: "c", name: "equalKey")])
    }

    @Test("a toggle without a bool is off, a destination beats an action, and the log names the first such node")
    func contradictions() throws {
        var arena = ABIArena()
        let destination = arena.pointer(to: arena.destination(Destination(feature: "", route: "x")))
        let texts = ["one", "two"].map { arena.string($0) }
        for _ in 1...2 {
            let screen = try collect { sink in
                for text in texts {
                    put(
                        sink,
                        node(SY_NODE_TOGGLE) {
                            $0.text = text
                            $0.value = arena.value(.integer(1))
                        })
                    put(sink, node(SY_NODE_TOGGLE) { $0.value = arena.value(.bool(true)) })
                    for kind in [SY_NODE_BUTTON, SY_NODE_LINK, SY_NODE_ROW] {
                        put(
                            sink,
                            node(kind) {
                                ($0.destination, $0.action) = (destination, 7)
                                if kind != SY_NODE_BUTTON { $0.text = text }
                            }
                        ) {
                            if kind == SY_NODE_BUTTON { put(sink, node(SY_NODE_TEXT) { $0.text = text }) }
                        }
                    }
                }
            }
            #expect(screen.nodes.prefix(5).map(\.value) == [.bool(false), .bool(true), .null, .null, .null])
            #expect(screen.nodes.allSatisfy { $0.action == 0 && ($0.kind == .toggle) == ($0.destination == nil) })
        }
        let lines: [LogLine] = [
            .defect(
                "its render passes the toggle 'one' with a value that is no bool; it counts as off", of: "c",
                name: "toggleWithoutBool"),
            .defect(
                "its render passes the button 'one' with an action and a destination; only the destination counts",
                of: "c", name: "actionBesideDestination"),
        ]
        #expect(host.lines == lines + lines)
    }

    @Test("an action of a kind that takes none is passed over")
    func actionOfOtherKinds() throws {
        let kinds = NodeKind.allCases
        let screen = try collect { sink in
            for kind in kinds { put(sink, node(Int(kind.rawValue)) { $0.action = 7 }) }
        }
        for (kind, node) in zip(kinds, screen.nodes) {
            #expect((node.action == 0) == (kind.actionValue == nil), "\(kind)")
        }
    }

    @Test("a list that was wanted whole is shown by its children, whatever it says of its elements")
    func elements() throws {
        let screen = try collect { sink in
            put(
                sink,
                node(SY_NODE_LIST) {
                    $0.element_count = .max
                    $0.element_offset = 3
                }
            ) {
                for _ in 1...2 { put(sink, node(SY_NODE_TEXT)) }
            }
        }
        #expect(screen.nodes.map(\.children.count) == [2])
    }

    @Test(
        "a part of a list keeps its place and the number of elements, and what cannot be does not count",
        arguments: [
            (10, 3, 10, 3), (2, 0, 0, 0), (10, 8, 10, 8), (10, 9, 0, 0), (1, 0, 0, 0), (0, 5, 0, 0),
            (1 << 40, 7, 1 << 40, 7), (1 << 40 + 1, 7, 0, 0),
            (UInt64.max, UInt64.max - 1, 0, 0), (UInt64.max, UInt64.max - 2, 0, 0),
        ] as [(UInt64, UInt64, UInt64, UInt64)])
    func parts(count: UInt64, offset: UInt64, keptCount: UInt64, keptOffset: UInt64) throws {
        let screen = try ViewCollector.collect(from: "c", takingParts: true, calls) { sink, _ in
            put(
                sink,
                node(SY_NODE_TABLE) {
                    $0.element_count = count
                    $0.element_offset = offset
                }
            ) {
                put(sink, node(SY_NODE_ROW) { $0.flags = sy_node_flags(SY_NODE_FLAG_HEADER) })
                for _ in 1...2 { put(sink, node(SY_NODE_ROW)) }
            }
            return sy_status(SY_OK)
        }
        #expect(screen.nodes[0].elementCount == keptCount)
        #expect(screen.nodes[0].children.count == 3)
        if keptCount > 0 { #expect(screen.nodes[0].elementOffset == keptOffset) }
    }

    @Test("invalid UTF-8 is one defect of the function that passes it, however often")
    func invalidText() throws {
        for _ in 1...2 {
            let screen = try collect { sink in
                let bytes: [CChar] = [0x61, -1, 0x62]
                bytes.withUnsafeBufferPointer { bytes in
                    let text = sy_string(data: bytes.baseAddress, count: 3)
                    put(sink, node(SY_NODE_TEXT) { $0.text = text })
                }
            }
            #expect(screen.nodes.map(\.text) == ["a\u{FFFD}b"])
        }
        let message = "its render passed text that is not valid UTF-8; U+FFFD stands where it is not"
        #expect(host.lines == [.defect(message, of: "c"), .defect(message, of: "c")])
    }
}
