import FeatureKit
import FeatureTesting
import Testing

/// Alerts and confirmation dialogs.
@Suite struct AlertTests {
    private let model = Model()
    private let screen: ScreenHarness

    init() throws {
        let model = model
        screen = try FeatureHarness<ViewFeature>(body: {
            Button("Ask") { model.isOn = true }
                .alert("Delete it?", isPresented: Bindable(model).isOn) {
                    TextField("Why", text: Bindable(model).text)
                    Button("Delete", role: .destructive) { model.events.append("deleted") }
                    Button("Keep", role: .cancel) { model.events.append("kept") }
                } message: {
                    Text("It cannot be")
                    Text("brought back.")
                }
        }).openMain()
    }

    @Test("an alert is shown while it is presented, with its message and its buttons")
    func presented() throws {
        #expect(screen.text == "[Ask]\n")
        try screen.press("Ask")
        #expect(
            screen.text == """
                [Ask]
                ! Delete it?
                  It cannot be brought back.
                  Why: [first]
                  [Delete] [Keep]

                """)
    }

    @Test(
        "a press on a button runs its action, then closes the alert",
        arguments: [("Delete", "deleted"), ("Keep", "kept")])
    func buttons(label: String, event: String) throws {
        try screen.press("Ask")
        try screen.press(label)
        #expect(model.events == [event])
        #expect(!model.isOn)
        #expect(screen.text == "[Ask]\n")
    }

    @Test("typing in an alert leaves it open")
    func typing() throws {
        try screen.press("Ask")
        try screen.type("it is old", into: "Why")
        #expect(model.text == "it is old")
        #expect(model.isOn)
    }

    @Test("an alert can be closed without any of its buttons")
    func closing() throws {
        try screen.press("Ask")
        try screen.closeAlert("Delete it?")
        #expect(!model.isOn)
        #expect(model.events.isEmpty)
    }

    @Test("a confirmation dialog is shown as a confirmation")
    func confirmation() throws {
        let model = model
        model.isOn = true
        let screen = try FeatureHarness<ViewFeature>(body: {
            Text("a").confirmationDialog("Sort by", isPresented: Bindable(model).isOn) {
                Button("Name") { model.text = "name" }
                Button("Year") { model.text = "year" }
            }
        }).openMain()
        #expect(
            try screen.outline == """
                text text:a
                confirmation text:Sort by action
                  button text:Name action
                  button text:Year action
                  button text:Cancel action cancel
                """)
        try screen.press("Year")
        #expect(model.text == "year")
        #expect(try screen.outline == "text text:a")
    }

    @Test("a control below an alert cannot be used while the alert is shown")
    func beside() throws {
        try screen.press("Ask")
        #expect(
            throws: HarnessError.label(
                "the box 'Delete it?' over the screen shows no 'Ask' to press; there is 'Delete', 'Keep'")
        ) {
            try screen.press("Ask")
        }
        #expect(model.isOn)
    }
}
