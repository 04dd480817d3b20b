import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite(
    "Conditions in the built host", .blocking, .inlineAndInWorkers,
    .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct ConditionsTests {
    /// A login in C: its one screen has the buttons that send whether the user has signed in.
    static let auth = Feature.source(
        "Auth",
        #"""
        #define FEATURE_ID "auth"
        #define INCOMING "{\"name\":\"login\"}"
        #define MEMBERS ",\"sends\":[{\"name\":\"SignedIn\",\"type\":\"bool\"}]"
        #include "FeatureHelpers.h"
        static const sy_host *the_host;
        static sy_status render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
            (void)how, (void)screen, (void)error;
            const char *labels[] = {"Sign in", "Sign out"};
            for (int i = 0; i < 2; i++) {
                sy_node node = {.size = sizeof node, .kind = SY_NODE_BUTTON};
                node.text = sy_string_from(labels[i]), node.action = i + 1;
                if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
            }
            return SY_OK;
        }
        static sy_status perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
            (void)screen;
            sy_message message = {.size = sizeof message, .kind = SY_MESSAGE_VALUE};
            message.name = sy_string_from("SignedIn");
            message.value.kind = SY_VALUE_BOOL, message.value.integer = event->action == 1;
            return the_host->send(the_host, 0, &message, 1, error);
        }
        static sy_status activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                  const sy_feature **feature, const sy_error *error);
        #define RENDER render
        #define PERFORM perform
        #define ACTIVATE activate
        #include "PlainFeature.h"
        static sy_status activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                  const sy_feature **feature, const sy_error *error) {
            the_host = host;
            return plain_activate(library, host, context, feature, error);
        }
        """#)
    static let account = Feature.source(
        "Account",
        #"""
        #define FEATURE_ID "account"
        #define INCOMING "{\"name\":\"orders\"},{\"name\":\"order\",\"arguments\":[{\"name\":\"number\",\"type\":\"int\"}],\"parents\":[\"orders\"]}"
        #define MEMBERS ",\"links\":[{\"scheme\":\"shop\",\"host\":\"account\",\"pattern\":\"/orders/{number}\",\"route\":\"order\"}]"
        #include "PlainFeature.h"
        """#)
    private static let wiring = """
        {
          "root": "home",
          "conditions": { "signedIn": { "from": "auth/SignedIn", "else": "auth/login" } },
          "requires": { "account/*": "signedIn" },
          "redirects": { "home/characters": "account/orders", "home/character?identifier={n}": "account/order?number={n}" }
        }
        """
    private static let link = "shop://account/orders/7"

    private let host: Sandbox

    init() throws {
        host = try Sandbox(.only([.home, Self.auth, Self.account]), wiring: .text(Self.wiring))
    }

    @Test("a link leads to the login, and from there to its target")
    func link() throws {
        let steps = try host.run("navigate", "--state", Self.link, "press:Sign in", "back").output
        #expect(
            steps.hasPrefix(
                """
                \(Self.link)
                  home > auth/login
                press:Sign in
                  home > account/orders > account/order?number=7
                back
                  home > account/orders

                """), "\(steps)")
    }

    @Test("two destinations wait, and a logout takes away what they have led to")
    func twoAndLogout() throws {
        let outcome = try host.run(
            "navigate", "--state", "press:Characters", "account/order?number=42", "press:Sign in", "auth/login",
            "press:Sign out"
        ).output
        #expect(outcome.contains("account/order?number=42\n  home > auth/login\n"))
        #expect(outcome.contains("press:Sign in\n  home > account/orders > account/order?number=42\n"))
        #expect(outcome.contains("press:Sign out\n  home\n"))
    }

    @Test("what waits and whether a condition is true are in the session")
    func session() throws {
        let first = try host.json("navigate", "--save", "session", Self.link)
        #expect(first["state"]?["conditions"] == ["signedIn": false])
        #expect(first["state"]?["parked"] == [["destination": "account/order?number=7", "by": "link"]])
        let second = try host.output(
            "navigate", "--restore", "session", "--save", "session", "--state", "press:Sign in")
        #expect(second.contains("  home > account/orders > account/order?number=7\n"))
        let third = try host.json("navigate", "--restore", "session", "account/orders")
        #expect(third["state"]?["conditions"] == ["signedIn": true])
        #expect(third["destination"] == "account/orders")
    }

    @Test("a session file that everyone may write to sets no condition unless --allow-insecure takes it")
    func insecureSession() throws {
        _ = try host.run("navigate", "--save", "session", Self.link, "press:Sign in")
        chmod("\(host.work)/session", 0o666)
        let outcome = try host.run("navigate", "--restore", "session", "--state", "account/orders")
        #expect(outcome.end == .exit(65))
        #expect(outcome.output.contains("account/orders\n  home > auth/login\n"), "\(outcome.output)")
        #expect(
            outcome.diagnostics.contains(
                "the session file 'session' is not used: everyone may write to it (mode 0666)"),
            "\(outcome.diagnostics)")
        let allowed = try host.run("navigate", "--restore", "session", "--state", "account/orders", "--allow-insecure")
        #expect(!allowed.output.contains("auth/login"), "\(allowed.output)")
        #expect(
            allowed.messages == [
                "warning: 'session': everyone may write to it (mode 0666); it is used by --allow-insecure"
            ])
        chmod("\(host.work)/session", 0o600)
        #expect(try host.output("navigate", "--restore", "session").hasPrefix("home > account/orders > "))
    }

    @Test("navigate, run and open say in one line that a link waits, and for which condition")
    func told() throws {
        let message = "'account/order?number=7' waits for 'signedIn'"
        #expect(try host.run("navigate", Self.link).messages == [message])
        try host.makeRuntimeDirectory()
        let run = try LineRun(host)
        for _ in 1...2 { #expect(try host.output("open", Self.link) == "parked: \(Self.link) (\(message))\n") }
        let json = try host.json("open", Self.link)["links"]?[0]
        #expect(json == ["link": .string(Self.link), "result": "parked", "reason": .string(message)])
        let ended = try run.quit()
        #expect(ended.messages.filter { $0 == message }.count == 3, "\(ended.diagnostics)")
        let opened = "another program has opened \(Self.link): \(message)"
        #expect(ended.messages.filter { $0 == opened }.count == 3, "\(ended.diagnostics)")
    }

    @Test("a host that is killed between the link and the login goes on where it was")
    func killed() throws {
        var app = try RunningApp(host, Self.link)
        try app.see("Sign out")
        app.terminal.signal(SIGKILL)
        #expect(try app.terminal.waitForEnd() == .signal(SIGKILL))
        app = try RunningApp(host)
        try app.see("Sign out")
        app.press(.enter)
        try app.see("This is account")
        app.terminal.signal(SIGKILL)
        #expect(try app.terminal.waitForEnd() == .signal(SIGKILL))
        app = try RunningApp(host)
        try app.see("This is account")
        try app.quit()
    }

    @Test("a destination waits while the library of the login is away")
    func libraryAway() throws {
        _ = try host.run("navigate", "--save", "session", Self.link)
        unlink(host.path(Self.auth))
        let away = try host.run("navigate", "--restore", "session", "--save", "session", "--json")
        #expect(try JSON.parse(away.output)["state"]?["parked"]?.array?.count == 1)
        #expect(away.diagnostics.contains("'auth'"))
        try host.install(Self.auth)
        let back = try host.output("navigate", "--restore", "session", "--state", "press:Sign in")
        #expect(back.contains("  home > account/orders > account/order?number=7\n"))
    }

    @Test("a link that comes while the library of the login is away waits too, and says why")
    func linkWhileAway() throws {
        unlink(host.path(Self.auth))
        let away = try host.run("navigate", "--save", "session", Self.link)
        #expect(away.end != .exit(0))
        #expect(away.diagnostics.contains("'account/order?number=7' waits for 'signedIn'"), "\(away.diagnostics)")
        let dry = try host.run("navigate", "--dry-run", Self.link)
        #expect(dry.end == away.end)
        #expect(dry.diagnostics.contains("'account/order?number=7' waits for 'signedIn'"), "\(dry.diagnostics)")
        try host.install(Self.auth)
        let back = try host.output("navigate", "--restore", "session", "--state", "press:Sign in")
        #expect(back.contains("  home > account/orders > account/order?number=7\n"))
    }

    @Test("--dry-run and explain know what is shown meanwhile, and start nothing")
    func explain() throws {
        #expect(try host.output("navigate", "--dry-run", Self.link) == "home > auth/login\n")
        let text = try host.output("explain", Self.link)
        #expect(text.contains("  requires   'signedIn'  (\"account/*\")\n"), "\(text)")
        #expect(text.contains("  until      'auth' sends SignedIn as true, 'auth/login' is shown\n"), "\(text)")
        #expect(text.contains("  stack      home > auth/login\n"), "\(text)")
        let json = try host.json("explain", Self.link)
        #expect(json["requires"] == [["rule": "account/*", "conditions": ["signedIn"]]])
        #expect(
            json["heldBy"] == ["condition": "signedIn", "from": "auth/SignedIn", "else": "auth/login"])
        #expect(json["leadsSomewhere"] == true)
        let value = try host.run("explain", "auth/SignedIn")
        #expect(value.output.contains("it sets the condition 'signedIn'"))
    }

    @Test("routes and graph show what requires a condition, and what sets it")
    func routes() throws {
        let text = try host.output("routes", "account", "auth")
        #expect(text.contains("  in   account/orders\n         requires 'signedIn'\n"), "\(text)")
        #expect(text.contains("  sends auth/SignedIn (bool)\n         sets the condition 'signedIn'\n"), "\(text)")
        let json = try host.json("routes", "account", "auth")
        #expect(json["routes"]?[0]?["requires"] == ["signedIn"])
        #expect(json["values"]?[0]?["conditions"] == ["signedIn"])
        #expect(json["values"]?[0]?["reason"] == nil)
        let graph = try host.output("graph", "--format", "mermaid")
        #expect(graph.contains("-.->|\"signedIn\"|"), "\(graph)")
        let doctor = try host.json("doctor")
        #expect(doctor["errors"] == 0 && doctor["warnings"] == 0, "\(doctor.text())")
    }
}
