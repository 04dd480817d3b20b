import FeatureKit
import Testing

@Suite struct KeyboardShortcutTests {
    @Test("a control has the keys that its modifier gives it, in the form of aria-keyshortcuts")
    func keys() throws {
        let digit = KeyEquivalent(Character("1"))
        let screen = try screen {
            Button("New") {}.keyboardShortcut("n")
            Button("One") {}.keyboardShortcut(digit, modifiers: [])
            Button("Again") {}.keyboardShortcut("N", modifiers: [.command, .shift])
            Button("Save") {}.keyboardShortcut(.defaultAction)
            Button("Leave") {}.keyboardShortcut(.cancelAction)
            Button("Up") {}.keyboardShortcut(.upArrow, modifiers: [.option, .control])
            Toggle("Night", isOn: .constant(true)).keyboardShortcut(.space, modifiers: [])
            Button("None") {}.keyboardShortcut(nil)
        }
        #expect(
            screen.json.split(separator: "\"shortcut\": ").dropFirst().compactMap { $0.split(separator: "\"").first }
                == [
                    "Meta+n", "1", "Shift+Meta+n", "Enter", "Escape", "Control+Alt+ArrowUp", "Space",
                ])
        try screen.press("Alt-N")
    }

    @Test("the first control of a view has the keys, and nothing beside it")
    func first() throws {
        let screen = try screen {
            VStack {
                Text("a")
                Button("b") {}
                Button("c") {}
            }.keyboardShortcut("k")
            Button("d") {}
            Text("e").keyboardShortcut("l")
            Button("f") {}
        }
        #expect(screen.json.split(separator: "shortcut").count == 2)
        #expect(screen.json.contains(/"text": "b",\s*"shortcut": "Meta\+k"/))
    }
}
