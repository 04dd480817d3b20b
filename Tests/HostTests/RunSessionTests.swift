import Glibc
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("run: session", .blocking)
struct RunSessionTests {
    private static let tabs =
        #"{"tabs": [{"name": "start", "root": "home"}, {"name": "people", "root": "character/list"}]}"#

    private static func file(_ host: Sandbox) throws -> String { try #require(host.sessions().first) }

    @Test("the next run restores the session with its tabs; --fresh begins at the roots; a link overrides both")
    func again() throws {
        let host = try Sandbox(wiring: .text(Self.tabs))
        var app = try RunningApp(host)
        try app.see("Welcome")
        app.type("2")
        try app.see("72 characters")
        try app.go(to: "character/detail?identifier=42")
        try app.see("Pride and Prejudice", way: "Characters › Elizabeth Bennet")
        try app.quit()
        app = try RunningApp(host)
        try app.see("Pride and Prejudice", way: "Characters › Elizabeth Bennet", focus: " 2 people")
        app.press(.escape)
        try app.see("72 characters", way: "Characters")
        app.type("1")
        try app.see("Welcome", way: "Home")
        app.type("2")
        try app.see("72 characters")
        try app.quit()
        app = try RunningApp(host, "--fresh")
        try app.see("Welcome", focus: " 1 start")
        try app.quit()
        app = try RunningApp(host, "challenge://character/detail?id=3")
        try app.see("A Study in Scarlet", focus: " 2 people")
        try app.quit()
    }

    @Test("a killed run has saved its session")
    func killed() throws {
        let host = try Sandbox()
        let app = try RunningApp(host)
        try app.see("Welcome")
        app.press(.enter)
        try app.see("72 characters")
        app.terminal.signal(SIGKILL)
        #expect(try app.terminal.waitForEnd() == .signal(SIGKILL))
        let again = try RunningApp(host)
        try again.see("72 characters", way: "Home › Characters")
        try again.quit()
    }

    @Test("a second run works with a warning that it is not saved, and leaves the session of the first")
    func second() throws {
        let host = try Sandbox()
        let first = try RunningApp(host, columns: 200)
        try first.see("Welcome")
        let second = try RunningApp(host, columns: 200)
        try second.see(
            "Welcome", "in use by process \(first.terminal.process)", status: "! warning: this run is not kept: ")
        second.press(.enter)
        try second.see("72 characters", status: "? help")
        try second.quit()
        try first.quit()
        let third = try RunningApp(host)
        try third.see("Welcome", way: "Home")
        try third.quit()
    }

    @Test(
        "a damaged session file is quarantined with a warning, and the run begins at the roots",
        arguments: [
            "{", "no session", #"{"session": 1}"#, "",
        ])
    func damaged(text: String) throws {
        let host = try Sandbox()
        let first = try RunningApp(host, "character/list")
        try first.see("72 characters")
        try first.quit()
        let file = try Self.file(host)
        try File.write(text, to: file)
        let app = try RunningApp(host, columns: 90)
        try app.see("Welcome", "or remove it", status: "! warning: the session file")
        try app.quit()
        #expect(try String(decoding: File.read(file + ".damaged"), as: UTF8.self) == text)
        let again = try RunningApp(host)
        try again.see("Welcome", status: "? help")
        try again.quit()
    }

    @Test(
        "a run that begins where the session ended has that screen once, by a link too",
        arguments: [
            ("character/detail?identifier=42", "Home › Elizabeth Bennet"),
            ("challenge://character/detail?id=42", "Home › Characters › Elizabeth Bennet"),
        ])
    func sameStart(place: String, way: String) throws {
        let host = try Sandbox()
        for _ in 0..<2 {
            let app = try RunningApp(host, place)
            try app.see("Pride and Prejudice", way: way)
            try app.quit()
        }
        let other = try RunningApp(host, "character/detail?identifier=3")
        try other.see("A Study in Scarlet")
        other.press(.escape)
        try other.see("Pride and Prejudice", gone: "A Study in Scarlet", way: way)
        try other.quit()
    }

    @Test("--session names another file, or none")
    func otherFile() throws {
        let host = try Sandbox()
        let path = host.directory("mine")
        let app = try RunningApp(host, "--session", path, "character/list")
        try app.see("72 characters")
        try app.quit()
        let none = try RunningApp(host, "--session", "")
        try none.see("Welcome", status: "? help")
        try none.quit()
        let again = try RunningApp(host, "--session", path)
        try again.see("72 characters")
        try again.quit()
        #expect(host.sessions() == [])
    }

    @Test("a session that cannot be saved is reported, the app goes on, and its exit status shows it: 74")
    func notSaved() throws {
        let host = try Sandbox()
        let app = try RunningApp(host)
        try app.see("Welcome", focus: "› Characters")
        // The state at the start is saved behind the first drawing: only the first failure is reported.
        try wait { try host.sessions().contains { try !File.read($0).isEmpty } }
        let folder = host.directory("home/.local/state/switchyard")
        // A file that the app still writes there would keep the folder.
        wait {
            TemporaryDirectory.remove(folder)
            return access(folder, F_OK) != 0
        }
        app.press(.enter)
        try app.see("72 characters")
        // A save before Enter may have failed already: then the messages alone have it.
        app.type("m")
        try app.see("the session file", "No such file")
        app.press(.escape)
        // The message may have stood above the keys already when `m` was sent: a `q` right behind Esc would be Alt-q.
        try app.see("72 characters", gone: "No such file", status: "? help")
        app.type("q")
        try app.expectEnd(.exit(74))
    }
}
