import Glibc
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("run: idle cost", .blocking)
struct RunIdleTests {
    @Test("a key that moves the focus sends few bytes")
    func bytes() throws {
        let app = try RunningApp(Sandbox(), "character/list", columns: 200, rows: 60)
        try app.see("72 characters", "Ah Q", focus: "› Don Quixote  Don Quixote, 1605")
        let before = app.terminal.received.count
        let names = ["Scheherazade", "Sherlock Holmes", "Antigone", "Sun Wukong", "Jane Eyre"]
        for name in names {
            app.press(.down)
            try app.terminal.wait(for: name) { $0.reversed.contains { $0.hasPrefix("› \(name)  ") } }
        }
        let sent = app.terminal.received.count - before
        #expect(sent < 600 * names.count, "\(sent) bytes")
        try app.quit()
    }

    @Test(
        "the idle program and its workers make no system calls", .deep,
        .enabled(if: Strace.mayTrace, "strace is not installed, or may not trace"),
        .disabled(if: Sanitizer.current != nil, "its runtime has threads of its own"),
        arguments: [
            Idle(place: "home", focus: "› Characters", passedOver: []),
            Idle(place: "character/list", focus: "› Don Quixote  Don Quixote, 1605", passedOver: monitoring),
        ])
    func idle(case idle: Idle) throws {
        let host = try Sandbox(.only([.home, .character]))
        let trace = host.directory("trace")
        let app = try RunningApp(host, idle.place, under: [Strace.program, "-f", "-o", trace])
        try app.see(focus: idle.focus)
        // Work in progress ends first, and idle threads of Dispatch exit.
        var calls: [String] = []
        wait {
            let before = Self.calls(in: trace).count
            usleep(3_000_000)
            calls = Self.calls(in: trace).dropFirst(before).filter { !idle.passedOver.contains($0) }
            return calls.count < 20
        }
        #expect(calls.count < 20, "in 3 s: \(calls)")
        try app.quit()
    }

    /// The names of the system calls in what strace has written.
    private static func calls(in path: String) -> [String] {
        let text = String(decoding: (try? File.read(path)) ?? [], as: UTF8.self)
        let calls = text.split(separator: "\n").compactMap { line in
            line.split(separator: " ", maxSplits: 1).last.map { String($0.drop { $0 == " " }.prefix { $0 != "(" }) }
        }
        return calls.filter { !$0.hasPrefix("<...") }
    }

    struct Idle: Sendable {
        let place: String
        let focus: String
        /// Calls that do not count.
        let passedOver: Set<String>
    }

    /// The calls of Dispatch's monitor: once a second it checks whether the threads of its pool have enough to do, from
    /// the first work of a feature there on, and it cannot be turned off. A wake-up makes further calls.
    private static let monitoring: Set = ["epoll_wait", "epoll_ctl", "timerfd_settime"]
}
