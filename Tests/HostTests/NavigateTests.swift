import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("navigate", .blocking, .inlineAndInWorkers)
struct NavigateTests {
    @Test("a link shows the character that it names, above its list and the root")
    func link() throws {
        #expect(
            try Sandbox().output("navigate", "challenge://character/detail?id=42") == """
                home > character/list > character/detail?identifier=42
                challenge://character/detail?id=42

                Elizabeth Bennet
                ================

                Number  42
                Work  Pride and Prejudice
                Author  Jane Austen
                Year  1813
                A gentleman's witty daughter laughs at folly and learns to doubt her own first impressions.
                [Back]

                """)
    }

    @Test("a screen is in the user's language if the library has a strings file for it beside it")
    func language() throws {
        let host = try Sandbox(.only([.character]), wiring: .none)
        host.set("LC_ALL", "de_AT.UTF-8")
        let link = "challenge://character/detail?id=42"
        #expect(try host.output("navigate", link).contains("[Back]"))
        try File.copy(
            Repository.path("Plugins/Character/character.de.strings.json"),
            to: "\(host.plugins)/character.de.strings.json")
        #expect(try host.output("navigate", link).contains("[Zurück]"))
    }

    @Test("without steps the root is shown")
    func root() throws {
        #expect(
            try Sandbox().output("navigate") == """
                home
                challenge://home/main

                Home
                ====

                Welcome to Switchyard.
                [Characters]
                [Featured character]

                """)
    }

    @Test("without a root in the wiring the features are listed")
    func noRoot() throws {
        #expect(
            try Sandbox(wiring: .none).output("navigate") == """
                system

                Features
                ========

                > Character  Characters of world literature: a list to filter, and a screen for each of them.
                > Home  A greeting, and ways to the other features.

                """)
    }

    @Test("a flow leads from Home through the wiring to the list, to a character, and back to the list")
    func walk() throws {
        let output = try Sandbox().output(
            "navigate", "home", "press:Characters", "press:Elizabeth Bennet", "back")
        #expect(
            output.hasPrefix(
                """
                home > character/list
                challenge://character/list

                Characters
                ==========

                Filter: []
                [Surprise me]
                72 characters
                  > Don Quixote  Don Quixote, 1605

                """))
        #expect(output.contains("\n  > Elizabeth Bennet  Pride and Prejudice, 1813\n"))
    }

    @Test(
        "each step continues from the result of the one before",
        arguments: [
            (["home", "press:Characters"], "home > character/list"),
            (["press:Characters", "press:Elizabeth Bennet"], "home > character/list > character/detail?identifier=42"),
            (["press:Featured character"], "home > character/detail?identifier=42"),
            (["press:Featured character", "press:Back"], "home"),
            (["press:Featured character", "back"], "home"),
            (["press:Characters", "press:Elizabeth Bennet", "root"], "home"),
            (["press:Characters", "back", "press:Featured character"], "home > character/detail?identifier=42"),
            (
                ["character/list", "character/detail?identifier=1"],
                "home > character/list > character/detail?identifier=1"
            ),
            (["character/detail?identifier=1", "challenge://character/list"], "home > character/list"),
            (
                ["character/detail?identifier=-5", "press:All characters", "back"],
                "home > character/detail?identifier=-5"
            ),
            (["home/characters"], "home > character/list"),
            (["home/character?identifier=7"], "home > character/detail?identifier=7"),
            (["character/list", "home"], "home"),
            (["CHALLENGE://Character/list"], "home > character/list"),
        ])
    func stacks(steps: [String], stack: String) throws {
        let outcome = try Sandbox().run(["navigate"] + steps)
        #expect(outcome.firstLine == stack)
        #expect(outcome.end == .exit(0))
        #expect(outcome.diagnostics == "")
    }

    @Test("text in the filter narrows the list")
    func type() throws {
        #expect(
            try Sandbox().output("navigate", "challenge://character/list", "type:Filter=holmes") == """
                home > character/list
                challenge://character/list

                Characters
                ==========

                Filter: [holmes]
                [Surprise me]
                1 of 72 characters
                  > Sherlock Holmes  A Study in Scarlet, 1887

                """)
    }

    @Test("a text to type may hold colons and equals signs")
    func typePunctuation() throws {
        let output = try Sandbox().output("navigate", "character", "type:Filter=a:b=c")
        #expect(output.contains("\nFilter: [a:b=c]\n[Surprise me] (disabled)\n0 of 72 characters\n"))
        #expect(output.hasSuffix("\n  No character matches 'a:b=c'.\n"))
    }

    @Test("the unique beginning of a label is enough, in any case")
    func label() throws {
        let outcome = try Sandbox().run("navigate", "press:feat")
        #expect(outcome.firstLine == "home > character/detail?identifier=42")
    }

    @Test(
        "a failed step is reported, its screen is shown, and the flow ends with 1",
        arguments: [
            (
                ["press:Charactrs", "press:Featured character"],
                "press:Charactrs: the screen shows no 'Charactrs' to press; did you mean 'Characters'?"
            ),
            (
                ["press:Moon"],
                "press:Moon: the screen shows no 'Moon' to press; there is 'Characters', 'Featured character'"
            ),
            (["press:"], "press:: the screen shows no '' to press; there is 'Characters', 'Featured character'"),
            (
                ["type:Filter=x"],
                "type:Filter=x: the screen shows no 'Filter' to type into; there is nothing of that kind"
            ),
            (["back"], "there is nothing to go back to: this is the root"),
            (["dismiss"], "there is nothing to dismiss: no modal is presented"),
            (["tab:home"], "there is no tab 'home': the wiring has no tabs"),
        ])
    func wrongStep(steps: [String], message: String) throws {
        let outcome = try Sandbox().run(["navigate"] + steps)
        #expect(outcome.end == .exit(1))
        #expect(outcome.messages == [message])
        #expect(outcome.output.hasPrefix("home\nchallenge://home/main\n\nHome\n====\n"))
    }

    @Test(
        "an unknown place is shown as not found, with the reason on standard error: 1",
        arguments: [
            (
                "challenge://home/detail?id=42",
                "'challenge://home/detail?id=42' matches no link pattern: not challenge://home/main ('detail' stands in "
                    + "its path where 'main' is expected)."
            ),
            (
                "challenge://character/detail?id=abc",
                "'challenge://character/detail?id=abc' matches no link pattern: not "
                    + "challenge://character/detail?id={identifier} ('abc' is not of type int, which 'identifier' is)."
            ),
            (
                "challenge://character/detail",
                "'challenge://character/detail' matches no link pattern: not "
                    + "challenge://character/detail?id={identifier} (the query item 'id' is missing)."
            ),
            (
                "other://character/list",
                "Links of the scheme 'other' are refused by the wiring file: it takes 'challenge'."
            ),
            (
                "challenge://charakter/list",
                "No feature has links for challenge://charakter: did you mean 'character'?"
            ),
            ("character/lst", "The feature 'character' has no route 'lst'; did you mean 'character/list'?"),
            ("charakter/list", "No feature 'charakter' is installed; did you mean 'character'?"),
            (
                "character/detail",
                "character/detail needs the argument 'identifier' (int), and it is missing."
            ),
        ])
    func notFound(asked: String, sentence: String) throws {
        let outcome = try Sandbox().run("navigate", asked)
        #expect(outcome.end == .exit(1))
        #expect(
            outcome.output == """
                home > system/notFound

                Not found
                =========

                \(asked) cannot be shown.
                \(sentence)

                """)
        #expect(outcome.messages.count == 1)
        let reason = sentence.dropFirst().prefix(sentence.hasSuffix(".") ? sentence.count - 2 : sentence.count)
        #expect(outcome.diagnostics.contains(reason))
    }

    @Test("a flow ends at the not-found screen, and its next step is not taken")
    func backFromNotFound() throws {
        // The failed step is the last one that is taken.
        let outcome = try Sandbox().run("navigate", "nowhere", "back")
        #expect(outcome.firstLine == "home > system/notFound")
        #expect(outcome.end == .exit(1))
    }

    @Test("navigate in JSON has the destination, its link, the state and the screen")
    func json() throws {
        let json = try Sandbox().json("navigate", "challenge://character/detail?id=42")
        #expect(json["destination"] == "character/detail?identifier=42")
        #expect(json["url"] == "challenge://character/detail?id=42")
        #expect(
            json["state"]?["tabs"]?[0]?["entries"]?.array?.map { $0["destination"] } == [
                "home", "character/list", "character/detail?identifier=42",
            ])
        #expect(json["screen"]?["title"] == "Elizabeth Bennet")
        #expect(json["screen"]?["nodes"]?[0]?["children"]?[0] == ["kind": "label", "text": "Number", "detail": "42"])
    }

    @Test("tabs of the wiring are selected by name and keep their stacks")
    func tabs() throws {
        let host = try Sandbox(
            wiring: .text(
                """
                {"tabs": [{"name": "start", "root": "home"}, {"name": "people", "root": "character/list"}],
                 "redirects": {"home/characters": "character/list", "home/character?identifier={n}": "character/detail?identifier={n}"}}
                """))
        #expect(
            try host.output("navigate", "press:Featured character", "tab:people", "tab:start")
                .hasPrefix("[start] home > character/detail?identifier=42\n"))
        #expect(
            try host.output("navigate", "challenge://character/detail?id=1")
                .hasPrefix("[people] character/list > character/detail?identifier=1\n"))
        let outcome = try host.run("navigate", "tab:peple")
        #expect(outcome.end == .exit(1))
        #expect(outcome.diagnostics.contains("did you mean 'people'?"))
    }

    @Test("navigate in JSON has the name, the title and the symbol of each tab; the place and the state have names")
    func titledTabs() throws {
        let host = try Sandbox(
            wiring: .text(
                """
                {"tabs": [{"name": "a|b", "root": "home", "title": "Start", "symbol": "⌂", "reselect": "keep"},
                          {"name": "my people", "root": "character/list"}]}
                """))
        for arguments in [["navigate"], ["navigate", "--dry-run"], ["explain", "home"]] {
            let tabs = try JSON.parse(host.run(arguments + ["--json"]).output)["state"]?["tabs"]
            #expect(tabs?.array?.map { $0["name"] } == ["a|b", "my people"], "\(arguments)")
            #expect(tabs?.array?.map { $0["title"] } == ["Start", "my people"], "\(arguments)")
            #expect(tabs?.array?.map { $0["symbol"] } == ["⌂", nil], "\(arguments)")
        }
        #expect(
            try host.output("navigate", "--state", "character/list", "tab:a|b", "tab:my people").hasPrefix(
                """
                character/list
                  [a%7Cb] home | [*my people] character/list
                tab:a|b
                  [*a%7Cb] home | [my people] character/list
                tab:my people
                  [a%7Cb] home | [*my people] character/list

                [my people] character/list

                """))
        try File.write(
            """
            sheet:character/list
            tab:a|b
            expect-state [a%7Cb] home > sheet:character/list
            expect-state [*a%7Cb] home > sheet:character/list | [my people] character/list
            expect-state {"selected": "a|b", "tabs": [{"name": "a|b", "title": "Start", "symbol": "⌂"}, {"title": "my people"}]}
            """, to: "\(host.work)/flow")
        let outcome = try host.run("navigate", "--script", "flow", "--save", "session")
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
        #expect(try !String(decoding: File.read("\(host.work)/session"), as: UTF8.self).contains("title"))
        #expect(
            try host.output("navigate", "--restore", "session")
                .hasPrefix("[a%7Cb] home > sheet:character/list\n"))
    }

    @Test("settings of the wiring reach their feature")
    func settings() throws {
        let host = try Sandbox(
            wiring: .text(
                """
                {"root": "home",
                 "redirects": {"home/characters": "character/list", "home/character?identifier={n}": "character/detail?identifier={n}"},
                 "features": {"home": {"settings": {"greeting": "Good morning.", "featured": 1}}}}
                """))
        #expect(try host.output("navigate").contains("\nGood morning.\n"))
        #expect(try host.output("navigate", "press:Featured character").contains("\nDon Quixote\n"))
    }
}
