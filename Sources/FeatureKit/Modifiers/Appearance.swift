/// The meaning of a text. The host chooses the colour, if it has any.
public enum ForegroundStyle: UInt32, Hashable, Sendable {
    /// Ordinary text.
    case primary
    /// Less important text.
    case secondary
    /// Text that should catch the eye.
    case accent
    /// A success, or a good state.
    case success
    /// A problem that is not an error yet.
    case warning
    /// An error, or something that cannot be undone.
    case danger
}

extension View {
    /// Shows the view and everything in it in the style of a meaning.
    public func foregroundStyle(_ style: ForegroundStyle) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in renderer.with(role: style, content) }
    }

    /// Shows a short text beside the view, such as a count.
    public func badge(_ text: String) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in renderer.with(badge: text, content) }
    }

    /// Shows a count beside the view; nothing for 0.
    public func badge(_ count: Int) -> ModifiedView<Self> {
        badge(count == 0 ? "" : String(count))
    }

    /// Disables the view and everything in it while `disabled` is true; the host still shows them.
    public func disabled(_ disabled: Bool) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in renderer.with(disabled: disabled, content) }
    }

    /// Sets the text that is read out instead of the view's text.
    public func accessibilityLabel(_ label: String) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in renderer.with(accessibilityLabel: label, content) }
    }

    /// Makes the view an option of a ``Picker``.
    public func tag(_ tag: some Hashable) -> ModifiedView<Self> {
        let view = self
        return ModifiedView(self) { renderer, _ in renderer.tagged(AnyHashable(tag), view) }
    }
}
