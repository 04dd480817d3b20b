import Glibc
import JSONText
import TestSupport
import Testing

@testable import HostCore
@testable import ProgramTestSupport

/// Files that the user picks for a feature: `switchyard.files/1`.
@Suite("Files that the user picks", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct FilesTests {
    /// The fixture with an id of its own.
    private static func feature(_ id: String = "picks", _ more: String = "") -> Feature {
        .source(id, "#define FEATURE_ID \"\(id)\"\n\(more)\n#include \"Picks/picks.c\"\n")
    }

    private let host: Sandbox
    private let home: String

    init() throws {
        host = try Sandbox(
            .only([Self.feature(), .fixture("Plain")]), wiring: .text(#"{"root": "plain"}"#))
        home = try host.directory.makeDirectory("home")
        try File.write("hello", to: "\(home)/notes.txt")
        try File.write("other", to: "\(home)/other.txt")
    }

    private func text(_ name: String) -> String? {
        (try? File.read("\(home)/\(name)")).map { String(decoding: $0, as: UTF8.self) }
    }

    // MARK: Full screen

    private func app(columns: Int = 100) throws -> RunningApp {
        let app = try RunningApp(host, "picks/screen", "--session", "", columns: columns)
        try app.see("asked 0", focus: "[ Open ]")
        return app
    }

    private func press(_ button: String, in app: RunningApp) throws {
        try app.click("[ \(button) ]")
    }

    @Test("the prompt says who asks and what for, and the file whose path is typed is handed over at its beginning")
    func reading() throws {
        let app = try app()
        app.press(.enter)
        try app.see("'Picker' (picks) asks for a file to read", "Import notes", status: "Path:")
        app.type("~/not\t")
        try app.see(status: "Path: ~/notes.txt")
        app.press(.enter)
        try app.see("picked 1", "notes.txt read: hello", gone: "asks for a file", status: "? help")
        try app.expectDrawnWhole()
        try app.quit()
        #expect(text("notes.txt") == "hello")
    }

    @Test("in a window of web the path is typed into a question, which stays until it is a file or is cancelled")
    func web() throws {
        let app = try WebApp(host, "picks/screen")
        let window = try app.window()
        var last = 0
        func perform(_ label: String, _ value: String? = nil, see text: String) throws {
            last += 1
            let params: JSON =
                value.map { ["label": .string(label), "value": .string($0)] } ?? ["label": .string(label)]
            window.send(["jsonrpc": "2.0", "id": .integer(Int64(last)), "method": "perform", "params": params])
            _ = try window.receive { $0.text().contains(text) }
        }
        _ = try window.receive { $0.text().contains("asked 0") }
        try perform("Open", see: "'Picker' (picks) asks for a file to read")
        try perform("Path", "~/nothing", see: "~/nothing")
        try perform("OK", see: "No such file")
        try perform("Path", "~/notes.txt", see: "~/notes.txt")
        try perform("OK", see: "notes.txt read: hello")
        try perform("Open", see: "asks for a file to read")
        try perform("Cancel", see: "cancelled 1")
        try perform("Save", see: "asks where to save a file")
        try perform("Path", "~/other.txt", see: "~/other.txt")
        try perform("OK", see: "again")
        #expect(text("other.txt") == "other")
        try perform("OK", see: "picked 2")
        #expect(try app.end(by: SIGTERM).end == .signal(SIGTERM))
    }

    @Test("what is no file to read is refused in the prompt, which stays until a file is picked")
    func wrongPaths() throws {
        try #require(mkfifo("\(home)/pipe", 0o600) == 0 && symlink("nowhere", "\(home)/dangling") == 0)
        let app = try app()
        app.press(.enter)
        try app.see(status: "Path:")
        for (path, reason) in [
            ("~/missing", "! '~/missing' cannot be opened: No such file or directory"),
            ("~", "! '~' is a directory; expected a file"), ("~/pipe", "! '~/pipe' is a named pipe; expected a file"),
            ("/dev/null", "! '/dev/null' is a device; expected a file"),
            ("/proc/self/mem", "! '/proc/self/mem' is a view of the system; expected a file"),
            ("~/dangling", "! '~/dangling' is a symbolic link that leads to no file"),
            ("~/notes.txt/", "! '~/notes.txt/' cannot be opened: Not a directory"),
        ] {
            app.type(path)
            app.press(.enter)
            try app.see(reason, status: "Path: \(path)")
            app.type("\u{15}")
        }
        app.type("~/other.txt\r")
        try app.see("asked 1, refused 0, picked 1, cancelled 0, failed 0", "other.txt read: other")
        try app.quit()
    }

    @Test("Tab completes what the names have in common, shows them, and leaves out hidden ones")
    func completion() throws {
        _ = try host.directory.makeDirectory("home/nodes")
        try File.write("", to: "\(home)/.notes")
        let app = try app()
        app.press(.enter)
        try app.see(status: "Path:")
        app.type("~\tn\t")
        try app.see("nodes", "notes.txt", gone: ".notes", status: "Path: ~/no")
        app.type("d\t")
        try app.see(gone: "notes.txt", status: "Path: ~/nodes/")
        app.type("\u{15}~/.n\t")
        try app.see(status: "Path: ~/.notes")
        try app.quit(cancelling: true)
    }

    @Test("a file is saved under the name that is suggested or another one, with the mode that the user's files have")
    func saving() throws {
        let app = try app()
        try press("Save", in: app)
        try app.see("'Picker' (picks) asks where to save a file", status: "Path: notes.txt")
        app.type("\u{1}~/new-")
        try app.see(status: "Path: ~/new-notes.txt")
        app.press(.enter)
        try app.see("picked 1", "new-notes.txt written, it had 0")
        try app.quit()
        #expect(text("new-notes.txt") == "saved")
        close(open("\(home)/usual", O_CREAT | O_WRONLY | O_CLOEXEC, 0o666))
        var (saved, usual) = (stat(), stat())
        try #require(stat("\(home)/new-notes.txt", &saved) == 0 && stat("\(home)/usual", &usual) == 0)
        #expect(saved.st_mode == usual.st_mode)
    }

    @Test("a file that exists is replaced only after a second Enter, and untouched before")
    func replacing() throws {
        let app = try app()
        try press("Save", in: app)
        try app.see(status: "Path: notes.txt")
        app.type("\u{15}~/notes.txt\r")
        try app.see("! '~/notes.txt' exists; enter it again to replace it", status: "Path: ~/notes.txt")
        #expect(text("notes.txt") == "hello")
        // The answer is for the file that the question was about.
        app.type("\u{15}~/other.txt\r")
        try app.see("! '~/other.txt' exists; enter it again to replace it")
        app.press(.enter)
        try app.see("picked 1", "other.txt written, it had 0")
        try app.quit()
        #expect(text("notes.txt") == "hello" && text("other.txt") == "saved")
    }

    @Test("the host asks again before it replaces a file, if it has refused another path since it asked")
    func askedAnew() throws {
        let app = try app()
        try press("Save", in: app)
        try app.see(status: "Path: notes.txt")
        app.type("\u{15}~/notes.txt\r")
        try app.see("! '~/notes.txt' exists; enter it again to replace it")
        app.type("\u{15}~/nowhere/file\r")
        try app.see(gone: "enter it again")
        app.type("\u{15}~/notes.txt\r")
        try app.see("! '~/notes.txt' exists; enter it again to replace it", status: "Path: ~/notes.txt")
        #expect(text("notes.txt") == "hello")
        try app.quit(cancelling: true)
        #expect(text("notes.txt") == "hello")
    }

    @Test("what cannot be saved to is refused with what to do, and nothing is made")
    func savingNowhere() throws {
        try #require(symlink("nowhere", "\(home)/dangling") == 0)
        let app = try app()
        try press("Save", in: app)
        try app.see(status: "Path: notes.txt")
        for (path, reason) in [
            ("~", "! '~' is a directory; add a name for the file"),
            ("~/none/file", "! the directory '~/none' does not exist"),
            ("~/none/", "! the directory '~/none/' does not exist"),
            ("/dev/full", "! '/dev/full' is a device; expected a file"),
            ("~/dangling", "! '~/dangling' is a symbolic link that leads to no file"),
        ] {
            app.type("\u{15}\(path)\r")
            try app.see(reason)
        }
        app.press(.escape)
        try app.see("asked 1, refused 0, picked 0, cancelled 1, failed 0")
        try app.quit()
        #expect(try File.names(in: home).filter { $0.contains("none") || $0 == "nowhere" } == [])
    }

    @Test(
        "a symbolic link is opened only after the user has seen where it leads, and asked about again when it changes")
    func links() throws {
        let link = "\(home)/link"
        try #require(symlink("notes.txt", link) == 0)
        let app = try app(columns: 200)
        app.press(.enter)
        try app.see(status: "Path:")
        app.type("~/link\r")
        try app.see("'~/link' leads to '\(home)/notes.txt'; enter it again to open that")
        try #require(unlink(link) == 0 && symlink("other.txt", link) == 0)
        app.press(.enter)
        try app.see("'~/link' leads to '\(home)/other.txt'; enter it again to open that")
        app.press(.enter)
        try app.see("other.txt read: other")
        try press("Save", in: app)
        try app.see(status: "Path: notes.txt")
        app.type("\u{15}~/link\r")
        try app.see("'~/link' leads to '\(home)/other.txt', which exists; enter it again to replace that")
        #expect(text("other.txt") == "other")
        app.press(.enter)
        try app.see("other.txt written, it had 0")
        try app.quit()
        #expect(text("other.txt") == "saved" && text("notes.txt") == "hello")
    }

    @Test("Esc and an empty path pick no file, and the feature learns that the user has cancelled")
    func cancelling() throws {
        let app = try app()
        app.press(.enter)
        try app.see(status: "Path:")
        app.type("~/notes.txt")
        app.press(.escape)
        try app.see("cancelled 1", status: "? help")
        app.press(.enter)
        try app.see(status: "Path:")
        app.press(.enter)
        try app.see("asked 2, refused 0, picked 0, cancelled 2, failed 0")
        try app.quit()
    }

    @Test("keys that were typed before the prompt is there answer nothing")
    func typedAhead() throws {
        let app = try app()
        app.press(.down)
        try app.see(focus: "[ Save ]")
        app.type("\r\r")
        try app.see("asked 1, refused 0, picked 0, cancelled 0, failed 0", status: "Path: notes.txt")
        try app.quit(cancelling: true)
        #expect(access("notes.txt", F_OK) != 0)
    }

    @Test("a second request is refused while the user is asked")
    func twice() throws {
        let app = try app()
        try press("Twice", in: app)
        try app.see("asks for a file to read", status: "Path:")
        app.type("~/notes.txt\r")
        try app.see("asked 2, refused 1, picked 1, cancelled 0, failed 0", "11: the user is asked for a file already")
        try app.quit()
    }

    @Test("leaving the screen cancels, and a feature that is not seen may not ask")
    func unseen() throws {
        let app = try app()
        try press("Open and leave", in: app)
        try app.see("This is plain 1.0.0.", gone: "Path:")
        try app.go(to: "picks/early")
        try app.see("asked 2, refused 1, picked 0, cancelled 1, failed 0", "10: the user sees no screen of 'picks' now")
        try app.quit()
    }

    @Test("a feature that ends while the user is asked takes its prompt away, and can ask again")
    func crashing() throws {
        let app = try app()
        app.press(.enter)
        try app.see(status: "Path:")
        app.type("~/notes.t")
        // A key that comes after the message would take it away.
        try app.see(status: "Path: ~/notes.t")
        let line = try #require(app.model.lines.first { $0.contains("process ") })
        let process = try #require(line.firstMatch(of: /process (\d+)/).flatMap { pid_t($0.1) })
        kill(process, SIGKILL)
        try app.see("asked 0", "the feature 'picks' ", gone: "Path:")
        try press("Open", in: app)
        try app.see(status: "Path:")
        app.type("~/notes.txt\r")
        try app.see("picked 1", "notes.txt read: hello")
        try press("Open and crash", in: app)
        try app.see(status: "Path:")
        app.type("~/notes.txt\r")
        try app.see("asked 0", "the feature 'picks' crashed in the callback of a file")
        try app.quit()
        #expect(host.remainingProcesses() == [])
    }

    @Test("a title is shown as text that no terminal obeys, in windows of any size", arguments: [(20, 5), (80, 24)])
    func title(columns: Int, rows: Int) throws {
        try host.install(
            Self.feature("picks", #"#define TITLE "\033[31mred\007 and \342\200\256 long long long long long long""#))
        let app = try RunningApp(host, "picks/screen", "--session", "", columns: columns, rows: rows)
        try app.see(focus: "[ Open ]")
        app.press(.enter)
        try app.see(status: "Path:")
        if rows > 5 { try app.see("␛[31mred␇ and \u{FFFD} long") }
        try app.expectDrawnWhole()
        app.type("~/notes.txt\r")
        try app.see(status: rows > 5 ? "↑↓ move  Enter press" : "↑↓ move  Esc back")
        try app.quit()
    }

    // MARK: Line mode

    private func lines(_ lines: String..., isolation: String? = nil) throws -> Subprocess.Outcome {
        try File.write(lines.map { $0 + "\n" }.joined(), to: host.directory("lines"))
        return try host.run(
            ["run", "--plain", "--session", ""] + (isolation.map { ["--isolation", $0] } ?? []),
            input: host.directory("lines"))
    }

    @Test("in line mode the next line is the path, whatever it says", arguments: ["process", "inline"])
    func lineMode(isolation: String) throws {
        try File.write("a command", to: "\(host.work)/back")
        let outcome = try lines(
            "picks", "press:Open", "~/missing", "~/notes.txt", "press:Open", "back", "press:Open", "", "press:Save",
            "~/new.txt", "press:Save", "~/new.txt", "~/new.txt", isolation: isolation)
        #expect(outcome.end == .exit(0))
        #expect(
            outcome.messages == [
                "'~/missing' cannot be opened: No such file or directory",
                "'~/new.txt' exists; enter it again to replace it",
            ])
        for text in [
            "'Picker' (picks) asks for a file to read: Import notes\nThe next line is its path; an empty line picks none.\n",
            "notes.txt read: hello\n", "back read: a command\n", "cancelled 1",
            "'Picker' (picks) asks where to save a file: Import notes (suggested: notes.txt)\n",
            "asked 5, refused 0, picked 4, cancelled 1, failed 0\nnew.txt written, it had 0\n",
        ] { #expect(outcome.output.contains(text), "\(text) is not in \(outcome.output)") }
        #expect(text("new.txt") == "saved")
    }

    @Test("a file of one feature is open in no other worker")
    func kept() throws {
        try host.install(Self.feature("other"))
        let outcome = try lines("picks", "press:Open", "~/notes.txt", "other", "picks/screen")
        let screens = outcome.output.split(separator: "[Open and leave]").dropFirst().map {
            $0.contains("open: notes.txt")
        }
        #expect(screens == [false, false, true, false, true], "\(outcome.output)")
    }

    @Test("the end of the input ends a run that asks for a file")
    func endOfInput() throws {
        let outcome = try lines("picks", "press:Open")
        #expect(outcome.end == .exit(0))
        #expect(outcome.output.contains("asks for a file to read"))
        #expect(host.remainingProcesses() == [])
    }

    // MARK: Without a user

    @Test("in navigate the request is refused with the reason, and check passes a feature that asks")
    func withoutUser() throws {
        let shown = try host.output("navigate", "picks/screen", "press:Open", "press:Save")
        #expect(shown.contains("asked 2, refused 2, picked 0, cancelled 0, failed 0"), "\(shown)")
        #expect(
            shown.contains("13: no user is here to pick a file; 'switchyard run' and 'switchyard web' have one"),
            "\(shown)")
        let outcome = try host.run("check", host.path(Self.feature()))
        #expect(outcome.end == .exit(0), "\(outcome.output)")
    }

    @MainActor
    @Test("a feature that is reloaded while the user is asked takes its prompt away, and its new version can ask")
    func reload() throws {
        let application = try host.application()
        let coordinator = application.makeCoordinator()
        defer { coordinator.shutDown() }
        coordinator.files.hasUser = true
        coordinator.start()
        coordinator.go(to: "picks/screen")
        coordinator.show()
        func open() throws {
            let use = try NodeFinder(coordinator.show()).press("Open")
            coordinator.use(use.node, value: use.value)
        }
        try open()
        let first = try #require(coordinator.files.prompt)
        #expect(first.request.title == "Import notes")
        try host.install(Self.feature("picks", "#define FEATURE_VERSION \"2.0.0\""))
        #expect(application.reload(coordinator).changes.count == 1)
        #expect(coordinator.files.prompt == nil)
        #expect(coordinator.showText().contains("asked 0"))
        try open()
        #expect(coordinator.files.prompt.map { $0.number > first.number } == true)
        #expect(coordinator.files.open("\(home)/notes.txt", home: nil) == nil)
        #expect(coordinator.showText().contains("asked 1, refused 0, picked 1, cancelled 0, failed 0"))
    }
}

extension RunningApp {
    /// Leaves the prompt for a file, and quits.
    fileprivate func quit(cancelling: Bool) throws {
        press(.escape)
        try see(gone: "Path:")
        try quit()
    }
}
