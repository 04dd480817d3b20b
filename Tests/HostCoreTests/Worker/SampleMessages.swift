import FeatureContract
import HostSystem
import TestSupport

@testable import HostCore
@testable import HostTestSupport

/// Sample messages between a host and a worker, with every kind of content.
enum SampleMessages {
    static let values: [Value] = [
        .null, .bool(false), .bool(true), .integer(0), .integer(.min), .integer(.max), .double(0), .double(-0.0),
        .double(.greatestFiniteMagnitude), .double(.leastNonzeroMagnitude), .string(""), .string("a\u{0}b"),
        .string("détail 👩‍👩‍👧 \u{FFFD}"), .string(String(repeating: "x", count: 70_000)), .list([]),
        .list([.integer(.max), .integer(.min)]), .list([.string(""), .string("\u{0}")]),
        .list([.bool(true), .double(-1.5), .null]), .list(Array(repeating: .integer(7), count: 1000)),
        .bytes([]), .bytes([0, 255, 128]), .record([:]), .list([.list([]), .list([.record(["": .null])])]),
        .record(["id": .integer(1), "tags": .list([.string("a")]), "at": .record(["x": .double(0.5)])]),
    ]

    static let destinations: [Destination] = [
        Destination(feature: ""), Destination(feature: "character"),
        Destination(feature: "character", route: "detail", arguments: [.init("identifier", .integer(42))]),
        Destination(
            feature: "a", route: "b",
            arguments: [.init("", .string("")), .init("z", .list([.string("ö")])), .init("a", .bool(false))]),
    ]

    static let messages: [Message] =
        values.map { .value(type: "note", $0) } + destinations.map { .destination($0) } + [.tab(""), .tab("people")]

    static let failures: [CallFailure] = [
        CallFailure(.other, ""), CallFailure(.locked, "it is locked\u{0}"),
        CallFailure(FailureCode(rawValue: .max), "ä"),
    ]

    static let requests: [NavigationRequest] =
        destinations.flatMap { destination in
            [.navigate(destination, method: nil), .popTo(destination), .swap(destination)]
                + NavigationMethod.allCases.map { .navigate(destination, method: $0) }
        } + [
            .back, .pop(0), .pop(3), .pop(Int(UInt32.max)), .popToRoot, .dismiss, .dismissAll, .replaceStack([]),
            .replaceStack(destinations), .reset, .selectTab(""), .selectTab("people"), .send([]), .send(messages),
            .resume,
        ] + values.map { .returnToCheckpoint("top", value: $0) }

    private static let bounds: GrantBounds = {
        var bounds = GrantBounds()
        bounds.allowed = Permissions(read: ["/a"], write: ["/", "/c"])
        bounds.denied = Permissions(read: ["/c/d"])
        bounds.changeable = ["/c", "/data/switchyard/features"]
        return bounds
    }()

    static let calls: [WorkerCall] =
        [
            .turn, .fork(name: ""), .fork(name: "/a b/libö.so"),
            .load(path: "/a b/libx.so", version: nil, WorkerLimits()),
            .load(path: "", version: nil, WorkerLimits(memory: 0, openFiles: .max)),
            .load(
                path: "x", version: FileIdentity(device: 1, inode: 2, size: 3, modified: -4, changed: .max), .usual),
            .load(
                path: "x", version: nil,
                WorkerLimits(
                    confinement: Confinement(
                        .required, in: HostEnvironment(["A": "b", "C": "", "D": "e", "F": "g"]),
                        dataDirectory: DataDirectory(of: "ö", in: HostEnvironment(["XDG_DATA_HOME": "/data"])),
                        libraryDirectory: "/lib",
                        permissions: Permissions(
                            ports: [443, 8080], endpoints: endpoints("a.b:1", "[::1]:443"), read: ["/a"],
                            write: ["/b", "/c"], run: true, environment: ["A", "D", "F"]),
                        bounds: bounds))),
        ] + featureCalls.map { .feature($0) }

