import Testing

@testable import HostCore

@Suite("A keyboard shortcut")
struct KeyboardShortcutTests {
    @Test(
        "keys in the form of aria-keyshortcuts are Alt with the key in a terminal, except Enter and Escape",
        arguments: [
            ("Meta+s", "Alt-S"), ("Meta+S", "Alt-S"), ("s", "Alt-S"), ("Control+Alt+s", "Alt-S"),
            ("Shift+Meta+s", "Alt-Shift-S"), ("Meta++", "Alt-+"), ("+", "Alt-+"), ("Meta+1", "Alt-1"), ("é", "Alt-É"),
            ("Enter", "Enter"), ("Escape", "Esc"), ("Meta+Enter", "Alt-Enter"), ("Meta+ArrowUp", "Alt-Up"),
            ("Space", "Alt-Space"), ("Shift+ArrowUp", "Alt-Shift-Up"),
        ])
    func labels(text: String, label: String) {
        #expect(KeyboardShortcut(text)?.label == label)
    }

    @Test(
        "a text of another form, and keys that no terminal sends, are no shortcut",
        arguments: [
            "", "Meta", "Meta+", "Meta+ab", "Hyper+s", "Meta+Meta+s", "Shift+1", "F1", " ", "\u{1B}", "Meta+\r",
        ])
    func none(text: String) {
        #expect(KeyboardShortcut(text) == nil)
    }
}
