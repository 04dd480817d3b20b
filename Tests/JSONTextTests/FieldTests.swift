import JSONText
import Testing

@Suite struct FieldTests {
    static let text = """
        // A wiring.
        {
          "root": "home", "count": 3, "half": 0.5, "on": true, "nothing": null,
          "tabs": [
            { "name": "lists", "order": "second" },
            [1]
          ],
          "two words": { "a.b": 1 }
        }
        """

    private func root() throws -> JSONField {
        JSONField(try JSONDocument.parse(Self.text, options: .withComments))
    }

    private enum Colour: String, CaseIterable {
        case red, green, blue
    }

    @Test("a value of the expected kind is read")
    func reading() throws {
        let root = try root()
        #expect(try root.required("root").string() == "home")
        #expect(try root.required("count").integer() == 3)
        #expect(try root.required("on").bool() == true)
        #expect(try root.required("tabs").elements().map(\.path) == [["tabs", 0], ["tabs", 1]])
        #expect(try root.members().map(\.key) == ["root", "count", "half", "on", "nothing", "tabs", "two words"])
        #expect(try root.members().map(\.field.path).last == ["two words"])
        #expect(root["two words"]?["a.b"]?.path == ["two words", "a.b"])
        #expect(root["none"] == nil)
        #expect(root["root"]?["none"] == nil)
        #expect(root["nothing"]?.value == .null)
    }

