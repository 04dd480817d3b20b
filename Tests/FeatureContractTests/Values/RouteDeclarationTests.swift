import FeatureContract
import Testing

@Suite struct RouteDeclarationTests {
    static let route = RouteDeclaration(
        name: "r",
        arguments: [
            .init(name: "id", type: .int),
            .init(name: "title", type: .string, isOptional: true),
            .init(name: "page", type: .int, defaultValue: .integer(1)),
            .init(name: "tags", type: .list(.string)),
            .init(name: "sizes", type: .list(.int), isOptional: true),
            .init(name: "codes", type: .list(.int), defaultValue: .list([.integer(7)])),
            .init(name: "sort", type: .bool, isOptional: true, defaultValue: .bool(true)),
        ])

    @Test(
        "a text is read with the route's types, with its defaults, in declared order",
        arguments: [
            ("f/r?id=1", "f/r?id=1&page=1&tags&codes=7&sort=true"),
            ("f/r?title=a&id=-1", "f/r?id=-1&title=a&page=1&tags&codes=7&sort=true"),
            ("f/r?id=1&title=", "f/r?id=1&title=&page=1&tags&codes=7&sort=true"),
            ("f/r?id=1&title", "f/r?id=1&title=&page=1&tags&codes=7&sort=true"),
            ("f/r?id=1&page=3&sort=false", "f/r?id=1&page=3&tags&codes=7&sort=false"),
            ("f/r?tags=a&id=1&tags=b", "f/r?id=1&page=1&tags=a&tags=b&codes=7&sort=true"),
            ("f/r?tags=&id=1", "f/r?id=1&page=1&tags=&codes=7&sort=true"),
            ("f/r?tags&id=1", "f/r?id=1&page=1&tags&codes=7&sort=true"),
            ("f/r?id=1&sizes", "f/r?id=1&page=1&tags&sizes&codes=7&sort=true"),
            ("f/r?id=1&sizes=3&sizes=2", "f/r?id=1&page=1&tags&sizes=3&sizes=2&codes=7&sort=true"),
            ("f/r?id=1&codes", "f/r?id=1&page=1&tags&codes&sort=true"),
        ])
    func typed(text: String, canonical: String) throws {
        let destination = try DestinationText(text).typed(by: Self.route)
        #expect(destination.text == canonical)
        #expect(try Self.route.checked(destination) == destination)
    }

    @Test("an absent list is empty, and an absent optional list is absent")
    func absentLists() throws {
        let destination = try DestinationText("f/r?id=1").typed(by: Self.route)
        #expect(destination["tags"] == .list([]))
        #expect(destination["sizes"] == nil)
        #expect(destination["title"] == nil)
    }

    @Test(
        "a text that does not fit the route is refused with the argument and its expected type",
        arguments: [
            ("f/r", .missingArgument("id", of: "f/r", type: .int)),
            ("f/r?id=x", .wrongType(argument: "id", of: "f/r", type: .int, found: "x")),
            ("f/r?id=", .wrongType(argument: "id", of: "f/r", type: .int, found: "")),
            ("f/r?id", .wrongType(argument: "id", of: "f/r", type: .int, found: "")),
            ("f/r?id=1&id=2", .givenTwice(argument: "id", of: "f/r", type: .int)),
            ("f/r?id=1&sort=yes", .wrongType(argument: "sort", of: "f/r", type: .bool, found: "yes")),
            (
                "f/r?id=1&sizes=1&sizes=b",
                .wrongType(argument: "sizes", of: "f/r", type: .list(.int), found: "b")
            ),
            (
                "f/r?id=1&Id=1",
                .unknownArgument("Id", of: "f/r", known: ["id", "title", "page", "tags", "sizes", "codes", "sort"])
            ),
        ] as [(String, DestinationError)])
    func errors(text: String, error: DestinationError) throws {
        let text = try DestinationText(text)
        #expect(throws: error) { try text.typed(by: Self.route) }
    }

    @Test(
        "a destination with a value of another type is refused",
        arguments: [
            .integer(1), .double(1), .string("1"), .bool(true), .list([.integer(1)]), .list([]),
        ] as [Value])
    func checking(value: Value) {
        let destination = Destination(feature: "f", route: "r", arguments: [.init("id", value)])
        if value == .integer(1) {
            #expect(throws: Never.self) { try Self.route.checked(destination) }
        } else {
            let found = value.scalarText ?? "a list"
            #expect(throws: DestinationError.wrongType(argument: "id", of: "f/r", type: .int, found: found)) {
                try Self.route.checked(destination)
            }
        }
    }

    @Test("a list that holds a value of another type, or a null, is refused")
    func mixedLists() {
        for items in [[.string("a"), .integer(1)], [.null], [.list([])]] as [[Value]] {
            let destination = Destination(
                feature: "f", route: "r", arguments: [.init("id", .integer(1)), .init("tags", .list(items))])
            #expect(throws: DestinationError.self) { try Self.route.checked(destination) }
        }
    }

    @Test("an error's message names the argument, the route and what was expected")
    func messages() {
        #expect(
            "\(DestinationError.missingArgument("id", of: "f/r", type: .int))"
                == "f/r needs the argument 'id' (int), and it is missing")
        #expect(
            "\(DestinationError.unknownArgument("x", of: "f/r", known: []))"
                == "f/r takes no arguments, and 'x' was given")
        #expect(
            "\(DestinationError.unknownArgument("x", of: "f/r", known: ["a", "b"]))"
                == "f/r has no argument 'x'; it has 'a', 'b'")
        #expect(
            "\(DestinationError.wrongType(argument: "id", of: "f/r", type: .int, found: "x"))"
                == "the argument 'id' of f/r is of type int, and 'x' is not")
        #expect(
            "\(DestinationError.givenTwice(argument: "id", of: "f/r", type: .int))"
                == "the argument 'id' of f/r is a single int, and it was given more than once")
    }
}
