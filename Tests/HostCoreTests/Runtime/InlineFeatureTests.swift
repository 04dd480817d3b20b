import FeatureABI
import FeatureContract
import HostSystem
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The inline feature")
struct InlineFeatureTests {
    let host = FakeHost()
    let c = CFeature()
    let screen = CScreen()

    init() { c.screen = UnsafePointer(screen.table) }

    @Test("the host activates a feature with its data directory and settings, and with the host's name and version")
    func activate() throws {
        let feature = try c.start(host: host)
        #expect(c.dataDirectory == "/data/c")
        #expect(c.settings == #"{"a":1}"#)
        #expect(c.locale == "de-AT")
        #expect(c.libraryDirectory == "/lib/c")
        let table = try #require(c.host).pointee
        #expect(table.size == MemoryLayout<sy_host>.size)
        #expect(table.abi_major == SY_ABI_MAJOR)
        #expect(table.abi_minor == SY_ABI_MINOR)
        #expect(try String(abi: table.host_name) == "switchyard")
        #expect(try String(abi: table.host_version) == HostName.version)
        feature.deactivate()
        #expect(c.calls == ["deactivate"])
    }

    @Test(
        "a failed activation has its code and reason, or says that the feature gave no reason",
        arguments: [
            ("no key", 12, "no key"), ("", 12, "it failed and gave no reason, which is a defect of it"),
            (nil, 0, "it failed and gave no reason, which is a defect of it"),
        ] as [(String?, UInt32, String)])
    func activateFails(reason: String?, code: UInt32, expected: String) {
        c.activate = { error in
            if let reason { return HostTestSupport.fail(error, SY_ERROR_UNAVAILABLE, reason) }
            return sy_status(SY_FAILED)
        }
        let failure = failure { try c.start(host: host) }
        #expect(failure == CallFailure(FailureCode(rawValue: code), expected))
    }

