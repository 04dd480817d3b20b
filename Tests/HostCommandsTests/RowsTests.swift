import HostCommands
import HostSystem
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// Lists of which a screen shows a part, with a feature of a million rows.
@Suite("lists in parts", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct RowsTests {
    private static func host() throws -> Sandbox {
        try Sandbox(.only([.fixture("Rows")]), wiring: .text(#"{"root": "rows"}"#))
    }

    // MARK: navigate

    @Test(
        "navigate prints a part of a list, and which part that is",
        arguments: [
            ([], 1...200), (["--rows", "500:2"], 500...501), (["--rows=7"], 7...206),
            (["--rows", "999999:10"], 999_991...1_000_000), (["rows:5000:3"], 5000...5002),
            (["--rows", "18446744073709551615:1"], 1_000_000...1_000_000), (["rows:999990"], 999_801...1_000_000),
        ])
    func navigate(arguments: [String], rows: ClosedRange<Int>) throws {
        let lines = try Self.host().run(["navigate"] + arguments).output.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.hasPrefix("[Row ") } == rows.map { "[Row \($0)]" })
        let numbers = [rows.lowerBound, rows.upperBound].map { UInt64($0).formatted }
        #expect(lines.last == "(rows \(numbers[0]) to \(numbers[1]) of 1,000,000)")
    }

    @Test("with --json the list has the number of its elements, and the index of the first one")
    func json() throws {
        let list = try Self.host().json("navigate", "--rows", "500:2")["screen"]?["nodes"]?[3]
        #expect(list?["elementCount"] == 1_000_000)
        #expect(list?["elementOffset"] == 499)
        #expect(list?["children"]?.array?.map { $0["key"] } == ["500", "501"])
    }

    @Test(
        "rows that cannot be meant are refused with what is expected: 64",
        arguments: ["0", "x", "5:", "5:0", "5:10001", ":5", "-1", "5:5:5", "18446744073709551616"])
    func refused(rows: String) throws {
        for arguments in [["--rows=\(rows)"], ["rows:\(rows)"]] {
            let outcome = try Self.host().run(["navigate"] + arguments)
            #expect(outcome.end == .exit(64))
            #expect(outcome.diagnostics.contains("such as 500:100"), "\(outcome.diagnostics)")
        }
    }

    @Test("press finds a row that is not shown")
    func press() throws {
        let host = try Self.host()
        #expect(try host.output("navigate", "press:Row 23456").contains("Pressed 23456\n"))
        #expect(try host.output("navigate", "rows:900000:10", "press:Row 900004").contains("Pressed 900004\n"))
    }

    @Test("press goes through all rows, and tells what none of them has", .deep)
    func missing() throws {
        let host = try Self.host()
        let missing = try host.run("navigate", "press:Row 1000001")
        #expect(missing.end == .exit(1))
        #expect(missing.diagnostics.contains("the screen shows no 'Row 1000001' to press"))
        #expect(missing.output.contains("[Row 1]\n"))
    }

    @Test("a recording holds the parts that were shown, and replays without the library")
    func recording() throws {
        let host = try Self.host()
        let recording = host.directory("recording")
        let shown = try host.output("navigate", "--record", recording, "rows:5000:3", "press:Row 12345")
        let replayed = try host.run("replay", recording)
        #expect(replayed.end == .exit(0), "\(replayed.diagnostics)")
        #expect(shown.contains("Pressed 12345\n"))
    }

    // MARK: run

    @Test("End, Home, pages and the number of a row lead through a million rows, with the position in the path")
    func keys() throws {
        let app = try RunningApp(Self.host())
        try app.see("› Row 1 ", "/1,000,000")
        app.press(.end)
        try app.see("› Row 1000000 ", "1,000,000/1,000,000")
        app.press(.pageUp, .pageUp)
        try app.see("› Row 999950 ", gone: "› Row 1000000 ")
        try app.go(to: "500000")
        try app.see("› Row 500000 ", focus: "› Row 500000")
        app.press(.enter)
        app.press(.home)
        try app.see("Pressed 500000", "› Row 1 ")
        for _ in 1...20 { app.press(.pageDown) }
        try app.see("› Row 400 ")
        try app.expectDrawnWhole()
        // A number that is cut would be another one.
        try app.resize(columns: 14, rows: 10)
        #expect(!app.model.lines[0].contains("/"))
        try app.resize(columns: 200, rows: 50)
        try app.see("› Row 400 ")
        try app.go(to: "0")
        try app.see(focus: "› Row 1")
        try app.go(to: "999999999999999999999")
        try app.see("1,000,000/1,000,000", focus: "› Row 1000000")
        try app.quit()
    }

    @Test("the rows that the user sees stay in their places when others come above them")
    func above() throws {
        let app = try RunningApp(Self.host())
        try app.see("› Row 1 ")
        try app.go(to: "500000")
        try app.see("› Row 500000 ", focus: "› Row 500000")
        let before = app.model.lines.filter { $0.contains("› Row ") }
        app.type("\u{1B}a")
        try app.see("/1,000,003")
        #expect(app.model.lines.filter { $0.contains("› Row ") } == before)
        try app.quit()
    }

    @Test("the end of a list is followed from End on, until the user goes elsewhere")
    func following() throws {
        let app = try RunningApp(Self.host())
        try app.see("› Row 1 ")
        app.press(.end)
        try app.see("› Row 1000000 ")
        app.type("\u{1B}b")
        try app.see("› Row 1000003 ", "1,000,003/1,000,003")
        app.press(.pageUp)
        try app.see(gone: "› Row 1000003 ")
        app.type("\u{1B}b")
        try app.see("/1,000,006", gone: "› Row 1000006 ")
        try app.quit()
    }

    @Test("find goes through the rows that are not shown, from the last match on and around the end")
    func find() throws {
        let app = try RunningApp(Self.host())
        try app.see("› Row 1 ")
        try app.find("Row 3456")
        // The rows that are not shown may have more of them, so that the others cannot be left out.
        try app.see("› Row 3456 ", "at least 1 match", gone: "Tab only", status: "/ Row 3456")
        app.press(.tab)
        try app.see("› Row 3456 ", "› Row 3457 ")
        app.press(.enter)
        app.type("n")
        try app.see("› Row 34560 ", gone: "› Row 3456 ")
        app.type("N")
        try app.see("› Row 3456 ", gone: "› Row 34560 ")
        try app.quit()
    }

    @Test("a key ends a search through a long list, which leaves the screen as it is")
    func stopped() throws {
        let app = try RunningApp(Self.host())
        try app.see("› Row 1 ")
        try app.find("nowhere")
        try app.see("looking for 'nowhere': ")
        app.press(.enter)
        try app.see("looking for 'nowhere': ", gone: "/ nowhere")
        app.press(.escape)
        try app.see("› Row 1 ", gone: "looking for", status: "↑↓")
        try app.quit()
    }

    @Test("a list that says of itself what cannot be, or gives other parts than are asked for, ends nothing")
    func liar() throws {
        let liar = Feature.source(
            "liar",
            """
            #define FEATURE_ID "liar"
            #define RENDER render
            #include "FeatureHelpers.h"
            static sy_status render(const sy_screen *, const sy_render *, const sy_view_sink *, const sy_error *);
            #include "PlainFeature.h"
            static sy_status render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink,
                                    const sy_error *error) {
                static const uint64_t counts[] = {UINT64_MAX, 1000000, 1000, 50};
                (void)screen, (void)how, (void)error;
                for (int index = 0; index < 4; index++) {
                    sy_node list = {.size = sizeof list, .kind = SY_NODE_LIST, .key = sy_string_from("same")};
                    list.element_count = counts[index], list.element_offset = counts[index] - 50;
                    sink->begin_node(sink, &list);
                    for (int row = 0; row < (index == 2 ? 0 : 50); row++) {
                        sy_node node = {.size = sizeof node, .kind = SY_NODE_TEXT, .text = sy_string_from("Row")};
                        sink->begin_node(sink, &node), sink->end_node(sink);
                    }
                    sink->end_node(sink);
                }
                return SY_OK;
            }
            """)
        let host = try Sandbox(.only([liar]), wiring: .text(#"{"root": "liar"}"#))
        let shown = try host.run("navigate").output
        #expect(shown.contains("(rows 999,951 to 1,000,000 of 1,000,000)\n(no rows of 1,000)\n"))
        #expect(try host.run("navigate", "press:Nothing").end == .exit(1))
        let app = try RunningApp(host)
        try app.see("Row")
        app.press(.end, .pageUp, .pageUp, .home, .pageDown)
        try app.see("Row")
        try app.quit()
    }

    // MARK: Lists of other kinds

    /// A host with a feature whose screen is written by C code, which may call `rows` for a list of so many rows.
    private static func host(_ name: String, render: String) throws -> Sandbox {
        let feature = Feature.source(
            name,
            """
            #define FEATURE_ID "\(name)"
            #define RENDER render
            #define PERFORM perform
            #define ACTIVATE activate
            #include "FeatureHelpers.h"
            #include <stdio.h>
            #include <stdlib.h>
            static sy_status render(const sy_screen *, const sy_render *, const sy_view_sink *, const sy_error *);
            static sy_status perform(const sy_screen *, const sy_event *, const sy_error *);
            static sy_status activate(const sy_library *, const sy_host *, const sy_context *, const sy_feature **,
                                      const sy_error *);
            #include "PlainFeature.h"
            static unsigned long long renders, pressed, added;
            static const sy_host *host;
            static void leaf(const sy_view_sink *sink, sy_node node) {
                node.size = sizeof node;
                if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
            }
            __attribute__((unused))
            static void rows(const sy_render *how, const sy_view_sink *sink, const char *name, uint64_t count,
                             sy_node_flags flags) {
                sy_node list = {.size = sizeof list, .kind = SY_NODE_LIST, .flags = flags};
                list.key = sy_string_from(name);
                uint64_t shown = sy_part(how, &list, count), first = list.element_offset;
                if (sink->begin_node(sink, &list) != SY_OK) return;
                for (uint64_t index = first; index < first + shown; index++) {
                    char text[40], key[24];
                    snprintf(text, sizeof text, "%s %llu", name, (unsigned long long)index + 1);
                    snprintf(key, sizeof key, "%llu", (unsigned long long)index + 1);
                    leaf(sink, (sy_node){.kind = SY_NODE_BUTTON, .action = index + 1, .text = sy_string_from(text),
                                         .badge = sy_string_from(index == 3999 ? "unread" : ""),
                                         .key = sy_string_from(key)});
                }
                sink->end_node(sink);
            }
            static sy_status render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink,
                                    const sy_error *error) {
                (void)screen, (void)error, (void)added;
                char text[40];
                renders++;
                snprintf(text, sizeof text, "Pressed %llu", pressed);
                leaf(sink, (sy_node){.kind = SY_NODE_BUTTON, .action = 1000000, .text = sy_string_from(text),
                                     .shortcut = sy_string_from("Meta+G")});
                \(render)
                return SY_OK;
            }
            static sy_status perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
                (void)screen, (void)error;
                if (event->action == 1000000) added += 500;
                else pressed = event->action;
                host->invalidate(host, 0);
                return SY_OK;
            }
            static sy_status activate(const sy_library *library, const sy_host *the_host, const sy_context *context,
                                      const sy_feature **feature, const sy_error *error) {
                host = the_host;
                return plain_activate(library, the_host, context, feature, error);
            }
            """)
        return try Sandbox(.only([feature]), wiring: .text(#"{"root": "\#(name)"}"#))
    }

    @Test("each row of a list is found that is a little longer than what is shown", arguments: [201, 1500, 2001])
    func little(count: Int) throws {
        let host = try Self.host("little", render: "rows(how, sink, \"Row\", \(count), 0);")
        #expect(try host.output("navigate", "press:Row \(count)").contains("[Pressed \(count)]\n"))
        let app = try RunningApp(host)
        try app.see("› Row 1 ")
        try app.find("Row \(count - 1)")
        try app.see("› Row \(count - 1) ")
        app.press(.enter, .home)
        try app.see("› Row 1 ", gone: "› Row \(count - 1) ")
        app.type("N")
        try app.see("› Row \(count - 1) ")
        try app.quit()
    }

    @Test("in a list that grows with each render, the window comes where the user wants it")
    func growing() throws {
        let host = try Self.host("growing", render: "rows(how, sink, \"Row\", 5000 + renders, 0);")
        let app = try RunningApp(host)
        try app.see("› Row 1 ")
        app.press(.pageDown, .pageDown)
        try app.go(to: "3000")
        try app.see("› Row 3000 ")
        try app.find("Row 4321")
        try app.see("› Row 4321 ")
        app.press(.enter, .home)
        try app.see("› Row 1 ")
        app.press(.end)
        try app.see("› Row 50", gone: "› Row 1 ")
        try app.quit()
    }

    @Test("what the user sees stays in its place when many rows come at the end of the list")
    func manyAtEnd() throws {
        let host = try Self.host("many", render: "rows(how, sink, \"Row\", 5000 + added, SY_NODE_FLAG_AT_END);")
        let app = try RunningApp(host)
        try app.see("› Row 5000 ")
        app.press(.pageUp, .pageUp)
        try app.see("› Row 4950 ", gone: "› Row 5000 ")
        // Without the scroll bar, which tells that the list has become longer.
        func rows() -> [String] { app.model.lines.filter { $0.contains("› Row ") }.map { String($0.prefix(20)) } }
        let before = rows()
        app.type("\u{1B}g")
        try app.see("/5,500")
        #expect(rows() == before)
        try app.quit()
    }

    @Test("what the feature reveals is scrolled to once, wherever it is, and the user goes on from there")
    func revealed() throws {
        let host = try Self.host(
            "revealed",
            render: """
                static uint64_t last;
                uint64_t goal = added * 2;
                sy_node list = {.size = sizeof list, .kind = SY_NODE_LIST, .key = sy_string_from("rows")};
                uint64_t shown = sy_part(how, &list, 5000);
                if (goal != last && shown < 5000) list.element_offset = goal - shown / 2;
                last = goal;
                sink->begin_node(sink, &list);
                for (uint64_t index = list.element_offset; index < list.element_offset + shown; index++) {
                    char text[40];
                    snprintf(text, sizeof text, "Row %llu", (unsigned long long)index + 1);
                    leaf(sink, (sy_node){.kind = SY_NODE_BUTTON, .action = index + 1, .text = sy_string_from(text),
                                         .reveal = index + 1 == goal ? added : 0});
                }
                sink->end_node(sink);
                """)
        let app = try RunningApp(host)
        try app.see("› Row 1 ")
        app.type("\u{1B}g")
        try app.see("› Row 1000 ", gone: "› Row 1 ")
        app.press(.pageDown, .pageDown)
        try app.see("› Row 1040 ", gone: "› Row 1000 ")
        app.press(.enter)
        try app.see("› Row 1040 ", gone: "› Row 1000 ")
        app.type("\u{1B}g")
        try app.see("› Row 2000 ", gone: "› Row 1040 ")
        app.press(.home)
        try app.see("› Row 1 ")
        try app.quit()
    }

    @Test("with two long lists, find and press reach the rows of both")
    func two() throws {
        let host = try Self.host(
            "two",
            render: """
                rows(how, sink, "Alpha", 5000, 0);
                leaf(sink, (sy_node){.kind = SY_NODE_TEXT, .text = sy_string_from("Between")});
                rows(how, sink, "Beta", 5000, 0);
                """)
        #expect(try host.output("navigate", "press:Beta 4321").contains("[Pressed 4321]\n"))
        let app = try RunningApp(host)
        try app.see("› Alpha 1 ")
        app.press(.down)
        func find(_ text: String, see found: String, gone: String? = nil) throws {
            try app.find(text)
            // The prompt itself has the text before it is found.
            try app.see(found, gone: gone, status: "/ \(text)")
            app.press(.enter)
        }
        try find("Alpha 3456", see: "› Alpha 3456 ")
        try find("Beta 4321", see: "› Beta 4321 ")
        try find("Between", see: "Between", gone: "› Beta 4321 ")
        try find("unread", see: "› Beta 4000 (unread)")
        try app.quit()
    }

    @Test("a label in full comes before the beginning of one, and what several rows have is told")
    func labels() throws {
        let host = try Self.host("labels", render: "rows(how, sink, \"Row\", 20000, 0);")
        #expect(try host.output("navigate", "rows:19900", "press:Row 2000").contains("[Pressed 2000]\n"))
        #expect(try host.output("navigate", "press:Row 1999").contains("[Pressed 1999]\n"))
        let several = try host.run("navigate", "press:Row 1990")
        #expect(several.output.contains("[Pressed 1990]\n"))
        let beginning = try host.run("navigate", "rows:19000", "press:ROW 1999")
        #expect(beginning.output.contains("[Pressed 1999]\n"))
        let alike = try Self.host(
            "alike",
            render: """
                sy_node list = {.size = sizeof list, .kind = SY_NODE_LIST, .key = sy_string_from("rows")};
                uint64_t shown = sy_part(how, &list, 5000), first = list.element_offset;
                sink->begin_node(sink, &list);
                for (uint64_t index = first; index < first + shown; index++)
                    leaf(sink, (sy_node){.kind = SY_NODE_BUTTON, .action = index + 1,
                                         .text = sy_string_from(index < 3000 ? "Other" : "Same")});
                sink->end_node(sink);
                """
        ).run("navigate", "press:Same")
        #expect(alike.end == .exit(1))
        #expect(alike.diagnostics.contains("'Same' is there "), "\(alike.diagnostics)")
    }

    @Test("the reason is told if the feature fails while it is searched")
    func failing() throws {
        let host = try Self.host(
            "failing",
            render: """
                for (size_t part = 0; part < how->part_count; part++)
                    if (how->parts[part].offset >= 4000) return sy_fail(error, SY_ERROR_OTHER, "no more rows today");
                rows(how, sink, "Row", 20000, 0);
                """)
        let outcome = try host.run("navigate", "press:Row 15000")
        #expect(outcome.end == .exit(1))
        #expect(outcome.diagnostics.contains("no more rows today"), "\(outcome.diagnostics)")
        let app = try RunningApp(host)
        try app.see("› Row 1 ")
        try app.find("Row 15000")
        try app.see("no more rows today")
        app.press(.escape)
        try app.see(status: "↑↓")
        try app.quit()
    }

    // MARK: Line mode and serve

    @Test("line mode shows other rows by a step, and presses one that is not shown")
    func lines() throws {
        let host = try Self.host()
        try File.write("rows:5000:2\npress:Row 12345\nquit\n", to: "\(host.work)/input")
        let outcome = try host.run(["run", "--plain"], input: "\(host.work)/input")
        #expect(outcome.output.contains("(rows 5,000 to 5,001 of 1,000,000)\n"))
        #expect(outcome.output.contains("Pressed 12345\n"))
    }

    @Test("serve shows another part of a list by the method rows, and refuses a part of no list")
    func serve() throws {
        let host = try Self.host()
        let requests = [
            #""initialize", "params": {"protocolVersion": 1}"#, #""rows", "params": {"offset": 5000, "count": 2}"#,
            #""rows", "params": {"offset": 999999999, "key": "rows"}"#,
            #""rows", "params": {"offset": 0, "key": "columns"}"#, #""rows", "params": {"offset": 0, "count": 0}"#,
            #""rows", "params": {"offset": -1}"#,
        ].enumerated().map { #"{"jsonrpc": "2.0", "id": \#($0), "method": \#($1)}"# }
        let input = requests.map { String(decoding: HeaderFrames.frame(Array($0.utf8)), as: UTF8.self) }.joined()
        try File.write(input, to: "\(host.work)/input")
        let outcome = try host.run(["serve", "--session", ""], input: "\(host.work)/input")
        var frames = HeaderFrames(limit: 1 << 26)
        frames.append(Array(outcome.output.utf8))
        var (offsets, errors): ([JSON?], [JSON?]) = ([], [])
        while case .message(let bytes)? = try frames.next() {
            let message = try JSON.parse(bytes)
            if message["method"] == "screen" {
                offsets.append(message["params"]?["screen"]?["nodes"]?[3]?["elementOffset"])
            } else if let error = message["error"] {
                errors.append(error["code"])
            }
        }
        #expect(offsets == [0, 5000, 999_800])
        #expect(errors == [-32003, -32602, -32602])
    }
}

extension UInt64 {
    /// The digits in groups of three.
    fileprivate var formatted: String {
        var digits = String(self)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits = String(digits.dropLast(3))
        }
        return ([digits] + groups).joined(separator: ",")
    }
}

extension RunningApp {
    /// Looks for a text by `/`.
    fileprivate func find(_ text: String) throws {
        type("/")
        try see(status: "/")
        type(text)
    }
}
