import FeatureKit
import FeatureTesting
import Testing

/// A screen in a harness: its text, and the use of its controls.
@Suite struct ScreenHarnessTests {
    private let harness: FeatureHarness<NoteFeature>
    private let list: ScreenHarness
    private let note: ScreenHarness

    init() throws {
        harness = try FeatureHarness(NoteFeature.self)
        list = try harness.openMain()
        note = try harness.open(.note(index: 0))
    }

    @Test("a screen reads as the application prints it")
    func text() async throws {
        #expect(note.isLoading)
        try await note.settle()
        #expect(!note.isLoading)
        #expect(
            note.text == """
                First
                =====

                Title: [First]
                [ ] Pinned
                Size: (Small) Large
                [Save]
                [Save as]

                """)
        #expect(note.lock == nil)
        #expect(note.checkpoints == ["size"])
        #expect(note.json.hasPrefix("{\n  \"title\": \"First\","))
    }

    @Test("a lock is shown with its reason until it is released")
    func lock() async throws {
        try await note.settle()
        try note.type("New", into: "Title")
        #expect(note.lock == "unsaved")
        #expect(note.text.hasSuffix("\n(locked: unsaved)\n"))
        try note.press("Save")
        #expect(note.lock == nil)
    }

    @Test("buttons, toggles and options are pressed by their labels, in any case, or by a unique beginning")
    func pressing() throws {
        try list.press("Hom")
        #expect(harness.requests == [.reset])
        try note.press("pinned")
        try note.press("large")
        #expect(note.text.contains("[x] Pinned\nSize: Small (Large)\n"))
    }

    @Test("links are recorded as the host follows them: rows are pushed, places shown by their own method")
    func links() throws {
        try list.press("First")
        try list.press("Author")
        try list.press("note/author")
        try list.press("Site")
        #expect(
            harness.requests == [
                .navigate(AnyNavigation(NoteIncomingNavigation.note(index: 0)), method: .push),
                .navigate(AnyNavigation(NoteOutgoingNavigation.author), method: .push),
                .navigate(AnyNavigation(NoteOutgoingNavigation.author), method: nil),
            ])
        #expect(harness.openedURLs == ["https://notes.example"])
    }

    @Test("a press on a link that leads nowhere is refused with the reason")
    func brokenLink() {
        #expect(
            throws: HarnessError.destination("'Nowhere' leads nowhere: the feature 'note' has no route 'astray'")
        ) {
            try list.press("Nowhere")
        }
        #expect(harness.requests.isEmpty)
    }

    @Test(
        "an absent label is refused with the nearest label, or with the labels on the screen",
        arguments: [
            ("Hoem", "the screen shows no 'Hoem' to press; did you mean 'Home'?"),
            (
                "Elsewhere",
                "the screen shows no 'Elsewhere' to press; there is 'First', 'Second', 'Author', 'Nowhere', 'Site', "
                    + "'note/author' and 2 more"
            ),
        ])
    func missingLabel(label: String, reason: String) {
        #expect(throws: HarnessError.label(reason)) { try list.press(label) }
        #expect(harness.requests.isEmpty)
    }

    @Test("a control that cannot be used as asked is refused with the reason")
    func otherLabels() throws {
        #expect(throws: HarnessError.label("the screen shows no 'Title' to type into; there is nothing of that kind")) {
            try list.type("x", into: "Title")
        }
        #expect(throws: HarnessError.label("the screen shows no 'Save' to type into; there is 'Title'")) {
            try note.type("x", into: "Save")
        }
        #expect(throws: HarnessError.label("'Sa' is the beginning of 'Save', 'Save as'; write one of them in full")) {
            try note.press("Sa")
        }
        try note.type("", into: "Title")
        #expect(throws: HarnessError.label("'Save' is disabled")) { try note.press("Save") }
    }

    @Test("an alert is closed by its title")
    func alert() throws {
        #expect(throws: HarnessError.label("the screen shows no alert 'Saved'; there is none")) {
            try note.closeAlert("Saved")
        }
        try note.press("Save")
        #expect(note.text.contains("! Saved\n"))
        #expect(throws: HarnessError.label("the screen shows no alert 'Lost'; there is 'Saved'")) {
            try note.closeAlert("Lost")
        }
        try note.closeAlert("Saved")
        #expect(!note.text.contains("! Saved"))
    }

    @Test("a screen that does not settle is reported with what it still does")
    func unsettled() async throws {
        let forever = try harness.open(.forever)
        let restless = try harness.open(.restless)
        await #expect(
            throws: HarnessError.unsettled(
                "the screen 'note/forever' was still loading after 0.0 seconds: wait longer, or see why its work does "
                    + "not end")
        ) {
            try await forever.settle(timeout: .zero)
        }
        await #expect(
            throws: HarnessError.unsettled(
                "the screen 'note/restless' was still changing after 0.0 seconds: wait longer, or see why its work does "
                    + "not end")
        ) {
            try await restless.settle(timeout: .zero)
        }
    }

    @Test("a checkpoint's value reaches the screen")
    func checkpoint() throws {
        try note.returnToCheckpoint(NavigationCheckpoint<Int>(name: "size"), value: 2)
        #expect(note.text.contains("Size: Small (Large)\n"))
    }

    @Test("a value that the screen does not receive is not passed to it")
    func unreceived() throws {
        #expect(try list.send(NavigationTab("home")) == nil)
        #expect(try list.send(7) == nil)
    }

    @Test("a closed screen keeps its last title, and takes no further action")
    func closed() async throws {
        list.close()
        list.close()
        list.appear()
        list.disappear()
        let closed = HarnessError.closed("the screen 'note' has been closed")
        #expect(list.title == "Notes")
        #expect(throws: closed) { try list.press("Home") }
        #expect(throws: closed) { try list.type("x", into: "Title") }
        #expect(throws: closed) { try list.closeAlert("Saved") }
        #expect(throws: closed) { try list.send(7) }
        #expect(throws: closed) { try list.returnToCheckpoint(NavigationCheckpoint<Void>(name: "size")) }
        await #expect(throws: closed) { try await list.settle() }
        #expect(harness.requests.isEmpty)
    }
}
