import Glibc
import TestSupport
import Testing

@testable import ProgramTestSupport

/// Features and the wiring that come, change and go in an open app. The process stays the same from the first screen to
/// the last.
@Suite("run: changing features", .blocking, .enabled(if: Fixtures.haveCompiler))
struct RunLiveTests {
    private static let plain = Feature.fixture("Plain")

    private static func install(_ fixture: String, in host: Sandbox) throws {
        try host.install(.fixture(fixture, as: plain.name))
    }

    @Test("a feature stays in its place as it is copied in, overwritten, deleted and copied in again")
    func dropIn() throws {
        let host = try Sandbox(.only([.notes]), wiring: .text(#"{"root": "notes"}"#))
        let app = try RunningApp(host)
        try app.see("New note", way: "Notes")
        try Self.install("Plain", in: host)
        try app.see(status: "✓ 'plain' is there now")
        try app.go(to: "plain/screen")
        try app.see("This is plain 1.0.0.", way: "Notes › plain/screen")
        try Self.install("PlainTwo", in: host)
        try app.see("This is plain 2.0.0.", way: "Notes › plain/screen", status: "✓ 'plain' is version 2.0.0 now")
        #expect(unlink(host.path(Self.plain)) == 0)
        try app.see("plain/screen cannot be shown.", gone: "This is")
        try Self.install("Plain", in: host)
        try app.see("This is plain 1.0.0.", way: "Notes › plain/screen", status: "✓ 'plain' is there now")
        try app.expectDrawnWhole()
        app.press(.escape)
        try app.see(way: "Notes")
        try app.quit()
    }

    @Test(
        "a new feature that does not fit the wiring is shown, and a warning says which rule is off"
    )
    func comesUnfitting() throws {
        func wiring(_ route: String) -> String {
            #"{"root": "notes", "redirects": {"notes/person?number={n}": "plain/\#(route)"}}"#
        }
        let host = try Sandbox(.only([.notes]), wiring: .text(wiring("scren")))
        let app = try RunningApp(host, "plain/screen", columns: 200)
        try app.see("plain/screen cannot be shown.")
        try Self.install("Plain", in: host)
        try app.see("This is plain 1.0.0.", status: "! this is off until the wiring file is mended: ")
        try File.write(wiring("screen"), to: host.wiring)
        try app.see(status: "✓ the wiring has changed")
        try app.quit()
    }

    @Test("a feature that is renamed into its place is loaded at once, and so is its replacement")
    func atomically() throws {
        let host = try Sandbox(.only([.notes]), wiring: .text(#"{"root": "notes"}"#))
        let app = try RunningApp(host)
        try app.see("New note")
        for (fixture, version) in [("Plain", "1.0.0"), ("PlainTwo", "2.0.0")] {
            try Feature.fixture(fixture).write(to: host.directory("next"))
            #expect(rename(host.directory("next"), host.path(Self.plain)) == 0)
            try app.see(status: version == "1.0.0" ? "✓ 'plain' is there now" : "✓ 'plain' is version 2.0.0 now")
            if version == "1.0.0" { try app.go(to: "plain") }
            try app.see("This is plain \(version).")
        }
        try app.quit()
    }

    @Test("an unusable version is reported and the old one stays, until a good one comes")
    func broken() throws {
        let host = try Sandbox(.only([Self.plain]), wiring: .text(#"{"root": "plain"}"#))
        let app = try RunningApp(host, columns: 300)
        try app.see("This is plain 1.0.0.")
        for (fixture, reason) in [
            ("PlainCrashes", "SIGABRT"), ("NoEntry", "it exports no function 'switchyard_feature_entry'"),
        ] {
            try Self.install(fixture, in: host)
            try app.see("the version before it stays: ", reason, "This is plain 1.0.0.")
        }
        try Self.install("PlainTwo", in: host)
        try app.see("This is plain 2.0.0.", status: "✓ 'plain' is version 2.0.0 now")
        try app.quit()
    }

    @Test("a slowly written file is loaded once it is whole")
    func slowly() throws {
        let host = try Sandbox(.only([Self.plain]), wiring: .text(#"{"root": "plain"}"#))
        let app = try RunningApp(host)
        try app.see("This is plain 1.0.0.")
        let bytes = try Feature.fixture("PlainTwo").bytes()
        let file = open(host.path(Self.plain), O_WRONLY | O_TRUNC | O_CLOEXEC)
        for piece in 0..<4 {
            let part = bytes[(bytes.count * piece / 4)..<(bytes.count * (piece + 1) / 4)]
            #expect(part.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == part.count)
            usleep(150_000)
            #expect(!app.model.contains("!"))
        }
        close(file)
        try app.see("This is plain 2.0.0.", status: "✓ 'plain' is version 2.0.0 now")
        try app.quit()
    }

    @Test("a plugins directory that is created later is watched from then on")
    func newDirectory() throws {
        let host = try Sandbox()
        let late = host.directory("data/switchyard/plugins")
        let app = try RunningApp(host)
        try app.see("Welcome")
        for folder in ["data", "data/switchyard", "data/switchyard/plugins"] {
            _ = mkdir(host.directory(folder), 0o755)
        }
        try Self.plain.write(to: "\(late)/\(Self.plain.name)")
        try app.see(status: "✓ 'plain' is there now")
        try app.quit()
    }

    @Test("a broken wiring file is reported and changes nothing, and a good one applies at once")
    func wiring() throws {
        let host = try Sandbox(
            .only([.home, .character, .notes]),
            wiring: .text(#"{"root": "home", "redirects": {"home/characters": "character/list"}}"#))
        let app = try RunningApp(host, columns: 200)
        try app.see("Welcome")
        try File.write(#"{"root": "home", "redirects": {"#, to: host.wiring)
        try app.see(status: "! the wiring stays as it was: ")
        app.press(.enter)
        try app.see("72 characters", way: "Home › Characters")
        app.press(.escape)
        try app.see(way: "Home")
        try File.write(#"{"root": "home", "redirects": {"home/characters": "character/nobody"}}"#, to: host.wiring)
        try app.see("character/nobody", status: "! the wiring stays as it was: ")
        try File.write(#"{"root": "home", "redirects": {"home/characters": "notes"}}"#, to: host.wiring)
        try app.see(status: "✓ the wiring has changed")
        app.press(.enter)
        try app.see("New note", way: "Home › Notes")
        app.press(.escape)
        try app.see(way: "Home")
        try File.write(#"{"root": "home", "redirects": {"home/characters": "charcter/list"}}"#, to: host.wiring)
        try app.see("no feature 'charcter' is installed; did you mean 'character'?", status: "! ")
        try app.go(to: "home/characters")
        try app.see("Correct the redirect in \(host.wiring), line 1, column 51: it counts once the file is saved.")
        try File.write(#"{"root": "home", "redirects": {"home/characters": "notes"}}"#, to: host.wiring)
        try app.see("New note", way: "Home › Notes")
        let tabs = #""tabs": [{"name": "a", "root": "notes"}, {"name": "b", "root": "character/list"}]"#
        try File.write(#"{\#(tabs), "redirects": {"home/characters": "notes"}}"#, to: "\(host.wiring).new")
        #expect(rename("\(host.wiring).new", host.wiring) == 0)
        try app.see("New note", focus: " 1 a", status: "! the one stack of the session is not in the wiring any more")
        try app.expectDrawnWhole()
        try app.quit()
    }

    @Test("the app shows the last of 100 versions, written in place and by rename")
    func often() throws {
        let host = try Sandbox(.only([Self.plain]), wiring: .text(#"{"root": "plain"}"#))
        let app = try RunningApp(host)
        try app.see("This is plain 1.0.0.")
        let versions = [Feature.fixture("PlainTwo"), Self.plain]
        for round in 0..<100 {
            if round % 3 == 0 {
                try versions[round % 2].write(to: host.directory("next"))
                #expect(rename(host.directory("next"), host.path(Self.plain)) == 0)
            } else {
                try versions[round % 2].write(to: host.path(Self.plain))
            }
        }
        try host.install(.fixture("PlainTwo", as: Self.plain.name))
        try app.see("This is plain 2.0.0.")
        try app.quit()
    }
}
