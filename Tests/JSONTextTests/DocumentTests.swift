import JSONText
import Testing

@Suite struct DocumentTests {
    static let text = """
        // The wiring of a small application.
        {
          "tabs": [
            { "name": "home", "order": 1 },
            [ ],
            {
              "näme": /* tab */ "lists", "order": 2,
            },
          ],
          "redirects": {
            "home/character?identifier={identifier}": { "to": "lists" }
          }
        }
        """

    struct Place: Sendable {
        let path: JSONPath
        let value: [Int]
        let key: [Int]?
    }

    @Test("a document locates each of many members and elements, regardless of nested values before it")
    func many() throws {
        let values = (0..<500).map { $0 % 3 == 0 ? #"[1, {"a": 2}]"# : $0 % 3 == 1 ? "[]" : "3" }
        let members = values.enumerated().map { #""k\#($0.offset)": \#($0.element)"# }
        for (text, isObject) in [
            ("{\n" + members.joined(separator: ",\n") + "}", true),
            ("[\n" + values.joined(separator: ",\n") + "]", false),
        ] {
            let document = try JSONDocument.parse(text)
            for index in values.indices {
                let path = JSONPath(isObject ? [.key("k\(index)")] : [.index(index)])
                let location = try #require(document.location(of: path))
                #expect(location.line == index + 2)
                #expect(location.column == (isObject ? 5 + "\(index)".count + 1 : 1))
            }
        }
    }

    @Test(
        "a document locates each value and key",
        arguments: [
            Place(path: .root, value: [2, 1], key: nil),
            Place(path: ["tabs"], value: [3, 11], key: [3, 3]),
            Place(path: ["tabs", 0], value: [4, 5], key: nil),
            Place(path: ["tabs", 0, "name"], value: [4, 15], key: [4, 7]),
            Place(path: ["tabs", 0, "order"], value: [4, 32], key: [4, 23]),
            Place(path: ["tabs", 1], value: [5, 5], key: nil),
            Place(path: ["tabs", 2], value: [6, 5], key: nil),
            Place(path: ["tabs", 2, "näme"], value: [7, 25], key: [7, 7]),
            Place(path: ["tabs", 2, "order"], value: [7, 43], key: [7, 34]),
            Place(path: ["redirects"], value: [10, 16], key: [10, 3]),
            Place(
                path: ["redirects", "home/character?identifier={identifier}", "to"], value: [11, 55], key: [11, 49]),
        ])
    func locations(place: Place) throws {
        let document = try JSONDocument.parse(Self.text, options: .withComments)
        #expect(document.root[place.path] != nil)
        #expect(document.location(of: place.path).map { [$0.line, $0.column] } == place.value)
        #expect(document.keyLocation(of: place.path).map { [$0.line, $0.column] } == place.key)
    }

    @Test(
        "a path that leads nowhere has no location",
        arguments: [["none"], ["tabs", 3], ["tabs", -1], ["tabs", "name"], [0], ["tabs", 0, "name", "x"]] as [JSONPath])
    func nowhere(path: JSONPath) throws {
        let document = try JSONDocument.parse(Self.text, options: .withComments)
        #expect(document.root[path] == nil)
        #expect(document.location(of: path) == nil)
        #expect(document.keyLocation(of: path) == nil)
    }

    @Test("offsets count bytes, lines end with LF, CR LF or CR, and a byte order mark takes no column")
    func offsets() throws {
        let document = try JSONDocument.parse("\u{FEFF}[\"é\", 1,\r\n2,\r3,\n4]", options: .withComments)
        #expect(document.location(of: []) == JSONLocation(line: 1, column: 1, offset: 3))
        #expect(document.location(of: [1]) == JSONLocation(line: 1, column: 7, offset: 10))
        #expect(document.location(of: [2]) == JSONLocation(line: 2, column: 1, offset: 14))
        #expect(document.location(of: [3]) == JSONLocation(line: 3, column: 1, offset: 17))
        #expect(document.location(of: [4])?.description == "line 4, column 1")
    }
}
