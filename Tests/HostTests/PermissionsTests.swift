import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("Permissions", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct PermissionsTests {
    /// A feature that asks for permissions, as Documentation/Permissions.md has it.
    private static let pictures = Feature.source(
        "Pictures",
        #"""
        #define FEATURE_ID "pictures"
        #define INCOMING ""
        #define MEMBERS ",\"permissions\":[" \
            "{\"net\":[\"tcp:443\"],\"reason\":\"To fetch pictures\"}," \
            "{\"read\":[\"~/Pictures\",\"~/.config/pictures\"],\"reason\":\"To show yours\"}]"
        #include "PlainFeature.h"

        """#)

    private static let asked: JSON = [
        ["net": ["tcp:443"], "reason": "To fetch pictures"],
        ["read": ["~/.config/pictures", "~/Pictures"], "reason": "To show yours"],
    ]

    private func sandbox(_ options: String?) throws -> Sandbox {
        try Sandbox(
            .only([Self.pictures]),
            wiring: options.map { .text(#"{ "root": "pictures", "features": { "pictures": \#($0) } }"#) } ?? .none)
    }

    @Test("list and explain in JSON show what is asked for and what the feature has, from a snapshot too")
    func json() throws {
        let host = try sandbox(#"{ "allow": { "net": ["tcp:443", "tcp:80"], "read": ["~/Pictures/2026"] } }"#)
        let permissions: JSON = [
            "asked": Self.asked,
            "effective": ["net": ["tcp:443"], "read": [.string(host.directory("home/Pictures/2026"))]],
            "answered": [:], "refused": [:], "denied": [:],
        ]
        for _ in 1...2 { #expect(try host.json("list")["features"]?[0]?["permissions"] == permissions) }
        #expect(try host.json("explain", "pictures")["endsAt"]?["permissions"] == permissions)
        #expect(try host.json("explain", "libPictures.so")["permissions"] == permissions)
    }

    @Test("explain shows each request with its reason, what the feature has, and what to write to allow the rest")
    func explain() throws {
        let host = try sandbox(#"{ "allow": { "net": ["tcp:443"] } }"#)
        let rows = #"""
              asks for   net tcp:443 (To fetch pictures)
                         read ~/.config/pictures, ~/Pictures (To show yours)
              has        net tcp:443 (by the wiring)
                         to allow the rest: write "allow": {"net": ["tcp:443"], "read": ["~/.config/pictures", "~/Pictures"]} for "pictures" in "features"

            """#
        for asked in ["pictures", "libPictures.so"] {
            let output = try host.output("explain", asked)
            #expect(output.contains("\n" + rows), "\(output)")
        }
    }

    @Test("run says once what the feature on the screen asks for and may not do, and what to write")
    func run() throws {
        let host = try sandbox(nil)
        try File.write("pictures\nhelp\npictures\nquit\n", to: host.directory("lines"))
        let outcome = try host.run(["run", "--plain"], input: host.directory("lines"))
        let notes = outcome.messages.filter { $0.contains("'pictures' may not do what it asks for") }
        #expect(
            notes == [
                "'pictures' may not do what it asks for: net tcp:443 (To fetch pictures); read ~/.config/pictures, "
                    + "~/Pictures (To show yours); to allow it, write ./switchyard.jsonc with {\"features\": "
                    + "{\"pictures\": {\"allow\": {\"net\": [\"tcp:443\"], \"read\": [\"~/.config/pictures\", "
                    + "\"~/Pictures\"]}}}}, or name a wiring file by --config"
            ])
    }

    @Test(
        "navigate and run say at the start that a feature asks for what is neither allowed nor denied",
        arguments: [
            ("{}", true), (#"{ "allow": { "net": ["tcp:443"] } }"#, true),
            (#"{ "allow": { "net": ["tcp:443"] }, "deny": { "read": ["~/Pictures", "~/.config/pictures"] } }"#, false),
            (#"{ "allow": { "net": ["tcp:443"], "read": ["~"] } }"#, false), (#"{ "isolation": "inline" }"#, false),
        ])
    func start(options: String, asks: Bool) throws {
        let host = try sandbox(options)
        let note =
            "'pictures' asks for what the wiring does not allow: 'switchyard doctor' says what, and what to write"
        for command in [["navigate"], ["navigate", "--dry-run", "pictures"], ["run", "--plain"]] {
            let isTold = asks && !command.contains("--dry-run")
            // At first by a discovery, then by a snapshot.
            #expect(try host.run(command).messages.contains(note) == isTold, "\(command)")
        }
        #expect(try host.run("list").messages == [])
        guard asks else { return }
        #expect(!(try host.run("navigate", "--isolation", "inline").messages.contains(note)))
        // Where the user is asked, there is nothing to tell.
        let app = try RunningApp(host, columns: 120)
        try app.see("'pictures' asks for permissions", gone: note)
        app.press(.escape)
        try app.see("This is pictures", gone: "asks for permissions")
        try app.quit()
    }

    @Test("a feature without any allowed permission has its data directory alone")
    func nothing() throws {
        let host = try sandbox(#"{ "deny": { "net": ["tcp:443"], "read": ["~"] } }"#)
        let output = try host.output("explain", "pictures")
        #expect(output.contains("\n  has        its data directory alone\n"), "\(output)")
        #expect(output.contains("\n  refused    net tcp:443 (by the wiring)\n"), "\(output)")
        #expect(try host.json("list")["features"]?[0]?["permissions"]?["effective"] == [:])
        #expect(try host.output("doctor").hasPrefix("No findings"))
    }

    @Test("a feature inside the host has what the host has, and doctor says nothing of its permissions")
    func inline() throws {
        let host = try sandbox(#"{ "isolation": "inline" }"#)
        let output = try host.output("explain", "pictures")
        #expect(output.contains("\n  has        what the host has, since it runs inside it\n"), "\(output)")
        #expect(try host.json("list")["features"]?[0]?["permissions"]?["effective"] == .null)
        #expect(try host.json("doctor")["findings"]?.array?.map { $0["code"] } == ["runs-inline"])
    }

    @Test("with the sandbox off a feature has what the host has, and neither run nor doctor speaks of its permissions")
    func sandboxOff() throws {
        let host = try Sandbox(.only([Self.pictures]), wiring: .text(#"{ "root": "pictures", "sandbox": "off" }"#))
        let output = try host.output("explain", "pictures")
        #expect(output.contains("\n  has        what the host has, since the sandbox is off\n"), "\(output)")
        #expect(try host.json("list")["features"]?[0]?["permissions"]?["effective"] == .null)
        #expect(try host.json("doctor")["findings"]?.array?.map { $0["code"] } == ["not-confined"])
        try File.write("pictures\nquit\n", to: host.directory("lines"))
        let outcome = try host.run(["run", "--plain"], input: host.directory("lines"))
        #expect(outcome.end == .exit(0))
        #expect(!outcome.diagnostics.contains("may not do"), "\(outcome.diagnostics)")
    }

    @Test("permissions for a feature inside the host are a mistake of the wiring file", arguments: ["allow", "deny"])
    func inlineAllowed(key: String) throws {
        let host = try sandbox(#"{ "isolation": "inline", "\#(key)": { "run": true } }"#)
        let outcome = try host.run("list")
        #expect(outcome.end == .exit(78))
        #expect(outcome.diagnostics.contains("'pictures' has the isolation \"inline\" and '\(key)'"))
        #expect(outcome.diagnostics.contains("take '\(key)' out, or let the isolation be \"process\""))
        #expect(try host.json("doctor")["findings"]?[0]?["code"] == "wiring-malformed")
    }

    @Test(
        "doctor notes what is asked for and not allowed, allowed and not asked for, and denied in an allowed directory",
        arguments: [
            (
                #"{}"#, ["permission-not-allowed"], "1 note",
                #"add "allow": {"net": ["tcp:443"], "read": ["~/.config/pictures", "~/Pictures"]} to "pictures" in "features""#
            ),
            (
                #"{ "allow": { "net": ["tcp:443"], "read": ["~"] }, "deny": { "run": true } }"#, [],
                "No findings: 1 feature, 0 routes, 0 links, 0 redirects", ""
            ),
            (
                #"{ "allow": { "net": ["tcp:443"], "read": ["~"], "env": ["LANG"], "run": true } }"#,
                ["permission-not-asked"], "1 note",
                "'pictures' is allowed what it does not ask for: run; env LANG"
            ),
            (
                #"{ "allow": { "net": ["tcp:443"], "read": ["~"] }, "deny": { "read": ["~/Pictures/private"] } }"#,
                ["permission-withdrawn"], "1 warning",
                "though that is allowed: ~/Pictures/private in it is denied"
            ),
        ] as [(String, [JSON], String, String)])
    func doctor(options: String, codes: [JSON], summary: String, part: String) throws {
        let host = try sandbox(options)
        let json = try host.json("doctor")
        #expect(json["findings"]?.array?.compactMap { $0["code"] } == codes)
        #expect(json["errors"] == 0)
        let output = try host.output("doctor")
        #expect(output.hasSuffix("\(summary)\n"), "\(output)")
        #expect(part.isEmpty || output.contains(part), "\(output)")
    }

    @Test("explain shows the origins that a feature has, and doctor warns of a denied one in an allowed star")
    func origins() throws {
        let news = Feature.source(
            "News",
            #"""
            #define FEATURE_ID "news"
            #define INCOMING ""
            #define MEMBERS ",\"permissions\":[{\"net\":[\"https://*.example.org\"],\"reason\":\"To fetch news\"}]"
            #include "PlainFeature.h"

            """#)
        func host(_ options: String) throws -> Sandbox {
            try Sandbox(
                .only([news]), wiring: .text(#"{ "root": "news", "features": { "news": \#(options) } }"#))
        }
        let allowed = try host(#"{ "allow": { "net": ["https://api.example.org"] } }"#)
        for _ in 1...2 {
            #expect(
                try allowed.json("list")["features"]?[0]?["permissions"] == [
                    "asked": [["net": ["https://*.example.org"], "reason": "To fetch news"]],
                    "effective": ["net": ["https://api.example.org"]], "answered": [:], "refused": [:], "denied": [:],
                ])
        }
        #expect(
            try allowed.output("explain", "news").contains(
                """
                  asks for   net https://*.example.org (To fetch news)
                  has        net https://api.example.org (by the wiring)

                """))
        let denied = try host(
            #"{ "allow": { "net": ["https://*.example.org"] }, "deny": { "net": ["https://a.example.org"] } }"#)
        #expect(
            try denied.output("doctor").contains(
                "'news' may not ask https://*.example.org, though that is allowed: https://a.example.org in it is denied"
            ))
        let part =
            "to allow the rest: add \"allow\": {\"net\": [\"https://*.example.org\"]} to \"news\" in \"features\""
        #expect(try host("{}").output("explain", "news").contains(part))
    }

    @Test("the document about permissions shows what doctor notes, and what it says to write leaves no finding")
    func document() throws {
        let output = try sandbox(nil).output("doctor")
        let document = try Document("Documentation/Permissions.md").text
        #expect(document.contains(output.split(separator: "\n\n").first.map(String.init) ?? "?"), "\(output)")
        let host = try sandbox(#"{ "allow": { "net": ["tcp:443"], "read": ["~/.config/pictures", "~/Pictures"] } }"#)
        #expect(try host.output("doctor").hasPrefix("No findings"))
    }
}