    @Test("a message about a key or a value of 100 kB shows only its beginning")
    func longTexts() throws {
        let long = String(repeating: "a", count: 100_000)
        let root = JSONField(try JSONDocument.parse(#"{ "\#(long)": "\#(long)" }"#))
        func message(_ body: () throws -> Void) -> String {
            do { try body() } catch { return "\(error)" }
            return ""
        }
        let beginning = String(long.prefix(200))
        let messages = [
            message { try root.expectKeys(["b"]) },
            message { _ = try root.members().first?.field.word(Colour.self) },
            message { throw root.mismatch("'\(long)' is not a destination; write one") },
        ]
        for message in messages {
            #expect(message.contains(beginning))
            #expect(message.utf8.count < 2000)
        }
        #expect(messages[0].hasSuffix("unknown key '\(beginning)…'; known are 'b'"))
        #expect(messages[1].contains(": \(beginning)…: '\(beginning)…' is none of 'red'"))
        #expect(messages[2].hasSuffix("is not a destination; write one"))
    }

    @Test("a path prints a key of up to 200 letters in full, and keeps a longer one in full")
    func longPath() {
        let long = String(repeating: "é", count: 200)
        #expect("\(JSONPath([.key(long)]))" == "\"\(long)\"")
        let longer: JSONPath = [.key(long + "x"), 1]
        #expect("\(longer)" == "\"\(long)…\"[1]")
        #expect(longer.elements.first == .key(long + "x"))
    }

    struct Expectation: Sendable, CustomTestStringConvertible {
        let path: [String]
        let read: @Sendable (JSONField) throws -> Void
        let message: String

        init(_ path: String..., message: String, read: @escaping @Sendable (JSONField) throws -> Void) {
            (self.path, self.read, self.message) = (path, read, message)
        }

        var testDescription: String { message }
    }

    @Test(
        "a value of another kind is reported with line, column, path, and both kinds",
        arguments: [
            Expectation("root", message: "line 3, column 11: root: expected an object, found a string") {
                _ = try $0.object()
            },
            Expectation("count", message: "line 3, column 28: count: expected a string, found a number") {
                _ = try $0.string()
            },
            Expectation("half", message: "line 3, column 39: half: expected an integer, found a number") {
                _ = try $0.integer()
            },
            Expectation("root", message: "line 3, column 11: root: expected an integer, found a string") {
                _ = try $0.integer()
            },
            Expectation("root", message: "line 3, column 11: root: expected true or false, found a string") {
                _ = try $0.bool()
            },
            Expectation("on", message: "line 3, column 50: on: expected an array, found a boolean") {
                _ = try $0.elements()
            },
            Expectation("nothing", message: "line 3, column 67: nothing: expected a string, found null") {
                _ = try $0.string()
            },
            Expectation("tabs", message: "line 4, column 11: tabs: expected an object, found an array") {
                _ = try $0.members()
            },
            Expectation("tabs", message: "line 5, column 33: tabs[0].order: expected an integer, found a string") {
                _ = try $0.elements()[0].required("order").integer()
            },
            Expectation("tabs", message: "line 6, column 6: tabs[1][0]: expected a string, found a number") {
                _ = try $0.elements()[1].elements()[0].string()
            },
            Expectation(
                "two words", "a.b", message: #"line 8, column 25: "two words"."a.b": expected a string, found a number"#
            ) {
                _ = try $0.string()
            },
            Expectation(message: "line 2, column 1: expected an array, found an object") { _ = try $0.elements() },
            Expectation(message: "line 2, column 1: expected the member 'name', and it is missing") {
                _ = try $0.required("name")
            },
            Expectation("tabs", message: "line 5, column 5: tabs[0]: expected the member 'id', and it is missing") {
                _ = try $0.elements()[0].required("id")
            },
            Expectation("count", message: "line 3, column 28: count: expected an object, found a number") {
                _ = try $0.required("id")
            },
            Expectation("root", message: "line 3, column 11: root: out of range") { throw $0.mismatch("out of range") },
            Expectation("count", message: "line 3, column 28: count: expected an object, found a number") {
                try $0.expectKeys(["a"])
            },
            Expectation(
                "two words", message: #"line 8, column 18: "two words"."a.b": unknown key 'a.b'; did you mean 'a_b'?"#
            ) {
                try $0.expectKeys(["c", "a_b"])
            },
            Expectation(
                "two words",
                message: #"line 8, column 18: "two words"."a.b": unknown key 'a.b'; known are 'from', 'to'"#
            ) {
                try $0.expectKeys(["from", "to"])
            },
            Expectation(message: "line 3, column 19: count: unknown key 'count'; did you mean 'counts'?") {
                try $0.expectKeys(["root", "counts", "tabs"])
            },
            Expectation("root", message: "line 3, column 11: root: 'home' is none of 'red', 'green', 'blue'") {
                _ = try $0.word(Colour.self)
            },
            Expectation("count", message: "line 3, column 28: count: expected a string, found a number") {
                _ = try $0.word(Colour.self)
            },
        ])
    func mismatches(projection: Expectation) throws {
        let field = try projection.path.reduce(root()) { field, key in try field.required(key) }
        do {
            try projection.read(field)
            Issue.record("nothing was wrong")
        } catch let error as JSONError {
            #expect(error.description == projection.message)
            #expect(error.location != nil)
        }
    }

    @Test("a value knows its path and its place among any number of siblings", arguments: [1, 2, 32, 33, 64, 65, 300])
    func paths(count: Int) throws {
        let values = (0..<count).map { $0 % 3 == 0 ? #"[1, {"a": 2}]"# : $0 % 3 == 1 ? "{}" : #""\n""# }
        let members = values.enumerated().map { #""k\#($0.offset)": \#($0.element)"# }
        let root = JSONField(
            try JSONDocument.parse(
                "[{\n" + members.joined(separator: ",\n") + "}, [\n" + values.joined(separator: ",\n") + "]]"))
        let (object, array) = (try root.elements()[0], try root.elements()[1])
        for (index, field) in try object.members().map(\.field).enumerated() {
            #expect(field.path == [0, .key("k\(index)")])
            #expect(field.mismatch("").location?.line == index + 2)
            #expect(field.mismatch("").location?.column == 5 + "k\(index)".utf8.count)
            #expect(field.keyMismatch("").location?.column == 1)
        }
        for (index, field) in try array.elements().enumerated() {
            #expect(field.path == [1, .index(index)])
            #expect(field.mismatch("").location?.line == count + index + 2)
            #expect(field.mismatch("").location?.column == 1)
            #expect(field.keyMismatch("").location == nil)
        }
        let inner = try #require(try array.elements()[(count - 1) / 3 * 3].elements()[1]["a"])
        #expect(inner.path == [1, .index((count - 1) / 3 * 3), 1, "a"])
        #expect(inner.mismatch("").location?.column == 11)
    }

    @Test("known keys are accepted, in any number and order")
    func knownKeys() throws {
        let root = try root()
        let keys = try root.object().keys
        #expect(throws: Never.self) { try root.expectKeys(keys.reversed() + ["more"]) }
        let empty = JSONField(try JSONDocument.parse("{}"))
        #expect(throws: Never.self) { try empty.expectKeys([]) }
    }

    @Test("a word of an enumeration is read, and a mistyped one is refused with the nearest")
    func words() throws {
        let root = JSONField(try JSONDocument.parse(#"["green", "gren", "Red"]"#))
        let fields = try root.elements()
        #expect(try fields[0].word(Colour.self) == .green)
        #expect(
            throws: JSONError(
                path: [1], location: JSONLocation(line: 1, column: 11, offset: 10),
                message: "'gren' is none of 'red', 'green', 'blue'; did you mean 'green'?")
        ) { try fields[1].word(Colour.self) }
        #expect(throws: JSONError.self) { try fields[2].word(Colour.self) }
    }
}

extension JSONField {
    /// Refuses members that are not in `keys`.
    fileprivate func expectKeys(_ keys: [String]) throws(JSONError) {
        if let first = try members(besides: keys).first { throw first.unknownKey(among: keys) }
    }
}