    private static let featureCalls: [FeatureMessage] =
        [
            .activate(ActivationContext()),
            .activate(
                ActivationContext(
                    dataDirectory: "/data/ö", settings: #"{"a":[1,null]}"#, locale: "de-AT", libraryDirectory: "/lib")),
            .makeMainScreen(1),
            .makeMainScreen(.max), .resolveURL(""), .resolveURL("chat://a?b=%20"), .deactivate,
            .render(1, unseen: false),
            .appear(.max), .disappear(3), .destroy(4), .save(5),
            .restore(6, ScreenState(version: .max, bytes: [0, 255])), .restore(7, ScreenState(version: 0, bytes: [])),
            .connected(request: 1, nil),
            .connected(request: .max, failures[1]), .picked(request: 1, name: nil, nil),
            .picked(request: .max, name: "notes.txt", nil), .picked(request: 2, name: nil, failures[1]),
        ] + destinations.map { .resolve($0, 7) } + messages.map { .receive($0) }
        + messages.map { .screenReceive(9, $0) } + values.map { .perform(5, action: .max, $0) }
        + values.map { .returned(6, checkpoint: "top", $0) }

    static let resumes: [Resume] = [
        .auto, .immediately, .after(seconds: 0), .after(seconds: -.infinity), .after(seconds: 1e300),
        .inserting([]), .inserting(messages), .appending(messages), .replacing(messages), .pause, .cancel,
    ]

    static let screens: [RenderedScreen] = {
        var full = RenderedScreen(title: "Title\u{0}", nodes: nodes)
        full.lock = "not saved"
        full.isLoading = true
        full.checkpoints = [
            .init(name: "start", type: nil), .init(name: "", type: .string),
            .init(name: "many", type: .list(.double)),
        ]
        full.receivers = [.value(type: "note"), .value(type: ""), .destination, .tab, .selectTab, .navigate]
        var locked = RenderedScreen()
        locked.lock = ""
        return [RenderedScreen(), locked, full, RenderedScreen(title: "deep", nodes: [chain(of: 64)])]
    }()

    /// A node of each kind, and one of each kind of value; the first has every member.
    private static let nodes: [ViewNode] = {
        var full = ViewNode(.picker, text: "text", destination: destinations[3], children: [ViewNode(.divider)])
        full.flags = [.disabled, .destructive, .cancel, .header, .secure, .init(rawValue: 1 << 31)]
        full.role = .danger
        full.action = .max
        full.detail = "detail"
        full.key = "key"
        full.symbol = "symbol"
        full.badge = "badge"
        full.accessibilityLabel = "label"
        full.url = "chat://x"
        full.shortcut = "Meta+S"
        (full.elementCount, full.elementOffset, full.reveal) = (9, 3, .max)
        full.value = .list([.string("a")])
        let kinds = (NodeKind.allCases + [nil]).map { node($0, "", [node(.text, $0.map { "\($0)" } ?? "unknown")]) }
        let valued = values.map { value in
            var node = ViewNode(.progress)
            node.value = value
            return node
        }
        return [full, ViewNode(kindNumber: .max), ViewNode(.embedded, destination: destinations[2])] + kinds
            + valued
    }()

    /// Nodes that nest `count` deep.
    static func chain(of count: Int) -> ViewNode {
        (1..<count).reduce(ViewNode(.text, text: "innermost")) { node, _ in ViewNode(.group, children: [node]) }
    }

    static let replies: [WorkerReply] =
        [
            .manifest([]), .manifest(Array("{}\u{0}".utf8)),
            .refused(.malformed("")), .refused(.elf(.otherMachine(found: .current, wanted: .current))),
            .refused(.noEntry), .refused(.unusableLibrary("a", at: "/a", "no")), .forked(1), .forked(.max), .forked(-1),
        ] + featureReplies.map { .feature($0) }

    private static let featureReplies: [FeatureReply] =
        [
            .done, .notMine,
            .made(keepsState: true), .made(keepsState: false), .state(ScreenState(version: 7, bytes: [0, 255])),
        ] + failures.map { .failure($0) } + screens.map { .screen($0) } + destinations.map { .destination($0) }
        + resumes.map { .resume($0) }

    static let hostMessages: [HostMessage] =
        [
            .invalidate(0), .invalidate(.max), .log(.debug, "", defect: nil), .log(.info, "a\nb", defect: nil),
            .log(.notice, "\u{0}", defect: nil), .log(.warning, "ö", defect: nil), .log(.error, "x", defect: nil),
            .log(.warning, "", defect: ""), .log(.warning, "a\nb", defect: "ö"),
        ] + requests.map { .navigation($0, 3) } + [.canReturn(checkpoint: "", 0), .canReturn(checkpoint: "top", .max)]
        + [Endpoint(host: "api.example.org", port: 443), Endpoint(host: "::1", port: .max)].compactMap(\.self)
        .map { .connect($0, request: .max) }
        + [
            try? FileRequest(title: "Import notes", .reading),
            try? FileRequest(title: "ö", .writing(suggestedName: "")),
            try? FileRequest(title: "a\nb", .writing(suggestedName: "notes.txt")),
        ].compactMap(\.self).map { .pickFile($0, request: .max) }

    static let answers: [HostReply] = [.done, .bool(true), .bool(false)] + failures.map { .failure($0) }
}

/// Random messages.
extension SeededGenerator {
    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    mutating func text() -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<number(0...12) {
            let range: ClosedRange<UInt32> = Bool.random(using: &self) ? 0...0x7F : 0...0x10_FFFF
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &self)) { text.append(scalar) }
        }
        return String(text)
    }

    mutating func list<Element>(_ count: ClosedRange<Int>, _ element: (inout SeededGenerator) -> Element) -> [Element] {
        var elements: [Element] = []
        for _ in 0..<number(count) { elements.append(element(&self)) }
        return elements
    }

    mutating func value(single: Bool = false) -> Value {
        switch number(0...(single ? 4 : 5)) {
        case 0: return .null
        case 1: return .bool(.random(using: &self))
        case 2: return .integer(Int64(truncatingIfNeeded: next()))
        case 3:
            let double = Double(bitPattern: next())
            return .double(double.isFinite ? double : -0.0)
        case 4: return .string(text())
        default: return .list(list(0...5) { $0.value(single: true) })
        }
    }

    mutating func destination() -> Destination {
        Destination(
            feature: text(), route: text(),
            arguments: (0..<number(0...4)).map { .init("\($0)\(text())", value()) })
    }

    mutating func message() -> Message {
        switch number(0...2) {
        case 0: .value(type: text(), value())
        case 1: .destination(destination())
        default: .tab(text())
        }
    }

    mutating func request() -> NavigationRequest {
        switch number(0...9) {
        case 0, 1: .navigate(destination(), method: NavigationMethod.allCases.randomElement(using: &self))
        case 2: .navigate(destination(), method: nil)
        case 3: .pop(number(0...Int(UInt32.max)))
        case 4: .popTo(destination())
        case 9: .swap(destination())
        case 5: .replaceStack(list(0...4) { $0.destination() })
        case 6: .selectTab(text())
        case 7: .returnToCheckpoint(text(), value: value())
        default: .send(list(0...4) { $0.message() })
        }
    }

    mutating func node(depth: Int) -> ViewNode {
        var node = ViewNode(kindNumber: UInt32(number(0...25)), text: text())
        node.flags = .init(rawValue: UInt32(number(0...63)))
        node.role = .init(rawValue: UInt32(number(0...5))) ?? .primary
        node.action = next()
        node.detail = text()
        node.key = text()
        node.symbol = text()
        node.badge = text()
        node.accessibilityLabel = text()
        node.url = text()
        node.shortcut = text()
        node.reveal = Bool.random(using: &self) ? next() : 0
        node.value = value()
        node.destination = Bool.random(using: &self) ? destination() : nil
        node.children = depth == 0 ? [] : list(0...3) { $0.node(depth: depth - 1) }
        return node
    }

    mutating func screen() -> RenderedScreen {
        var screen = RenderedScreen(title: text(), nodes: list(0...3) { $0.node(depth: 3) })
        screen.lock = Bool.random(using: &self) ? text() : nil
        screen.isLoading = .random(using: &self)
        screen.checkpoints = list(0...3) { generator in
            let types: [ValueType?] = [nil, .bool, .int, .double, .string, .list(.int)]
            return .init(name: generator.text(), type: types[generator.number(0...5)])
        }
        screen.receivers = list(0...4) { generator in
            [.value(type: generator.text()), .destination, .tab, .selectTab, .navigate][generator.number(0...4)]
        }
        return screen
    }

    /// Returns nodes after a few changes, as from one render to the next: some come, go, move, or differ.
    mutating func changed(_ nodes: [ViewNode], depth: Int = 3) -> [ViewNode] {
        var nodes = nodes
        for _ in 0..<number(0...2) {
            let index = number(0...nodes.count)
            switch (number(0...4), index < nodes.count) {
            case (0, true): nodes.remove(at: index)
            case (1, true): nodes[index].text = text()
            case (2, true) where depth > 0: nodes[index].children = changed(nodes[index].children, depth: depth - 1)
            case (3, true): nodes.swapAt(index, 0)
            default: nodes.insert(node(depth: min(depth, 1)), at: index)
            }
        }
        return nodes
    }

    mutating func call() -> WorkerCall {
        switch number(0...5) {
        case 0:
            return .load(
                path: text(), version: nil, WorkerLimits(memory: number(0...Int.max), openFiles: number(0...Int.max)))
        case 1: return .feature(.resolve(destination(), next()))
        case 2: return .feature(.receive(message()))
        case 3: return .feature(.perform(next(), action: next(), value()))
        case 4: return .feature(.returned(next(), checkpoint: text(), value()))
        default: return .feature(.screenReceive(next(), message()))
        }
    }

    mutating func reply() -> WorkerReply {
        .feature(featureReply())
    }

    private mutating func featureReply() -> FeatureReply {
        switch number(0...4) {
        case 0, 1: .screen(screen())
        case 2: .failure(CallFailure(FailureCode(rawValue: UInt32(truncatingIfNeeded: next())), text()))
        case 3: .destination(destination())
        default: .resume(.replacing(list(0...4) { $0.message() }))
        }
    }
}
