/// The keys for a control, in the feature's notation, that of `aria-keyshortcuts` (WAI-ARIA 1.2): modifiers and a key,
/// such as `Meta+Shift+S`, `Meta++` or `Enter`.
///
/// A terminal sends no Command key, and an app's keys must not be those of the host. So in a terminal every shortcut is
/// Alt with its key, whatever its modifiers. Only `Enter` and `Escape` are also keys alone: a screen's default action,
/// and the one that leaves it.
package struct KeyboardShortcut: Hashable, Sendable {
    /// The keys with a name of several letters, and their labels.
    private static let names: [String: String] = [
        "Enter": "Enter", "Escape": "Esc", "Space": "Space", "Tab": "Tab", "Backspace": "Backspace",
        "Delete": "Delete", "ArrowUp": "Up", "ArrowDown": "Down", "ArrowLeft": "Left", "ArrowRight": "Right",
        "Home": "Home", "End": "End", "PageUp": "PageUp", "PageDown": "PageDown",
    ]
    private static let modifiers: Set<Substring> = ["Control", "Alt", "Shift", "Meta"]

    /// The key: a name such as `Enter`, or one lower-case character.
    package let key: String
    package let hasShift: Bool
    /// Whether the key also works without Alt.
    package let isAlone: Bool

    /// Nil for a text of another form, and for a key that no terminal sends: Shift with a character other than a
    /// letter.
    init?(_ text: String) {
        var parts = text.split(separator: "+", omittingEmptySubsequences: false)
        // The key may be the separator itself.
        if text == "+" || text.hasSuffix("++") { parts.replaceSubrange((parts.count - 2)..., with: ["+"]) }
        guard let last = parts.popLast() else { return nil }
        let (key, modifiers) = (String(last), Set(parts))
        let isName = Self.names[key] != nil
        guard isName || Self.isCharacter(key), modifiers.count == parts.count, modifiers.isSubset(of: Self.modifiers)
        else { return nil }
        hasShift = modifiers.contains("Shift")
        guard !hasShift || isName || key.lowercased() != key.uppercased() else { return nil }
        self.key = isName ? key : key.lowercased()
        isAlone = modifiers.isEmpty && (key == "Enter" || key == "Escape")
    }

    private static func isCharacter(_ key: String) -> Bool {
        key.count == 1 && key.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != " " }
    }

    /// The keys for a terminal's user: `Alt-S`.
    package var label: String {
        let name = Self.names[key] ?? key.uppercased()
        return isAlone ? name : "Alt-" + (hasShift ? "Shift-" : "") + name
    }
}

extension ViewNode {
    /// The node's shortcut. Nil if it has none, or one that no terminal sends.
    package var keyboardShortcut: KeyboardShortcut? { shortcut.isEmpty ? nil : KeyboardShortcut(shortcut) }
}
