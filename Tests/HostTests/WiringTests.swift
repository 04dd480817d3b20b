import Glibc
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("The wiring file", .blocking, .inlineAndInWorkers)
struct WiringTests {
    @Test("two libraries whose records differ are not connected, and the place that differs is named")
    func records() throws {
        func feature(_ id: String, _ members: String) -> Feature {
            Feature.source(
                id,
                """
                #define FEATURE_ID "\(id)"
                #define MEMBERS ",\(members.replacing("\"", with: "\\\""))"
                #include "PlainFeature.h"
                """)
        }
        let contacts = feature("contacts", #""returns":[{"name":"picked","type":"{id: int, name: string?}"}]"#)
        let wiring = #"{"redirects": {"contacts/picked": "chats/recipient"}}"#
        let differing = try Sandbox(
            .only([contacts, feature("chats", #""checkpoints":[{"name":"recipient","type":"{id: string}"}]"#)]),
            wiring: .text(wiring))
        let outcome = try differing.run("list")
        #expect(outcome.end == .exit(0))
        #expect(outcome.diagnostics.contains("`.id` is int here and string there"))
        let fitting = try Sandbox(
            .only([contacts, feature("chats", #""checkpoints":[{"name":"recipient","type":"{id: int}"}]"#)]),
            wiring: .text(wiring))
        #expect(try fitting.run("list").end == .exit(0))
    }

    @Test("a default wiring file that is a pipe is refused, and blocks nothing", arguments: ["list", "doctor"])
    func pipe(command: String) throws {
        let host = try Sandbox(wiring: .none)
        #expect(mkfifo("\(host.work)/switchyard.jsonc", 0o600) == 0)
        let outcome = try host.run([command], killedAfter: .seconds(300))
        #expect(!outcome.isKilled)
        #expect(outcome.end == .exit(command == "list" ? 66 : 1))
        #expect((outcome.output + outcome.diagnostics).contains("cannot be read: it is a named pipe, and no file"))
    }

    @Test("the wiring file is read from standard input if that is named")
    func standardInput() throws {
        let host = try Sandbox(wiring: .none)
        let outcome = try host.run(
            ["list", "--config", "/dev/stdin"], input: Repository.path("switchyard.jsonc"), killedAfter: .seconds(300))
        #expect(outcome.end == .exit(0))
        #expect(outcome.diagnostics == "")
    }

    @Test(
        "a mistake in the wiring file stops every command, and its place is reported: 78",
        arguments: [
            (
                #"{"redirects": {"home/characters": "home/characters"}}"#,
                [
                    "line 1, column 35: redirects.\"home/characters\": the redirects go round in a loop: "
                        + "home/characters -> home/characters"
                ]
            ),
            (
                """
                {
                  "redirects": {
                    "home/characters": "home/main",
                    "home/main": "home/characters"
                  }
                }
                """,
                [
                    "line 3, column 24: redirects.\"home/characters\": the redirects go round in a loop: "
                        + "home/characters -> home/main -> home/characters",
                    "line 4, column 18: redirects.\"home/main\": the redirects go round in a loop: "
                        + "home/main -> home/characters -> home/main",
                ]
            ),
            (
                "{\n  \"redirects\" {}\n}",
                ["line 2, column 15: expected ':' after the key \"redirects\", found '{'"]
            ),
            (
                #"{"redirect": {}}"#,
                ["line 1, column 2: redirect: unknown key 'redirect'; did you mean 'redirects'?"]
            ),
            (
                #"{"schemes": 3, "rot": "home"}"#,
                [
                    "line 1, column 13: schemes: expected an array, found a number",
                    "line 1, column 16: rot: unknown key 'rot'; did you mean 'root'?",
                ]
            ),
            ("", ["line 1, column 1: the text is empty; expected a value"]),
        ])
    func mistakes(text: String, messages: [String]) throws {
        let host = try Sandbox(wiring: .text(text))
        for command in [["list"], ["routes"], ["navigate", "home"], ["explain", "home"]] {
            let outcome = try host.run(command)
            #expect(outcome.end == .exit(78), "\(command)")
            // The list may show features, and with them why the wiring does not fit; the other commands show nothing.
            let isListed = command == ["list"] && outcome.output.hasPrefix("ID ")
            #expect(outcome.output == "" || isListed, "\(command)")
            // The hint names the manual page for a mistake that is in the file alone, regardless of the features.
            let hint =
                outcome.messages.last.map { [$0] }?.filter { $0.hasPrefix("switchyard.jsonc(5) describes") } ?? []
            #expect(hint.isEmpty == text.contains("\"home/"), "\(command)")
            #expect(outcome.messages == messages.map { "\(host.wiring), \($0)" } + hint, "\(command)")
        }
    }

    @Test(
        "what the wiring wants of an installed feature in vain is off, every command goes on and says so, doctor exits 1",
        arguments: [
            (
                #"{"redirects": {"home/characters": "character/lst"}}"#,
                [
                    "line 1, column 35: redirects.\"home/characters\": the redirect leads nowhere, since the feature "
                        + "'character' has no route 'lst'; did you mean 'character/list'? "
                        + "(home/characters -> character/lst)"
                ]
            ),
            (
                #"{"redirects": {"home/character?identifier={n}": "character/detail?number={n}"}}"#,
                [
                    "line 1, column 49: redirects.\"home/character?identifier={n}\": character/detail has no argument "
                        + "'number'; it has 'identifier'",
                    "line 1, column 49: redirects.\"home/character?identifier={n}\": character/detail needs the argument "
                        + "'identifier' (int), and it is missing",
                ]
            ),
        ])
    func misfits(text: String, messages: [String]) throws {
        let host = try Sandbox(wiring: .text(text))
        let warnings = messages.map { "warning: \(host.wiring), \($0)" }
        for command in [["list"], ["routes"], ["navigate", "home"], ["explain", "home"], ["graph"]] {
            let outcome = try host.run(command)
            #expect(outcome.end == .exit(0), "\(command)")
            #expect(outcome.output != "", "\(command)")
            #expect(Array(outcome.messages.dropLast()) == warnings, "\(command)")
            #expect(outcome.messages.last?.contains("until the wiring file and the features fit again") == true)
        }
        #expect(try host.run("doctor").end == .exit(1))
    }

    @Test(
        "a missing feature in the wiring file is no error, and a warning names a feature of a similar id",
        arguments: [
            #"{"root": "homes"}"#,
            #"{"tabs": [{"name": "a", "root": "home"}, {"name": "b", "root": "characters/list"}]}"#,
            #"{"redirects": {"home/characters": "characters/list"}}"#,
            #"{"root": "home/characters", "redirects": {"home/characters": "characters/list"}}"#,
            #"{"redirects": {"characters/author": "home/main"}}"#,
        ])
    func nearlyInstalled(text: String) throws {
        let host = try Sandbox(wiring: .text(text))
        for command in [["list"], ["navigate", "home"]] {
            let outcome = try host.run(command)
            #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
            #expect(outcome.messages.contains { $0.hasPrefix("warning: \(host.wiring), line 1") })
            #expect(outcome.diagnostics.contains("is installed; did you mean '"), "\(outcome.diagnostics)")
        }
    }

    @Test(
        "a warning and the placeholder name the file of a refused feature, and the reason",
        .enabled(if: Fixtures.haveCompiler),
        arguments: [
            ("PlainCrashes", "it crashed in its constructors (SIGABRT"),
            ("NoEntry", "it exports no function 'switchyard_feature_entry'"),
            ("ManifestWithLinkToNoRoute", "its manifest breaks a rule"), ("", "everyone may write to it"),
        ])
    func refusedFeature(fixture: String, reason: String) throws {
        let plain = Feature.fixture("Plain")
        let host = try Sandbox(
            .only([plain, .notes]),
            wiring: .text(#"{"root": "notes", "redirects": {"notes/person?number={n}": "plain/screen"}}"#))
        #expect(try host.run("list").diagnostics == "")
        if fixture.isEmpty {
            #expect(chmod(host.path(plain), 0o666) == 0)
        } else {
            try host.install(.fixture(fixture, as: plain.name))
        }
        let refused =
            "the feature 'plain' is refused: '\(host.path(plain))': \(fixture == "NoEntry" ? "it is a foreign library" : reason)"
        // The first run finds the refusal, and the second knows it.
        for _ in 1...2 {
            let outcome = try host.run("navigate", "plain/screen")
            #expect(outcome.end == .exit(1))
            #expect(outcome.firstLine == "notes > system/notFound")
            #expect(outcome.output.contains("T" + refused.dropFirst()), "\(outcome.output)")
            #expect(outcome.output.contains(reason))
            #expect(
                outcome.diagnostics.contains("the redirect leads nowhere, since \(refused)"), "\(outcome.diagnostics)")
        }
        // A removed file is forgotten.
        unlink(host.path(plain))
        let gone = try host.run("navigate", "plain/screen")
        #expect(gone.output.contains("No feature 'plain' is installed."))
        #expect(gone.diagnostics.contains("since no feature 'plain' is installed"))
        try host.install(plain)
        #expect(try host.output("navigate", "plain/screen").contains("This is plain 1.0.0."))
    }

    @Test("a chain of redirects works up to the limit, and a longer one is refused with the whole chain")
    func hopLimit() throws {
        let rules = [
            #""home/characters": "home/main""#, #""home/main": "character/list""#,
            #""character/list": "character/detail?identifier=1""#,
            #""character/detail?identifier=1": "character/detail?identifier=2""#,
            #""character/detail?identifier=2": "character/detail?identifier=3""#,
        ]
        let allowed = try Sandbox(wiring: .text("{\"redirects\": {\(rules.joined(separator: ", "))}}"))
        #expect(
            try allowed.run("navigate", "home/characters").firstLine == "system > character/detail?identifier=3")
        let last = #""character/detail?identifier=3": "character/detail?identifier=4""#
        let refused = try Sandbox(wiring: .text("{\"redirects\": {\((rules + [last]).joined(separator: ", "))}}"))
        let outcome = try refused.run("navigate", "home/characters")
        #expect(outcome.end == .exit(78))
        #expect(
            outcome.diagnostics.contains(
                "more than 5 redirects in a row: home/characters -> home/main -> character/list -> "
                    + "character/detail?identifier=1 -> character/detail?identifier=2 -> character/detail?identifier=3 "
                    + "-> character/detail?identifier=4"))
    }

    @Test("a named wiring file that does not exist is an error: 66")
    func missing() throws {
        let host = try Sandbox()
        let outcome = try host.run("list", "--config", "/no/such/file.jsonc")
        #expect(outcome.end == .exit(66))
        #expect(outcome.output == "")
        #expect(
            outcome.messages == ["the wiring file '/no/such/file.jsonc' cannot be read: No such file or directory"])
        host.set("SWITCHYARD_CONFIG", "/no/such/variable.jsonc")
        #expect(try host.run("list").end == .exit(66))
        #expect(try host.run("list", "--config", host.work).end == .exit(66))
    }

    @Test("a named plugins directory that does not exist is an error: 66")
    func missingPlugins() throws {
        let host = try Sandbox()
        let outcome = try host.run("list", "--plugins", "/no/such/directory")
        #expect(outcome.end == .exit(66))
        #expect(outcome.output == "")
        #expect(
            outcome.messages == [
                "the plugins directory '/no/such/directory' does not exist; name one that holds features' .so files"
            ])
        host.set("SWITCHYARD_PLUGINS", "/no/such/directory")
        #expect(try host.run("list").end == .exit(66))
    }

    @Test("the option overrides the variable, the variable the working directory, and that the user's file")
    func places() throws {
        let host = try Sandbox(wiring: .none)
        func write(_ greeting: String, to path: String) throws {
            try File.write(
                """
                {"redirects": {"home/characters": "character/list", "home/character?identifier={n}": "character/detail?identifier={n}"},
                 "features": {"home": {"settings": {"greeting": "\(greeting)"}}}}
                """, to: path)
        }
        try host.directory.makeDirectory("config")
        try host.directory.makeDirectory("config/switchyard")
        try write("The user's.", to: host.directory("config/switchyard/switchyard.jsonc"))
        #expect(try host.output("navigate", "home").contains("\nThe user's.\n"))
        try write("The directory's.", to: "\(host.work)/switchyard.jsonc")
        #expect(try host.output("navigate", "home").contains("\nThe directory's.\n"))
        try write("The variable's.", to: host.directory("variable.jsonc"))
        host.set("SWITCHYARD_CONFIG", host.directory("variable.jsonc"))
        #expect(try host.output("navigate", "home").contains("\nThe variable's.\n"))
        try write("The option's.", to: host.directory("option.jsonc"))
        #expect(
            try host.output("navigate", "home", "--config", host.directory("option.jsonc"))
                .contains("\nThe option's.\n"))
    }

    @Test(
        "an id that resembles that of an installed feature is reported, and the command goes on",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func mistypedOptions() throws {
        let host = try Sandbox(
            .only([.fixture("Plain")]), wiring: .text(#"{"features": {"plian": {"settings": {}}}}"#))
        let outcome = try host.run("list")
        #expect(outcome.end == .exit(0))
        #expect(outcome.diagnostics.contains("did you mean 'plain'?"))
    }
}
