import Dispatch
import FeatureContract
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import HostCore
@testable import ProgramTestSupport

/// A host that runs while its plugins directory and its wiring change.
@MainActor
private struct LiveHost {
    let sandbox: Sandbox
    let application: HostApplication
    let coordinator: NavigationCoordinator

    init(_ features: [Feature], wiring: String = "{}") throws {
        sandbox = try Sandbox(.only(features), wiring: .text(wiring))
        application = try sandbox.application()
        coordinator = application.makeCoordinator()
        coordinator.start()
    }

    func install(_ fixture: String) throws {
        try sandbox.install(.fixture(fixture, as: Feature.fixture("Plain").name))
    }

    func go(_ text: String) -> String {
        coordinator.go(toText: text)
        return shown
    }

    @discardableResult
    func reload(isForced: Bool = false) -> Reload { application.reload(coordinator, isForced: isForced) }

    var shown: String { TextRenderer.text(of: coordinator.show()) }

    var state: String {
        coordinator.show()
        return coordinator.state.text
    }

    func problems() -> [String] { coordinator.takeProblems().map(\.text) }
}

@MainActor
@Suite("Reload", .blocking, .inlineAndInWorkers, .enabled(if: Fixtures.haveCompiler))
struct ReloadTests {
    private static let file = Feature.fixture("Plain").name

