import Glibc
import TestSupport
import Testing

@testable import ProgramTestSupport

/// One feature that a redirect, a link, a tab, a condition and a session need: upgraded to a version without any of what
/// they need, put back, removed, and there again.
@Suite("A feature that is upgraded, put back, removed and returns", .blocking, .enabled(if: Fixtures.haveCompiler))
struct UpgradeTests {
    /// What is in the plugins directory, beside Home and Character.
    enum Installed: String, CaseIterable, CustomStringConvertible {
        case first, second, nothing
        var description: String { rawValue }
    }

    private static func trips(_ version: String, route: String, argument: String, value: String) -> Feature {
        .source(
            "trips",
            #"""
            #define FEATURE_ID "trips"
            #define FEATURE_VERSION "\#(version)"
            #define INCOMING "{\"name\":\"\#(route)\",\"arguments\":[{\"name\":\"\#(argument)\",\"type\":\"int\"}]}"
            #define MEMBERS ",\"sends\":[{\"name\":\"\#(value)\",\"type\":\"bool\"}],\"links\":[{\"scheme\":\"challenge\"," \
                "\"host\":\"trips\",\"pattern\":\"/\#(route)/{\#(argument)}\",\"route\":\"\#(route)\"}]"
            #include "FeatureHelpers.h"
            static const sy_host *the_host;
            static sy_status render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
                (void)how, (void)screen, (void)error;
                sy_node node = {.size = sizeof node, .kind = SY_NODE_BUTTON};
                node.text = sy_string_from("Pack for \#(version)"), node.action = 1;
                if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
                return SY_OK;
            }
            static sy_status perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
                (void)event, (void)screen;
                sy_message message = {.size = sizeof message, .kind = SY_MESSAGE_VALUE};
                message.name = sy_string_from("\#(value)");
                message.value.kind = SY_VALUE_BOOL, message.value.integer = 1;
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
    }

    private static let first = trips("1.0.0", route: "trip", argument: "day", value: "Packed")
    private static let second = trips("2.0.0", route: "journey", argument: "number", value: "Ready")
    private static let wiring = """
        {
          "tabs": [{ "name": "home", "root": "home" }, { "name": "next", "root": "trips/trip?day=3" }],
          "conditions": { "packed": { "from": "trips/Packed", "else": "home" } },
          "requires": { "character/*": "packed" },
          "redirects": {
            "home/characters": "trips/trip?day=1",
            "home/character?identifier={n}": "character/detail?identifier={n}"
          }
        }
        """

    private func install(_ installed: Installed, in host: Sandbox) throws {
        switch installed {
        case .first: try host.install(Self.first)
        case .second: try host.install(Self.second)
        case .nothing: #expect(unlink(host.path(Self.first)) == 0)
        }
    }

    /// One way to need the feature.
    struct Need: Sendable, CustomStringConvertible {
        let description: String
        let steps: [String]
        /// The exit code, the first line and a part of what is said or shown, with each.
        let first: (Int32, String, String)
        let second: (Int32, String, String)
        let nothing: (Int32, String, String)
    }

    static let needs: [Need] = [
        Need(
            description: "a redirect", steps: ["press:Characters"],
            first: (0, "[home] home > trips/trip?day=1", "Pack for 1.0.0"),
            second: (1, "[home] home", "the redirect leads nowhere, since the feature 'trips' has no route 'trip'"),
            nothing: (1, "[home] home", "the redirect leads nowhere, since no feature 'trips' is installed")),
        Need(
            description: "a link", steps: ["challenge://trips/trip/2"],
            first: (0, "[next] trips/trip?day=3 > trips/trip?day=2", "Pack for 1.0.0"),
            second: (1, "[home] home > system/notFound", "not challenge://trips/journey/{number}"),
            nothing: (1, "[home] home > system/notFound", "no feature has links for challenge://trips")),
        Need(
            description: "a tab", steps: ["tab:next"],
            first: (0, "[next] trips/trip?day=3", "Pack for 1.0.0"),
            second: (1, "[next] trips/trip?day=3", "the feature 'trips' has no route 'trip'"),
            nothing: (1, "[next] trips/trip?day=3", "no feature 'trips' is installed")),
        Need(
            description: "a condition that is met", steps: ["trips", "press:Pack for 1.0.0", "character"],
            first: (0, "[home] home > trips > character", "Elizabeth Bennet"),
            second: (1, "[home] home > trips", "the screen shows no 'Pack for 1.0.0' to press; did you mean"),
            nothing: (1, "[home] home > system/notFound", "no feature 'trips' is installed")),
        Need(
            description: "a condition that is not met", steps: ["character"],
            first: (0, "[home] home", "'character' waits for 'packed'"),
            second: (0, "[home] home", "'character' waits for 'packed'"),
            nothing: (0, "[home] home", "'character' waits for 'packed'")),
        Need(
            description: "a session", steps: ["--restore", "session"],
            first: (0, "[next] trips/trip?day=3 > trips/trip?day=5", "Pack for 1.0.0"),
            second: (1, "[next] trips/trip?day=3 > trips/trip?day=5", "the feature 'trips' has no route 'trip'"),
            nothing: (1, "[next] trips/trip?day=3 > trips/trip?day=5", "no feature 'trips' is installed")),
        Need(
            description: "nothing of it", steps: ["home"],
            first: (0, "[home] home", "Welcome to Switchyard."),
            second: (0, "[home] home", "Welcome to Switchyard."),
            nothing: (0, "[home] home", "Welcome to Switchyard.")),
    ]

