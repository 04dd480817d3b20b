import Glibc
import JSONText
import TestSupport
import Testing

@testable import HostCore

@Suite("Damaged and newer session files", .blocking)
struct QuarantinedFileTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        var word = "damaged"
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "empty", bytes: []),
        Case(name: "cut off", bytes: Array(Session.numbered(1).bytes.dropLast(4))),
        Case(name: "not UTF-8", bytes: [0xFF, 0xFE, 0x00]),
        Case(name: "another JSON", bytes: Array("[1, 2]".utf8)),
        Case(name: "newer", bytes: Array(#"{"session": 2}"#.utf8), word: "newer"),
        Case(name: "too large", bytes: [UInt8](repeating: 0x20, count: Session.maximumSize + 1)),
    ]

    @Test("reading quarantines a damaged file with its bytes, and names its new place", arguments: cases)
    func reading(_ damaged: Case) throws {
        let directory = try SessionDirectory()
        try File.write(damaged.bytes, to: directory.file)
        let aside = directory("session.json.\(damaged.word)")
        let store = try SessionStore(path: directory.file)
        guard case .quarantined(let quarantined) = try store.read() else {
            Issue.record("not quarantined")
            return
        }
        #expect(quarantined.original == directory.file)
        #expect(quarantined.path == aside)
        #expect(quarantined.description.contains("'\(aside)'"))
        #expect(quarantined.description.contains("\(quarantined.damage)"))
        #expect(try File.read(aside) == damaged.bytes)
        #expect(try store.read() == .missing)
        #expect(try store.save(.numbered(1)) == nil)
        #expect(try store.read() == .session(.numbered(1)))
        #expect(try File.read(aside) == damaged.bytes)
    }

    @Test("a save that finds a damaged file first quarantines it too, and names its new place", arguments: cases)
    func saving(_ damaged: Case) throws {
        let directory = try SessionDirectory()
        try File.write(damaged.bytes, to: directory.file)
        let store = try SessionStore(path: directory.file)
        let quarantined = try #require(try store.save(.numbered(1)))
        #expect(quarantined.path == directory("session.json.\(damaged.word)"))
        #expect(try File.read(quarantined.path) == damaged.bytes)
        #expect(try store.read() == .session(.numbered(1)))
        #expect(try store.save(.numbered(2)) == nil)
    }

    @Test("reading without a store reports the damage and changes nothing", arguments: cases)
    func readingOnly(_ damaged: Case) throws {
        let directory = try SessionDirectory()
        try File.write(damaged.bytes, to: directory.file)
        let problem = sessionProblem { () throws(SessionError) in _ = try Session.read(directory.file) }
        guard case .damaged = problem else {
            Issue.record("no error: \(String(describing: problem))")
            return
        }
        #expect(try directory.names() == ["session.json"])
        #expect(try File.read(directory.file) == damaged.bytes)
    }

    @Test("a save quarantines a newer file that another host has written since the last save")
    func replacedByNewer() throws {
        let directory = try SessionDirectory()
        let store = try SessionStore(path: directory.file)
        _ = try store.save(.numbered(1))
        for bytes in [Array(#"{"session": 7}"#.utf8), Array(#"{"session": 8}"#.utf8)] {
            try File.write(bytes, to: directory.file)
            let quarantined = try #require(try store.save(.numbered(1)))
            #expect(try File.read(quarantined.path) == bytes)
            #expect(try Session.read(directory.file) == .numbered(1))
        }
        #expect(access(directory("session.json.newer-2"), F_OK) == 0)
    }

    @Test("a quarantined file never replaces an earlier file, link or directory")
    func neverOver() throws {
        let directory = try SessionDirectory()
        try File.write("mine", to: directory("session.json.damaged"))
        #expect(symlink("nowhere", directory("session.json.damaged-2")) == 0)
        #expect(mkdir(directory("session.json.damaged-3"), 0o700) == 0)
        let store = try SessionStore(path: directory.file)
        for number in 4...6 {
            let bytes = Array("damage \(number)".utf8)
            try File.write(bytes, to: directory.file)
            guard case .quarantined(let quarantined) = try store.read() else {
                Issue.record("not quarantined")
                return
            }
            #expect(quarantined.path == directory("session.json.damaged-\(number)"))
            #expect(try File.read(quarantined.path) == bytes)
        }
        try File.write(#"{"session": 3}"#, to: directory.file)
        #expect(try store.save(.numbered(1))?.path == directory("session.json.newer"))
        #expect(try File.read(directory("session.json.damaged")) == Array("mine".utf8))
        #expect(try File.read(directory("session.json.damaged-4")) == Array("damage 4".utf8))
        #expect(access(directory("nowhere"), F_OK) != 0)
        #expect(access(directory("session.json.damaged-7"), F_OK) != 0)
    }
}
