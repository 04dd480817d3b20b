import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// A feature that loads, and fails when it is used.
struct FailingFeature: Sendable, CustomTestStringConvertible {
    let fixture: String
    let asked: String
    let reason: String

    init(_ fixture: String, _ asked: String, _ reason: String) {
        self.fixture = fixture
        self.asked = asked
        self.reason = reason
    }

    var testDescription: String { fixture }

    /// The features that make no screen.
    static let withoutScreen = [
        FailingFeature("ActivateFails", "activate-fails/screen", "its database is locked"),
        FailingFeature("ActivateFails", "activate-fails", "its database is locked"),
        FailingFeature(
            "ActivateGivesNothing", "activate-gives-nothing/screen",
            "its activate answered with a malformed feature: sy_feature is null"),
        FailingFeature(
            "SmallFeatureStruct", "small-feature-struct/screen",
            "its activate answered with a malformed feature: sy_feature says that it has 48 bytes, and it needs 56"),
        FailingFeature(
            "NullResolve", "null-resolve/screen",
            "its activate answered with a malformed feature: its 'resolve' is null, which the ABI does not allow"),
        FailingFeature(
            "NullResolveURL", "null-resolve-url/screen",
            "its activate answered with a malformed feature: its 'resolve_url' is null, which the ABI does not allow"),
        FailingFeature("ResolveFails", "resolve-fails/screen", "the page has been torn out"),
        FailingFeature(
            "ResolveDisowns", "resolve-disowns/screen",
            "the feature 'resolve-disowns' declares 'screen' and says it is not its own"),
        FailingFeature(
            "ResolveGivesNothing", "resolve-gives-nothing/screen",
            "the feature 'resolve-gives-nothing' made a malformed screen: sy_screen is null"),
        FailingFeature(
            "SmallScreenStruct", "small-screen-struct/screen",
            "the feature 'small-screen-struct' made a malformed screen: sy_screen says that it has 80 bytes, and it "
                + "needs 88"),
        FailingFeature(
            "NullRender", "null-render/screen",
            "the feature 'null-render' made a malformed screen: its 'render' is null, which the ABI does not allow"),
    ]

    /// The features that make a screen that cannot be rendered.
    static let withoutViews = [
        FailingFeature("RenderFails", "render-fails/screen", "the ink is dry"),
        FailingFeature(
            "RenderLeavesOpen", "render-leaves-open/screen", "its render left 1 node without an end"),
        FailingFeature("RenderNests", "render-nests/screen", "its nodes nest deeper than 64"),
    ]
}

@Suite(
    "A feature that fails in use", .blocking, .inlineAndInWorkers,
    .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct FailingFeatureTests {
    @Test(
        "a feature that makes no screen gives the not-found screen with its reason: 1",
        arguments: Tier.rows(of: FailingFeature.withoutScreen, first: 4))
    func withoutScreen(feature: FailingFeature) throws {
        let host = try Sandbox(.only([.fixture(feature.fixture), .fixture("Plain")]), wiring: .none)
        #expect(try host.json("list")["features"]?.array?.count == 2)
        let outcome = try host.run("navigate", "plain", feature.asked)
        #expect(outcome.end == .exit(1))
        #expect(outcome.firstLine == "system > plain > system/notFound")
        #expect(outcome.output.contains("\nNot found\n=========\n\n\(feature.asked) cannot be shown.\n"))
        #expect(outcome.output.contains(feature.reason.dropFirst()))
        #expect(outcome.messages.count == 1)
        #expect(outcome.diagnostics.contains(feature.reason))
    }

    @Test("a screen that cannot be rendered shows the reason in its place: 1", arguments: FailingFeature.withoutViews)
    func withoutViews(feature: FailingFeature) throws {
        let host = try Sandbox(.only([.fixture(feature.fixture), .fixture("Plain")]), wiring: .none)
        let outcome = try host.run("navigate", feature.asked)
        #expect(outcome.end == .exit(1))
        #expect(outcome.firstLine == "system > \(feature.asked)")
        #expect(outcome.output.contains("This screen could not be rendered.\n"))
        #expect(outcome.output.contains(feature.reason.dropFirst()))
        #expect(outcome.messages == ["'\(feature.asked)' could not be rendered: \(feature.reason)"])
        #expect(try host.output("navigate", "plain").hasSuffix("\nThis is plain 1.0.0.\n"))
    }

    @Test("a feature that fails at the root leaves the other features usable")
    func atRoot() throws {
        let host = try Sandbox(
            .only([.fixture("ActivateFails"), .fixture("Plain")]), wiring: .text(#"{"root": "activate-fails"}"#))
        let root = try host.run("navigate")
        #expect(root.end == .exit(1))
        #expect(root.output.contains("its database is locked"))
        #expect(root.diagnostics.contains("its database is locked"))
        #expect(try host.output("navigate", "plain").hasPrefix("activate-fails > plain\n"))
    }

    @Test("a screen that loads longer than --wait allows is printed as it is then: 69")
    func loadsForever() throws {
        let host = try Sandbox(.only([.fixture("LoadsForever")]), wiring: .none)
        let outcome = try host.run("navigate", "loads-forever", "--wait", "10ms")
        #expect(outcome.end == .exit(69))
        #expect(outcome.output == "system > loads-forever\n\nLoading...\n")
        #expect(outcome.messages.count == 1)
        #expect(outcome.diagnostics.contains("--wait"))
    }

    @Test("a request for another feature's screen past the wiring is refused, with one message")
    func notAllowed() throws {
        let host = try Sandbox(.only([.fixture("AsksForOthers"), .character]), wiring: .none)
        let outcome = try host.run("navigate", "asks-for-others", "press:Characters")
        #expect(outcome.end == .exit(1))
        #expect(outcome.firstLine == "system > asks-for-others")
        #expect(
            outcome.messages == [
                "press:Characters: 'asks-for-others': 'character/list' is another feature's: declare an outgoing "
                    + "destination, and let the wiring lead there"
            ])
    }

    @Test("a screen that a button pushes later is there before the next step")
    func later() throws {
        let host = try Sandbox(.only([.fixture("AsksLater")]), wiring: .none)
        #expect(
            try host.output("navigate", "asks-later", "press:Later").hasPrefix(
                "system > asks-later > asks-later/screen\n"))
        #expect(try host.output("navigate", "asks-later", "press:Later", "back").hasPrefix("system > asks-later\n"))
    }

    @Test("a feature's own request may cross a call that is on its way to the feature")
    func crossing() throws {
        let host = try Sandbox(.only([.fixture("AsksLater")]), wiring: .none)
        // Either of the two may come first.
        for _ in 1...40 {
            #expect(
                try host.output("navigate", "asks-later", "press:Later").hasPrefix(
                    "system > asks-later > asks-later/screen\n"))
        }
    }

    @Test("a feature is called only on the first thread of its process, even after an idle time of the host")
    func firstThread() throws {
        let host = try Sandbox(.only([.fixture("LooksAtThreads")]), wiring: .none)
        #expect(
            try host.output("navigate", "looks-at-threads")
                == "system > looks-at-threads\n\ncalled on the first thread\n")
    }
}
