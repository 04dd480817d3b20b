import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("list and routes", .blocking)
struct RoutesTests {
    @Test("list shows both features with their versions, routes and files")
    func list() throws {
        let home = try Products.path("libHomeFeature.so")
        let character = try Products.path("libCharacterFeature.so")
        #expect(
            try Sandbox().output("list") == """
                ID         VERSION  IN  OUT  FILE
                character  1.0.0    2   0    \(character)
                home       1.0.0    1   2    \(home)

                """)
    }

    @Test("list in JSON has the contents of each manifest")
    func listJSON() throws {
        let json = try Sandbox(.only([.home])).json("list")
        let home = json["features"]?[0]
        #expect(json["features"]?.array?.count == 1)
        #expect(home?["id"] == "home")
        #expect(home?["name"] == "Home")
        #expect(home?["version"] == "1.0.0")
        #expect(home?["abi"] == .string(Repository.abi))
        #expect(home?["incoming"] == 1)
        #expect(home?["outgoing"] == 2)
        #expect(json["notUsed"] == [])
    }

    @Test("an empty plugins directory gives no features, and a message with advice")
    func empty() throws {
        let host = try Sandbox(.only([]), wiring: .none)
        let outcome = try host.run("list")
        #expect(outcome.end == .exit(0))
        #expect(outcome.output == "")
        #expect(
            outcome.diagnostics
                == "No features in \(host.plugins). Copy a feature's .so there, or name a directory by --plugins.\n")
        let screen = """
            No features are installed.

            Copy a feature's .so into this directory, and it is here at once:
              \(host.plugins)

            Or begin a feature of your own:
              switchyard new hello

            """
        #expect(try host.output("navigate").hasSuffix(screen))
    }

    @Test(
        "what no feature has is not found, with the plugins directories unless another name is probably meant",
        arguments: [
            ("navigate", "challenge://hello", true), ("navigate", "hello/main", true), ("navigate", "home/mian", false),
            ("navigate", "challenge://hoem/main", false), ("navigate", "hoem/main", false),
            ("explain", "challenge://hello", true), ("explain", "hello/main", true), ("explain", "home/mian", false),
        ])
    func lookedIn(command: String, asked: String, isTold: Bool) throws {
        let host = try Sandbox(.only([.home]), wiring: .none)
        let outcome = try host.run(command, asked)
        #expect(outcome.end == .exit(1))
        // A word that no feature has stops a run before it begins.
        let refused = try host.run("run", "nothing")
        #expect(refused.end == .exit(64))
        #expect(
            refused.messages.first
                == "'nothing' names nothing to go to: no feature 'nothing' is installed; features are looked for in "
                + "'\(host.plugins)'")
        let note = "Features are looked for in '\(host.plugins)'.\n"
        #expect(outcome.diagnostics.hasSuffix(note) == isTold, "\(outcome.diagnostics)")
    }

    @Test("hidden files and files of other names are skipped, and a directory called .so is not a file")
    func otherFiles() throws {
        let host = try Sandbox(.only([.home]))
        try File.write("text", to: "\(host.plugins)/README.txt")
        try File.write("text", to: "\(host.plugins)/.hidden.so")
        try host.directory.makeDirectory("plugins/folder.so")
        let json = try host.json("list")
        #expect(json["features"]?.array?.count == 1)
        #expect(
            json["notUsed"] == [
                ["file": .string("\(host.plugins)/folder.so"), "reason": "it is not a regular file"]
            ])
    }

    @Test("routes shows the links of incoming routes, and the ends of outgoing ones")
    func routes() throws {
        #expect(
            try Sandbox().output("routes") == """
                character  Characters of world literature: a list to filter, and a screen for each of them.
                  in   character/list
                         url   challenge://character/list
                  in   character/detail?identifier={int}
                         url   challenge://character/detail?id={identifier}

                home  A greeting, and ways to the other features.
                  in   home/main
                         url   challenge://home/main
                  out  home/characters
                         -> character/list
                  out  home/character?identifier={int}
                         home/character?identifier={id} -> character/detail?identifier={id}

                """)
    }

    @Test("routes in JSON has each route's direction, typed arguments, links and ends")
    func routesJSON() throws {
        let routes = try #require(try Sandbox().json("routes")["routes"]?.array)
        #expect(
            routes.map { "\($0["direction"]?.string ?? "") \($0["destination"]?.string ?? "")" } == [
                "incoming character/list", "incoming character/detail", "incoming home/main",
                "outgoing home/characters", "outgoing home/character",
            ])
        let detail = routes[1]
        #expect(detail["feature"] == "character")
        #expect(detail["route"] == "detail")
        #expect(detail["arguments"] == [["name": "identifier", "type": "int", "optional": false]])
        #expect(detail["links"] == ["challenge://character/detail?id={identifier}"])
        #expect(detail["parents"] == ["character/list"])
        let outgoing = routes[4]
        #expect(outgoing["arguments"] == [["name": "identifier", "type": "int", "optional": false]])
        #expect(outgoing["links"] == [])
        #expect(outgoing["connected"] == true)
        #expect(
            outgoing["redirects"] == [
                [
                    "from": "home/character?identifier={id}", "to": "character/detail?identifier={id}",
                    "chain": ["home/character?identifier={id}", "character/detail?identifier={id}"],
                ]
            ])
    }

    @Test("routes of one feature shows only its own; for a mistyped feature it names the nearest")
    func oneFeature() throws {
        let host = try Sandbox()
        #expect(try host.output("routes", "home").hasPrefix("home  "))
        #expect(try host.json("routes", "character")["routes"]?.array?.count == 2)
        let outcome = try host.run("routes", "hom")
        #expect(outcome.end == .exit(1))
        #expect(outcome.output == "")
        #expect(outcome.messages == ["no feature 'hom' is installed; did you mean 'home'?"])
    }

    @Test("a chain of redirects is shown in full, with the method of the rule")
    func chain() throws {
        let host = try Sandbox(
            wiring: .text(
                """
                {"redirects": {
                    "home/characters": {"to": "home/main", "method": "sheet"},
                    "home/main": "character/list",
                    "home/character?identifier=1": "character/list",
                    "home/character?identifier={n}": "character/detail?identifier={n}"}}
                """))
        #expect(
            try host.output("routes", "home").hasSuffix(
                """
                  out  home/characters
                         -> home/main -> character/list (sheet)
                  out  home/character?identifier={int}
                         home/character?identifier=1 -> character/list
                         home/character?identifier={n} -> character/detail?identifier={n}

                """))
        #expect(try host.output("navigate", "home/characters").hasPrefix("system > sheet:character/list\n"))
        #expect(try host.output("navigate", "home/character?identifier=1").hasPrefix("system > character/list\n"))
    }
}
