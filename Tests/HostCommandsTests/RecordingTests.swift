import FeatureContract
import Glibc
import HostSystem
import HostTools
import JSONText
import TestSupport
import Testing

@testable import HostCore
@testable import ProgramTestSupport

@Suite("--record and replay", .blocking, .inlineAndInWorkers)
struct RecordingTests {
    /// Steps through features that do all that the ABI has.
    struct Run: CustomTestStringConvertible, Sendable {
        let features: [Feature]
        var wiring = Sandbox.Wiring.none
        let steps: [String]

        var testDescription: String { steps.joined(separator: " ") }

        static let shipped = Run(
            features: [.home, .character], wiring: .shipped,
            steps: [
                "press:Characters", "challenge://character/detail?id=42", "back", "type:Filter=don", "force:back",
                "sheet:character/detail?identifier=7", "dismiss", "press:Featured character", "root",
            ])
        static let all = [
            shipped,
            Run(
                features: [.notes],
                steps: ["notes", "type:New note=Milk", "press:Add", "press:Milk", "press:Delete", "back"]),
            Run(
                features: [.fixture("Controls")],
                steps: [
                    "controls", "type:Name=Ann", "press:On", "press:Size=S", "press:Ask", "press:Yes", "press:Again",
                ]),
            Run(features: [.fixture("Changes")], steps: ["changes", "press:Change", "press:Change", "press:Change"]),
            Run(features: [.fixture("RenderFails")], steps: ["render-fails"]),
            Run(features: [.fixture("Sheets")], steps: ["sheets"]),
            Run(features: [.fixture("Plain")], steps: ["plain", "nobody/nowhere"]),
            Run(features: [.fixture("AsksLater")], steps: ["asks-later", "press:Later"]),
        ]

        /// Takes the first steps, and gives what is printed; the last of them may fail.
        func navigate(_ host: Sandbox, first count: Int? = nil, _ more: String...) throws -> String {
            try host.run(["navigate"] + steps.prefix(count ?? steps.count) + more).output
        }

        func sandbox() throws -> Sandbox { try Sandbox(.only(features), wiring: wiring) }
    }

