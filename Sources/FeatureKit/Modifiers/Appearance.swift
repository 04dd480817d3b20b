/// What a text means. The host chooses the colour, if it has any.
public enum ForegroundStyle: UInt32, Hashable, Sendable {
    /// As text is.
    case primary
    /// What matters less.
    case secondary
    /// What is to catch the eye.
    case accent
    /// What is well.
    case success
    /// What is not as it should be.
    case warning
    /// What is wrong, or cannot be undone.
    case danger
}

extension View {
    /// Shows the view and all in it in the style of a meaning.
    public func foregroundStyle(_ style: ForegroundStyle) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in renderer.with(role: style, content) }
    }

    /// Shows a short text beside the view, such as a count.
    public func badge(_ text: String) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in renderer.with(badge: text, content) }
    }

    /// Shows a count beside the view; none for 0.
    public func badge(_ count: Int) -> ModifiedView<Self> {
        badge(count == 0 ? "" : String(count))
    }

    /// Shows the view and all in it, and keeps it from being used while `disabled`.
    public func disabled(_ disabled: Bool) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in renderer.with(disabled: disabled, content) }
    }

    /// What is read out instead of the view's text.
    public func accessibilityLabel(_ label: String) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in renderer.with(accessibilityLabel: label, content) }
    }

    /// Makes the view an option of a ``Picker``.
    public func tag(_ tag: some Hashable) -> ModifiedView<Self> {
        let view = self
        return ModifiedView(self) { renderer, _ in renderer.tagged(AnyHashable(tag), view) }
    }
}
