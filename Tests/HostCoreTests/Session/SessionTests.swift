import HostSystem
import JSONText
import TestSupport
import Testing

@testable import HostCore

@Suite("The content of a session file", .blocking)
struct SessionTests {
    static let state: JSON = [
        "tabs": [["name": "home", "entries": [["destination": "home", "presentation": "push"]]]],
        "selected": "home", "text": "\"é\u{1F6A6}\u{0}\n\u{2028}", "ratio": 1.0, "none": .null, "empty": [],
    ]

    private func damage(_ bytes: [UInt8]) throws -> SessionDamage? {
        do {
            _ = try Session(parsing: bytes)
            return nil
        } catch .damaged(let damage) {
            return damage
        }
    }

    @Test(
        "a session that was written is read back equal",
        arguments: [state, [:], ["state": ["state": 1]], ["session": 2]])
    func roundTrip(state: JSON) throws {
        let session = Session(state: state)
        #expect(try Session(parsing: session.bytes) == session)
        #expect(try Session(parsing: session.bytes).state == state)
    }

    @Test("the file is readable for users: a format number, a host and the state on lines of their own")
    func text() {
        let text = """
            {
              "session": 1,
              "host": "\(HostName.name) \(HostName.version)",
              "state": {
                "selected": "home"
              }
            }

            """
        #expect(String(decoding: Session(state: ["selected": "home"]).bytes, as: UTF8.self) == text)
    }

    @Test("a file that was truncated anywhere is damaged, unless it lacks only its last line break")
    func truncated() throws {
        let session = Session(state: Self.state)
        let bytes = session.bytes
        for length in 0..<bytes.count - 1 {
            guard case .json(let error) = try damage(Array(bytes.prefix(length))), error.isSyntax else {
                Issue.record("\(length) of \(bytes.count) bytes are not called cut off")
                continue
            }
        }
        #expect(try Session(parsing: bytes.dropLast()) == session)
    }

    @Test("random bytes are a damaged session")
    func random() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            let count = Int.random(in: 0..<200, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(try damage(bytes) != nil)
        }
    }

    @Test("a file with one changed byte is read or refused, without a trap")
    func mutated() throws {
        var generator = SeededGenerator(seed: 2)
        let bytes = Session(state: Self.state).bytes
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= UInt8.random(in: 1...255, using: &generator)
            if let damage = try damage(changed) { #expect(!damage.description.isEmpty) }
        }
    }

    @Test(
        "the damage is described with its place",
        arguments: [
            ("", "line 1, column 1: the text is empty; expected a value"),
            ("[]", "line 1, column 1: expected an object, found an array"),
            ("null", "line 1, column 1: expected an object, found null"),
            ("{}", "line 1, column 1: expected the member 'session', and it is missing"),
            (#"{"session": 1}"#, "line 1, column 1: expected the member 'state', and it is missing"),
            (#"{"state": {}}"#, "line 1, column 1: expected the member 'session', and it is missing"),
            (
                "{\n  \"session\": \"1\", \"state\": {}}",
                "line 2, column 14: session: expected an integer, found a string"
            ),
            (#"{"session": 1.5, "state": {}}"#, "line 1, column 13: session: expected an integer, found a number"),
            (
                #"{"session": 0, "state": {}}"#,
                "line 1, column 13: session: expected the number of a format, from 1, found 0"
            ),
            (#"{"session": null, "state": {}}"#, "line 1, column 13: session: expected an integer, found null"),
            (#"{"session": 1, "state": []}"#, "line 1, column 25: state: expected an object, found an array"),
            (#"{"session": 1, "state": null}"#, "line 1, column 25: state: expected an object, found null"),
            (
                #"{"session": 1, "host": 1, "state": {}}"#,
                "line 1, column 24: host: expected a string, found a number"
            ),
            (
                #"{"session": 1, "session": 1, "state": {}}"#,
                #"line 1, column 16: the key "session" is in this object already, at line 1, column 2"#
            ),
            (#"{"session": 1, "state": {}} x"#, "line 1, column 29: expected end of text after the value, found 'x'"),
            (
                #"{"session": 1, "state": {},}"#,
                "line 1, column 28: expected a key in double quotes after ',', found '}'; "
                    + "a trailing comma is not allowed here"
            ),
            ("// a comment\n{}", "line 1, column 1: comments are not allowed here"),
            (
                #"{"session": 2, "state": 5}"#, "its format is 2; this host reads up to 1"
            ),
            (
                #"{"session": 9223372036854775807, "host": "switchyard 9.0"}"#,
                "its format is 9223372036854775807, written by 'switchyard 9.0'; this host reads up to 1"
            ),
            (#"{"session": 2, "host": []}"#, "its format is 2; this host reads up to 1"),
        ])
    func messages(text: String, message: String) throws {
        let damage = try #require(try damage(Array(text.utf8)))
        #expect(damage.description == message)
    }

    @Test(
        "bytes that are not UTF-8 are a damaged session",
        arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0xAF]])
    func invalidUTF8(bytes: [UInt8]) throws {
        let text = Array(#"{"session": 1, "state": {"a": ""#.utf8) + bytes + Array(#""}}"#.utf8)
        guard case .json(let error) = try damage(text), error.isSyntax else {
            Issue.record("not refused")
            return
        }
        #expect(error.location?.column == 32)
    }

    @Test("a session that is nested too deep is damaged", arguments: [127, 1000, 1_000_000])
    func deep(depth: Int) throws {
        let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let text = #"{"session": 1, "state": {"a": "# + nested + "}}"
        guard case .json(let error) = try damage(Array(text.utf8)), error.isSyntax else {
            Issue.record("not refused")
            return
        }
    }

    @Test("a file may have 16 MiB, and no byte more", .deep)
    func large() throws {
        let session = Session(state: [:])
        let space = [UInt8](repeating: UInt8(ascii: " "), count: Session.maximumSize - session.bytes.count)
        #expect(try Session(parsing: session.bytes + space) == session)
        #expect(try damage(session.bytes + space + [UInt8(ascii: " ")]) == .tooLarge(limit: 16 << 20))
        #expect(SessionDamage.tooLarge(limit: 16 << 20).description == "it is larger than 16 MiB")
    }

    @Test("unknown members and a missing host are accepted")
    func unknownMembers() throws {
        let text = #"{"$schema": "x", "state": {"a": 1}, "note": [1], "session": 1}"#
        #expect(try Session(parsing: Array(text.utf8)).state == ["a": 1])
    }
}
