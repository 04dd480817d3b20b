import FeatureKit
import FeatureTesting
import Testing

/// Opening, requests and the end of a feature in a harness.
@Suite struct FeatureHarnessTests {
    private let harness: FeatureHarness<NoteFeature>

    init() throws {
        harness = try FeatureHarness(NoteFeature.self)
    }

    @Test("the main view, a destination and links open as screens of their own")
    func opening() throws {
        #expect(try harness.openMain().title == "Notes")
        #expect(try harness.open(.note(index: 0)).title == "First")
        #expect(try harness.open(link: "notes://note/1").title == "Second")
        #expect(try harness.open(link: "NOTES://note/latest/one").title == "Second")
    }

    @Test("settings, and a feature that the test makes, decide what is shown")
    func pendingScreen() throws {
        let set = try FeatureHarness(NoteFeature.self, settings: #"{ "titles": ["Set"] }"#)
        let made = try FeatureHarness(settings: #"{ "titles": ["Set"] }"#) { _ in NoteFeature(titles: ["Made"]) }
        #expect(try set.open(.note(index: 0)).title == "Set")
        #expect(try made.open(.note(index: 0)).title == "Made")
        #expect(set.logLines == [FeatureLogLine(.info, "1 notes")])
        #expect(made.logLines.isEmpty)
    }

    @Test("a destination without a screen is refused with the reason")
    func noScreen() {
        #expect(
            throws: HarnessError.destination("the feature 'note' has nothing to show for note/note?index=7")
        ) {
            try harness.open(.note(index: 7))
        }
    }

    @Test(
        "a link that leads nowhere is refused with the reason",
        arguments: [
            (
                "notes://note/x",
                "'notes://note/x' matches no link pattern: not notes://note/{index} ('x' is not of type int, which "
                    + "'index' is)"
            ),
            ("notes://nota/1", "no feature has links for notes://nota: did you mean 'note'?"),
            ("https://note/1", "no feature has links for https://note: no feature has links of that scheme"),
        ])
    func noLink(link: String, reason: String) {
        #expect(throws: HarnessError.link(reason)) { try harness.open(link: link) }
    }

    @Test("a text that is not a link is refused as a link")
    func notALink() {
        #expect {
            try harness.open(link: "note/1")
        } throws: { error in
            if case .link? = error as? HarnessError { true } else { false }
        }
    }

    @Test("settings that are not a JSON object keep the feature from starting")
    func badSettings() {
        #expect(
            throws: HarnessError.activation("the feature 'note' did not start: the settings are not a JSON object")
        ) {
            try FeatureHarness(NoteFeature.self, settings: "[]")
        }
    }

    @Test("the harness records the feature's requests in order, and impossible ones as problems")
    func requests() throws {
        let screen = try harness.openMain()
        try screen.press("Home")
        #expect(
            throws: HarnessError.screen(
                "'Lost' of the screen 'note' could not be done: the feature 'note' has no route 'astray'; "
                    + "StrayNavigation is not its Incoming or its Outgoing")
        ) {
            try screen.press("Lost")
        }
        try screen.press("Second")
        try harness.open(.note(index: 0)).press("Save")
        #expect(
            harness.requests == [
                .reset, .navigate(AnyNavigation(NoteIncomingNavigation.note(index: 1)), method: .push), .back,
            ])
        #expect(harness.navigatedDestinations as? [NoteIncomingNavigation] == [.note(index: 1)])
        #expect(harness.goBackCallCount == 1)
        #expect(
            harness.problems == [
                "the feature 'note' has no route 'astray'"
            ])
    }

    @Test("a refusal applies to later requests until the test removes it")
    func refusal() throws {
        let screen = try harness.openMain()
        harness.refusal = NavigationError(.locked, reason: "unsaved")
        #expect(throws: HarnessError.screen("'Home' of the screen 'note' could not be done: unsaved")) {
            try screen.press("Home")
        }
        harness.refusal = nil
        try screen.press("Home")
        #expect(harness.requests == [.reset, .reset])
        #expect(harness.problems == ["unsaved"])
    }

    @Test("an ended harness opens no screens, and its open screens are closed")
    func end() throws {
        let screen = try harness.openMain()
        harness.end()
        harness.end()
        #expect(throws: HarnessError.closed("the feature 'note' has ended")) { try harness.openMain() }
        #expect(throws: HarnessError.closed("the feature 'note' has ended")) { try harness.send(1) }
        #expect(throws: HarnessError.closed("the feature 'note' has ended")) {
            try harness.open(link: "notes://note/latest/one")
        }
        #expect(throws: HarnessError.closed("the screen 'note' has been closed")) { try screen.press("Home") }
    }

    @Test("a screen keeps its feature running when the harness is released")
    func screenOutlivesHarness() throws {
        let screen = try FeatureHarness(NoteFeature.self).open(.note(index: 0))
        try screen.type("Changed", into: "Title")
        #expect(screen.title == "Changed")
    }
}
