import HostCommands
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("Messages behind a header", .blocking) struct HeaderFramesTests {
    private static func frames(
        _ text: String, limit: Int = 100, step: Int = .max
    ) throws -> [MessageFrame] {
        var reader = HeaderFrames(limit: limit)
        var frames: [MessageFrame] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            reader.append(Array(rest.prefix(step)))
            rest = rest.dropFirst(step)
            while let frame = try reader.next() { frames.append(frame) }
        }
        return frames
    }

    @Test("are read in whatever pieces they come", arguments: [1, 2, 3, 7, 1000])
    func pieces(step: Int) throws {
        let text =
            "Content-Length: 2\r\n\r\n{}content-length:\t3\r\nContent-Type: x; charset=utf-8\r\n\r\n[1]"
            + "Content-Length: 0\r\nContent-Type: x; a=b; Charset=\"UTF8\"\r\n\r\nContent-Length: 12\r\n\r\n............Content-Length: 1\r\n\r\n2"
        let messages = ["{}", "[1]", ""].map { MessageFrame.message(Array($0.utf8)) }
        #expect(
            try Self.frames(text, limit: 11, step: step) == messages + [
                .tooLong(12, id: nil), .message(Array("2".utf8)),
            ])
    }

    @Test(
        "that are too long have the id that stands anywhere in them",
        arguments: [
            (#"{"jsonrpc":"2.0","id":7,"method":"x","params":{"id":8}}"#, #""id":7"#),
            (#"{"params": {"id": [1, {"a": "}\"]"}]}, "x": "\\", "id" : "a,b\"" }"#, #""id":"a,b\"""#),
            (#"{"params":[{"id":1}],"text":"\"id\":2"}"#, nil), (#"[{"id":1},{"id":2}]"#, nil),
            (#"{"a":1,"id":null}"#, #""id":null"#), ("}}}]]]{{{\"\"\"id", nil),
        ] as [(String, String?)])
    func tooLong(text: String, id: String?) throws {
        let both = "Content-Length: \(text.utf8.count)\r\n\r\n\(text)Content-Length: 1\r\n\r\n2"
        for step in [1, 5, 1000] {
            let expected: [MessageFrame] = [
                .tooLong(text.utf8.count, id: id.map { Array($0.utf8) }), .message([UInt8(ascii: "2")]),
            ]
            #expect(try Self.frames(both, limit: 9, step: step) == expected)
        }
    }

    @Test(
        "are refused if the header is none",
        arguments: [
            ("{\"jsonrpc\": \"2.0\"}\n", "a line of the header does not end in CR LF"),
            ("Content-Length: 2\n\n{}", "a line of the header does not end in CR LF"),
            ("\r\n{}", "the header has no Content-Length"),
            ("Content-Type: x\r\n\r\n", "the header has no Content-Length"),
            ("Content-Length\r\n\r\n", "a line of the header has no colon"),
            ("Content-Length: -1\r\n\r\n", "the Content-Length is no number of bytes"),
            ("Content-Length: 1 2\r\n\r\n", "the Content-Length is no number of bytes"),
            ("Content-Length: 99999999999999999999\r\n\r\n", "the Content-Length is no number of bytes"),
            ("Content-Length: 1\r\nContent-Length: 2\r\n\r\n", "the header has two lengths"),
            (
                "Content-Length: 2\r\nContent-Type: x; charset=UTF-16\r\n\r\n{}",
                "the charset of the Content-Type is 'utf-16', and only utf-8 is read"
            ),
            (
                "content-type: x;charset = \"latin1\"\r\nContent-Length: 2\r\n\r\n{}",
                "the charset of the Content-Type is 'latin1', and only utf-8 is read"
            ),
            (String(repeating: "x", count: 5000), "the header is longer than 4096 bytes"),
        ])
    func wrong(text: String, problem: String) {
        #expect {
            try Self.frames(text)
        } throws: {
            "\($0)".hasPrefix("\(problem); expected the header")
        }
    }

    @Test("are written as they are read")
    func written() throws {
        let frame = HeaderFrames.frame(Array("{\"ä\":1}".utf8))
        #expect(String(decoding: frame, as: UTF8.self) == "Content-Length: 8\r\n\r\n{\"ä\":1}")
    }
}
