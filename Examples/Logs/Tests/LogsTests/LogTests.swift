import FeatureKit
import FeatureTesting
import Foundation
import Glibc
import Testing

@testable import Logs

/// The lines of a log's file, and what a person sees of them.
@Suite struct LogTests {
    private let path = NSTemporaryDirectory() + "log-\(UInt64.random(in: 0 ... .max))"

    private func write(_ text: String) throws -> LogFile {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return LogFile(name: "log", descriptor: open(path, O_RDONLY | O_CLOEXEC))
    }

    @Test("each line of a file can be read by itself", arguments: [1, 15, 16, 17, 31, 33, 100_000])
    func lines(count: Int) throws {
        defer { unlink(path) }
        let log = try #require(try write((0..<count).map { "line \($0)\n" }.joined() + "no end").grown())
        #expect(log.count == count)
        for number in [0, 1, 15, 16, count / 2, count - 1] where (0..<count).contains(number) {
            #expect(log.lines(number..<number + 1) == ["line \(number)"])
        }
        #expect(log.lines(0..<count).count == count)
    }

    @Test("lines that a program adds to the file are read, and all lines of a file that it has overwritten")
    func growing() throws {
        defer { unlink(path) }
        let empty = try write("")
        #expect(empty.grown() == nil)
        let file = try #require(FileHandle(forWritingAtPath: path))
        file.write(Data("a\nb".utf8))
        let log = try #require(empty.grown())
        #expect(log.lines(0..<log.count) == ["a"])
        file.write(Data("c\nd\n".utf8))
        let more = try #require(log.grown())
        #expect(more.lines(0..<more.count) == ["a", "bc", "d"])
        try file.truncate(atOffset: 0)
        file.seek(toFileOffset: 0)
        file.write(Data("x\n".utf8))
        let overwritten = try #require(more.grown())
        #expect(overwritten.lines(0..<overwritten.count) == ["x"])
    }

    @Test("a filter shows the lines with its text, with their numbers, and a press of one shows it among all")
    func filter() async throws {
        let screen = try FeatureHarness<LogsFeature>().open(.sample(lines: 100))
        try screen.type("request 7919 ", into: "Filter")
        try await screen.settle()
        #expect(screen.text.contains("1 of 100 lines with 'request 7919 '"))
        #expect(screen.text.contains("[2  info request 7919 took 1 ms]"))
        try screen.press("2  info request 7919 took 1 ms")
        #expect(screen.text.contains("Filter: []") && screen.text.contains("\n100 lines\n"))
        #expect(screen.json.contains("\"reveal\": 1"))
    }
}