    @Test("a recorded run is shown again byte for byte after each step, without any library", arguments: Run.all)
    func replayed(_ run: Run) throws {
        let host = try run.sandbox()
        let shown = try run.navigate(host, "--record", "run", "--wait", "1s")
        let parts = try (0..<run.steps.count).map { try run.navigate(host, first: $0, "--wait", "1s") }
        for feature in run.features { try #require(unlink(host.path(feature)) == 0) }
        // Most steps wait for no screen, so that only some of the parts were shown.
        #expect(try host.output("replay", "run") == shown)
        let steps = try #require(host.json("replay", "run", "--step")["steps"]?.array)
        #expect(steps.map { $0["step"]?.integer } == (0...Int64(steps.count - 1)).map { $0 })
        for (number, part) in parts.enumerated() where steps.count == run.steps.count + 1 {
            // These wait until the screen is seen, and not until it has loaded.
            let next = steps.indices.contains(number + 1) ? steps[number + 1]["text"]?.string : nil
            guard steps[number]["shown"] != nil, next != "back", next != "dismiss" else { continue }
            #expect(try host.output("replay", "run", "--to", "\(number)") == part, "step \(number)")
        }
    }

    @Test("the steps of a recording are those of the user, with the time and the screen of each")
    func steps() throws {
        let host = try Run.shipped.sandbox()
        _ = try Run.shipped.navigate(host, "--record", "run", "--state")
        let steps = try #require(host.json("replay", "run", "--step")["steps"]?.array)
        #expect(steps.map { $0["text"]?.string } == ["start"] + Run.shipped.steps)
        let times = steps.compactMap { $0["microseconds"]?.integer }
        #expect(times.count == steps.count && times == times.sorted())
        let shown = try host.output("replay", "run", "--step", "--from", "2", "--to", "2")
        #expect(shown.hasPrefix("== 2  challenge://character/detail?id=42  ("))
        #expect(shown.contains("\nhome > character/list > character/detail?identifier=42\n"))
        #expect(shown.contains("Elizabeth Bennet"))
    }

    @Test("the session, a reload and the end of a worker are replayed")
    func reloaded() throws {
        let host = try Sandbox(.only([.home, .character]), wiring: .shipped)
        _ = try host.output("navigate", "press:Characters", "--save", "session")
        let shown = try host.output(
            "navigate", "--restore", "session", "press:Don Quixote", "reload", "back", "--record", "run")
        for feature in [Feature.home, .character] { try #require(unlink(host.path(feature)) == 0) }
        #expect(try host.output("replay", "run") == shown)

        let crashing = try Sandbox(.only([.fixture("Plain"), .fixture("BreaksOnDemand")]))
        let broken = try crashing.run(
            "navigate", "--isolation", "process", "breaks", "press:Crash", "--record", "run")
        #expect(try crashing.run("replay", "run").output == broken.output)
    }

    @Test("what run --plain shows is recorded too")
    func run() throws {
        let host = try Run.shipped.sandbox()
        try File.write("1\nback\nchallenge://character/detail?id=42\nquit\n", to: "\(host.work)/lines")
        let run = try host.run(["run", "--plain", "--fresh", "--record", "run"], input: "\(host.work)/lines")
        #expect(run.end == .exit(0), "\(run.diagnostics)")
        for feature in [Feature.home, .character] { try #require(unlink(host.path(feature)) == 0) }
        let steps = try #require(host.json("replay", "run", "--step")["steps"]?.array)
        #expect(
            steps.map { $0["text"]?.string }
                == ["start", "press:Characters", "back", "challenge://character/detail?id=42"])
        #expect(
            try host.output("replay", "run").hasPrefix("home > character/list > character/detail?identifier=42\n"))
    }

    @Test("at a terminal --step waits for Enter before each step, and q or the end of input ends it")
    func stepsAtTerminal() throws {
        let host = try Run.shipped.sandbox()
        _ = try Run.shipped.navigate(host, first: 3, "--state", "--record", "run")
        for end in ["q\r", "\u{4}"] {
            let terminal = try PseudoTerminal(columns: 100, rows: 300)
            try terminal.start(
                Products.switchyard, ["replay", "\(host.work)/run", "--step"], environment: host.environment)
            try terminal.wait(for: "the prompt") { $0.contains("-- Enter: step 1, press:Characters; q: end --") }
            #expect(terminal.model.contains("== 0  start") && !terminal.model.contains("== 1"))
            terminal.send("\r")
            try terminal.wait(for: "the next prompt") { $0.contains("-- Enter: step 2, ") }
            #expect(terminal.model.contains("== 1  press:Characters") && !terminal.model.contains("== 2"))
            terminal.send(end)
            #expect(try terminal.waitForEnd() == .exit(0))
            #expect(!terminal.model.contains("== 2"))
        }
        let whole = try PseudoTerminal(columns: 100, rows: 300)
        try whole.start(
            Products.switchyard, ["replay", "\(host.work)/run", "--step", "--from", "3"],
            environment: host.environment)
        #expect(try whole.waitForEnd() == .exit(0))
        #expect(whole.model.contains("== 3  back") && !whole.model.contains("-- Enter"))
    }

    @Test("a library that is replaced while the app runs is in the recording, with its settings")
    func replaced() throws {
        func wiring(_ word: String) -> String {
            #"{"root": "plain", "features": {"plain": {"settings": {"word": "\#(word)"}}}}"#
        }
        let plain = Feature.fixture("Plain")
        let host = try Sandbox(.only([plain]), wiring: .text(wiring("one")))
        let record = "\(host.work)/run"
        let app = try RunningApp(host, "--fresh", "--record", record)
        try app.see("This is plain 1.0.0.")
        try host.install(.fixture("PlainTwo", as: plain.name))
        try app.see("This is plain 2.0.0.", status: "✓ 'plain' is version 2.0.0 now")
        try File.write(wiring("two"), to: host.wiring)
        try app.see(status: "✓ the wiring has changed")
        try app.quit()
        try #require(unlink(host.path(plain)) == 0)

        let steps = try #require(host.json("replay", "run", "--step")["steps"]?.array)
        #expect(steps.compactMap { $0["text"]?.string } == ["start", "reload", "reload"])
        let shown = steps.map { $0["shown"]?["screen"]?["nodes"]?[0]?["text"]?.string }
        #expect(shown == ["This is plain 1.0.0.", "This is plain 2.0.0.", "This is plain 2.0.0."])
        #expect(try host.output("replay", "run").contains("This is plain 2.0.0."))
        let settings = try Recording.read(record).events.compactMap { entry -> String? in
            guard case .call(.activate(let context), _) = entry.event else { return nil }
            return context.settings
        }
        #expect(settings == ["one", "one", "two"].map { #"{"word":"\#($0)"}"# })

        let second = try Fixtures.library("PlainTwo")
        let differs = try host.run("replay", "run", "--with", second)
        #expect(differs.end == .exit(1) && differs.output.hasPrefix("step 0 (start): 'plain' answers otherwise"))
        let same = try host.run("replay", "run", "--with", second, "--from", "1")
        #expect(same.end == .exit(0), "\(same.output)")
        // The first one is still ended in the step of the reload.
        #expect(same.output.hasSuffix(" calls in 3 activations compared.\n"), "\(same.output)")
        let first = try host.run("replay", "run", "--with", Fixtures.library("Plain"))
        #expect(first.end == .exit(1) && first.output.hasPrefix("step 1 (reload): 'plain' answers otherwise"))
    }

    // MARK: Cut and damaged files

    private static func recording() throws -> [UInt8] {
        let host = try Run.shipped.sandbox()
        _ = try Run.shipped.navigate(host, "--record", "run", "--state")
        return try File.read("\(host.work)/run")
    }

    /// The texts that a recording shows, in order, and how its replay ends.
    @MainActor
    private static func replay(_ bytes: [UInt8]) -> (texts: [String], end: Replay.End)? {
        var texts: [String] = []
        guard let recording = try? Recording(reading: bytes), let replay = try? Replay(recording) else { return nil }
        let end = replay.run { step in if let shown = step.shown { texts.append(shown.text) } }
        return (texts, end)
    }

    @Test("a recording that is cut at any of 200 places is replayed up to there")
    @MainActor
    func cut() throws {
        let bytes = try Self.recording()
        let whole = try #require(Self.replay(bytes))
        #expect(whole.end == .whole && whole.texts.count == Run.shipped.steps.count + 1)
        var lengths: Set<Int> = []
        for place in 0..<200 {
            let cut = Array(bytes.prefix(bytes.count * place / 200))
            guard let replayed = Self.replay(cut) else { continue }
            #expect(replayed.end == .unfinished, "cut at \(cut.count)")
            // The last step may have been cut while its screen was loading.
            let before = replayed.texts.dropLast()
            #expect(before == whole.texts.prefix(before.count), "cut at \(cut.count)")
            lengths.insert(replayed.texts.count)
        }
        #expect(lengths.count > Run.shipped.steps.count / 2)
    }

    @Test("a recording with any changed bytes is replayed as far as it makes sense, and never crashes the host")
    @MainActor
    func damaged() throws {
        let bytes = try Self.recording()
        let host = try Sandbox()
        let options = try HostOptions(
            environment: HostEnvironment(host.environment), executable: nil, worker: Products.switchyard)
        let file = try FeatureFile.declared(in: Products.path(Feature.character.name), options)
        var generator = SeededGenerator(seed: 20)
        var ends: [String: Int] = [:]
        for _ in 0..<400 {
            var damaged = bytes
            // A record that is changed and has the right checksum gets behind the first check.
            var places: [Range<Int>] = []
            var offset = Recording.header.utf8.count
            while let payload = ChecksummedRecord.payload(in: bytes, at: offset, limit: bytes.count) {
                places.append(payload)
                offset = payload.upperBound
            }
            let place = try #require(places.dropFirst().randomElement(using: &generator))
            var payload = Array(bytes[place])
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                payload[Int.random(in: 0..<payload.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            let start = place.lowerBound - ChecksummedRecord.headerSize
            damaged.replaceSubrange(start..<place.upperBound, with: ChecksummedRecord.bytes(of: payload))
            switch Self.replay(damaged)?.end {
            case nil: ends["refused", default: 0] += 1
            case .whole: ends["whole", default: 0] += 1
            case .unfinished: ends["unfinished", default: 0] += 1
            case .differs: ends["differs", default: 0] += 1
            }
            // What the calls of one feature are is found out of any events.
            if let recording = try? Recording(reading: damaged) { _ = LibraryReplay(of: file, recording, options) }
        }
        // How many there are depends on how many of the records are waits, which a busy machine makes more of.
        #expect(ends["differs", default: 0] > 10 && ends["unfinished", default: 0] > 10, "\(ends)")
    }

    @Test("a cut recording is replayed with a warning, and what is no recording is refused")
    func messages() throws {
        let host = try Sandbox()
        let bytes = try Self.recording()
        for (name, content) in [
            ("cut", Array(bytes.prefix(bytes.count * 2 / 3))), ("empty", []), ("text", Array("hello\n".utf8)),
            ("next", Array("switchyard recording \(Recording.format + 1)\n".utf8)),
            ("bare", Array(Recording.header.utf8)),
        ] {
            try File.write(content, to: "\(host.work)/\(name)")
        }
        let cut = try host.run("replay", "cut")
        #expect(cut.end == .exit(0) && cut.output.contains("\nchallenge://character/"))
        #expect(cut.messages.count == 2)
        #expect(cut.messages.first?.hasPrefix("warning: the recording 'cut' is cut off or damaged: of its ") == true)
        #expect(cut.messages.last?.hasSuffix(", before the end of its run") == true)
        for (name, code, message) in [
            (
                "text", 65,
                "'text' is no recording: expected a file that 'run --record' or 'navigate --record' has written"
            ),
            (
                "empty", 65,
                "'empty' is no recording: expected a file that 'run --record' or 'navigate --record' has written"
            ),
            (
                "next", 65,
                "the recording 'next' is of the format '\(Recording.format + 1)', and this host reads the format "
                    + "\(Recording.format); replay it with the version of the host that made it"
            ),
            (
                "bare", 65,
                "the recording 'bare' has no whole event: it was cut off or damaged at its beginning; record the run again"
            ), ("none", 66, "the recording 'none' cannot be read: No such file or directory"),
        ] {
            let refused = try host.run("replay", name)
            #expect(refused.end == .exit(Int32(code)) && refused.output == "")
            #expect(refused.messages == [message])
        }
        let unwritten = try host.run("navigate", "home", "--record", "none/run")
        #expect(unwritten.end == .exit(73) && unwritten.output == "")
        #expect(
            unwritten.messages == ["'none/run' cannot be written: there is no directory 'none'; make it first"])
    }

    @Test("a file that is no recording is not replaced by one, and an earlier recording is")
    func otherContent() throws {
        let host = try Sandbox()
        let path = "\(host.work)/file"
        for content in ["{}", "switchyard", Recording.header, ""] {
            try File.write(content, to: path)
            let outcome = try host.run("navigate", "home", "--record", "file")
            if content == "{}" {
                #expect(outcome.end == .exit(73) && outcome.output == "")
                #expect(
                    outcome.messages
                        == ["'file' has other content, and stays as it is; name another file, or remove it"])
                #expect(try File.read(path) == Array(content.utf8))
            } else {
                #expect(outcome.end == .exit(0))
                #expect(try host.run("replay", "file").output == outcome.output)
            }
        }
    }

    @Test("a host that is killed leaves a recording of what was shown")
    func killed() throws {
        let host = try Sandbox(.only([.home, .fixture("LoadsForever")]))
        let killed = try host.run(
            ["navigate", "home", "loads-forever", "press:Nobody", "--state", "--wait", "600s", "--record", "run"],
            killedOnceThereIs: "run", killedOnceItHas: "home > loads-forever")
        #expect(killed.end == .signal(SIGKILL))
        let replayed = try host.run("replay", "run")
        #expect(replayed.end == .exit(0), "\(replayed.diagnostics)")
        #expect(replayed.messages.count == 1 && replayed.diagnostics.contains("before the end of its run"))
        #expect(replayed.output.contains("home"))
    }

    // MARK: Secrets

    /// A feature with a secure field that shows, saves and passes on what is typed, and the variable that it may see.
    private static let secretive = Feature.source(
        "Secretive",
        #"""
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #define FEATURE_ID "secretive"
        #define MEMBERS ",\"permissions\":[{\"env\":[\"TOKEN\"],\"reason\":\"to sign in\"}]"
        #define INCOMING "{\"name\":\"screen\",\"arguments\":[{\"name\":\"key\",\"type\":\"string\"}]}"
        #define RENDER secretive_render
        #define PERFORM secretive_perform
        #define SAVE secretive_save
        #define RESTORE secretive_restore
        #define ACTIVATE secretive_activate
        #include "FeatureHelpers.h"
        static char typed[100];
        static const sy_host *host;
        static void node(const sy_view_sink *sink, sy_node_kind kind, const char *text, const char *value, int flags) {
            sy_node node = {.size = sizeof node, .kind = kind, .text = sy_string_from(text), .flags = flags};
            if (value) {
                node.value = (sy_value){.kind = SY_VALUE_STRING, .text = sy_string_from(value)};
                node.action = 1;
            }
            if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
        }
        static sy_status secretive_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
            (void)how, (void)screen, (void)error;
            const char *token = getenv("TOKEN");
            char text[400];
            snprintf(text, sizeof text, "Signed in as %s by %s.", typed, token ? token : "nobody");
            node(sink, SY_NODE_TEXT_FIELD, "Password", typed, SY_NODE_FLAG_SECURE);
            node(sink, SY_NODE_TEXT, text, NULL, 0);
            return SY_OK;
        }
        static sy_status secretive_perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
            (void)screen, (void)error;
            snprintf(typed, sizeof typed, "%.*s", (int)event->value->text.count, event->value->text.data);
            host->log(host, SY_LOG_INFO, sy_string_from(typed));
            host->invalidate(host, 0);
            return SY_OK;
        }
        static sy_status secretive_save(const sy_screen *screen, const sy_state_sink *sink, const sy_error *error) {
            (void)screen, (void)error;
            char text[400];
            const char *token = getenv("TOKEN");
            const int count = snprintf(text, sizeof text, "%s %s", typed, token ? token : "nobody");
            const sy_state state = {.size = sizeof state, .state_version = 1, .bytes = {.data = text, .count = count}};
            return sink->state(sink, &state);
        }
        static sy_status secretive_restore(const sy_screen *screen, const sy_state *state, const sy_error *error) {
            (void)screen, (void)error;
            snprintf(typed, sizeof typed, "%.*s", (int)state->bytes.count, (const char *)state->bytes.data);
            return SY_OK;
        }
        static sy_status secretive_activate(const sy_library *, const sy_host *, const sy_context *,
                                            const sy_feature **, const sy_error *);
        #include "PlainFeature.h"
        static sy_status secretive_activate(const sy_library *library, const sy_host *given, const sy_context *context,
                                            const sy_feature **feature, const sy_error *error) {
            host = given;
            return plain_activate(library, given, context, feature, error);
        }
        """#)

    @Test("neither the text of a secure field nor a variable that a feature sees is in a recording")
    func secrets() throws {
        let wiring = #"{"features": {"secretive": {"allow": {"env": ["TOKEN"]}}}}"#
        let host = try Sandbox(.only([Self.secretive]), wiring: .text(wiring))
        let (token, password) = ("tok en/0123456789", "pass wörd?7")
        host.set("TOKEN", token)
        let shown = try host.run(
            "navigate", "secretive", "type:Password=\(password)", "secretive/screen?key=pass%20w%C3%B6rd%3F7",
            "type:Password=abc", "--state", "--record", "run", "--save", "session")
        #expect(shown.end == .exit(0), "\(shown.diagnostics)")
        #expect(shown.output.contains("Signed in as abc by \(token)."))
        _ = try host.output("navigate", "--restore", "session", "--record", "again")
        let saved = Array(Base64.text(of: Array("abc \(token)".utf8)).utf8.prefix(20))
        // A host that never saw the password typed cannot know it in the session.
        for (name, secrets) in [("run", [password, "pass%20w"]), ("again", [])] {
            let bytes = try File.read("\(host.work)/\(name)")
            for secret in secrets + [token, "tok%20en", String(decoding: saved, as: UTF8.self)] {
                let isIn = Self.contains(bytes, Array(secret.utf8))
                #expect(!isIn, "'\(secret)' is in \(name)")
            }
        }
        let replayed = try host.run("replay", "run", "--step")
        #expect(replayed.end == .exit(0), "\(replayed.diagnostics)")
        #expect(replayed.output.contains("type:Password=***********  ("))
        #expect(replayed.output.contains("Signed in as *********** by *****************."))
        // Too short to be looked for elsewhere, but it is not in the field.
        #expect(replayed.output.contains("type:Password=***  ("))
        #expect(try host.run("replay", "again").end == .exit(0))

        // The library gets '*' for what was typed, and another variable of the environment fits too.
        host.set("TOKEN", "another token")
        let library = host.path(Self.secretive)
        let tried = try host.run("replay", "run", "--with", library, "--to", "3")
        #expect(tried.end == .exit(0), "\(tried.output)")
        #expect(tried.output.contains(" were made with '*' in the place of a secret.\n"), "\(tried.output)")
        // What is too short to be replaced elsewhere is shown otherwise.
        let whole = try host.run("replay", "run", "--with", library)
        #expect(whole.end == .exit(1) && whole.output.hasPrefix("step 4 (type:Password=***): "))
        #expect(whole.output.hasSuffix(" were made with '*' in the place of a secret, which may be the reason.\n"))
        #expect(try host.json("replay", "run", "--with", library)["secretCalls"]?.array?.count ?? 0 >= 2)
    }

    private static func contains(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
        (0...max(0, bytes.count - wanted.count)).contains { bytes[$0...].starts(with: wanted) }
    }
}
