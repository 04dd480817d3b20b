import FeatureABI
import FeatureContract
import Glibc
import HostSystem
import Testing

@testable import HostCore
@testable import HostTestSupport

/// A pointer that a test hands to another thread.
private struct Handed<Pointee>: @unchecked Sendable {
    let pointer: UnsafePointer<Pointee>
}

/// Runs `body` on another thread, to its end.
private func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(body)).toOpaque()
    let code = pthread_create(
        &thread, nil,
        { argument in
            if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
            return nil
        }, box)
    #expect(code == 0)
    pthread_join(thread, nil)
}

@MainActor
@Suite("The host table of a feature")
struct HostTableTests {
    let host = FakeHost()
    let c = CFeature()
    let feature: InlineFeature
    let table: UnsafePointer<sy_host>

    init() throws {
        feature = try c.start(host: host)
        table = try #require(c.host)
    }

    @Test("every request reaches the host unchanged, with the feature and the screen that ask")
    func requests() throws {
        var arena = ABIArena()
        let own = arena.pointer(to: arena.destination(Destination(feature: "", route: "x")))
        let other = arena.pointer(to: arena.destination(.of("other/y?n=1")))
        let two = arena.array([arena.destination(.of("c/a")), arena.destination(.of("b"))])
        let name = arena.string("name")
        let value = arena.pointer(to: arena.value(.double(0.5)))
        let messages = arena.array([arena.message(.tab("t")), arena.message(.value(type: "n", .bool(true)))])
        try callABI { table.pointee.navigate(table, 3, own, sy_method(SY_METHOD_DEFAULT), $0) }
        try callABI { table.pointee.navigate(table, 3, other, sy_method(SY_METHOD_MANAGED_COVER), $0) }
        try callABI { table.pointee.back(table, 0, $0) }
        try callABI { table.pointee.pop(table, 3, 2, $0) }
        try callABI { table.pointee.pop_to(table, 3, own, $0) }
        try callABI { table.pointee.pop_to_root(table, 3, $0) }
        try callABI { table.pointee.dismiss(table, 3, $0) }
        try callABI { table.pointee.dismiss_all(table, 3, $0) }
        try callABI { table.pointee.replace_stack(table, 3, two, 2, $0) }
        try callABI { table.pointee.replace_stack(table, 3, nil, 0, $0) }
        try callABI { table.pointee.reset(table, 3, $0) }
        try callABI { table.pointee.select_tab(table, 3, name, $0) }
        try callABI { table.pointee.return_to_checkpoint(table, 3, name, value, $0) }
        try callABI { table.pointee.return_to_checkpoint(table, 3, name, nil, $0) }
        try callABI { table.pointee.send(table, 3, messages, 2, $0) }
        #expect(
            host.requests.map(\.request) == [
                .navigate(.of("c/x"), method: nil), .navigate(.of("other/y?n=1"), method: .managedCover), .back,
                .pop(2),
                .popTo(.of("c/x")), .popToRoot, .dismiss, .dismissAll, .replaceStack([.of("c/a"), .of("b")]),
                .replaceStack([]), .reset, .selectTab("name"), .returnToCheckpoint("name", value: .double(0.5)),
                .returnToCheckpoint("name", value: .null), .send([.tab("t"), .value(type: "n", .bool(true))]),
            ])
        #expect(host.requests.allSatisfy { $0.feature == "c" })
        #expect(host.requests.map(\.screen) == [3, 3, 0] + Array(repeating: 3, count: 12))
    }

    @Test(
        "every method has its number",
        arguments: [
            (SY_METHOD_DEFAULT, nil), (SY_METHOD_PUSH, .push), (SY_METHOD_SHEET, .sheet),
            (SY_METHOD_MANAGED_SHEET, .managedSheet), (SY_METHOD_COVER, .cover),
            (SY_METHOD_MANAGED_COVER, .managedCover),
            (SY_METHOD_ALERT, .alert), (SY_METHOD_CONFIRMATION, .confirmation), (SY_METHOD_SEND, .send),
        ] as [(Int, NavigationMethod?)])
    func methods(number: Int, method: NavigationMethod?) throws {
        var arena = ABIArena()
        let own = arena.pointer(to: arena.destination(.of("c/x")))
        try callABI { table.pointee.navigate(table, 0, own, sy_method(number), $0) }
        #expect(host.requests.first?.request == .navigate(.of("c/x"), method: method))
    }

    @Test("a malformed request is refused with its fault, which the log names too, and never reaches the host")
    func malformed() {
        var arena = ABIArena()
        let good = arena.pointer(to: arena.destination(.of("c/x")))
        var small = sy_destination.sized
        small.size = 4
        let tooSmall = arena.pointer(to: small)
        var twice = sy_destination.sized
        var argument = sy_argument.sized
        argument.name = arena.string("n")
        argument.value = arena.value(.integer(1))
        twice.arguments = arena.array([argument, argument])
        twice.argument_count = 2
        let repeated = arena.pointer(to: twice)
        func reason(_ call: (UnsafePointer<sy_error>) -> sy_status) -> String {
            let failure = failure { try callABI(call) }
            return failure?.code == .invalidArgument ? failure?.reason ?? "" : "none"
        }
        #expect(reason { table.pointee.navigate(table, 0, nil, 0, $0) } == "sy_destination is null")
        #expect(reason { table.pointee.navigate(table, 0, good, 99, $0) } == "the unknown method 99")
        #expect(
            host.lines.last == .defect("its request is refused: the unknown method 99", of: "c"))
        #expect(reason { table.pointee.navigate(table, 0, tooSmall, 0, $0) }.contains("says that it has 4 bytes"))
        #expect(reason { table.pointee.navigate(table, 0, repeated, 0, $0) } == "the argument 'n' is given twice")
        #expect(reason { table.pointee.replace_stack(table, 0, nil, 2, $0) } == "an array of 2 sy_destination is null")
        #expect(
            reason { table.pointee.select_tab(table, 0, sy_string(data: nil, count: 5), $0) }
                == "a string of 5 bytes is null")
        var odd = sy_value()
        odd.kind = 42
        let unknown = arena.pointer(to: odd)
        #expect(
            reason { table.pointee.return_to_checkpoint(table, 0, sy_string(), unknown, $0) }
                == "a value is of the unknown kind 42")
        #expect(reason { table.pointee.send(table, 0, nil, 1, $0) } == "an array of 1 sy_message is null")
        #expect(host.requests.isEmpty)
    }

    @Test("a return without a value is the same by a null pointer and by a null value")
    func noValue() throws {
        var arena = ABIArena()
        let name = sy_string("name")
        let null = arena.pointer(to: sy_value())
        try callABI { table.pointee.return_to_checkpoint(table, 3, name, nil, $0) }
        try callABI { table.pointee.return_to_checkpoint(table, 3, name, null, $0) }
        #expect(host.requests.map(\.request) == Array(repeating: .returnToCheckpoint("name", value: .null), count: 2))
    }

    @Test("the host's refusal reaches the feature with its code and reason, and the log")
    func refusal() {
        host.refusal = CallFailure(.unconnected, "leads nowhere")
        #expect(failure { try callABI { table.pointee.back(table, 0, $0) } } == host.refusal)
        #expect(
            host.lines == [LogLine(feature: "c", level: .notice, message: "its request is refused: leads nowhere")])
    }

    @Test(
        "navigation is refused in functions that only describe or end something, and other functions are not bound",
        arguments: [
            ("render", false), ("save", false), ("destroy", false), ("deactivate", false), ("perform", true),
            ("receive", true), ("returned", true), ("appear", true), ("disappear", true), ("resolve", true),
            ("make_main_screen", true), ("activate", true), ("resolve_url", true), ("restore", false),
        ])
    func functions(function: String, isAllowed: Bool) throws {
        let hostTable = HostTable(feature: "c", host: host)
        let table = hostTable.pointer
        var arena = ABIArena()
        let stack = arena.array([arena.destination(.of("c/a"))])
        let name = arena.string("name")
        let swap = try #require(table.pointee.extension(table, arena.string(SY_SWAP_EXTENSION)))
            .assumingMemoryBound(to: sy_swap.self)
        let messages = arena.array([arena.message(.tab("t"))])
        let calls: [(UnsafePointer<sy_error>) -> sy_status] = [
            { table.pointee.navigate(table, 0, stack, 0, $0) }, { table.pointee.back(table, 0, $0) },
            { table.pointee.pop(table, 0, 1, $0) }, { table.pointee.pop_to(table, 0, stack, $0) },
            { table.pointee.pop_to_root(table, 0, $0) }, { table.pointee.dismiss(table, 0, $0) },
            { table.pointee.dismiss_all(table, 0, $0) }, { table.pointee.replace_stack(table, 0, stack, 1, $0) },
            { table.pointee.reset(table, 0, $0) }, { table.pointee.select_tab(table, 0, name, $0) },
            { table.pointee.return_to_checkpoint(table, 0, name, nil, $0) },
            { table.pointee.send(table, 0, messages, 1, $0) }, { table.pointee.resume_sending(table, 0, $0) },
            { swap.pointee.swap(swap, 0, stack, $0) },
        ]
        host.canReturn = true
        hostTable.during(function) {
            for call in calls {
                let failure = failure { try callABI(call) }
                #expect(failure?.code == (isAllowed ? nil : .invalidState))
                #expect(failure?.reason.hasPrefix("navigation is not asked for in \(function)") != false)
            }
            #expect(table.pointee.can_return(table, 0, name) == (isAllowed || function == "render" ? 1 : 0))
            table.pointee.log(table, 0, sy_string("here"))
            #expect(host.lines.last?.message == "here")
        }
        #expect(host.requests.count == (isAllowed ? calls.count : 0))
        // Afterwards nothing is refused.
        #expect(failure { try callABI(calls[1]) } == nil)
    }

    @Test("a request from another thread is refused with the advice to use the host's post")
    func otherThread() {
        let handed = Handed(pointer: table)
        let seen = Mailbox()
        onAnotherThread {
            let table = handed.pointer
            seen.put(failure { try callABI { table.pointee.back(table, 0, $0) } })
        }
        #expect(
            seen.value
                == CallFailure(.invalidState, "navigation is asked for on the main thread only; use the host's post"))
        #expect(host.requests.isEmpty)
    }

    @Test("every request from another thread is refused on that thread")
    func everyRequestOnOtherThread() {
        let handed = Handed(pointer: table)
        onAnotherThread {
            let table = handed.pointer
            var arena = ABIArena()
            let stack = arena.array([arena.destination(.of("c/a?n=1")), arena.destination(.of("c/b"))])
            let name = arena.string("name")
            let value = arena.pointer(to: arena.value(.list([.integer(1)])))
            let messages = arena.array([arena.message(.destination(.of("c/a"))), arena.message(.tab("t"))])
            let calls: [(UnsafePointer<sy_error>) -> sy_status] = [
                { table.pointee.navigate(table, 0, stack, 0, $0) }, { table.pointee.back(table, 0, $0) },
                { table.pointee.pop(table, 0, 1, $0) }, { table.pointee.pop_to(table, 0, stack, $0) },
                { table.pointee.pop_to_root(table, 0, $0) }, { table.pointee.dismiss(table, 0, $0) },
                { table.pointee.dismiss_all(table, 0, $0) }, { table.pointee.replace_stack(table, 0, stack, 2, $0) },
                { table.pointee.reset(table, 0, $0) }, { table.pointee.select_tab(table, 0, name, $0) },
                { table.pointee.return_to_checkpoint(table, 0, name, value, $0) },
                { table.pointee.send(table, 0, messages, 2, $0) }, { table.pointee.resume_sending(table, 0, $0) },
            ]
            for call in calls { #expect(failure { try callABI(call) }?.code == .invalidState) }
        }
        #expect(host.requests.isEmpty)
    }

    @Test("a caller that passes no error gets the status of a failure alone")
    func withoutReason() {
        #expect(table.pointee.navigate(table, 1, nil, 0, nil) == sy_status(SY_FAILED))
        #expect(table.pointee.send(table, 0, nil, 3, nil) == sy_status(SY_FAILED))
        feature.deactivate()
        #expect(table.pointee.back(table, 0, nil) == sy_status(SY_FAILED))
        #expect(table.pointee.resume_sending(table, 0, nil) == sy_status(SY_FAILED))
        #expect(host.requests.isEmpty)
    }

    @Test("the host answers whether there is a checkpoint, and another thread gets no")
    func canReturn() {
        let name = sy_string()
        #expect(table.pointee.can_return(table, 1, name) == 0)
        host.canReturn = true
        #expect(table.pointee.can_return(table, 1, name) == 1)
        let handed = Handed(pointer: table)
        let seen = Mailbox()
        onAnotherThread {
            let answer = handed.pointer.pointee.can_return(handed.pointer, 1, sy_string())
            seen.put(CallFailure(FailureCode(rawValue: UInt32(answer)), ""))
        }
        #expect(seen.value?.code.rawValue == 0)
    }

    @Test("invalidate and log act at once on the main thread and soon from another, and post always acts later")
    func anyThread() async {
        let counter = Counter()
        table.pointee.invalidate(table, 1)
        table.pointee.log(table, sy_log_level(SY_LOG_NOTICE), sy_string("here"))
        #expect(host.invalidated == [1])
        #expect(host.lines == [LogLine(feature: "c", level: .notice, message: "here")])

        let handed = Handed(pointer: table)
        onAnotherThread {
            let table = handed.pointer
            table.pointee.invalidate(table, 2)
            table.pointee.log(table, 77, sy_string("there"))
            counter.post(to: table)
        }
        counter.post(to: table)
        #expect(table.pointee.post(table, nil, nil) == 0)
        #expect(host.invalidated == [1])
        #expect(counter.value == 0)
        await MainQueue.turn()
        #expect(host.invalidated == [1, 2])
        // An unknown level counts as an error.
        #expect(host.lines.last == LogLine(feature: "c", level: .error, message: "there"))
        #expect(counter.value == 2)
    }

    @Test("a flood from another thread takes one turn: changes count once, and lines and posts have a limit")
    func flood() async {
        let posts = HostTable.maximumPosted
        let lines = HostTable.maximumLines
        let counter = Counter()
        let handed = Handed(pointer: table)
        let taken = Mailbox()
        onAnotherThread {
            let table = handed.pointer
            var count = 0
            for _ in 0..<posts + 500 {
                table.pointee.invalidate(table, 5)
                table.pointee.invalidate(table, 6)
                if counter.post(to: table) { count += 1 }
            }
            for _ in 0..<lines + 500 { table.pointee.log(table, 0, sy_string("from a thread")) }
            for screen in 7..<UInt64(7 + HostTable.maximumInvalidated) { table.pointee.invalidate(table, screen) }
            taken.put(CallFailure(FailureCode(rawValue: UInt32(count)), ""))
        }
        #expect(taken.value?.code.rawValue == UInt32(posts))
        await MainQueue.turn()
        #expect(counter.value == posts)
        // So many screens are invalidated that the host invalidates all of the feature's.
        #expect(host.invalidated == [0])
        #expect(host.lines.count == lines + 1)
        #expect(host.lines.last?.message == "500 lines are left out: they came faster than the log takes them")
        // The next turn has room again.
        counter.post(to: table)
        onAnotherThread {
            let table = handed.pointer
            for screen: UInt64 in [5, 6, 5, 6] { table.pointee.invalidate(table, screen) }
            // Each line is cut to the longest that is kept.
            let long = String(repeating: "x", count: 2 * ABILimit.reasonSize)
            for text in [long, "again"] {
                var arena = ABIArena()
                table.pointee.log(table, 2, arena.string(text))
            }
        }
        await MainQueue.turn()
        #expect(counter.value == posts + 1)
        #expect(host.invalidated == [0, 5, 6])
        #expect(
            host.lines.suffix(2).map(\.message)
                == [String(repeating: "x", count: ABILimit.reasonSize - 3) + "…", "again"])
    }

    @Test("posted calls run before deactivation, after which nothing reaches the host and requests are refused")
    func deactivated() async {
        let counter = Counter()
        let handed = Handed(pointer: table)
        onAnotherThread { handed.pointer.pointee.invalidate(handed.pointer, 5) }
        counter.post(to: table)
        feature.deactivate()
        table.pointee.invalidate(table, 6)
        table.pointee.log(table, 0, sy_string("late"))
        onAnotherThread {
            handed.pointer.pointee.invalidate(handed.pointer, 7)
            handed.pointer.pointee.log(handed.pointer, 0, sy_string("late"))
        }
        await MainQueue.turn()
        #expect(host.invalidated == [])
        #expect(host.lines == [])
        #expect(counter.value == 1)
        #expect(!counter.post(to: table))
        await MainQueue.turn()
        #expect(counter.value == 1)
        #expect(
            failure { try callABI { table.pointee.back(table, 0, $0) } }
                == CallFailure(.invalidState, "the feature 'c' is not active"))
        #expect(table.pointee.can_return(table, 1, sy_string()) == 0)
    }

    @Test("posted functions run in the order of posting, whichever thread posts, and 1,000 may wait")
    func postOrder() async {
        Ordered.run = []
        let posted = (0..<1_000).map { Ordered(number: $0) }
        let handed = Handed(pointer: table)
        onAnotherThread { for item in posted[..<500] { #expect(item.post(to: handed.pointer)) } }
        for item in posted[500...] { #expect(item.post(to: table)) }
        #expect(Ordered.run.isEmpty)
        await MainQueue.turn()
        #expect(Ordered.run == Array(0..<1_000))
        // The host has their addresses, and holds none.
        withExtendedLifetime(posted) {}
    }

    @Test("a function that is posted before an activation fails runs once, and none is taken afterwards")
    func postedBeforeFailure() async throws {
        let c = CFeature()
        let counter = Counter()
        c.activate = { error in
            if let table = c.host { #expect(counter.post(to: table)) }
            return HostTestSupport.fail(error, SY_ERROR_UNAVAILABLE, "no server")
        }
        #expect(failure { try c.start(host: host) }?.code == .unavailable)
        #expect(counter.value == 1)
        let table = try #require(c.host)
        #expect(!counter.post(to: table))
        await MainQueue.turn()
        #expect(counter.value == 1)
    }

    @Test("a host that is gone is not called")
    func hostGone() async throws {
        let c = CFeature()
        var gone: FakeHost? = FakeHost()
        let feature = try c.start(host: try #require(gone))
        let table = try #require(c.host)
        gone = nil
        table.pointee.invalidate(table, 1)
        #expect(failure { try callABI { table.pointee.back(table, 0, $0) } }?.code == .invalidState)
        feature.deactivate()
    }

    @Test("a feature that is released without deactivation leaves a table that can still be called")
    func letGo() throws {
        let c = CFeature()
        try { _ = try c.start(host: host) }()
        let table = try #require(c.host)
        table.pointee.invalidate(table, 1)
        _ = failure { try callABI { table.pointee.back(table, 0, $0) } }
    }

    @Test("the host answers null to an extension that it does not have, and to all once the feature has ended")
    func extensions() {
        #expect(table.pointee.extension(table, sy_string("switchyard.clipboard/1")) == nil)
        #expect(table.pointee.extension(table, sy_string()) == nil)
        var arena = ABIArena()
        let tables = HostExtension.allCases.map { table.pointee.extension(table, arena.string($0.id)) }
        #expect(!tables.contains(nil) && Set(tables).count == HostExtension.allCases.count)
        feature.deactivate()
        #expect(table.pointee.extension(table, sy_string("switchyard.swap/1")) == nil)
    }

    @Test("a swap reaches the host as the other requests do, and a malformed one and one from a thread are refused")
    func swap() throws {
        let found = try #require(table.pointee.extension(table, sy_string("switchyard.swap/1")))
        let swap = found.assumingMemoryBound(to: sy_swap.self)
        #expect(Int(swap.pointee.size) == MemoryLayout<sy_swap>.size)
        var arena = ABIArena()
        let own = arena.pointer(to: arena.destination(Destination(feature: "", route: "x")))
        try callABI { swap.pointee.swap(swap, 3, own, $0) }
        #expect(host.requests.map(\.request) == [.swap(.of("c/x"))])
        #expect(host.requests.map(\.screen) == [3])
        #expect(failure { try callABI { swap.pointee.swap(swap, 3, nil, $0) } }?.reason == "sy_destination is null")
        nonisolated(unsafe) let handed = swap
        onAnotherThread {
            var arena = ABIArena()
            let destination = arena.pointer(to: arena.destination(.of("c/x")))
            #expect(
                failure { try callABI { handed.pointee.swap(handed, 3, destination, $0) } }?.code == .invalidState)
        }
        feature.deactivate()
        #expect(failure { try callABI { swap.pointee.swap(swap, 3, own, $0) } }?.code == .invalidState)
        #expect(host.requests.count == 1)
    }
}

/// The answers to a feature's requests to connect.
@MainActor
@Suite("The connections of a feature")
struct ConnectTableTests {
    private let host = FakeHost()
    private let c = CFeature()
    private let feature: InlineFeature
    private let connect: UnsafePointer<sy_connect>
    private let answers = Answers()

    /// The answer that the callback was given, behind its argument.
    private final class Answers {
        var all: [(descriptor: Int32, code: sy_error_code, reason: String)] = []
    }

    init() throws {
        feature = try c.start(host: host)
        let table = try #require(c.host)
        connect = try #require(table.pointee.extension(table, sy_string("switchyard.connect/1")))
            .assumingMemoryBound(to: sy_connect.self)
    }

    private func ask(_ name: StaticString = "a.b", _ port: UInt16 = 443) -> CallFailure? {
        failure {
            try callABI { error in
                connect.pointee.connect(
                    connect, sy_string(name), port,
                    { argument, descriptor, code, reason in
                        guard let argument else { return }
                        Unmanaged<Answers>.fromOpaque(argument).takeUnretainedValue().all.append(
                            (descriptor, code, (try? String(abi: reason)) ?? "?"))
                    }, Unmanaged.passUnretained(answers).toOpaque(), error)
            }
        }
    }

    /// A descriptor that is open.
    private func opened() throws -> (descriptor: OpenDescriptor, number: Int32) {
        let number = dup(STDIN_FILENO)
        try #require(number >= 0)
        return (OpenDescriptor(number), number)
    }

    @Test("a request reaches the host, and its answer the feature, which owns the descriptor")
    func answered() throws {
        #expect(Int(connect.pointee.size) == MemoryLayout<sy_connect>.size)
        #expect(ask() == nil)
        #expect(ask("::1", 1) == nil)
        #expect(host.connecting.map(\.endpoint.text) == ["a.b:443", "[::1]:1"])
        let number = try { () throws -> Int32 in
            let (descriptor, number) = try opened()
            host.connecting[0].done(.success(Handover(descriptor)))
            return number
        }()
        host.connecting[1].done(.failure(CallFailure(.notFound, "no such machine")))
        #expect(answers.all.map(\.descriptor) == [number, -1])
        #expect(answers.all.map(\.code) == [0, 4])
        #expect(answers.all.map(\.reason) == ["", "no such machine"])
        #expect(fcntl(number, F_GETFD) >= 0)
        close(number)
    }

    @Test("what is not answered when the feature ends is answered just before, and a later descriptor is closed")
    func ended() throws {
        #expect(ask() == nil)
        feature.deactivate()
        #expect(answers.all.map(\.descriptor) == [-1])
        #expect(answers.all.map(\.code) == [10])
        var ends: [Int32] = [-1, -1]
        #expect(LinuxProcess.pipe(&ends) == 0)
        defer { close(ends[0]) }
        // In a function of its own, which leaves no reference behind.
        func handOver() { host.connecting[0].done(.success(Handover(OpenDescriptor(ends[1])))) }
        handOver()
        #expect(answers.all.count == 1)
        #expect(ask()?.code == .invalidState)
        // The host still has the closure, and with it nothing of the descriptor. Its number may be another test's by now.
        var event = pollfd(fd: ends[0], events: 0, revents: 0)
        #expect(poll(&event, 1, 300_000) == 1)
        #expect(Int32(event.revents) & POLLHUP != 0)
    }

    @Test("a request with no address, without a callback and from another thread is refused, as is one by the host")
    func refused() {
        #expect(ask("a b")?.code == .invalidArgument)
        #expect(ask("a.b", 0)?.code == .invalidArgument)
        let noCallback = failure {
            try callABI { connect.pointee.connect(connect, sy_string("a.b"), 1, nil, nil, $0) }
        }
        #expect(noCallback?.code == .invalidArgument)
        nonisolated(unsafe) let handed = connect
        onAnotherThread {
            #expect(
                failure {
                    try callABI { handed.pointee.connect(handed, sy_string("a.b"), 1, { _, _, _, _ in }, nil, $0) }
                }?
                .code == .invalidState)
        }
        host.refusal = CallFailure(.notAllowed, "it may not")
        #expect(ask() == CallFailure(.notAllowed, "it may not"))
        #expect(host.connecting.isEmpty)
        feature.deactivate()
        #expect(answers.all.isEmpty)
    }
}

/// The answers to a feature's requests for files.
@MainActor
@Suite("The files of a feature")
struct FilesTableTests {
    private let host = FakeHost()
    private let c = CFeature()
    private let feature: InlineFeature
    private let files: UnsafePointer<sy_files>
    private let answers = Answers()

    /// The answers that the callback was given, behind its argument.
    private final class Answers {
        var all: [(descriptor: Int32, name: String, code: sy_error_code, reason: String)] = []
    }

    init() throws {
        feature = try c.start(host: host)
        let table = try #require(c.host)
        files = try #require(table.pointee.extension(table, sy_string("switchyard.files/1")))
            .assumingMemoryBound(to: sy_files.self)
    }

    private static let take: sy_picked = { argument, descriptor, name, code, reason in
        guard let argument else { return }
        Unmanaged<Answers>.fromOpaque(argument).takeUnretainedValue().all.append(
            (descriptor, (try? String(abi: name)) ?? "?", code, (try? String(abi: reason)) ?? "?"))
    }

    private func open(_ title: StaticString = "Import") -> CallFailure? {
        failure {
            try callABI { error in
                files.pointee.open_file(
                    files, sy_string(title), Self.take, Unmanaged.passUnretained(answers).toOpaque(), error)
            }
        }
    }

    private func save(_ name: String) -> CallFailure? {
        var arena = ABIArena()
        return failure {
            try callABI { error in
                files.pointee.save_file(
                    files, sy_string("Export"), arena.string(name), Self.take,
                    Unmanaged.passUnretained(answers).toOpaque(), error)
            }
        }
    }

    @Test("requests reach the host, and the answers the feature: a file with its name, a cancellation, a failure")
    func answered() throws {
        #expect(Int(files.pointee.size) == MemoryLayout<sy_files>.size)
        #expect(open() == nil && save("notes.txt") == nil && save("") == nil)
        #expect(host.picking.map(\.request.title) == ["Import", "Export", "Export"])
        #expect(
            host.picking.map(\.request.purpose) == [
                .reading, .writing(suggestedName: "notes.txt"), .writing(suggestedName: ""),
            ])
        let number = dup(STDIN_FILENO)
        try #require(number >= 0)
        host.picking[0].done(.success(Handover(OpenDescriptor(number), name: "a.txt")))
        host.picking[1].done(.success(nil))
        host.picking[2].done(.failure(CallFailure(.limit, "no more")))
        #expect(answers.all.map(\.descriptor) == [number, -2, -1])
        #expect(answers.all.map(\.name) == ["a.txt", "", ""])
        #expect(answers.all.map(\.code) == [0, 0, 11])
        #expect(answers.all.map(\.reason) == ["", "", "no more"])
        #expect(fcntl(number, F_GETFD) >= 0)
        close(number)
    }

    @Test(
        "a title without letters and a name that no file can have, or that is not shown as it is, are refused",
        arguments: [".", "..", "a/b", "/", "a\u{0}b", "a\nb", "a\u{202E}b", String(repeating: "a", count: 256)])
    func names(name: String) {
        #expect(save(name)?.code == .invalidArgument)
        #expect(open(" \n")?.code == .invalidArgument)
        #expect(host.picking.isEmpty)
    }

    @Test("a request without a callback is refused, as is one by the host, and a later answer reaches nobody")
    func refused() {
        #expect(
            failure { try callABI { files.pointee.open_file(files, sy_string("a"), nil, nil, $0) } }?.code
                == .invalidArgument)
        host.refusal = CallFailure(.unsupported, "no user")
        #expect(open() == CallFailure(.unsupported, "no user"))
        host.refusal = nil
        #expect(open() == nil)
        feature.deactivate()
        #expect(answers.all.map(\.descriptor) == [-1])
        #expect(answers.all.map(\.code) == [10])
        host.picking[0].done(.success(nil))
        #expect(answers.all.count == 1)
    }
}

