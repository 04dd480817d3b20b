/// Keys that are held down with another one. In a terminal, which has no Command key, every shortcut is Alt with its key.
public struct EventModifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let command = Self(rawValue: 1), shift = Self(rawValue: 2), option = Self(rawValue: 4)
    public static let control = Self(rawValue: 8)
    public static let all: Self = [.command, .shift, .option, .control]
}

/// A key of a keyboard.
public struct KeyEquivalent: ExpressibleByExtendedGraphemeClusterLiteral, Hashable, Sendable {
    /// The character of the key.
    public let character: Character

    /// The key of a character.
    public init(_ character: Character) { self.character = character }
    public init(extendedGraphemeClusterLiteral value: Character) { self.init(value) }

    public static let `return`: Self = "\r", escape: Self = "\u{1B}", delete: Self = "\u{8}", space: Self = " "
    public static let tab: Self = "\t", deleteForward: Self = "\u{F728}"
    public static let upArrow: Self = "\u{F700}", downArrow: Self = "\u{F701}", leftArrow: Self = "\u{F702}"
    public static let rightArrow: Self = "\u{F703}", home: Self = "\u{F729}", end: Self = "\u{F72B}"
    public static let pageUp: Self = "\u{F72C}", pageDown: Self = "\u{F72D}"

    /// The key's name by UI Events, which the host knows.
    fileprivate var name: String {
        switch self {
        case .return: "Enter"
        case .escape: "Escape"
        case .delete: "Backspace"
        case .deleteForward: "Delete"
        case .space: "Space"
        case .tab: "Tab"
        case .upArrow: "ArrowUp"
        case .downArrow: "ArrowDown"
        case .leftArrow: "ArrowLeft"
        case .rightArrow: "ArrowRight"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PageUp"
        case .pageDown: "PageDown"
        default: character.lowercased()
        }
    }
}

/// A key with those that are held down with it.
public struct KeyboardShortcut: Hashable, Sendable {
    /// Enter: the button that a screen is about, such as Save.
    public static let defaultAction = Self(.return, modifiers: [])
    /// Escape: the button that leaves things as they are.
    public static let cancelAction = Self(.escape, modifiers: [])

    /// The key.
    public let key: KeyEquivalent
    /// The keys that are held down with it.
    public let modifiers: EventModifiers

    /// A key with others.
    public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) {
        self.key = key
        self.modifiers = modifiers
    }

    /// The text for the host.
    ///
    /// - SeeAlso: `sy_node` in FeatureABI.h
    fileprivate var text: String {
        let names: [(EventModifiers, String)] = [
            (.control, "Control"), (.option, "Alt"), (.shift, "Shift"), (.command, "Meta"),
        ]
        return (names.filter { modifiers.contains($0.0) }.map(\.1) + [key.name]).joined(separator: "+")
    }
}

extension View {
    /// Uses the first control in the view by a key. In a terminal that is Alt with the key, whatever the modifiers:
    /// `.keyboardShortcut("n")` is Alt-N, which the status line shows. A page has it as an access key.
    public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> ModifiedView<Self> {
        keyboardShortcut(KeyboardShortcut(key, modifiers: modifiers))
    }

    /// Uses the first control in the view by a key; by none if the shortcut is nil.
    ///
    /// ``KeyboardShortcut/defaultAction`` is Enter, where no other control takes it: at the end of the input of a field,
    /// and elsewhere Alt-Enter. ``KeyboardShortcut/cancelAction`` is Escape in the place of going back.
    public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in renderer.with(shortcut: shortcut?.text ?? "", content) }
    }
}
