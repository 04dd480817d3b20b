import Glibc
import JSONText
import TestSupport
import Testing

@testable import HostCore
@testable import HostTools
@testable import ProgramTestSupport

/// A feature that counts, goes on and remembers, and versions of it that differ in one thing.
private enum Tally {
    /// - Parameter changes: Macros that change the version, such as `ADDED=2`.
    static func feature(_ changes: [String] = []) -> Feature {
        let lines = changes.map { change in
            let parts = change.split(separator: "=", maxSplits: 1)
            return "#define \(parts[0]) \(parts.count > 1 ? String(parts[1]) : "1")\n"
        }
        return .source("Tally", lines.joined() + source)
    }

    private static let source = #"""
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>
        #ifndef LABEL
        #define LABEL "Add"
        #endif
        #ifndef KEY
        #define KEY ""
        #endif
        #ifndef ADDED
        #define ADDED 1
        #endif
        #ifndef FIRST_ACTION
        #define FIRST_ACTION 1
        #endif
        #ifndef TARGET
        #define TARGET "screen"
        #endif
        #define FEATURE_ID "tally"
        #define INCOMING "{\"name\":\"screen\",\"arguments\":[]},{\"name\":\"other\",\"arguments\":[]}"
        #define RENDER tally_render
        #define PERFORM tally_perform
        #define SAVE tally_save
        #define RESTORE tally_restore
        #define ACTIVATE tally_activate
        #include "FeatureHelpers.h"
        static const sy_host *host;
        static int count;
        static void node(const sy_view_sink *sink, sy_node_kind kind, const char *text, uint64_t action) {
            const sy_node node = {.size = sizeof node, .kind = kind, .text = sy_string_from(text), .action = action,
                                  .key = sy_string_from(KEY)};
            if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
        }
        static sy_status tally_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
            (void)how, (void)screen, (void)error;
            char text[100];
            snprintf(text, sizeof text, "%d so far.", count);
            node(sink, SY_NODE_TEXT, text, 0);
            node(sink, SY_NODE_BUTTON, LABEL, FIRST_ACTION);
            node(sink, SY_NODE_BUTTON, "Next", FIRST_ACTION + 1);
            return SY_OK;
        }
        static __attribute__((unused)) void go(const char *route) {
            const sy_error error = {.size = sizeof error};
            const sy_destination place = {.size = sizeof place, .route = sy_string_from(route)};
            host->navigate(host, 0, &place, SY_METHOD_PUSH, &error);
        }
        static sy_status tally_perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
            (void)screen, (void)error;
            if (event->action == FIRST_ACTION) {
        #ifdef CRASHES
                abort();
        #endif
        #ifdef HANGS
                for (;;) pause();
        #endif
        #ifdef REFUSES
                return sy_fail(error, SY_ERROR_OTHER, "enough");
        #endif
        #ifdef GOES
                go("screen");
        #endif
                count += ADDED;
        #ifndef SILENT
                host->invalidate(host, 0);
        #endif
            } else if (event->action == FIRST_ACTION + 1) {
        #ifndef STAYS
                go(TARGET);
        #endif
            } else {
                return sy_fail(error, SY_ERROR_NOT_FOUND, "no such action");
            }
            return SY_OK;
        }
        static sy_status tally_save(const sy_screen *screen, const sy_state_sink *sink, const sy_error *error) {
            (void)screen, (void)error;
            char text[100];
            const int size = snprintf(text, sizeof text, "count=%d", count);
            const sy_state state = {.size = sizeof state, .state_version = 1, .bytes = {.data = text, .count = size}};
            return sink->state(sink, &state);
        }
        static sy_status tally_restore(const sy_screen *screen, const sy_state *state, const sy_error *error) {
            (void)screen, (void)error;
            char text[100];
            snprintf(text, sizeof text, "%.*s", (int)state->bytes.count, (const char *)state->bytes.data);
            count = atoi(text + strlen("count="));
            return SY_OK;
        }
        static sy_status tally_activate(const sy_library *, const sy_host *, const sy_context *, const sy_feature **,
                                        const sy_error *);
        #include "PlainFeature.h"
        static sy_status tally_activate(const sy_library *library, const sy_host *given, const sy_context *context,
                                        const sy_feature **feature, const sy_error *error) {
            host = given;
        #ifdef LOGS
            host->log(host, SY_LOG_INFO, sy_string_from("another line"));
        #endif
        #ifdef FAILS
            return sy_fail(error, SY_ERROR_OTHER, "out of order");
        #endif
            return plain_activate(library, given, context, feature, error);
        }
        """#
}

@Suite("replay --with", .blocking, .enabled(if: Fixtures.haveCompiler))
struct ReplayWithTests {
    private static let wiring = #"{"root": "tally", "deadline": "2s"}"#

    /// A sandbox with `run`, a recording of some steps, and without the library that it was made with.
    private static func recorded(
        _ feature: Feature = Tally.feature(), _ steps: [String] = ["press:Add", "press:Next", "press:Add", "back"]
    ) throws -> Sandbox {
        let host = try Sandbox(.only([feature]), wiring: .text(wiring))
        let run = try host.run(
            ["navigate", "--isolation", "process", "--state"] + steps + ["--record", "run"])
        try #require(run.end == .exit(0) || run.end == .exit(1), "\(run.diagnostics)")
        try #require(unlink(host.path(feature)) == 0)
        return host
    }

    @Test("a library that answers as recorded is the same, however it numbers actions, logs or runs")
    func same() throws {
        let host = try Self.recorded()
        let new = host.directory("new.so")
        for changes in [[], ["FIRST_ACTION=40"], ["LOGS"]] {
            try Tally.feature(changes).write(to: new)
            for isolation in ["process", "inline"] {
                let replayed = try host.run("replay", "run", "--with", new, "--isolation", isolation)
                #expect(replayed.end == .exit(0), "\(changes): \(replayed.output)\(replayed.diagnostics)")
                #expect(replayed.output.hasPrefix("'tally' answers as recorded: "))
                #expect(replayed.output.hasSuffix(" calls in 1 activation compared.\n"))
                #expect(replayed.diagnostics == "")
            }
        }
        let object = try host.json("replay", "run", "--with", new)
        #expect(object["feature"]?.string == "tally" && object["file"]?.string == new)
        #expect(object["calls"]?.integer ?? 0 > 10 && object["activations"]?.integer == 1)
        #expect(object["difference"] == nil)
    }

    /// A version that differs, and what is said of it: the step, and parts of the text.
    struct Changed: CustomTestStringConvertible, Sendable {
        let change: String
        let step: Int
        let parts: [String]

        var testDescription: String { change }

        static let all = [
            Changed(
                change: #"LABEL="Count""#, step: 0,
                parts: [
                    "'tally' answers otherwise, at nodes[1].text\n", "render of tally\n",
                    "\n 0 so far.\n-[Add]\n+[Count]\n [Next]\n",
                ]),
            Changed(
                change: #"KEY="k""#, step: 0,
                parts: ["'tally' answers otherwise, at nodes[0].key\n", "\n-missing\n+\"k\"\n"]),
            Changed(
                change: "ADDED=2", step: 1,
                parts: ["save of tally\n", "\n-a state of version 1: count=1\n+a state of version 1: count=2\n"]),
            Changed(
                change: "REFUSES", step: 1,
                parts: ["perform of tally: the action 1\n", "\n-done\n+SY_ERROR_OTHER: enough\n"]),
            Changed(
                change: "GOES", step: 1,
                parts: [
                    "asks its host for what is not recorded\n", "perform of tally: the action 1\n",
                    "\n-no request\n+push tally/screen\n",
                ]),
            Changed(
                change: #"TARGET="other""#, step: 2,
                parts: [
                    "asks its host for something else\n", "perform of tally: the action 2\n",
                    "\n-push tally/screen\n+push tally/other\n",
                ]),
            Changed(
                change: "STAYS", step: 2,
                parts: [
                    "does not ask its host for what is recorded\n", "perform of tally: the action 2\n",
                    "\n-push tally/screen\n+no request\n",
                ]),
            Changed(
                change: "SILENT", step: 1,
                parts: ["does not have the screens rendered again\n", "\n-invalidate the screens\n+no invalidate\n"]),
            Changed(
                change: "CRASHES", step: 1,
                parts: ["ends its process\n", "perform of tally: the action 1\n", "\n-done\n+", "SIGABRT"]),
            Changed(
                change: "HANGS", step: 1,
                parts: ["ends its process\n", "perform of tally: the action 1\n", "\n-done\n+", "2 s"]),
            Changed(
                change: "FAILS", step: 0,
                parts: ["answers otherwise", "call 1: activate", "\n-done\n+SY_ERROR_OTHER: out of order\n"]),
        ]
    }

    @Test("the first call that a library answers otherwise is named with both answers", arguments: Changed.all)
    func differs(_ changed: Changed) throws {
        let host = try Self.recorded()
        let new = host.directory("new.so")
        try Tally.feature([changed.change]).write(to: new)
        let replayed = try host.run("replay", "run", "--with", new)
        #expect(replayed.end == .exit(1), "\(replayed.diagnostics)")
        #expect(replayed.output.hasPrefix("step \(changed.step) ("), "\(replayed.output)")
        for part in changed.parts {
            #expect(replayed.output.contains(part), "\(replayed.output)")
        }
        let difference = try #require(host.json("replay", "run", "--with", new)["difference"])
        #expect(difference["step"]?.integer == Int64(changed.step))
        #expect(difference["recorded"]?.string != difference["now"]?.string)
        #expect(difference["lines"]?.array?.isEmpty == false)
        // Before that step all is the same, and behind it the calls are not compared.
        guard changed.step > 0 else { return }
        #expect(try host.run("replay", "run", "--with", new, "--to", "\(changed.step - 1)").end == .exit(0))
    }

    @Test("the comparison begins at --from, and the calls before it are made all the same")
    func from() throws {
        let host = try Self.recorded(Tally.feature(), ["press:Next", "press:Add"])
        let new = host.directory("new.so")
        try Tally.feature(["GOES"]).write(to: new)
        let replayed = try host.run("replay", "run", "--with", new)
        #expect(replayed.end == .exit(1) && replayed.output.hasPrefix("step 2 (press:Add): "))
        try Tally.feature([#"TARGET="other""#]).write(to: new)
        #expect(try host.run("replay", "run", "--with", new).output.hasPrefix("step 1 (press:Next): "))
        #expect(try host.run("replay", "run", "--with", new, "--from", "2").end == .exit(0))
        let none = try host.output("replay", "run", "--with", new, "--from", "3")
        #expect(none == "There is no call of 'tally' to compare.\n")
    }

    @Test(
        "a crash that is recorded is a difference to a version that does not crash, and each restart is an activation")
    func recordedCrash() throws {
        let host = try Self.recorded(
            Tally.feature(["CRASHES"]), ["press:Add"])
        let new = host.directory("new.so")
        try Tally.feature(["CRASHES"]).write(to: new)
        let same = try host.run("replay", "run", "--with", new)
        #expect(same.end == .exit(0), "\(same.output)")
        #expect(same.output.hasSuffix(" calls in 2 activations compared.\n"), "\(same.output)")
        try Tally.feature().write(to: new)
        let mended = try host.run("replay", "run", "--with", new)
        #expect(
            mended.end == .exit(1) && mended.output.contains("step 1 (press:Add): 'tally' does not end its process"))
        #expect(try host.run("replay", "run").end == .exit(0))
    }

    @Test("a difference is short, however long and different the answers are")
    func longAnswers() {
        func difference(_ recorded: [String], _ now: [String]) -> [String] {
            CallDifference(
                step: 1, stepText: "press:Go", call: 1, callText: "render", summary: "answers otherwise",
                recorded: recorded.joined(separator: "\n"), now: now.joined(separator: "\n")
            ).lines
        }
        let lines = (1...20_000).map(String.init)
        var changed = lines
        changed[9_999] = "another"
        #expect(
            difference(lines, changed)
                == [" …", " 9997", " 9998", " 9999", "-10000", "+another", " 10001", " 10002", " 10003", " …"])
        #expect(difference(lines, lines + ["more"]) == [" …", " 19998", " 19999", " 20000", "+more"])
        let other = difference(lines, lines.map { "other \($0)" })
        #expect(other.count == 61 && other.first == "-1" && other.last == " … and 39940 more lines")
        #expect(difference(["a", "b", "c"], ["b", "c", "d"]) == ["-a", " b", " c", "+d"])
        #expect(difference([""], [""]) == [" …"])
    }

    @Test("a feature that is not started again after too many crashes is no difference")
    func deactivated() throws {
        let host = try Sandbox(.only([Tally.feature(["CRASHES"])]), wiring: .text(Self.wiring))
        try File.write(String(repeating: "1\n", count: 6) + "quit\n", to: "\(host.work)/lines")
        let run = try host.run(["run", "--plain", "--fresh", "--record", "run"], input: "\(host.work)/lines")
        try #require(run.end == .exit(0) && run.output.contains("is deactivated"), "\(run.output)")
        let tried = try host.run("replay", "run", "--with", host.path(Tally.feature()))
        #expect(tried.end == .exit(0), "\(tried.output)")
        #expect(tried.output.hasSuffix(" in 3 activations compared.\n"), "\(tried.output)")
        try #require(unlink(host.path(Tally.feature())) == 0)
        let replayed = try host.run("replay", "run")
        #expect(replayed.end == .exit(0), "\(replayed.diagnostics)")
    }

    /// A feature whose screen loads for a while in a thread of its own.
    ///
    /// - Parameter milliseconds: How long it loads; nil for ever.
    private static func loading(_ milliseconds: Int?, _ text: String = "Here it is.") -> Feature {
        .source(
            "Loading",
            #"""
            #define _GNU_SOURCE
            #include <pthread.h>
            #include <unistd.h>
            #define FEATURE_ID "loading"
            #define RENDER loading_render
            #define PERFORM loading_perform
            #define ACTIVATE loading_activate
            #include "FeatureHelpers.h"
            static const sy_host *host;
            static enum { EMPTY, LOADING, LOADED } stage;
            static sy_status loading_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
                (void)how, (void)screen, (void)error;
                sy_node node = {.size = sizeof node, .kind = SY_NODE_BUTTON, .action = 1};
                node.text = sy_string_from("Load");
                if (stage == LOADING) node.kind = SY_NODE_PROGRESS, node.action = 0;
                if (stage == LOADED) node.kind = SY_NODE_TEXT, node.action = 0, node.text = sy_string_from(TEXT);
                if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
                return SY_OK;
            }
            static void arrive(void *argument) {
                (void)argument;
                stage = LOADED;
                host->invalidate(host, 0);
            }
            static void *load(void *argument) {
                if (MILLISECONDS < 0) return argument;
                usleep(MILLISECONDS * 1000);
                host->post(host, arrive, NULL);
                return argument;
            }
            static sy_status loading_perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
                (void)event, (void)screen, (void)error;
                pthread_t thread;
                stage = LOADING;
                host->invalidate(host, 0);
                if (pthread_create(&thread, NULL, load, NULL) == 0) pthread_detach(thread);
                return SY_OK;
            }
            static sy_status loading_activate(const sy_library *, const sy_host *, const sy_context *,
                                              const sy_feature **, const sy_error *);
            #include "PlainFeature.h"
            static sy_status loading_activate(const sy_library *library, const sy_host *given,
                                              const sy_context *context, const sy_feature **feature,
                                              const sy_error *error) {
                host = given;
                return plain_activate(library, given, context, feature, error);
            }
            """#
            .replacing("TEXT)", with: "\"\(text)\")").replacing("MILLISECONDS", with: "\(milliseconds ?? -1)"))
    }

    @Test("a screen that loads is waited for, whether it loads faster or slower than it did")
    func loading() throws {
        let host = try Sandbox(.only([Self.loading(300)]), wiring: .none)
        let shown = try host.output("navigate", "loading", "press:Load", "--state", "--record", "run")
        try #require(shown.contains("Here it is."))
        let new = host.directory("new.so")
        for milliseconds in [0, 300, 1200] {
            try Self.loading(milliseconds).write(to: new)
            for isolation in ["process", "inline"] {
                let replayed = try host.run("replay", "run", "--with", new, "--isolation", isolation)
                #expect(replayed.end == .exit(0), "\(milliseconds) ms, \(isolation): \(replayed.output)")
            }
        }
        try Self.loading(0, "Here it was.").write(to: new)
        #expect(try host.run("replay", "run", "--with", new).output.contains("\n-Here it is.\n+Here it was.\n"))
        try Self.loading(nil).write(to: new)
        let never = try host.run("replay", "run", "--with", new)
        #expect(never.end == .exit(1) && never.output.contains("\n-Here it is.\n+"), "\(never.output)")
    }

    @Test("features that do all that the ABI has answer themselves as recorded", arguments: RecordingTests.Run.all)
    func all(_ run: RecordingTests.Run) throws {
        let host = try run.sandbox()
        _ = try run.navigate(host, "--record", "run", "--wait", "1s")
        for feature in run.features {
            for isolation in ["process", "inline"] {
                let replayed = try host.run(
                    "replay", "run", "--with", host.path(feature), "--isolation", isolation)
                #expect(replayed.end == .exit(0), "\(feature), \(isolation): \(replayed.output)")
            }
        }
    }

    @Test("work of the feature's own is waited for")
    func later() throws {
        let host = try Sandbox(.only([.fixture("AsksLater"), .fixture("LoadsForever")]))
        _ = try host.run("navigate", "asks-later", "press:Later", "back", "press:Later", "--record", "run")
        for name in ["AsksLater", "LoadsForever"] {
            let replayed = try host.run("replay", "run", "--with", Fixtures.library(name))
            #expect(replayed.end == .exit(0), "\(replayed.output)")
        }
    }

    @Test("a library of another feature, one that cannot be read, and options without --with are refused")
    func refused() throws {
        let host = try Self.recorded()
        for (library, message) in [
            (
                try Fixtures.library("Plain"),
                "is the feature 'plain', and the recording 'run' has 'tally'; name a version of one of those"
            ), ("none.so", "cannot be read (No such file or directory); expected the file of a library"),
            (try Fixtures.library("ManifestFails"), "its manifest"),
        ] {
            let replayed = try host.run("replay", "run", "--with", library)
            #expect(replayed.end == .exit(66) && replayed.output == "")
            #expect(replayed.messages.count == 1 && replayed.messages[0].contains(message), "\(replayed.messages)")
        }
        for arguments in [
            ["--with", "a.so", "--step"], ["--isolation", "inline"], ["--from", "1"],
            ["--with", "a.so", "--from", "2", "--to", "1"],
        ] {
            #expect(try host.run(["replay", "run"] + arguments).end == .exit(64))
        }
    }
}