    @Test("a directory that everyone may write to is not scanned on reload, and its running features stay")
    func insecureDirectory() throws {
        let host = try LiveHost([.fixture("Plain")])
        defer { host.coordinator.shutDown() }
        #expect(host.go("plain/screen").contains("This is plain 1.0.0."))
        try host.install("PlainTwo")
        #expect(chmod(host.sandbox.plugins, 0o777) == 0)
        for _ in 1...2 {
            let reload = host.reload()
            #expect(reload.changes == [])
            #expect(
                reload.refusals == [
                    "the directory '\(host.sandbox.plugins)' is not looked into, and what there is of it stays as it is: "
                        + "everyone may write to it (mode 0777); take that right away by chmod o-w, or pass "
                        + "--allow-insecure where you trust whoever that is"
                ])
            #expect(host.shown.contains("This is plain 1.0.0."))
        }
        #expect(chmod(host.sandbox.plugins, 0o755) == 0)
        #expect(host.reload().refusals == [])
        #expect(host.shown.contains("This is plain 2.0.0."))
    }

    @Test("a new version runs in the places of the old one, and the state stays the same")
    func newVersion() throws {
        let host = try LiveHost([.fixture("Plain"), .notes])
        defer { host.coordinator.shutDown() }
        #expect(host.go("plain/screen").contains("This is plain 1.0.0."))
        _ = host.go("notes")
        let state = host.state
        try host.install("PlainTwo")
        let reload = host.reload()
        #expect(reload.changes == ["'plain' is version 2.0.0 now (\(host.sandbox.plugins)/\(Self.file))"])
        #expect(reload.refusals == [])
        #expect(host.state == state)
        host.coordinator.perform(.back)
        #expect(host.shown.contains("This is plain 2.0.0."))
        #expect(host.problems() == [])
        #expect(host.reload() == Reload())
    }

    @Test("the visible screen is shown in the new version at once")
    func seen() throws {
        let host = try LiveHost([.fixture("Plain")])
        defer { host.coordinator.shutDown() }
        _ = host.go("plain/screen")
        try host.install("PlainTwo")
        host.reload()
        #expect(host.shown.contains("This is plain 2.0.0."))
    }

    @Test(
        "an unusable version is refused, and the old one keeps running",
        arguments: [
            ("PlainCrashes", "it crashed in its constructors (SIGABRT"),
            ("PlainDoesNotStart", "its database is of a later version"),
            ("NoEntry", "it exports no function 'switchyard_feature_entry'"),
            (
                "PlainRequires",
                "it requires switchyard 9.1 or later and the extension 'switchyard.teleport/2', and this "
            ),
        ])
    func rollback(fixture: String, reason: String) throws {
        let host = try LiveHost([.fixture("Plain"), .notes])
        defer { host.coordinator.shutDown() }
        _ = host.go("plain/screen")
        let state = host.state
        try host.install(fixture)
        for _ in 1...2 {
            let reload = host.reload()
            #expect(reload.changes == [])
            #expect(reload.refusals.count == 1)
            let refusal = try #require(reload.refusals.first)
            #expect(
                refusal.hasPrefix(
                    "'\(host.sandbox.plugins)/\(Self.file)' has changed, and the version before it stays: "),
                "\(refusal)")
            #expect(refusal.contains(reason), "\(refusal)")
            #expect(host.state == state)
            #expect(host.shown.contains("This is plain 1.0.0."))
        }
        // A new screen of the feature is made by the running version.
        #expect(host.go("plain").contains("This is plain 1.0.0."))
        try host.install("PlainTwo")
        #expect(host.reload().changes.count == 1)
        #expect(host.shown.contains("This is plain 2.0.0."))
        #expect(host.problems() == [])
    }

    @Test("a version that does not fit the wiring is refused, and the old one stays")
    func unfitting() throws {
        let wiring = #"{ "redirects": { "notes/person?number={n}": "plain/screen" } }"#
        let host = try LiveHost([.fixture("Plain"), .notes], wiring: wiring)
        defer { host.coordinator.shutDown() }
        _ = host.go("plain/screen")
        try host.install("PlainWithoutScreen")
        let reload = host.reload()
        #expect(reload.changes == [])
        #expect(reload.refusals.count == 1)
        #expect(reload.refusals.first?.contains("plain/screen") == true, "\(reload.refusals)")
        #expect(host.shown.contains("This is plain 1.0.0."))
    }

    @Test("a new feature that does not fit the wiring is loaded, and a warning says which rule is off")
    func comesUnfitting() throws {
        let wiring = #"{ "redirects": { "notes/person?number={n}": "plain/scren" } }"#
        let host = try LiveHost([.notes], wiring: wiring)
        defer { host.coordinator.shutDown() }
        try host.install("Plain")
        let reload = host.reload()
        #expect(reload.changes == ["'plain' is there now (\(host.sandbox.plugins)/\(Self.file))"])
        let error =
            "\(host.sandbox.wiring), line 1, column 45: redirects.\"notes/person?number={n}\": the redirect leads "
            + "nowhere, since the feature 'plain' has no route 'scren'; did you mean 'plain/screen'? "
            + "(notes/person?number={n} -> plain/scren)"
        #expect(reload.refusals == ["this is off until the wiring file is mended: \(error)"])
        #expect(host.go("plain/screen").contains("This is plain 1.0.0."))
        #expect(host.application.errors() == [error])
        #expect(host.reload() == Reload())
        try File.write(
            #"{ "redirects": { "notes/person?number={n}": "plain/screen" } }"#, to: host.sandbox.wiring)
        #expect(host.reload().changes == ["the wiring has changed"])
        #expect(host.application.errors() == [])
    }

    @Test("a new feature replaces the placeholders that stand for its screens")
    func comesToPlaceholder() throws {
        let host = try LiveHost([.notes])
        defer { host.coordinator.shutDown() }
        #expect(host.go("plain/screen").contains("No feature 'plain' is installed."))
        try host.install("Plain")
        host.reload()
        #expect(host.shown.contains("This is plain 1.0.0."))
        #expect(host.state == "system > plain/screen")
    }

    @Test("a removed feature leaves placeholders, which its screens replace when it is back")
    func gone() throws {
        let host = try LiveHost([.fixture("Plain"), .notes])
        defer { host.coordinator.shutDown() }
        _ = host.go("plain/screen")
        let state = host.state
        #expect(unlink("\(host.sandbox.plugins)/\(Self.file)") == 0)
        #expect(
            host.reload().changes == ["'plain' is gone (\(host.sandbox.plugins)/\(Self.file))"])
        #expect(host.shown.contains("No feature 'plain' is installed."))
        #expect(host.state == state)
        try host.install("PlainTwo")
        #expect(
            host.reload().changes == ["'plain' is there now (\(host.sandbox.plugins)/\(Self.file))"])
        #expect(host.shown.contains("This is plain 2.0.0."))
        #expect(host.state == state)
    }

    @Test("a new feature is listed, and can be navigated to")
    func new() throws {
        let host = try LiveHost([.notes])
        defer { host.coordinator.shutDown() }
        #expect(!host.shown.contains("plain"))
        try host.install("Plain")
        host.reload()
        #expect(host.shown.contains("plain"))
        #expect(host.go("plain").contains("This is plain 1.0.0."))
    }

    /// A host on a screen of Pages that is locked.
    private func lockedPages() throws -> LiveHost {
        let host = try LiveHost([.fixture("Pages")])
        _ = host.go("pages")
        let field = try NodeFinder(host.coordinator.show()).field("Do")
        host.coordinator.use(field, value: .string("lock"))
        #expect(host.problems() == [])
        _ = host.shown
        return host
    }

    @Test("a locked screen keeps its version unless the user overrides the lock")
    func locked() throws {
        let host = try lockedPages()
        defer { host.coordinator.shutDown() }
        func install(build: UInt8) throws {
            let pages = Feature.fixture("Pages")
            try File.write(pages.bytes() + [build], to: host.sandbox.path(pages))
        }
        try install(build: 1)
        let refused = host.reload()
        #expect(refused.changes == [])
        #expect(refused.refusals.first?.contains("the page is not done") == true, "\(refused.refusals)")
        #expect(unlink(host.sandbox.path(.fixture("Pages"))) == 0)
        #expect(host.reload().refusals.first?.contains("is gone, and the version before it stays") == true)
        _ = host.shown
        try install(build: 2)
        #expect(host.reload(isForced: true).changes.count == 1)
        _ = host.shown
        #expect(host.reload() == Reload())
    }

    @Test("a feature restarts if its limits or settings change, and not if the way its links are shown changes")
    func options() throws {
        let host = try lockedPages()
        defer { host.coordinator.shutDown() }
        func reload(_ options: String) throws -> Reload {
            try File.write(#"{ "features": { "pages": { \#(options) } } }"#, to: host.sandbox.wiring)
            return host.reload()
        }
        let links = try reload(#""links": "append""#)
        #expect(links.changes == ["the wiring has changed"])
        #expect(links.refusals == [])
        for option in [#""memory": "512MiB""#, #""settings": { "a": 1 }"#] {
            let refused = try reload(option)
            #expect(refused.changes == [])
            #expect(refused.refusals.first?.hasPrefix("the wiring stays as it was: ") == true, "\(refused.refusals)")
        }
    }

    @Test("changed tabs in the wiring keep the stacks of the remaining ones, and a broken wiring changes nothing")
    func wiring() throws {
        let host = try LiveHost(
            [.fixture("Plain"), .notes],
            wiring: #"{ "tabs": [{ "name": "a", "root": "plain" }, { "name": "b", "root": "plain/screen" }] }"#)
        defer { host.coordinator.shutDown() }
        host.coordinator.perform(.selectTab("b"))
        _ = host.go("notes")
        host.coordinator.perform(.selectTab("a"))
        _ = host.go("notes")
        let state = host.state
        try File.write(#"{ "tabs": ["#, to: host.sandbox.wiring)
        let broken = host.reload()
        #expect(broken.changes == [])
        #expect(broken.refusals.count == 1)
        #expect(broken.refusals.first?.hasPrefix("the wiring stays as it was: ") == true)
        #expect(host.state == state)
        // The host does not wait for a writer to a pipe.
        #expect(unlink(host.sandbox.wiring) == 0 && mkfifo(host.sandbox.wiring, 0o600) == 0)
        #expect(host.reload().refusals.first?.contains("and no file") == true)
        #expect(unlink(host.sandbox.wiring) == 0)
        try File.write(#"{ "redirects": { "notes": "plain/none" } }"#, to: host.sandbox.wiring)
        #expect(host.reload().refusals.first?.contains("plain/none") == true)
        #expect(host.state == state)
        try File.write(
            #"{ "tabs": [{ "name": "c", "root": "plain/screen" }, { "name": "a", "root": "plain" }] }"#,
            to: host.sandbox.wiring)
        let reload = host.reload()
        #expect(reload.changes == ["the wiring has changed"])
        #expect(reload.refusals == [])
        #expect(host.state == "[c] plain/screen > notes | [*a] plain > notes", "\(host.state)")
    }

    @Test("a changed title, symbol or reselection of a tab is in effect at once, and every screen stays")
    func titles() throws {
        let tab = #"{ "tabs": [{ "name": "a", "root": "plain" @ }, { "name": "b", "root": "notes" }] }"#
        let host = try LiveHost([.fixture("Plain"), .notes], wiring: tab.replacing("@", with: ""))
        defer { host.coordinator.shutDown() }
        _ = host.go("plain/screen")
        let state = host.coordinator.state
        try File.write(
            tab.replacing("@", with: #", "title": "Plain", "symbol": "P", "reselect": "keep""#), to: host.sandbox.wiring
        )
        let reload = host.reload()
        #expect(reload.changes == ["the wiring has changed"])
        #expect(reload.refusals == [])
        #expect(host.coordinator.tabLabels == ["P Plain", "b"])
        host.coordinator.perform(.selectTab("a"))
        #expect(host.state == state.text)
        // A screen that was made anew would have another id.
        #expect(host.coordinator.state.allEntries.map(\.id) == state.allEntries.map(\.id))
    }
}

@Suite("A feature overwritten at run time", .blocking, .enabled(if: Fixtures.haveCompiler))
struct OverwrittenFeatureTests {
    @Test(
        "a scripted run survives 100 overwrites in place and 100 replacements, and the last version answers",
        .deep)
    func overwritten() async throws {
        let host = try Sandbox(.only([.fixture("Plain"), .notes]), wiring: .none)
        let path = host.path(.fixture("Plain"))
        let versions = try [Fixtures.library("Plain"), Fixtures.library("PlainTwo")].map { try File.read($0) }
        let script = "plain/screen\n" + String(repeating: "reload\nexpect This is plain\n", count: 400)
        let file = host.directory("overwritten.flow")
        try File.write(script, to: file)
        let session = host.directory("session")
        let isWritten = Atomic(false)
        // The queue has a thread of its own, since those of tasks may all be busy.
        let writing = DispatchQueue(label: "overwriting")
        writing.async {
            defer { isWritten.store(true, ordering: .releasing) }
            // The state is saved once the first version is shown.
            while access(session, F_OK) != 0 { usleep(1000) }
            for round in 0..<100 {
                // The file is written in place in two parts, and is no library in between.
                let bytes = versions[round % 2]
                let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
                _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, 3000) }
                usleep(2000)
                _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + 3000, bytes.count - 3000) }
                close(descriptor)
                usleep(2000)
                let next = "\(path).next"
                #expect(throws: Never.self) { try File.write(versions[(round + 1) % 2], to: next) }
                #expect(rename(next, path) == 0)
                usleep(2000)
            }
        }
        // The flow repeats until all versions are written.
        var diagnostics = ""
        repeat {
            let outcome = try host.run(
                ["navigate", "--script", file, "--state", "--save", session], killedAfter: .seconds(300))
            // A run that begins while half a file is there cannot use it; one that has begun goes on.
            let isRefused = outcome.diagnostics.contains("line 1: plain/screen: ")
            #expect(outcome.end == .exit(0) || isRefused, "\(outcome.diagnostics)")
            diagnostics += outcome.diagnostics
        } while !isWritten.load(ordering: .acquiring)
        writing.sync {}
        #expect(diagnostics.contains("'plain' is "), "\(diagnostics)")
        // The 100th round has installed the first version.
        #expect(try host.output("navigate", "plain").contains("\nThis is plain 1.0.0.\n"))
    }
}