    @Test("an unknown status is a failure that names the status as a defect")
    func unknownStatus() {
        c.activate = { _ in 77 }
        #expect(
            failure { try c.start(host: host) }?.reason
                == "it answered with the unknown status 77, which is a defect of it")
    }

    @Test("an activation that answers 'not mine' has failed, even with a feature")
    func disowned() {
        c.activate = { _ in sy_status(SY_NOT_MINE) }
        #expect(failure { try c.start(host: host) } == .notMine)
    }

    @Test("a malformed feature is refused with the name of the wrong member")
    func malformedFeature() {
        func reason(_ change: (inout sy_feature) -> Void) -> String {
            let before = c.table.pointee
            defer { c.table.pointee = before }
            change(&c.table.pointee)
            return failure {
                try c.start(
                    """
                    {
                        "id": "c", "customLinks": [{ "scheme": "s", "host": "h" }],
                        "receives": [{ "name": "r", "type": "int" }]
                    }
                    """, host: host)
            }?.reason ?? "none"
        }
        #expect(reason { _ in } == "none")
        #expect(reason { $0.size = 8 }.contains("sy_feature says that it has 8 bytes, and it needs"))
        #expect(reason { $0.make_main_screen = nil }.contains("'make_main_screen' is null"))
        #expect(reason { $0.resolve = nil }.contains("'resolve' is null"))
        #expect(reason { $0.deactivate = nil }.contains("'deactivate' is null"))
        #expect(reason { $0.resolve_url = nil }.contains("'resolve_url' is null"))
        #expect(reason { $0.receive = nil }.contains("'receive' is null"))
        c.activated = nil
        #expect(failure { try c.start(host: host) }?.reason.contains("sy_feature is null") == true)
    }

    @Test("functions that the manifest does not need may be null")
    func optionalFunctions() throws {
        c.table.pointee.resolve_url = nil
        c.table.pointee.receive = nil
        let feature = try c.start(host: host)
        #expect(try feature.resolve(url: "s://h/x") == nil)
        #expect(try feature.receive(.value(type: "r", .integer(1))) == nil)
    }

    @Test("requests after a failed activation have no effect")
    func lateCallsAfterFailedActivation() throws {
        c.activate = { error in HostTestSupport.fail(error, SY_ERROR_OTHER, "no") }
        _ = failure { try c.start(host: host) }
        let table = try #require(c.host)
        table.pointee.invalidate(table, 4)
        #expect(failure { try callABI { table.pointee.back(table, 0, $0) } }?.code == .invalidState)
        #expect(host.requests.isEmpty)
        #expect(host.invalidated.isEmpty)
    }

    @Test("a destination reaches the feature unchanged, with every kind of value")
    func resolve() throws {
        let feature = try c.start(host: host)
        let destination = Destination(
            feature: "c", route: "all",
            arguments: [
                .init("b", .bool(true)), .init("i", .integer(.min)), .init("d", .double(0.1)),
                .init("s", .string("a b\u{0}é")), .init("l", .list([.integer(1), .integer(2)])), .init("e", .list([])),
            ])
        var read: Destination?
        c.make = { destination, _ in
            read = destination
            return sy_status(SY_OK)
        }
        #expect(try feature.resolve(destination, 7) != nil)
        #expect(read == destination)
        _ = try feature.makeMainScreen(9)
        #expect(c.calls.last == "main #9")
    }

    @Test("'not mine' means no screen, and is a failure for the main screen")
    func notMine() throws {
        let feature = try c.start(host: host)
        c.make = { _, _ in sy_status(SY_NOT_MINE) }
        #expect(try feature.resolve(.of("c/x"), 1) == nil)
        #expect(
            failure { try feature.makeMainScreen(1) }
                == CallFailure(.notFound, "the feature 'c' has no main screen"))
    }

    @Test("a failure to make a screen keeps its code and reason")
    func resolveFails() throws {
        let feature = try c.start(host: host)
        c.make = { _, error in HostTestSupport.fail(error, SY_ERROR_NOT_FOUND, "no such thing") }
        #expect(failure { try feature.resolve(.of("c/x"), 1) } == CallFailure(.notFound, "no such thing"))
        #expect(failure { try feature.makeMainScreen(1) } == CallFailure(.notFound, "no such thing"))
    }

    @Test("a malformed screen is refused with the name of the wrong member")
    func malformedScreen() throws {
        let feature = try c.start(host: host)
        var next: ScreenID = 1
        func reason(_ change: (inout sy_screen) -> Void) -> String {
            let before = screen.table.pointee
            defer { screen.table.pointee = before }
            change(&screen.table.pointee)
            next += 1
            return failure { try feature.resolve(.of("c/x"), next) }?.reason ?? "none"
        }
        #expect(reason { _ in } == "none")
        #expect(reason { $0.size = 0 }.contains("sy_screen says that it has 0 bytes"))
        #expect(reason { $0.render = nil }.contains("'render' is null"))
        #expect(reason { $0.perform = nil }.contains("'perform' is null"))
        #expect(reason { $0.appear = nil }.contains("'appear' is null"))
        #expect(reason { $0.disappear = nil }.contains("'disappear' is null"))
        #expect(reason { $0.destroy = nil }.contains("'destroy' is null"))
        #expect(reason { ($0.returned, $0.receive) = (nil, nil) } == "none")
        c.screen = nil
        #expect(failure { try feature.makeMainScreen(1) }?.reason.contains("sy_screen is null") == true)
    }

    @Test("a screen's functions get the values of their calls")
    func screenCalls() throws {
        let feature = try c.start(host: host)
        let made = try feature.makeMainScreen(1)
        var seen: [String] = []
        func text(_ pointer: UnsafePointer<sy_value>?) -> String {
            guard let pointer else { return "null" }
            return (try? Value(abi: pointer.pointee)).map { "\($0)" } ?? "?"
        }
        screen.perform = { action, value, _ in
            seen.append("\(action) \(text(value))")
            return sy_status(SY_OK)
        }
        screen.checkpoint = { name, value, _ in
            seen.append("\(name) \(text(value))")
            return sy_status(SY_OK)
        }
        try made.appear()
        try made.perform(3, .null)
        try made.perform(.max, .string("é"))
        try made.returned(toCheckpoint: "picked", with: .null)
        try made.returned(toCheckpoint: "picked", with: .integer(4))
        made.disappear()
        #expect(
            seen == ["3 null", "\(UInt64.max) string(\"é\")", "picked null", "picked integer(4)"])
        screen.perform = { _, _, error in HostTestSupport.fail(error, SY_ERROR_NOT_FOUND, "no action 3") }
        #expect(failure { try made.perform(3, .null) } == CallFailure(.notFound, "no action 3"))
        made.destroy()
        #expect(screen.calls == ["appear", "disappear", "destroy"])
        #expect(failure { try made.perform(3, .null) } == .outOfTurn)
    }

    @Test("a screen is given null where there is no value, and no pointer to a null value")
    func noValue() throws {
        let made = try c.start(host: host).makeMainScreen(1)
        var pointers: [UnsafePointer<sy_value>?] = []
        screen.perform = { _, value, _ in
            pointers.append(value)
            return sy_status(SY_OK)
        }
        screen.checkpoint = { _, value, _ in
            pointers.append(value)
            return sy_status(SY_OK)
        }
        try made.perform(3, .null)
        try made.returned(toCheckpoint: "picked", with: .null)
        #expect(pointers == [nil, nil])
    }

    @Test("each call that can fail is given an error that takes a reason")
    func errors() throws {
        var without = 0
        func answer(_ error: ErrorPointer) -> sy_status {
            if (try? error.map { try sy_error.read($0) })??.fail == nil { without += 1 }
            return HostTestSupport.fail(error, SY_ERROR_OTHER, "no")
        }
        let feature = try c.start(host: host)
        let made = try feature.makeMainScreen(1)
        screen.render = { answer($1) }
        screen.perform = { answer($2) }
        screen.checkpoint = { answer($2) }
        screen.receive = { answer($2) }
        c.make = { answer($1) }
        c.resolveURL = { answer($2) }
        c.receive = { answer($2) }
        let calls: [FeatureMessage] = [
            .makeMainScreen(2), .resolve(Destination(feature: "c", route: "x"), 3), .resolveURL("c://"),
            .receive(.tab("x")), .render(1, unseen: false), .perform(1, action: 1, .null),
            .returned(1, checkpoint: "picked", .null), .screenReceive(1, .tab("x")),
        ]
        for call in calls { #expect(failure { try feature.call(call) } == CallFailure(.other, "no"), "\(call)") }
        #expect(without == 0)
        _ = made
    }

    @Test("a render wants every list whole, and says whether the screen is seen", arguments: [true, false])
    func asked(unseen: Bool) throws {
        _ = try c.start(host: host).makeMainScreen(1).render(unseen: unseen)
        let asked = try #require(screen.asked.last)
        #expect(asked.size == UInt32(MemoryLayout<sy_render>.size))
        #expect(asked.flags == (unseen ? UInt32(SY_RENDER_FLAG_UNSEEN) : 0))
        #expect(asked.part_count == 0)
    }

    @Test("a screen without checkpoints and receivers needs no functions for them")
    func missingScreenFunctions() throws {
        screen.table.pointee.returned = nil
        screen.table.pointee.receive = nil
        let made = try c.start(host: host).makeMainScreen(1)
        #expect(failure { try made.returned(toCheckpoint: "x", with: .null) }?.code == .notFound)
        #expect(try made.receive(.tab("x")) == nil)
    }

    @Test("a receiver's answer counts, no answer means 'auto', and 'not mine' means no receiver")
    func receive() throws {
        let made = try c.start(host: host).makeMainScreen(1)
        #expect(try made.receive(.tab("x")) == nil)
        screen.receive = { _, _, _ in sy_status(SY_OK) }
        #expect(try made.receive(.tab("x")) == .auto)
        screen.receive = { message, sink, _ in
            guard let sink, let message else { return sy_status(SY_OK) }
            var arena = ABIArena()
            let resume = arena.pointer(to: arena.resume(.inserting([.tab("again")])))
            _ = sink.pointee.answer(sink, resume)
            return (try? Message(abi: message.pointee, sender: "c")) == .tab("x") ? sy_status(SY_OK) : 9
        }
        #expect(try made.receive(.tab("x")) == .inserting([.tab("again")]))
        screen.receive = { _, sink, _ in
            _ = sink?.pointee.answer(sink, nil)
            return sy_status(SY_OK)
        }
        #expect(failure { try made.receive(.tab("x")) }?.code == .invalidArgument)
    }

    @Test("the last destination of the sink is the link's, and without one or with 'not mine' there is none")
    func resolveURL() throws {
        let feature = try c.start(
            #"{ "id": "c", "customLinks": [{ "scheme": "s", "host": "h" }] }"#, host: host)
        #expect(try feature.resolve(url: "s://h/%20") == nil)
        c.resolveURL = { _, _, _ in sy_status(SY_OK) }
        #expect(try feature.resolve(url: "s://h/x") == nil)
        c.resolveURL = { url, sink, _ in
            for route in ["first", url == "s://h/%20" ? "second" : "?"] {
                var arena = ABIArena()
                let destination = arena.pointer(to: arena.destination(Destination(feature: "", route: route)))
                _ = sink?.pointee.destination(sink, destination)
            }
            return sy_status(SY_OK)
        }
        // An empty feature id stands for the feature that answers.
        #expect(try feature.resolve(url: "s://h/%20")?.text == "c/second")
        c.resolveURL = { _, sink, _ in
            _ = sink?.pointee.destination(sink, nil)
            return sy_status(SY_OK)
        }
        #expect(failure { try feature.resolve(url: "s://h/x") }?.reason.contains("malformed destination") == true)
        c.resolveURL = { _, _, error in HostTestSupport.fail(error, SY_ERROR_UNAVAILABLE, "no network") }
        #expect(failure { try feature.resolve(url: "s://h/x") } == CallFailure(.unavailable, "no network"))
    }

    /// A feature that resolves links and receives values by code.
    private func startWithSinks() throws -> InlineFeature {
        try c.start(
            """
            {
                "id": "c", "customLinks": [{ "scheme": "s", "host": "h" }],
                "receives": [{ "name": "r", "type": "int" }]
            }
            """, host: host)
    }

    @Test(
        "what reached a sink before a failure or 'not mine' is discarded",
        arguments: [sy_status(SY_NOT_MINE), sy_status(SY_FAILED)])
    func discarded(status: sy_status) throws {
        let feature = try startWithSinks()
        let made = try feature.makeMainScreen(1)
        var arena = ABIArena()
        let destination = arena.pointer(to: arena.destination(.of("c/x")))
        let pause = arena.pointer(to: arena.resume(.pause))
        func end(_ error: ErrorPointer) -> sy_status {
            status == SY_FAILED ? HostTestSupport.fail(error, SY_ERROR_UNAVAILABLE, "gone") : status
        }
        c.resolveURL = { _, sink, error in
            _ = sink?.pointee.destination(sink, destination)
            return end(error)
        }
        let answer: (UnsafePointer<sy_message>?, UnsafePointer<sy_resume_sink>?, ErrorPointer) -> sy_status = {
            _, sink, error in
            _ = sink?.pointee.answer(sink, pause)
            return end(error)
        }
        c.receive = answer
        screen.receive = answer
        Self.saving = (states: [[1]], answers: [], status: status)
        screen.table.pointee.save = Self.save
        let calls: [() throws -> Bool] = [
            { try feature.resolve(url: "s://h/x") != nil }, { try feature.receive(.tab("x")) != nil },
            { try made.receive(.tab("x")) != nil }, { try made.save() != nil },
        ]
        for call in calls {
            if status == SY_FAILED {
                #expect(failure(call)?.reason == "gone")
            } else {
                #expect(try !call())
            }
        }
    }

    @Test("the second of two answers, and of two states, replaces the first")
    func replaces() throws {
        let made = try startWithSinks().makeMainScreen(1)
        screen.receive = { _, sink, _ in
            for resume in [Resume.pause, .cancel] {
                var arena = ABIArena()
                let resume = arena.pointer(to: arena.resume(resume))
                #expect(sink?.pointee.answer(sink, resume) == sy_status(SY_OK))
            }
            return sy_status(SY_OK)
        }
        #expect(try made.receive(.tab("x")) == .cancel)
        Self.saving = (states: [[1], [2, 3]], answers: [], status: sy_status(SY_OK))
        screen.table.pointee.save = Self.save
        #expect(try made.save() == ScreenState(version: 7, bytes: [2, 3]))
    }

    @Test("a state of 1 MiB is taken; the sink answers SY_FAILED to a larger one, and the save fails")
    func largeStates() throws {
        let made = try c.start(host: host).makeMainScreen(1)
        screen.table.pointee.save = Self.save
        let largest = [UInt8](repeating: 7, count: 1 << 20)
        Self.saving = (states: [largest], answers: [], status: sy_status(SY_OK))
        #expect(try made.save()?.bytes == largest)
        #expect(Self.saving.answers == [sy_status(SY_OK)])
        Self.saving = (states: [largest + [7]], answers: [], status: sy_status(SY_OK))
        #expect(failure { try made.save() } != nil)
        #expect(Self.saving.answers == [sy_status(SY_FAILED)])
    }

    @Test("a sink answers SY_FAILED to what the host refuses")
    func sinkRefuses() throws {
        let feature = try startWithSinks()
        var answers: [sy_status?] = []
        c.resolveURL = { _, sink, _ in
            answers.append(sink?.pointee.destination(sink, nil))
            return sy_status(SY_OK)
        }
        c.receive = { _, sink, _ in
            answers.append(sink?.pointee.answer(sink, nil))
            return sy_status(SY_OK)
        }
        _ = failure { try feature.resolve(url: "s://h/x") }
        _ = failure { try feature.receive(.tab("x")) }
        #expect(answers == [sy_status(SY_FAILED), sy_status(SY_FAILED)])
    }

    @Test("a feature may pass its error on to a function of the host, and return that function's failure")
    func passesErrorOn() throws {
        let made = try c.start(host: host).makeMainScreen(1)
        let table = try #require(c.host)
        host.refusal = CallFailure(.locked, "unsaved changes")
        screen.perform = { _, _, error in table.pointee.back(table, 1, error) }
        #expect(failure { try made.perform(1, .null) } == host.refusal)
    }

    @Test("'not mine' from a function that must not answer it is a defect")
    func notMineElsewhere() throws {
        let made = try c.start(host: host).makeMainScreen(1)
        screen.render = { _, _ in sy_status(SY_NOT_MINE) }
        screen.perform = { _, _, _ in sy_status(SY_NOT_MINE) }
        screen.checkpoint = { _, _, _ in sy_status(SY_NOT_MINE) }
        #expect(failure { try made.render() } == .notMine)
        #expect(failure { try made.perform(1, .null) } == .notMine)
        #expect(failure { try made.returned(toCheckpoint: "x", with: .null) } == .notMine)
    }

    /// What ``save`` passes to its sink, what the sink answers, and what the function returns.
    private static var saving: (states: [[UInt8]], answers: [sy_status], status: sy_status) = ([], [], 0)

    private static let save:
        @convention(c) (UnsafePointer<sy_screen>?, UnsafePointer<sy_state_sink>?, UnsafePointer<sy_error>?) -> sy_status =
            { _, sink, error in
                for bytes in saving.states {
                    var arena = ABIArena()
                    let state = arena.pointer(to: arena.state(ScreenState(version: 7, bytes: bytes)))
                    if let sink { saving.answers.append(sink.pointee.state(sink, state)) }
                }
                guard saving.status == SY_FAILED else { return saving.status }
                return HostTestSupport.fail(error, SY_ERROR_UNAVAILABLE, "gone")
            }
}