/// Holds one answer from another thread, which has ended when the answer is read.
private final class Mailbox: @unchecked Sendable {
    private(set) var value: CallFailure?
    func put(_ value: CallFailure?) { self.value = value }
}

/// A posted function that adds its number to those that ran on the main thread.
private final class Ordered: Sendable {
    nonisolated(unsafe) static var run: [Int] = []
    let number: Int
    init(number: Int) { self.number = number }

    /// Posts the function. Returns whether the host took it.
    func post(to table: UnsafePointer<sy_host>) -> Bool {
        table.pointee.post(
            table,
            {
                if let item = $0 {
                    Ordered.run.append(Unmanaged<Ordered>.fromOpaque(item).takeUnretainedValue().number)
                }
            },
            Unmanaged.passUnretained(self).toOpaque()) == 1
    }
}

/// The number of posted functions that ran on the main thread.
private final class Counter: @unchecked Sendable {
    let memory = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    init() { memory.initialize(to: 0) }
    deinit { memory.deallocate() }
    var value: Int { memory.pointee }

    /// Posts a function that counts up by one. Returns whether the host took it.
    @discardableResult
    func post(to table: UnsafePointer<sy_host>) -> Bool {
        table.pointee.post(table, { $0?.assumingMemoryBound(to: Int.self).pointee += 1 }, memory) == 1
    }
}

extension sy_string {
    /// A text that stays in memory: one that Swift converts for a call of C is gone when that call has returned.
    fileprivate init(_ text: StaticString) {
        self.init(
            data: UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self), count: text.utf8CodeUnitCount)
    }
}
