import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The limit of a feature's log")
struct LogLimitTests {
    private let start = ContinuousClock.now

    private func line(_ feature: String = "x", _ level: LogLine.Level = .error, _ message: String = "no") -> LogLine {
        LogLine(feature: feature, level: level, message: message)
    }

    private func leftOut(_ text: String, _ level: LogLine.Level = .error) -> LogLine {
        line("x", level, "\(text) left out here: the log takes \(LogLimit.maximumLines) a second of each level")
    }

    @Test("the log shows lines up to a number, and the next line shown comes after a count of those left out")
    func number() {
        var limit = LogLimit()
        let shown = (0..<1000).flatMap { _ in limit.admit(line(), at: start) }
        #expect(shown == Array(repeating: line(), count: LogLimit.maximumLines))
        #expect(limit.hasLeftOut)
        #expect(
            limit.admit(line("x", .error, "later"), at: start + .seconds(1)) == [
                leftOut("\(1000 - LogLimit.maximumLines) lines are"), line("x", .error, "later"),
            ])
        #expect(!limit.hasLeftOut)
        #expect(limit.finish(at: nil) == [])
    }

    @Test("the lines of a feature and level do not count for other features and levels")
    func others() {
        var limit = LogLimit()
        for _ in 0..<1000 { _ = limit.admit(line("x", .debug), at: start) }
        #expect(limit.admit(line("x", .error), at: start) == [line("x", .error)])
        #expect(limit.admit(line("y", .debug), at: start) == [line("y", .debug)])
    }

    @Test("the count of lines left out appears after their second or at the end, even without a next line")
    func finish() {
        var limit = LogLimit()
        for _ in 0...LogLimit.maximumLines { _ = limit.admit(line(), at: start) }
        for _ in 0...LogLimit.maximumLines { _ = limit.admit(line("x", .debug), at: start + .milliseconds(500)) }
        #expect(limit.finish(at: start + .milliseconds(999)) == [])
        #expect(limit.finish(at: start + .seconds(1)) == [leftOut("1 line is")])
        #expect(limit.finish(at: nil) == [leftOut("1 line is", .debug)])
        #expect(limit.finish(at: nil) == [])
    }

    @MainActor
    @Test("a defect that recurs has one line, and at the end its count; another feature's has its own")
    func defects() throws {
        let stage = try Stage()
        var lines: [String] = []
        stage.coordinator.logSink = { lines.append("\($0)") }
        for _ in 1...3 { stage.coordinator.log(.defect("passes bad text", of: "home")) }
        stage.coordinator.log(.defect("passes bad text", of: "notes"))
        stage.coordinator.log(.defect("the toggle 'A' is no bool", of: "home", name: "toggle"))
        stage.coordinator.log(.defect("the toggle 'B' is no bool", of: "home", name: "toggle"))
        let found = [
            "home: warning: passes bad text", "notes: warning: passes bad text",
            "home: warning: the toggle 'A' is no bool",
        ]
        #expect(lines == found)
        // Its library is another one now.
        try stage.reload([Manifests.home, Manifests.character, Manifests.vault])
        stage.coordinator.log(.defect("passes bad text", of: "notes"))
        #expect(lines == found + ["notes: warning: passes bad text"])
        lines = []
        stage.coordinator.shutDown()
        #expect(
            lines == [
                "home: notice: passes bad text (3 times in all)",
                "home: notice: the toggle 'A' is no bool (2 times in all)",
            ])
    }

    @MainActor
    @Test("a feature with ever new defects does not fill the log")
    func newDefects() throws {
        let stage = try Stage()
        var lines: [LogLine] = []
        stage.coordinator.logSink = { lines.append($0) }
        stage.coordinator.featureLog.now = { [start] in start }
        for number in 0..<100_000 { stage.coordinator.log(.defect("defect \(number)", of: "home")) }
        stage.coordinator.shutDown()
        // And one that says how many are left out.
        #expect(lines.count == LogLimit.maximumLines + 1)
    }

    @MainActor
    @Test("endless logging does not fill the log, and the count of lines left out appears at the end at the latest")
    func coordinator() throws {
        let stage = try Stage()
        var lines: [LogLine] = []
        stage.coordinator.logSink = { lines.append($0) }
        stage.coordinator.featureLog.now = { [start] in start }
        for _ in 0..<1000 { stage.coordinator.log(line()) }
        stage.coordinator.shutDown()
        #expect(lines.count == LogLimit.maximumLines + 1)
        #expect(lines.last == leftOut("\(1000 - LogLimit.maximumLines) lines are"))
    }
}
