import Glibc
import HostSystem
import JSONText
import TestSupport
import Testing

@testable import HostCore
@testable import ProgramTestSupport

@Suite("Permissions that the user is asked for", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct PermissionAnswersTests {
    /// A feature that shows whether it has the variable that it asks for. A later version asks for more.
    private static func letters(version: Int = 1) -> Feature {
        Feature.source(
            "Letters",
            """
            #include <stdlib.h>
            #define FEATURE_ID "letters"
            #define FEATURE_VERSION "\(version).0"
            #define INCOMING ""
            #define MEMBERS ",\\"permissions\\":[{\\"env\\":[\\"LETTERS\\"],\\"reason\\":\\"To sign in\\"}" \\
                "\(version == 1 ? "" : ",{\\\"read\\\":[\\\"~/Letters\\\"],\\\"reason\\\":\\\"To show yours\\\"}")]"
            #define SCREEN_TEXT (getenv("LETTERS") ? "It has the token." : "It has no token.")
            #include "PlainFeature.h"

            """)
    }

    private static let question = "'letters' asks for permissions"

    private func host(_ more: String = "", version: Int = 1) throws -> Sandbox {
        let host = try Sandbox(
            .only([Self.letters(version: version)]), wiring: .text("{ \"root\": \"letters\"\(more) }"))
        host.set("LETTERS", "secret")
        return host
    }

    private func answer(_ app: RunningApp, _ label: String) throws {
        try app.see(Self.question, "• see the environment variable LETTERS", "To sign in", focus: "[ Not now ]")
        try app.click("[ \(label) ]")
    }

    private func has(_ host: Sandbox) throws -> Bool {
        try host.run("navigate", "letters").output.contains("It has the token.")
    }

    @Test("what is always allowed is there at once, in the next run and for programs, and can be taken back meanwhile")
    func always() throws {
        let host = try host()
        let app = try RunningApp(host)
        try app.see("It has no token.")
        try answer(app, "Always allow")
        try app.see("It has the token.", gone: Self.question)
        #expect(try has(host))
        let json = try host.json("permissions")
        let file = try #require(json["file"]?.string)
        #expect(try JSON.parse(try File.read(file)) == ["features": ["letters": ["allow": ["env": ["LETTERS"]]]]])
        let permissions: JSON = [
            "asked": [["env": ["LETTERS"], "reason": "To sign in"]], "effective": ["env": ["LETTERS"]],
            "answered": ["env": ["LETTERS"]], "refused": [:], "denied": [:],
        ]
        #expect(json["features"] == [["id": "letters", "permissions": permissions]])
        #expect(try host.json("list")["features"]?[0]?["permissions"] == permissions)
        #expect(try host.output("explain", "letters").contains("has        env LETTERS (by you)\n"))
        let findings = try host.json("doctor")["findings"]?.array
        #expect(findings?.map { $0["code"] } == ["permission-answered"])
        #expect(findings?[0]["fix"] == "'switchyard permissions letters --forget' takes it back")
        let outcome = try host.run("permissions", "letters", "--forget")
        #expect(outcome.messages == ["what you answered about 'letters' is forgotten"] && outcome.end == .exit(0))
        try app.see("It has no token.", Self.question)
        app.press(.escape)
        try app.see("It has", gone: "╭")
        try app.quit()
        #expect(try !has(host))
        #expect(try host.run("permissions", "--forget").messages == ["there is no answer to forget"])
    }

    @Test("what is allowed for now ends with the run, and what is not allowed now is not asked for again in it")
    func now() throws {
        let host = try host()
        var app = try RunningApp(host)
        try answer(app, "Allow for now")
        try app.see("It has the token.", gone: Self.question)
        #expect(try !has(host))
        try app.quit()
        app = try RunningApp(host)
        try app.see(Self.question)
        app.press(.escape)
        try app.see("It has no token.", gone: Self.question)
        app.type("r")
        try app.go(to: "system")
        try app.see(way: "letters › Features")
        app.press(.escape)
        try app.see("It has no token.", gone: Self.question)
        try app.quit()
        app = try RunningApp(host)
        try app.see(Self.question)
        app.press(.escape)
        try app.see("It has", gone: "╭")
        try app.quit()
    }

    @Test("what is never allowed is not asked for again until it is forgotten")
    func never() throws {
        let host = try host()
        var app = try RunningApp(host)
        try answer(app, "Never")
        try app.see("It has no token.", gone: Self.question)
        try app.quit()
        #expect(try host.output("permissions").contains("  refused   env LETTERS (by you)\n"))
        #expect(try host.run("navigate", "letters").messages == [])
        #expect(try host.output("doctor").hasPrefix("No findings"))
        app = try RunningApp(host)
        try app.see("It has no token.", gone: Self.question)
        #expect(try host.run("permissions", "--forget").end == .exit(0))
        app.type("r")
        try app.see(Self.question)
        app.press(.escape)
        try app.see("It has", gone: "╭")
        try app.quit()
    }

    @Test("a later version is asked about for what it asks for in addition")
    func later() throws {
        let host = try host()
        let app = try RunningApp(host)
        try answer(app, "Always allow")
        try app.see("It has the token.", gone: Self.question)
        try host.install(Self.letters(version: 2))
        try app.see("It has the token.", Self.question, "• read '~/Letters'")
        #expect(!app.model.contains("LETTERS"))
        app.press(.escape)
        try app.see("It has the token.", gone: Self.question)
        try app.quit()
    }

    @Test(
        "a version that is tried in place of the installed one has the answers of the app, and they can be taken back")
    @MainActor
    func replacement() throws {
        let host = try host()
        let app = try RunningApp(host)
        try answer(app, "Always allow")
        try app.see("It has the token.", gone: Self.question)
        try app.quit()
        let options = try HostOptions(
            environment: HostEnvironment(host.environment), executable: nil, worker: Products.switchyard)
        var trying = options
        trying.replacements = [host.work]
        let files = try [AppLoader.load(options), AppLoader.load(trying)].map(\.permissionFile?.path)
        #expect(files[0] != nil && files[0] == files[1])
        try #require(unlink(host.path(Self.letters())) == 0)
        #expect(
            try host.run("permissions").output.contains(
                "letters\n  is        not installed\n  may have  env LETTERS (by you)\n"))
        #expect(
            try host.run("permissions", "letters", "--forget").messages.contains(
                "what you answered about 'letters' is forgotten"))
    }

    @Test("a feature is told where the user's home is if it may reach a path there", arguments: [true, false])
    func home(isAllowed: Bool) throws {
        let albums = Feature.source(
            "Albums",
            """
            #include <stdlib.h>
            #define FEATURE_ID "albums"
            #define INCOMING ""
            #define MEMBERS ",\\"permissions\\":[{\\"read\\":[\\"~/Pictures\\"],\\"reason\\":\\"To show yours\\"}]"
            #define SCREEN_TEXT (getenv("HOME") ? getenv("HOME") : "homeless")
            #include "PlainFeature.h"

            """)
        let decided = isAllowed ? "allow" : "deny"
        let host = try Sandbox(
            .only([albums]),
            wiring: .text(#"{ "root": "albums", "features": { "albums": { "\#(decided)": { "read": ["~"] } } } }"#))
        #expect(try host.output("navigate").contains(isAllowed ? host.directory("home") : "homeless"))
    }

    @Test(
        "an answer ends the question though the feature has unsaved work, and what is taken back is gone in spite of it"
    )
    func locked() throws {
        let host = try Sandbox(
            .only([
                Feature.source(
                    "Locked",
                    """
                    #include <stdlib.h>
                    #define FEATURE_ID "letters"
                    #define INCOMING ""
                    #define RENDER locked_render
                    #define MEMBERS ",\\"permissions\\":[{\\"env\\":[\\"LETTERS\\"],\\"reason\\":\\"To sign in\\"}]"
                    #include "FeatureHelpers.h"
                    static sy_status locked_render(
                        const sy_screen *, const sy_render *, const sy_view_sink *, const sy_error *);
                    #include "PlainFeature.h"
                    static sy_status locked_render(
                        const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error
                    ) {
                        (void)screen, (void)how, (void)error;
                        sy_screen_info info = {.size = sizeof info, .lock_reason = sy_string_from("unsaved work")};
                        sy_node node = {.size = sizeof node, .kind = SY_NODE_TEXT};
                        node.text = sy_string_from(getenv("LETTERS") ? "It has the token." : "It has no token.");
                        sink->info(sink, &info);
                        sink->begin_node(sink, &node);
                        sink->end_node(sink);
                        return SY_OK;
                    }

                    """)
            ]), wiring: .text(#"{ "root": "letters" }"#))
        host.set("LETTERS", "secret")
        let app = try RunningApp(host, columns: 120)
        try answer(app, "Always allow")
        try app.see("It has no token.", "'letters' keeps its permissions until it starts again", gone: "╭")
        try app.go(to: "force:reload")
        try app.see("It has the token.")
        #expect(try host.run("permissions", "--forget").end == .exit(0))
        try app.see("It has no token.", Self.question)
        try answer(app, "Never")
        try app.see("It has no token.", gone: "╭")
        app.type("q")
        app.type("q")
        try app.expectEnd(.exit(0))
    }

    @Test("in line mode, what was typed before a question is no answer")
    func typedAhead() throws {
        let host = try host()
        host.set("TERM", "dumb")
        let terminal = try PseudoTerminal(columns: 100, rows: 60)
        try terminal.start(try Products.switchyard, ["run", "--session", ""], environment: host.environment)
        terminal.send("3\n")
        try terminal.wait(for: "the question") {
            $0.text.contains("4. Never, button")
        }
        terminal.send("url\n")
        try terminal.wait(for: "an answer to 'url'") { $0.text.contains("no link leads here") }
        terminal.send("quit\n")
        #expect(try terminal.waitForEnd() == .exit(0))
        #expect(try !has(host))
    }

    @Test("where the wiring alone decides, nobody is asked, and earlier answers do not count")
    func wiring() throws {
        let host = try host()
        let app = try RunningApp(host)
        try answer(app, "Always allow")
        try app.see("It has the token.", gone: Self.question)
        try File.write(#"{ "root": "letters", "permissions": "wiring" }"#, to: host.wiring)
        try app.see("It has no token.", "'letters' may not do what it asks for")
        try app.quit()
        #expect(try !has(host))
        #expect(try host.json("permissions")["features"]?[0]?["permissions"]?["answered"] == [:])
        try File.write(
            #"{ "root": "letters", "features": { "letters": { "deny": { "env": ["LETTERS"] } } } }"#, to: host.wiring)
        #expect(try !has(host))
    }

    @Test("the user is asked in line mode at a terminal, and in a window of web")
    func faces() throws {
        let host = try host()
        host.set("TERM", "dumb")
        let terminal = try PseudoTerminal(columns: 100, rows: 60)
        try terminal.start(
            try Products.switchyard, ["run", "--session", ""], environment: host.environment)
        try terminal.wait(for: "the question") { $0.text.contains("2. Allow for now, button") }
        terminal.send("2\n")
        try terminal.wait(for: "the token") { $0.text.contains("It has the token.") }
        terminal.send("quit\n")
        #expect(try terminal.waitForEnd() == .exit(0))
        let app = try WebApp(host)
        let window = try app.window()
        _ = try window.receive { $0.text().contains(Self.question) }
        window.send(["jsonrpc": "2.0", "id": 7, "method": "perform", "params": ["label": "Allow for now"]])
        _ = try window.receive { $0.text().contains("It has the token.") }
        #expect(try app.end(by: SIGTERM).end == .signal(SIGTERM))
    }

    @Test("nobody is asked about more than a window shows, and what to write is said instead")
    func tooMuch() throws {
        let paths = (1...20).map { "\\\"/srv/\($0)\\\"" }.joined(separator: ",")
        let host = try Sandbox(
            .only([
                Feature.source(
                    "Greedy",
                    """
                    #define FEATURE_ID "letters"
                    #define INCOMING ""
                    #define MEMBERS ",\\"permissions\\":[{\\"read\\":[\(paths)],\\"reason\\":\\"To read\\"}]"
                    #include "PlainFeature.h"

                    """)
            ]), wiring: .text(#"{ "root": "letters" }"#))
        let app = try RunningApp(host, columns: 200)
        try app.see("This is letters", "'letters' may not do what it asks for: read /srv/1, ", gone: "╭")
        try app.quit()
    }

    @Test("programs are not asked")
    func programs() throws {
        let host = try host()
        try File.write("letters\nquit\n", to: host.directory("lines"))
        let line = try host.run(["run", "--plain"], input: host.directory("lines"))
        #expect(!line.output.contains(Self.question) && line.output.contains("It has no token."))
        #expect(try !host.run("navigate", "letters").output.contains(Self.question))
        let call = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}"#
        try File.write("Content-Length: \(call.utf8.count)\r\n\r\n\(call)", to: host.directory("calls"))
        let served = try host.run(["serve"], input: host.directory("calls"))
        #expect(!served.output.contains(Self.question) && served.output.contains("It has no token."))
    }

    @Test("answers that cannot be read or kept count for nothing or for the run, and the user is told")
    func unusable() throws {
        let host = try host()
        let file = try #require(try host.json("permissions")["file"]?.string)
        try FileSystem.makeDirectories(try #require(Path.parent(file)))
        try File.write("{", to: file)
        let outcome = try host.run("navigate", "letters")
        #expect(outcome.diagnostics.contains("'\(file)' is not used, and so no permission that you have given"))
        #expect(outcome.output.contains("It has no token."))
        let app = try RunningApp(host, columns: 120)
        try answer(app, "Always allow")
        try app.see("It has the token.", gone: Self.question)
        app.type("m")
        try app.see("this answer counts until the app ends")
        app.press(.escape)
        try app.see("It has", gone: "╭")
        try app.quit()
        #expect(try File.read(file) == Array("{".utf8))
        #expect(try host.run("permissions", "--forget").end == .exit(74))
    }

    @Test(
        "a feature that is not there is named, with the nearest one", arguments: [["letter"], ["nobody", "--forget"]])
    func unknown(arguments: [String]) throws {
        let outcome = try host().run(["permissions"] + arguments)
        #expect(outcome.end == .exit(1))
        let advice = arguments[0] == "letter" ? "did you mean 'letters'?" : "'switchyard list' lists the features"
        #expect(outcome.messages == ["there is no feature '\(arguments[0])'; \(advice)"])
    }
}