    @Test(
        "after a restart only what needs what is gone is refused, with the reason, and all is as before once it is back",
        arguments: needs)
    func restarted(need: Need) throws {
        let host = try Sandbox(.only([.home, .character, Self.first]), wiring: .text(Self.wiring))
        _ = try host.output("navigate", "--save", "session", "tab:next", "trips/trip?day=5")
        for installed in [Installed.first, .second, .first, .nothing, .second, .nothing, .first] {
            if installed != .nothing || Glibc.access(host.path(Self.first), F_OK) == 0 {
                try install(installed, in: host)
            }
            let (code, state, text) =
                switch installed {
                case .first: need.first
                case .second: need.second
                case .nothing: need.nothing
                }
            let outcome = try host.run(["navigate"] + need.steps)
            #expect(outcome.end == .exit(code), "\(installed): \(outcome.diagnostics)")
            #expect(outcome.firstLine == state, "\(installed)")
            #expect((outcome.output + outcome.diagnostics).contains(text), "\(installed): \(outcome.diagnostics)")
            let doctor = try host.run("doctor")
            #expect(doctor.end == .exit(installed == .second ? 1 : 0), "\(installed): \(doctor.output)")
        }
    }

    @Test("all that a version lacks is told at the start, with each place and the next step, until it is put back")
    func told() throws {
        let host = try Sandbox(.only([.home, .character, Self.second]), wiring: .text(Self.wiring))
        let places = [
            "line 2, column 74: tabs[1].root: 'trips/trip?day=3' cannot be shown: the feature 'trips' has no route 'trip'",
            "line 3, column 39: conditions.packed.from: 'trips' sends no value 'Packed'; it sends 'Ready'",
            "line 6, column 24: redirects.\"home/characters\": the redirect leads nowhere, since the feature 'trips' has no "
                + "route 'trip': home/characters -> trips/trip?day=1",
        ]
        let warnings =
            places.map { "warning: \(host.wiring), \($0)" } + [
                "warning: these lines are left out until the wiring file and the features fit again: put the "
                    + "earlier version of the feature back, or mend the file; 'switchyard doctor' says how"
            ]
        for command in [["navigate", "home"], ["list"], ["routes"]] {
            #expect(try host.run(command).messages == warnings, "\(command)")
        }
        try host.install(Self.first)
        #expect(try host.run("navigate", "home").messages == [])
    }

    @Test("the open app keeps the version that fits, tells all that the other one lacks, and how to go on")
    func open() throws {
        let host = try Sandbox(.only([.home, .character, Self.first]), wiring: .text(Self.wiring))
        let app = try RunningApp(host, "tab:next", "trips/trip?day=5", columns: 200, rows: 40)
        try app.see("Pack for 1.0.0")
        try install(.second, in: host)
        try app.see("Pack for 1.0.0", "has changed, and the version before it stays: ")
        try app.see(
            "'trips/trip?day=3' cannot be shown: the feature 'trips' has no route 'trip'",
            "conditions.packed.from: 'trips' sends no value 'Packed'; it sends 'Ready'",
            "the redirect leads nowhere, since the feature 'trips' has no route 'trip'",
            "put that version back, or mend the wiring file: 'switchyard doctor' says how")
        try install(.nothing, in: host)
        try app.see("trips/trip?day=5 cannot be shown.", "no feature 'trips' is installed", gone: "Pack for")
        try install(.second, in: host)
        try app.see("trips/trip?day=5 cannot be shown.", "The feature 'trips' has no route 'trip'", gone: "Pack for")
        try install(.first, in: host)
        try app.see("Pack for 1.0.0", status: "✓ 'trips' is version 1.0.0 now")
        try app.quit()
    }

    @Test("an app that is quit and started again with each version loses no screen of its session")
    func session() throws {
        let host = try Sandbox(.only([.home, .character, Self.first]), wiring: .text(Self.wiring))
        var app = try RunningApp(host, "tab:next", "trips/trip?day=5", columns: 200)
        // The root of the tab shows that too, before the step has opened the screen above it.
        try app.see("Pack for 1.0.0", status: "Esc back")
        try app.quit()
        try install(.second, in: host)
        app = try RunningApp(host, columns: 200)
        try app.see("trips/trip?day=5 cannot be shown.", "The feature 'trips' has no route 'trip'")
        app.press(.escape)
        try app.see("trips/trip?day=3 cannot be shown.", "The feature 'trips' has no route 'trip'")
        try app.go(to: "tab:home")
        try app.see("Welcome to Switchyard.")
        try app.go(to: "tab:next")
        try app.see("trips/trip?day=3 cannot be shown.")
        try app.quit()
        try install(.first, in: host)
        app = try RunningApp(host, columns: 200)
        try app.see("Pack for 1.0.0")
        try app.quit()
    }
}
