import FeatureKit
import FeatureTesting
import Testing

/// The effect of using a control.
@Suite struct ControlTests {
    private let model = Model()

    @Test("a button runs its action once for each press")
    func button() throws {
        let screen = try screen { Button("More") { model.number += 1 } }
        try screen.press("More")
        try screen.press("More")
        #expect(model.number == 2)
    }

    @Test("a text field shows and changes its bound value")
    func textField() throws {
        let screen = try screen { TextField("Name", text: Bindable(model).text) }
        #expect(screen.text == "Name: [first]\n")
        try screen.type("second", into: "Name")
        #expect(model.text == "second")
        #expect(screen.text == "Name: [second]\n")
    }

    @Test("a toggle is turned on and off")
    func toggle() throws {
        let screen = try screen { Toggle("Loud", isOn: Bindable(model).isOn) }
        try screen.press("Loud")
        #expect(model.isOn)
        #expect(screen.text == "[x] Loud\n")
        try screen.press("Loud")
        #expect(!model.isOn)
    }

    @Test("a press on an option selects it")
    func picker() throws {
        let screen = try screen {
            Picker("Size", selection: Bindable(model).choice) {
                ForEach(Choice.allCases, id: \.self) { Text($0.rawValue).tag($0) }
            }
        }
        #expect(screen.text == "Size: (small) large\n")
        try screen.press("large")
        #expect(model.choice == .large)
        #expect(screen.text == "Size: small (large)\n")
    }

    @Test("a disclosure shows the toggles that it opens")
    func disclosedToggles() throws {
        let screen = try screen {
            DisclosureGroup("More", isExpanded: .constant(true)) {
                Toggle("Inner", isOn: Bindable(model).isOn)
                Text("below")
            }
        }
        #expect(screen.text == "[-] More\n  [ ] Inner\n  below\n")
    }

    @Test("each control that the text of a screen shows is used by its label")
    func labels() throws {
        let screen = try screen {
            Button("Save") { model.number += 1 }
            TextField("Name", text: Bindable(model).text)
            Toggle("Loud", isOn: Bindable(model).isOn).accessibilityLabel("Louder than usual")
            Picker("Size", selection: Bindable(model).choice) {
                ForEach(Choice.allCases, id: \.self) { Text($0.rawValue).tag($0) }
            }
            Stepper("Copies", value: Bindable(model).number)
            Menu("Sort") { Button("Up") { model.number += 10 } }
            DisclosureGroup("More", isExpanded: .constant(true)) {
                Toggle("Inner", isOn: Bindable(model).isOn)
                Button("Under") { model.number += 100 }
            }
            Link("Site", destination: "https://x.org")
        }
        #expect(screen.text.hasSuffix("[-] More\n  [ ] Inner\n  [Under]\n> Site <https://x.org>\n"))
        for label in ["Save", "Up", "Under", "Site", "large", "Inner"] { try screen.press(label) }
        #expect(model.number == 111 && model.choice == .large && model.isOn)
        try screen.press("Louder than usual")
        #expect(!model.isOn)
        try screen.press("Loud")
        try screen.type("second", into: "Name")
        #expect(model.isOn && model.text == "second")
    }

    @Test("a selection that matches no option shows none as selected")
    func noSelection() throws {
        let screen = try screen {
            Picker("Number", selection: .constant(3)) {
                Text("One").tag(1)
                Text("Two").tag(2)
            }
        }
        #expect(screen.text == "Number: One Two\n")
    }

    @Test("a picker leaves out views that are not options")
    func untagged() throws {
        let screen = try screen {
            Picker("Number", selection: .constant(1)) {
                Text("One").tag(1)
                Text("stray")
                Button("stray") {}
            }
        }
        #expect(try screen.outline == "picker text:Number value:0 action\n  option text:One value:0")
    }

    @Test("a picker keeps its own key and badge, regardless of its options")
    func pickerIdentity() throws {
        let screen = try screen {
            ForEach(["a"], id: \.self) { _ in
                Picker("Number", selection: .constant(1)) {
                    ForEach([1], id: \.self) { Text("One").tag($0).badge("new") }
                }
            }
            .badge("2")
        }
        #expect(
            try screen.outline == "picker text:Number key:a badge:2 value:0 action\n  option text:One value:0")
    }

    @Test("a disabled control, or a control in a disabled view, cannot be pressed")
    func disabled() throws {
        let screen = try screen {
            Section {
                Button("Inner") { model.number += 1 }
                Button("Enabled?") { model.number += 1 }.disabled(false)
            }
            .disabled(true)
            Button("Outer") { model.number += 10 }.disabled(false)
        }
        for label in ["Inner", "Enabled?"] {
            #expect(throws: HarnessError.label("'\(label)' is disabled")) { try screen.press(label) }
        }
        try screen.press("Outer")
        #expect(model.number == 10)
    }
}
